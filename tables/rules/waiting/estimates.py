"""How long a guest will wait, said honestly: a median, a range in which four of five fall, or that nobody knows.

Seats come free one at a time.  If `k` came free in the last `T` minutes, and nothing else is known of their pace, the
chance that the `n`-th next one comes free within `w` minutes is the chance that of `n + k - 1` tosses, each won with
`w / (w + T)`, at least `n` are won (each further seat comes from the past or the future span by their lengths).  So few
observations widen the range by themselves.  Whole numbers throughout: the tosses are counted, not rounded.
"""

from dataclasses import dataclass
from math import comb
from typing import Final

from tables.rules.waiting.terms import WaitingRules

MOST_MINUTES: Final = 12 * 60
"""Beyond a night nothing is said."""
MOST_COUNTED: Final = 60
"""Seats of the past that are counted; more of them make it slower, and no more honest."""


@dataclass(frozen=True, slots=True)
class Openings:
    """What was seen: so many seats came free for a game in so many minutes, and so many are free now."""

    seats: int
    minutes: int
    free_now: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """Minutes until the seat: half wait no longer than the median, four of five between `soonest` and `latest`.

    None where that lies beyond a night.
    """

    median: int | None
    soonest: int | None
    latest: int | None


NOW: Final = Estimate(0, 0, 0)


def of(place: int, seen: Openings, rules: WaitingRules) -> Estimate | None:
    """For who stands at that place (from 1); None where too little was seen to say anything."""
    needed = place - seen.free_now
    if needed <= 0:
        return NOW
    if seen.minutes <= 0 or seen.seats < rules.estimate_openings:
        return None
    if seen.seats > MOST_COUNTED:
        seen = Openings(MOST_COUNTED, max(1, seen.minutes * MOST_COUNTED // seen.seats))
    return Estimate(*(_within(needed, seen, *chance) for chance in ((1, 2), (1, 10), (9, 10))))


def reaches(minutes: int, needed: int, seen: Openings, part: int, whole: int) -> bool:
    """Whether the chance to have the seat by then is at least `part / whole`."""
    tosses = needed + seen.seats - 1
    won: int = sum(
        comb(tosses, count) * minutes**count * seen.minutes ** (tosses - count) for count in range(needed, tosses + 1)
    )
    every: int = (minutes + seen.minutes) ** tosses
    return won * whole >= part * every


def _within(needed: int, seen: Openings, part: int, whole: int) -> int | None:
    """The first whole minute by which the chance is reached; None beyond a night."""
    if not reaches(MOST_MINUTES, needed, seen, part, whole):
        return None
    low, high = 0, MOST_MINUTES
    while low < high:
        middle = (low + high) // 2
        if reaches(middle, needed, seen, part, whole):
            high = middle
        else:
            low = middle + 1
    return low
