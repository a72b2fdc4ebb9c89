"""Pace of a down: hands or rounds an hour, beside the house's median; never a ranking, since small numbers mislead."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

LEAST_MINUTES: Final = 15
LEAST_DOWNS: Final = 5
"""Before that nothing is said: few downs mislead. Both are ours."""


def an_hour(count: int, lasted: timedelta) -> int | None:
    """Dealt an hour, to the nearest whole one; None while the down is too short to say."""
    seconds = int(lasted.total_seconds())
    return (count * 3600 + seconds // 2) // seconds if seconds >= LEAST_MINUTES * 60 else None


def median(paces: Sequence[int]) -> int | None:
    """The middle one of the house's downs, the lower of two; None while they are too few."""
    return sorted(paces)[(len(paces) - 1) // 2] if len(paces) >= LEAST_DOWNS else None
