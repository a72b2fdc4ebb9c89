"""Button and blinds of the hand in progress, else of the next hand (S11)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tables.models import Game, Session
from tables.play.selectors.situations import Occupied
from tables.rules import blinds
from tables.rules.blinds import Entrant, Owes, Positions
from tables.rules.rule_sets import Straddle, rule_set
from tables.rules.setup import FEWEST_PLAYERS, Betting, GameTerms, HandSetup, PostKind, Variant

_OWES: Final = {
    (False, False): Owes.NOTHING,
    (True, False): Owes.SMALL_BLIND,
    (False, True): Owes.BIG_BLIND,
    (True, True): Owes.BOTH,
}


@dataclass(frozen=True, slots=True)
class Markers:
    """The seats of button and blinds; `is_next`: they are those of the next hand, as the table stands now."""

    button_seat: int
    small_blind_seat: int
    big_blind_seat: int
    is_next: bool


def terms_of(game: Game) -> GameTerms:
    """A game's terms as the rules take them."""
    return GameTerms(
        variant=Variant(game.variant),
        betting=Betting(game.betting),
        small_blind_cents=game.small_blind_cents,
        big_blind_cents=game.big_blind_cents,
        ante_cents=game.ante_cents,
        raise_cap=game.raise_cap,
        chip_cents=game.chip_cents,
    )


def last(session: Session | None) -> Positions | None:
    """Button and blinds of the session's latest hand, in progress or over; None before the first."""
    if session is None or not session.button_seat or not session.small_blind_seat or not session.big_blind_seat:
        return None
    return Positions(session.button_seat, session.small_blind_seat, session.big_blind_seat)


def following(
    session: Session | None, seats: Sequence[int], game: Game, owing: frozenset[int] = frozenset()
) -> Positions:
    """The next hand's button and blinds for these seats; in a session's first hand the first of them has the button.

    `owing`: the seats that owe missed blinds.
    """
    before, rules = last(session), rule_set(game.rule_set)
    if before is None:
        return blinds.positions_from_button(seats[0], seats, rules)
    return blinds.next_positions(before, seats, rules, owing)


def owing(session: Session, present: Sequence[Occupied], game: Game) -> frozenset[int]:
    """The seats that owe missed blinds: they post or wait."""
    return blinds.owing(_owes(session, present), terms_of(game), rule_set(game.rule_set))


def entrants(
    session: Session, present: Sequence[Occupied], *, straddles: tuple[int, Straddle] | None = None
) -> list[Entrant]:
    """The players for the next deal, with the blinds each owes."""
    owes = _owes(session, present)
    seat, straddle = straddles or (None, None)
    return [
        Entrant(
            one.seat,
            one.stack_cents,
            owes[one.seat],
            posts_now=not one.waits_for_big_blind,
            straddle=straddle if one.seat == seat else None,
        )
        for one in present
    ]


def markers(
    session: Session, game: Game, seats: Iterable[Occupied], *, in_hand: bool, is_bomb_pot: bool = False
) -> Markers | None:
    """The markers that a screen shows; None against the house, and between hands with fewer than two present.

    `is_bomb_pot`: the next hand is one, so that everybody present is dealt in.
    """
    before = last(session)
    if game.is_banked or (in_hand and before is None):
        return None
    if before is not None and (in_hand or session.is_redeal):
        return Markers(before.button_seat, before.small_blind_seat, before.big_blind_seat, is_next=not in_hand)
    keeps_stacks = game.recording == Game.Recording.EVERY_ACTION
    present = [one for one in seats if not one.is_away and (one.stack_cents > 0 or not keeps_stacks)]
    if len(present) < FEWEST_PLAYERS:
        return None
    seats_dealt = [one.seat for one in present]
    found = following(session, seats_dealt, game, owing(session, present, game) if keeps_stacks else frozenset())
    if keeps_stacks and not is_bomb_pot:
        found = blinds.deal_in(terms_of(game), game.rule_set, entrants(session, present), found).positions
    return Markers(found.button_seat, found.small_blind_seat, found.big_blind_seat, is_next=True)


def posted(setup: HandSetup) -> dict[int, str]:
    """The blinds posted in a hand: `small_blind` or `big_blind` by seat."""
    kinds = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)
    return {seat.seat: post.kind.value for seat in setup.seats for post in seat.posts if post.kind in kinds}


def _owes(session: Session, present: Sequence[Occupied]) -> dict[int, Owes]:
    """The blinds each seat owes: a newcomer posts or waits; a player who was away owes the blinds they missed.

    Nobody owes in a session's first hand, nor when all present are newcomers.
    """
    is_fresh = not session.hands_dealt or all(one.is_new for one in present)
    return {
        one.seat: Owes.NOTHING
        if is_fresh
        else Owes.NEW
        if one.is_new
        else _OWES[one.owes_small_blind, one.owes_big_blind]
        for one in present
    }
