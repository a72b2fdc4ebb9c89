"""A hand: `start`, then `apply` action after action, or `replay` all of them; `legal`, `view` and `result` read it.

State is a pure function of set-up and actions.  `apply` leaves the old state as it was; undo is a replay of fewer
actions.  Every step asserts that chips are conserved.
"""

from collections.abc import Iterable
from typing import Final

from casino.errors import Refusal
from tables.rules.actions import Action, Kind
from tables.rules.betting import act
from tables.rules.chopping import chop
from tables.rules.legal import Legal, Option, legal
from tables.rules.posting import post_all
from tables.rules.result import Payout, Result, payout, result
from tables.rules.setup import HandSetup, check
from tables.rules.showdown import begin, deal, muck, run_twice, show
from tables.rules.state import Frame, Phase, State
from tables.rules.views import HandView, view

__all__ = [
    "HandView",
    "Legal",
    "Option",
    "Payout",
    "Phase",
    "Result",
    "State",
    "apply",
    "legal",
    "payout",
    "replay",
    "result",
    "start",
    "view",
]

_BOARD: Final = Kind.BOARD
_SHOW: Final = Kind.SHOW
_MUCK: Final = Kind.MUCK
_RUN_TWICE: Final = Kind.RUN_TWICE
_CHOP: Final = Kind.CHOP
_SHOWDOWN: Final = Phase.SHOWDOWN


def start(setup: HandSetup) -> State:
    """Post the blinds and give the turn to the first player to act; refuses as `setup.check` does."""
    check(setup)
    return _started(setup)


def _started(setup: HandSetup) -> State:
    state = State(Frame(setup))
    post_all(state)
    _conserved(state)
    return state


def apply(state: State, action: Action) -> State:
    """The state after one more action; the given state stays valid.

    An illegal action is refused with a code and, in `facts["legal"]`, the options that would be accepted.
    """
    after = state.copy()
    _step(after, action)
    return after


def replay(setup: HandSetup, actions: Iterable[Action]) -> State:
    """The state after all actions; refuses as `apply` does, with the action's number (from 1) in `facts["number"]`.

    The set-up is not checked again: it was when it was read or the hand was started.
    """
    state = _started(setup)
    for number, action in enumerate(actions, 1):
        try:
            _step(state, action)
        except Refusal as refusal:
            refusal.facts["number"] = number
            raise
    return state


def _step(state: State, action: Action) -> None:
    kind = action.kind
    try:
        if kind is _BOARD:
            deal(state, action.cards)
        elif kind is _SHOW:
            show(state, action.seat, action.cards)
        elif kind is _MUCK:
            muck(state, action.seat)
        elif kind is _RUN_TWICE:
            run_twice(state)
        elif kind is _CHOP:
            chop(state)
        else:
            act(state, kind, action.seat, action.to_cents)
    except Refusal as refusal:
        # Every step checks before it changes anything, so this is still the state before the action.
        allowed = legal(state)
        refusal.facts["to_act"] = allowed.seat
        refusal.facts["legal"] = [option.to_json() for option in allowed.options]
        raise
    if state.phase is _SHOWDOWN and state.pots is None:
        begin(state)
    _conserved(state)


def _conserved(state: State) -> None:
    assert sum(state.stack) + state.pot == state.frame.total, "chips are conserved"
