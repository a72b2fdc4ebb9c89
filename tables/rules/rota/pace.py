"""The pace of a down (hands or rounds an hour) and the house's median; never a ranking, since small numbers mislead."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

LEAST_MINUTES: Final = 15
LEAST_DOWNS: Final = 5
"""Below these no pace and no median is given, since few downs mislead.  Both numbers are our own."""


def an_hour(count: int, lasted: timedelta) -> int | None:
    """Hands or rounds an hour, to the nearest whole one; None while the down is too short."""
    seconds = int(lasted.total_seconds())
    return (count * 3600 + seconds // 2) // seconds if seconds >= LEAST_MINUTES * 60 else None


def median(paces: Sequence[int]) -> int | None:
    """The median pace of the house's downs, of two middle ones the lower; None while they are too few."""
    return sorted(paces)[(len(paces) - 1) // 2] if len(paces) >= LEAST_DOWNS else None
