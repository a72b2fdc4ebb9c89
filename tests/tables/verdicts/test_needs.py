"""How the board marks a table, and the floor's next sensible step there."""

import pytest

from tables.verdicts import needs
from tables.verdicts.needs import Mark, Step

QUIET = {"calls": False, "waits": False, "is_played_at": True}
READY = {
    "is_in_session": True, "is_paused": False, "is_in_hand": False, "has_dealer": True, "guests": 2, "is_banked": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "mark"),
    [
        ({}, Mark.RUNS),
        ({"waits": True}, Mark.WAITS),
        ({"waits": True, "calls": True}, Mark.CALLS),
        ({"is_played_at": False}, Mark.OFF),
        ({"is_played_at": False, "waits": True}, Mark.WAITS),
    ],
)
def test_the_mark_of_a_table(changes, mark):
    assert needs.mark(**{**QUIET, **changes}) is mark


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
