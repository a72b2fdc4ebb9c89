"""The claims on a jackpot that a recorded hand gives by the fund's posted rules.

The rules ask for the hand that lost or was shown, for both hole cards in it, a pocket pair for four of a kind, a number
of players dealt in, and a pot (domain §4.13).  Ranks come from `evaluate`.  Pure: the floor proposes what this finds,
and the proof finds it again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

from accounting.policy.jackpots import JackpotTerms, Kind, Role
from casino.errors import N_, Malformed, Refusal
from tables.rules import cards as card_set
from tables.rules.evaluate import is_four_of_a_kind, of_five, played, rank
from tables.rules.forms import Form

BOARD_CARDS: Final = 5


class Lacks(StrEnum):
    """What a hand lacks for a jackpot."""

    PLAYERS = "players"
    POT = "pot"
    SHOWDOWN = "showdown"
    ONE_BOARD = "one_board"
    LOSER = "loser"
    HIGH_ENOUGH = "high_enough"
    BOTH_CARDS = "both_cards"
    POCKET_PAIR = "pocket_pair"
    WINNER = "winner"


SENTENCES: Final[Mapping[Lacks, str]] = {
    Lacks.PLAYERS: N_("Too few players were dealt in."),
    Lacks.POT: N_("The pot is too small."),
    Lacks.SHOWDOWN: N_("There was no showdown, or the board is not complete."),
    Lacks.ONE_BOARD: N_("The hand had several boards."),
    Lacks.LOSER: N_("No losing hand was shown."),
    Lacks.HIGH_ENOUGH: N_("No hand that counts is high enough."),
    Lacks.BOTH_CARDS: N_("The hand does not use both hole cards."),
    Lacks.POCKET_PAIR: N_("Four of a kind was made without a pocket pair."),
    Lacks.WINNER: N_("Nobody won the hand."),
}


@dataclass(frozen=True, slots=True)
class HandShown:
    """A finished hand as a jackpot sees it: the cards that were shown, who was dealt in, and who won the main pot.

    `boards`: one, or several where it was run twice or dealt so.  `winners`: of the high half only.
    """

    form: Form
    boards: tuple[tuple[int, ...], ...]
    hole: Mapping[int, tuple[int, ...]]
    dealt_in: tuple[int, ...]
    winners: tuple[int, ...]
    pot_cents: int

    @property
    def has_showdown(self) -> bool:
        """Whether hands can be compared on one complete board."""
        return bool(self.boards) and len(self.boards[0]) == BOARD_CARDS and bool(self.hole)

    def ranks(self) -> dict[int, int]:
        """The rank of each shown hand, by seat; 1 is the best."""
        wanted = self.form.hole_cards
        return {seat: rank(self.form, hole, self.boards[0]) for seat, hole in self.hole.items() if len(hole) == wanted}


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a hand has a jackpot: what it lacks, and the seats of each part; none while it lacks anything."""

    lacks: tuple[Lacks, ...] = ()
    seats: Mapping[Role, Sequence[int]] = field(default_factory=dict)

    @property
    def qualifies(self) -> bool:
        return not self.lacks


class Best(NamedTuple):
    """The seats of the best hands that count among some; where none does, what they lack."""

    lacks: tuple[Lacks, ...] = ()
    seats: Sequence[int] = ()


def examine(kind: Kind, terms: JackpotTerms, shown: HandShown) -> Finding:
    """Who shares in the jackpot.

    A hand counts if it is high enough and uses its hole cards as the terms ask.  Bad beat: the best hand that counts of
    those that lost the main pot, and the hands that count of those that won it.  High hand: the best shown hand that
    counts.  Mystery and splash: the winner of the main pot.  Everybody else who was dealt in has the table's share.
    Equal hands share one part.
    """
    lacks = list(_of_the_hand(terms, shown))
    winners: Sequence[int] = sorted(shown.winners)
    losers: Sequence[int] = ()
    if kind in (Kind.BAD_BEAT, Kind.HIGH_HAND):
        if not shown.has_showdown:
            lacks.append(Lacks.SHOWDOWN)
        elif len(shown.boards) > 1:
            lacks.append(Lacks.ONE_BOARD)
        else:
            lost, won = _beaten(terms, shown) if kind is Kind.BAD_BEAT else (Best(), _best(terms, shown, shown.ranks()))
            losers, winners = lost.seats, won.seats
            lacks += dict.fromkeys((*lost.lacks, *won.lacks))
    if not winners and not lacks:
        lacks.append(Lacks.WINNER)
    if lacks:
        return Finding(tuple(lacks))
    table = [seat for seat in sorted(shown.dealt_in) if seat not in winners and seat not in losers]
    return Finding((), {Role.LOSER: losers, Role.WINNER: winners, Role.TABLE: table})


def read(
    form: Form,
    *,
    board: str,
    hole: Mapping[int, str],
    dealt_in: Sequence[int],
    winners: Sequence[int],
    pot_cents: int,
) -> HandShown:
    """A hand of a table that keeps summaries, from the cards that the floor wrote down.

    Refuses a card that cannot be read or is there twice (`card_unreadable`, `card_twice`), a wrong number of cards
    (`wrong_board_count`, `wrong_hole_count`), and cards or a win of somebody who was not dealt in (`not_in_hand`).
    Without `winners` the best of the hands won.
    """
    laid = card_set.parse(board)
    if len(laid) not in (0, BOARD_CARDS):
        raise Refusal(
            "wrong_board_count",
            N_("Cards the board needs now: %(due)s, not %(given)s."),
            due=BOARD_CARDS,
            given=len(laid),
        )
    used = card_set.mask(laid)
    shown: dict[int, tuple[int, ...]] = {}
    for seat, text in sorted(hole.items()):
        held = card_set.parse(text)
        if len(held) != form.hole_cards:
            raise Refusal(
                "wrong_hole_count",
                N_("A hand must have %(due)s hole cards, not %(given)s."),
                due=form.hole_cards,
                given=len(held),
            )
        used = card_set.mask(held, used)
        shown[seat] = held
    if len(set(dealt_in)) != len(dealt_in):
        raise Malformed("seat_twice", N_("A seat is named twice."))
    for seat in (*shown, *winners):
        if seat not in dealt_in:
            raise Refusal("not_in_hand", N_("Seat %(seat)s is not in the hand."), seat=seat)
    found = HandShown(form, (laid,), shown, tuple(sorted(dealt_in)), tuple(sorted(winners)), pot_cents)
    return found if winners or not found.has_showdown else _won_by_the_best(found)


def _won_by_the_best(shown: HandShown) -> HandShown:
    ranks = shown.ranks()
    return replace(shown, winners=tuple(seat for seat, value in ranks.items() if value == min(ranks.values())))


def _of_the_hand(terms: JackpotTerms, shown: HandShown) -> Iterator[Lacks]:
    if len(shown.dealt_in) < terms.least_dealt_in:
        yield Lacks.PLAYERS
    if shown.pot_cents < terms.least_pot_cents:
        yield Lacks.POT


def _beaten(terms: JackpotTerms, shown: HandShown) -> tuple[Best, Best]:
    """The best losing hand that counts, and those that beat it."""
    ranks = shown.ranks()
    lost = {seat: value for seat, value in ranks.items() if seat not in shown.winners}
    won = {seat: value for seat, value in ranks.items() if seat in shown.winners}
    if not lost or not won:
        return Best((Lacks.LOSER,)), Best()
    return _best(terms, shown, lost), _best(terms, shown, won)


def _best(terms: JackpotTerms, shown: HandShown, ranks: Mapping[int, int]) -> Best:
    """The best of these hands that count: one that does not never hides a lower one that does."""
    high = {seat: value for seat, value in ranks.items() if value <= _lowest(terms)}
    if not high:
        return Best((Lacks.HIGH_ENOUGH,))
    lacking = {seat: tuple(_of_cards(terms, shown, seat)) for seat in high}
    counts = {seat: value for seat, value in high.items() if not lacking[seat]}
    if not counts:
        return Best(tuple(dict.fromkeys(lack for lacks in lacking.values() for lack in lacks)))
    best = min(counts.values())
    return Best((), sorted(seat for seat, value in counts.items() if value == best))


def _of_cards(terms: JackpotTerms, shown: HandShown, seat: int) -> Iterator[Lacks]:
    """What the hole cards lack with which the best hand is made, and not others that the hand holds."""
    hole, board = shown.hole[seat], shown.boards[0]
    used = played(shown.form, hole, board)
    if terms.both_cards and not used:
        yield Lacks.BOTH_CARDS
    if terms.pocket_pair and is_four_of_a_kind(rank(shown.form, hole, board)) and not any(map(_is_pair, used)):
        yield Lacks.POCKET_PAIR


def _is_pair(two: tuple[int, int]) -> bool:
    """Whether both are of one rank; where they make four of a kind with three of the board, two of the four."""
    first, second = two
    return first // len(card_set.SUITS) == second // len(card_set.SUITS)


def _lowest(terms: JackpotTerms) -> int:
    return of_five(card_set.parse(terms.qualifying)) if terms.qualifying else 7_462
