"""How soon the floor comes: the median and nine of ten, by nearest rank, so that each is a wait somebody had.  Pure."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Response:
    """Of so many calls that somebody heard; None where there was none."""

    calls: int
    median_seconds: int | None
    nine_of_ten_seconds: int | None


def of(seconds: Iterable[int]) -> Response:
    """The waits of some calls."""
    waits = sorted(seconds)
    return Response(len(waits), _rank(waits, 5), _rank(waits, 9))


def _rank(waits: list[int], tenths: int) -> int | None:
    """The least wait that so many tenths of the calls did not exceed."""
    return waits[-(-len(waits) * tenths // 10) - 1] if waits else None
