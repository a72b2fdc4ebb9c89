"""Hands that are played for chips which are no money, as the engine sees them."""

from tables.models.tournament.chip_hands import ChipHand
from tables.rules import actions, setup
from tables.rules.hand import State, replay


def state_of(played: ChipHand) -> State:
    """The hand's state, replayed from its set-up and actions."""
    return replay(setup.from_json(played.setup), [actions.from_json(one) for one in played.actions])
