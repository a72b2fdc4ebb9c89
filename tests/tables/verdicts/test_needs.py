"""Where the board shows a table, and the floor's next sensible step there."""

import pytest

from tables.verdicts import needs
from tables.verdicts.needs import Group, Step

QUIET = {"is_urgent": False, "is_in_session": True, "is_tournament": False, "waits": False}
READY = {
    "is_in_session": True, "is_paused": False, "is_in_hand": False, "has_dealer": True, "guests": 2, "is_banked": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "group"),
    [
        ({}, Group.RUNNING),
        ({"waits": True}, Group.SOON),
        ({"waits": True, "is_urgent": True}, Group.NOW),
        ({"is_in_session": False}, Group.CLOSED),
        ({"is_in_session": False, "is_tournament": True}, Group.TOURNAMENT),
    ],
)
def test_the_group_of_a_table(changes, group):
    assert needs.group(**{**QUIET, **changes}) is group


@pytest.mark.parametrize(
    ("changes", "step"),
    [
        ({}, Step.PLAY),
        ({"is_in_session": False}, Step.OPEN),
        ({"has_dealer": False}, Step.DEALER),
        ({"has_dealer": False, "guests": 0}, Step.DEALER),
        ({"guests": 1}, Step.SEAT),
        ({"guests": 1, "is_banked": True}, Step.PLAY),
        ({"guests": 0, "is_banked": True}, Step.SEAT),
        ({"is_paused": True}, Step.RESUME),
        ({"is_in_hand": True, "has_dealer": False, "guests": 0}, Step.PLAY),
    ],
)
def test_the_next_step_at_a_table(changes, step):
    assert needs.next_step(**{**READY, **changes}) is step
