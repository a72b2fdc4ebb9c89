"""Hands that are played for chips which are no money: the steps that tournaments and practice share.

Inner steps; the caller holds the lock of the tournament or table.  The engine counts chips as its units.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from casino.errors import N_, Refusal
from tables import locks
from tables.hands.selectors.chip_hands import state_of
from tables.hands.services import hands
from tables.models.tournament.chip_hands import ChipHand
from tables.rules import actions, hand
from tables.rules.actions import Action

if TYPE_CHECKING:
    from casino.models import User


def require_open(played: ChipHand, count: int | None, actor: "User") -> None:
    """Refuse a hand that is over (`hand_ended`), and one with other than `count` actions (`stale`)."""
    if played.state != ChipHand.State.OPEN:
        raise Refusal("hand_ended", N_("This hand is over."))
    if count is not None:
        locks.check_version(count, len(played.actions), actor)


def act(played: ChipHand, action: Action) -> None:
    """Record one action; refuses illegal ones."""
    before = state_of(played)
    hand.apply(before, action)
    _write(played, [*played.actions, actions.to_json(replace(action, seat=hands.doer(before, action)))])


def undo(played: ChipHand) -> None:
    """Take back the last action; refuses where there is none (`nothing_to_undo`)."""
    if not played.actions:
        raise Refusal("nothing_to_undo", N_("Nothing has been recorded yet."))
    _write(played, played.actions[:-1])


def settle(played: ChipHand, stacks: Mapping[int, int]) -> None:
    """Keep the stacks with which the hand ended."""
    played.state = ChipHand.State.SETTLED
    played.result = {"stacks": {str(seat): chips for seat, chips in stacks.items()}}
    played.save(update_fields=["state", "result"])


def _write(played: ChipHand, told: Sequence[object]) -> None:
    played.actions = list(told)
    played.save(update_fields=["actions"])
