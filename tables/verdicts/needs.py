"""What a table needs next: how the board marks it, and the floor's next sensible step there."""

from enum import StrEnum

from tables.verdicts.alarms import GUESTS_TO_PLAY


class Mark(StrEnum):
    """How the board marks a table: red is a person calling or the law, amber is due, all else is quiet."""

    CALLS = "calls"
    WAITS = "waits"
    RUNS = "runs"
    OFF = "off"


class Step(StrEnum):
    """The next sensible step of the floor at a table."""

    OPEN = "open"
    RESUME = "resume"
    DEALER = "dealer"
    SEAT = "seat"
    PLAY = "play"


def mark(*, calls: bool, waits: bool, is_played_at: bool) -> Mark:
    """The table's mark; `waits`: something there is due; `is_played_at`: and not paused."""
    if calls:
        return Mark.CALLS
    if waits:
        return Mark.WAITS
    return Mark.RUNS if is_played_at else Mark.OFF


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
