"""How soon the floor comes: median and 90th percentile by nearest rank, so that each is a real wait.  Pure."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Response:
    """The waits of `calls` answered calls, in seconds: the median, and the wait nine of ten did not exceed."""

    calls: int
    median_seconds: int | None
    nine_of_ten_seconds: int | None


def of(seconds: Iterable[int]) -> Response:
    """The response to calls from their waits in seconds; figures are None without calls."""
    waits = sorted(seconds)
    return Response(len(waits), _rank(waits, 5), _rank(waits, 9))


def _rank(waits: list[int], tenths: int) -> int | None:
    """The shortest wait that a number of tenths of the calls did not exceed."""
    return waits[-(-len(waits) * tenths // 10) - 1] if waits else None
