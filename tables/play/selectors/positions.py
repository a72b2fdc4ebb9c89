"""Where button and blinds lie: of the hand that is being played, else of the next one (S11)."""

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
    """The seats of button and blinds; `is_next`: of the hand that is dealt next, as the table stands now."""

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
    """Button and blinds of the session's last hand, or of the one that is being played; None where none was dealt."""
    if session is None or not session.button_seat or not session.small_blind_seat or not session.big_blind_seat:
        return None
    return Positions(session.button_seat, session.small_blind_seat, session.big_blind_seat)


def following(
    session: Session | None, seats: Sequence[int], game: Game, owing: frozenset[int] = frozenset()
) -> Positions:
    """Where button and blinds move for these seats; in a session's first hand the button lies at the first of them.

    `owing`: the seats that the blinds have passed.
    """
    before, rules = last(session), rule_set(game.rule_set)
    if before is None:
        return blinds.positions_from_button(seats[0], seats, rules)
    return blinds.next_positions(before, seats, rules, owing)


def owing(session: Session, present: Sequence[Occupied], game: Game) -> frozenset[int]:
    """The seats that the blinds have passed, and that post or wait."""
    return blinds.owing(_owes(session, present), terms_of(game), rule_set(game.rule_set))


def entrants(
    session: Session, present: Sequence[Occupied], *, straddles: tuple[int, Straddle] | None = None
) -> list[Entrant]:
    """Who wants cards, with what each owes."""
    owes = _owes(session, present)
    seat, straddle = straddles or (None, None)
    return [
        Entrant(one.seat, one.stack_cents, owes[one.seat], straddle=straddle if one.seat == seat else None)
        for one in present
    ]


def markers(session: Session, game: Game, seats: Iterable[Occupied], *, in_hand: bool) -> Markers | None:
    """What a screen shows; None against the house, and between hands with fewer than two guests who are here."""
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
    if keeps_stacks:
        found = blinds.deal_in(terms_of(game), game.rule_set, entrants(session, present), found).positions
    return Markers(found.button_seat, found.small_blind_seat, found.big_blind_seat, is_next=True)


def posted(setup: HandSetup) -> dict[int, str]:
    """Who posted a blind in a hand: by seat `small_blind` or `big_blind`."""
    kinds = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)
    return {seat.seat: post.kind.value for seat in setup.seats for post in seat.posts if post.kind in kinds}


def _owes(session: Session, present: Sequence[Occupied]) -> dict[int, Owes]:
    """By seat: a newcomer posts or waits; who was away owes what passed them.

    In a session's first hand, and when nobody is left who played before, nobody has missed anything.
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
