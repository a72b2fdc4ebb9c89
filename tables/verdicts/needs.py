"""What a table needs next: its group on the board, and the floor's next sensible step there."""

from enum import StrEnum

from tables.verdicts.alarms import GUESTS_TO_PLAY


class Group(StrEnum):
    """The groups of the board, in their order."""

    NOW = "now"
    SOON = "soon"
    RUNNING = "running"
    TOURNAMENT = "tournament"
    CLOSED = "closed"


class Step(StrEnum):
    """The next sensible step of the floor at a table."""

    OPEN = "open"
    RESUME = "resume"
    DEALER = "dealer"
    SEAT = "seat"
    PLAY = "play"


def group(*, is_urgent: bool, is_in_session: bool, is_tournament: bool, waits: bool) -> Group:
    """The table's group; `is_in_session`: also for practice; `waits`: something there is to be done soon."""
    if is_urgent:
        return Group.NOW
    if waits:
        return Group.SOON
    if is_in_session:
        return Group.RUNNING
    return Group.TOURNAMENT if is_tournament else Group.CLOSED


def next_step(*, is_in_session: bool, is_paused: bool, is_in_hand: bool, has_dealer: bool, guests: int,
              is_banked: bool) -> Step:  # fmt: skip
    """The next step; nobody deals a hand without a dealer and enough guests (one where the house plays)."""
    if not is_in_session:
        return Step.OPEN
    if is_in_hand:
        return Step.PLAY
    if is_paused:
        return Step.RESUME
    if not has_dealer:
        return Step.DEALER
    return Step.PLAY if guests >= (1 if is_banked else GUESTS_TO_PLAY) else Step.SEAT
