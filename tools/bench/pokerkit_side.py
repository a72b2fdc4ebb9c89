"""pokerkit's side of the engines' comparison: a hand in its terms, and its replay.

pokerkit is used as its manual says: unknown hole cards dealt, antes, blinds, bets, pushing and pulling automated, no
queries for limits.  It is a development dependency, so it is imported only on use.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tables.rules import cards, hand
from tables.rules.actions import Action, Kind
from tables.rules.forms import Form, Half
from tables.rules.random_hands import RandomHand
from tables.rules.setup import LIVE_POSTS, Betting, HandSetup

_STRUCTURES = {
    Betting.NO_LIMIT: "NO_LIMIT",
    Betting.POT_LIMIT: "POT_LIMIT",
    Betting.FIXED_LIMIT: "FIXED_LIMIT",
}
_AUTOMATED = (
    "ANTE_POSTING",
    "BET_COLLECTION",
    "BLIND_OR_STRADDLE_POSTING",
    "HAND_KILLING",
    "CHIPS_PUSHING",
    "CHIPS_PULLING",
    "RUNOUT_COUNT_SELECTION",
)


@dataclass(frozen=True, slots=True)
class Played:
    """A hand for both engines; `steps` in pokerkit's terms."""

    setup: HandSetup
    actions: tuple[Action, ...]
    steps: tuple[tuple[str, Any], ...]


def played(one: RandomHand) -> Played:
    """A hand translated beforehand, so that pokerkit is not charged for the translation."""
    position = {seat: place for place, seat in enumerate(_order(one.setup))}
    steps: list[tuple[str, Any]] = []
    for action in one.actions:
        shown = cards.format(action.cards).replace(" ", "")
        match action.kind:
            case Kind.BOARD:
                steps.append(("board", shown))
            case Kind.SHOW:
                steps.append(("show", (shown, position[action.seat or 0])))
            case Kind.MUCK:
                steps.append(("muck", position[action.seat or 0]))
            case Kind.BET | Kind.RAISE:
                steps.append(("raise", action.to_cents))
            case Kind.FOLD:
                steps.append(("fold", None))
            case Kind.ALL_IN:
                steps.append(("all_in", None))
            case _:
                steps.append(("call", None))
    return Played(one.setup, one.actions, tuple(steps))


def _order(setup: HandSetup) -> list[int]:
    return hand.start(setup).frame.seats


def replay(played: Played) -> dict[int, int]:
    """Play the hand on pokerkit; gives the stacks by seat afterwards."""
    state, order = _started(played.setup)
    for _card in range(played.setup.terms.variant.form.hole_cards):
        for _seat in order:
            state.deal_hole("??")
    for kind, what in played.steps:
        _STEPS[kind](state, what)
    return dict(zip(order, state.stacks, strict=True))


def _board(state: Any, dealt: str) -> None:
    while state.showdown_index is not None:  # all-in: hands may stay closed until the end
        state.show_or_muck_hole_cards("")
    state.burn_card("??")
    state.deal_board(dealt)


def _all_in(state: Any, _nothing: None) -> None:
    most = state.stacks[state.actor_index] + state.bets[state.actor_index]
    if most > max(state.bets):
        state.complete_bet_or_raise_to(most)
    else:
        state.check_or_call()


_STEPS: dict[str, Callable[[Any, Any], None]] = {
    "board": _board,
    "show": lambda state, what: state.show_or_muck_hole_cards(*what),
    "muck": lambda state, position: state.show_or_muck_hole_cards(False, position),  # noqa: FBT003 -- its signature
    "raise": lambda state, cents: state.complete_bet_or_raise_to(cents),
    "fold": lambda state, _nothing: state.fold(),
    "call": lambda state, _nothing: state.check_or_call(),
    "all_in": _all_in,
}


def hand_types(kit: Any, form: Form) -> tuple[Any, ...]:
    """pokerkit's kinds of hands: what wins the high half, and the low one, if there is one."""
    high, low = (
        (kit.StandardHighHand, kit.EightOrBetterLowHand)
        if form.plays is None
        else (kit.OmahaHoldemHand, kit.OmahaEightOrBetterLowHand)
    )
    return (high, low) if Half.LOW_EIGHT in form.halves else (high,)


def _started(setup: HandSetup) -> tuple[Any, list[int]]:
    kit = import_module("pokerkit")
    order = sorted(seat.seat for seat in setup.seats)
    order = [seat for seat in order if seat > setup.button_seat] + [seat for seat in order if seat <= setup.button_seat]
    by_seat = {seat.seat: seat for seat in setup.seats}
    terms = setup.terms
    hole = (False,) * terms.variant.form.hole_cards
    closed = False  # no draw
    streets = tuple(
        kit.Street(
            number > 0, () if number else hole, dealt, closed, kit.Opening.POSITION, terms.bet_cents(number), None
        )
        for number, dealt in enumerate((0, 3, 1, 1))
    )
    blinds = [sum(post.cents for post in by_seat[seat].posts if post.kind in LIVE_POSTS) for seat in order]
    state = kit.State(
        tuple(getattr(kit.Automation, name) for name in _AUTOMATED),
        kit.Deck.STANDARD,
        hand_types(kit, terms.variant.form),
        streets,
        getattr(kit.BettingStructure, _STRUCTURES[terms.betting]),
        True,  # noqa: FBT003 -- its own signature: uniform antes
        0,
        blinds,
        0,
        [by_seat[seat].stack_cents for seat in order],
        len(order),
        mode=kit.Mode.CASH_GAME,
    )
    return state, order
