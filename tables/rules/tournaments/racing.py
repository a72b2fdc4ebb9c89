"""The chip race: a colour leaves play, and its odd chips are raced for by card.

TDA 24 and WSOP 77: "raced off starting in seat 1, with a maximum of one chip awarded to a player"; nobody is raced out:
a player who loses their last chip gets one of the smallest that stays.  Whole exchanges come first.  For each odd chip
a card is dealt face up, from seat 1, all of a player's before the next; the highest cards win a new chip each, suits
deciding from spades down.  The cards are dealt at the table and passed in.  Two colours are raced off one after the
other, the smaller into the larger first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from casino.errors import N_, Refusal
from tables.rules import cards


class Leftover(StrEnum):
    """The treatment of a table's odd chips that do not make up one more new chip."""

    HALF_UP = "half_up"  # Robert's Rules: half or more of it counts as one
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Racer:
    """A player with chips of the colour that leaves: `pieces` of it, and the worth of their other chips."""

    seat: int
    pieces: int
    others: int


@dataclass(frozen=True, slots=True)
class Line:
    """One player's exchange: old chips `handed_in`, new ones `exchanged` at equal worth, `won` by card, or `rescued`.

    A rescued chip keeps in a player who would be raced out.
    """

    seat: int
    handed_in: int
    exchanged: int
    won: int
    rescued: int

    @property
    def given(self) -> int:
        """All new chips."""
        return self.exchanged + self.won + self.rescued


@dataclass(frozen=True, slots=True)
class Race:
    """A table's race: its lines by seat, and the `change` of the worth of the chips in play (negative: a loss).

    `issued` pieces of the new colour, `removed` of the old: chips are counted before and after (FinASVO NRW §§20–23:
    the set is confirmed complete), so the change is recorded.
    """

    lines: tuple[Line, ...]
    removed: int
    issued: int
    change: int


def odd_pieces(racers: Sequence[Racer], old: int, new: int) -> dict[int, int]:
    """The number of cards for each seat with odd chips, in dealing order; refuses `race_chips` and `seat_twice`."""
    _check(racers, old, new)
    ordered = sorted(racers, key=lambda racer: racer.seat)
    return {racer.seat: odd for racer in ordered if (odd := racer.pieces % (new // old))}


def race(
    racers: Sequence[Racer],
    dealt: Mapping[int, Sequence[int]],
    *,
    old: int,
    new: int,
    leftover: Leftover = Leftover.HALF_UP,
) -> Race:
    """Race the chips of worth `old` off into those of worth `new`, the smallest that stays; `dealt`: cards by seat.

    Refuses `race_chips`, `seat_twice`, `race_cards` and `card_twice`.
    """
    odd = odd_pieces(racers, old, new)
    if {seat: len(hand) for seat, hand in dealt.items() if hand} != odd:
        raise Refusal("race_cards", N_("Each odd chip gets one card."), wanted=odd)
    cards.mask(card for hand in dealt.values() for card in hand)
    per_chip = new // old
    whole, rest = divmod(sum(odd.values()), per_chip)
    prizes = whole + _one_more(rest, per_chip, leftover)
    by_best_card = sorted(odd, key=lambda seat: max(dealt[seat]), reverse=True)
    winners = set(by_best_card[:prizes])
    lines = tuple(
        _line(racer, per_chip, won=racer.seat in winners) for racer in sorted(racers, key=lambda racer: racer.seat)
    )
    removed, issued = sum(line.handed_in for line in lines), sum(line.given for line in lines)
    return Race(lines, removed, issued, issued * new - removed * old)


def _line(racer: Racer, per_chip: int, *, won: bool) -> Line:
    exchanged = racer.pieces // per_chip
    raced_out = bool(racer.pieces) and not (racer.others or exchanged or won)
    return Line(racer.seat, racer.pieces, exchanged, int(won), int(raced_out))


def _one_more(rest: int, per_chip: int, leftover: Leftover) -> int:
    if leftover is Leftover.HALF_UP:
        return int(2 * rest >= per_chip)
    return int(leftover is Leftover.UP and rest > 0)


def _check(racers: Sequence[Racer], old: int, new: int) -> None:
    if not 0 < old < new or new % old:
        raise Refusal("race_chips", N_("Chips of %(old)s cannot be raced off into chips of %(new)s."), old=old, new=new)
    seats = [racer.seat for racer in racers]
    for racer in racers:
        if seats.count(racer.seat) > 1:
            raise Refusal("seat_twice", N_("Seat %(seat)s appears twice."), seat=racer.seat)
        if racer.pieces < 0 or racer.others < 0:
            raise Refusal(
                "race_chips",
                N_("Seat %(seat)s does not have that many chips of %(old)s."),
                seat=racer.seat,
                pieces=racer.pieces,
                old=old,
            )
