"""The estimated wait of a guest: a median and a range that holds four of five waits, or None if too little is known.

Five things bring a guest a seat:

* a player has announced when they leave (seed 000 §1): from that minute on their seat is free.

The other four are estimated from a few observations:

* another player gets up.  If `k` of the seated players did so in `T` minutes, the chance that `n` more do within `w`
  minutes is the chance that of tosses, each won with `w / (w + T)`, exactly `n` are won before the `k`th is lost (each
  further seat comes from the past or the future span in proportion to their lengths);
* a called guest does not come, and the next one is called to that seat;
* a guest ahead on the list goes home.  If `l` of the waiting guests did so in `W` minutes, each of them does within
  `w` with the chance `1 - (W / (W + w)) ** l`;
* one more table opens, where the house opens one as soon as enough guests wait.  Arrivals make the list longer, calls
  and departures make it shorter.  Where `a` came and `d` went in any order, it was longer by `m` at some moment with
  the chance `a! d! / ((a - m)! (d + m)!)`, or surely if `a - d >= m` (the reflection principle: Feller, An Introduction
  to Probability Theory, volume 1, §III.1).

These chances allow for unknown rates (Gelman, Bayesian Data Analysis §2.6), so few observations widen the range by
themselves.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final

from tables.rules.waiting.terms import WaitingRules

MOST_MINUTES: Final = 12 * 60
"""The longest wait that is estimated: a night."""
MOST_COUNTED: Final = 60
"""The most past events that are counted; more would make it slower, not more accurate."""
WHOLE: Final = 1 << 256
"""Chances are whole numbers, like all numbers in these rules: parts of this one."""


@dataclass(frozen=True, slots=True)
class Pace:
    """An observed rate: `count` events in `minutes`."""

    count: int = 0
    minutes: int = 0

    def exactly(self, most: int, minutes: int) -> list[int]:
        """The chances that exactly 0, 1, … `most` more come within `minutes` minutes."""
        seen = self._scaled()
        if seen.count == 0 or seen.minutes == 0:
            return [WHOLE] + [0] * most
        both = minutes + seen.minutes
        chances = [WHOLE * seen.minutes**seen.count // both**seen.count]
        for number in range(most):
            chances.append(chances[-1] * (seen.count + number) * minutes // ((number + 1) * both))
        return chances

    def each_goes(self, minutes: int) -> int:
        """The chance that a given guest goes within `minutes` minutes."""
        return WHOLE - self.exactly(0, minutes)[0]

    def _scaled(self) -> "Pace":
        if self.count <= MOST_COUNTED:
            return self
        return Pace(MOST_COUNTED, max(1, self.minutes * MOST_COUNTED // self.count))


@dataclass(frozen=True, slots=True)
class Calls:
    """Seats kept for called guests, and how past calls ended: `missed` of `ended`.

    `minutes`: how long a call lasts; a seat whose guest does not come is free by then.
    """

    open: int = 0
    missed: int = 0
    ended: int = 0
    minutes: int = 5

    def each_fails(self, minutes: int) -> int:
        """The chance that a given seat is free again within `minutes` minutes."""
        if not self.ended:
            return 0
        return WHOLE * self.missed * min(minutes, self.minutes) // (self.ended * self.minutes)


@dataclass(frozen=True, slots=True)
class NextTables:
    """The tables that can be opened for a game, each with `seats` seats, as soon as `start` guests wait for it.

    `from_minutes`: the minutes from now until each can be opened at the soonest, the first first; 0: now.
    """

    start: int
    seats: int
    from_minutes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Openings:
    """The observations of a game.

    `left`: guests who got up; its minutes are all seated guests' minutes, divided by the guests who sit now and have
    not announced that they leave.  `announced`: the minutes until each of those who have leaves, the first first.
    `gave_up`: guests who left the list, in all waiting guests' minutes.  `came`: guests who joined in the room, or
    joined from outside and have arrived.  `waiting`: guests who can be called now.
    """

    left: Pace = Pace()
    gave_up: Pace = Pace()
    came: Pace = Pace()
    free_now: int = 0
    waiting: int = 0
    calls: Calls = Calls()
    next_tables: NextTables | None = None
    announced: tuple[int, ...] = ()

    def announced_by(self, minutes: int) -> int:
        """How many announced departures fall within `minutes` minutes."""
        return sum(leaves <= minutes for leaves in self.announced)

    def needed(self, place: int, minutes: int = 0) -> int:
        """How many more seats a guest at that place needs after the departures announced within `minutes` minutes."""
        return place - self.free_now - self.announced_by(minutes)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Minutes until the seat: half wait no longer than the median, four of five between `soonest` and `latest`.

    None where that lies beyond a night.
    """

    median: int | None
    soonest: int | None
    latest: int | None


NOW: Final = Estimate(0, 0, 0)


@dataclass(frozen=True, slots=True)
class _Opening:
    """The table that would seat the guest: how many must still come, and the minute from which it can be opened."""

    missing: int
    from_minutes: int


def of(place: int, seen: Openings, rules: WaitingRules) -> Estimate | None:
    """The estimate for the guest at that place (from 1); None where too little was observed."""
    needed = seen.needed(place)
    opening = _opening(place, seen)
    if needed <= 0 or (opening and opening.missing <= 0 and not opening.from_minutes):
        return NOW
    knows_seats = seen.left.minutes > 0 and seen.left.count >= rules.estimate_openings
    knows_table = opening is not None and (
        opening.missing <= 0 or (seen.came.minutes > 0 and seen.came.count >= rules.estimate_openings)
    )
    if not knows_seats and not knows_table and needed > len(seen.announced):
        return None
    first = _first_minute(place, seen, 1, 10, 0)
    median = None if first is None else _first_minute(place, seen, 1, 2, first)
    latest = None if median is None else _first_minute(place, seen, 9, 10, median)
    # The last whole minute by which not even one in ten has a seat.
    return Estimate(median, None if first is None else max(0, first - 1), latest)


def chance(place: int, seen: Openings, minutes: int) -> int:
    """The chance that the guest at that place has a seat within `minutes` minutes, in parts of `WHOLE`."""
    needed = seen.needed(place, minutes)
    if needed <= 0:
        return WHOLE
    goes = seen.gave_up.each_goes(minutes)
    seats = seen.left.exactly(needed - 1, minutes)
    missed = _each(seen.calls.open, seen.calls.each_fails(minutes))
    too_few = _combined(_combined(_each(place - 1, goes), seats, needed), missed, needed)
    opening = _opening(place, seen)
    if opening is None or minutes < opening.from_minutes:
        return WHOLE - sum(too_few)
    if opening.missing <= 0:
        return WHOLE
    behind = _each(max(0, seen.waiting - place), goes)
    gone = _combined(too_few, behind, len(too_few) + len(behind))
    announced = seen.announced_by(minutes)
    came = seen.came.exactly(opening.missing + announced + len(gone), minutes)
    closed = sum(
        each * _stays_closed(opening.missing, announced + went, came) for went, each in enumerate(gone) if each
    )
    return WHOLE - closed // WHOLE


def _opening(place: int, seen: Openings) -> _Opening | None:
    """The table that would seat the guest at that place; if it is the second to open, the first must fill up too."""
    tables, ahead = seen.next_tables, seen.needed(place) - 1
    if tables is None:
        return None
    before = max(0, ahead) // tables.seats
    if before >= len(tables.from_minutes):
        return None
    missing = before * tables.seats + tables.start - (seen.waiting - seen.free_now)
    return _Opening(missing, tables.from_minutes[before])


def _stays_closed(missing: int, went: int, came: list[int]) -> int:
    """The chance that the list was never longer by `missing` guests, where `went` guests went."""
    too_few = sum(came[:missing])
    enough = range(missing, missing + went)
    return too_few + sum(came[each] * (WHOLE - _was_longer(each, went, missing)) for each in enough) // WHOLE


@lru_cache(maxsize=4096)
def _was_longer(came: int, went: int, by: int) -> int:
    """The chance that the list was longer by `by` guests at some moment, where at least `came` came."""
    if came - went >= by:
        return WHOLE
    return WHOLE * comb(came + went, went + by) // comb(came + went, went)


def _each(people: int, goes: int) -> list[int]:
    """The chances that exactly 0, 1, … of `people` people go, each with the chance `goes`."""
    chances = [WHOLE]
    for _one in range(people):
        stay, go = [*chances, 0], [0, *chances]
        chances = [(a * (WHOLE - goes) + b * goes) // WHOLE for a, b in zip(stay, go, strict=True)]
    return chances


def _combined(some: list[int], others: list[int], fewer_than: int) -> list[int]:
    """The chances that two independent numbers sum up to 0, 1, … `fewer_than` − 1."""
    sums = [0] * min(fewer_than, len(some) + len(others) - 1)
    for number, each in enumerate(some[: len(sums)]):
        for more, other in enumerate(others[: len(sums) - number]):
            sums[number + more] += each * other // WHOLE
    return sums


def _first_minute(place: int, seen: Openings, part: int, whole: int, at_least: int) -> int | None:
    """The first whole minute by which the chance is at least `part / whole`; None beyond `MOST_MINUTES`.

    Searched in steps that double: most waits are short.
    """

    def is_reached(minutes: int) -> bool:
        return chance(place, seen, minutes) * whole >= part * WHOLE

    low = high = at_least
    step = 1
    while not is_reached(high):
        if high == MOST_MINUTES:
            return None
        low, high, step = high + 1, min(high + step, MOST_MINUTES), 2 * step
    while low < high:
        middle = (low + high) // 2
        if is_reached(middle):
            high = middle
        else:
            low = middle + 1
    return low
