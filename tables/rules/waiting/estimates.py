"""How long a guest will wait, said honestly: a median, a range in which four of five fall, or that nobody knows.

Five things bring a guest a seat:

* somebody has announced when they leave (seed 000 §1): from that minute on their seat is free.

Of the other four only a little was seen:

* somebody else gets up.  If `k` of those who sit did so in `T` minutes, the chance that `n` more do within `w` minutes
  is the chance that of `n + k - 1` tosses, each won with `w / (w + T)`, just `n` are won when the `k`th is lost (each
  further seat comes from the past or the future span by their lengths);
* somebody who is called does not come, and the next one is called to that seat;
* somebody in front of him goes home.  If `l` of those who waited did so in `W` minutes, each of them does within `w`
  with the chance `1 - (W / (W + w)) ** l`;
* one more table opens, where the house opens one as soon as enough wait.  Those who come make the list longer, those
  who are called or go home make it shorter.  Where `a` came and `d` went in any order, it was longer by `m` at some
  moment with the chance `a! d! / ((a - m)! (d + m)!)`, or surely if `a - d >= m` (the reflection principle: Feller,
  An Introduction to Probability Theory, volume 1, §III.1).

These are what follows from rates nobody knows beforehand (Gelman, Bayesian Data Analysis §2.6), so few observations
widen the range by themselves.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final

from tables.rules.waiting.terms import WaitingRules

MOST_MINUTES: Final = 12 * 60
"""Beyond a night nothing is said."""
MOST_COUNTED: Final = 60
"""Happenings of the past that are counted; more of them make it slower, and no more honest."""
WHOLE: Final = 1 << 256
"""Chances are whole numbers like everything in the law: so many parts of this one."""


@dataclass(frozen=True, slots=True)
class Pace:
    """So many in so many minutes."""

    count: int = 0
    minutes: int = 0

    def exactly(self, most: int, minutes: int) -> list[int]:
        """The chances that 0, 1, … `most` more come within so many minutes."""
        seen = self._scaled()
        if seen.count == 0 or seen.minutes == 0:
            return [WHOLE] + [0] * most
        both = minutes + seen.minutes
        chances = [WHOLE * seen.minutes**seen.count // both**seen.count]
        for number in range(most):
            chances.append(chances[-1] * (seen.count + number) * minutes // ((number + 1) * both))
        return chances

    def each_goes(self, minutes: int) -> int:
        """The chance that a certain one goes within so many minutes."""
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
        """The chance that a certain seat is free again within so many minutes."""
        if not self.ended:
            return 0
        return WHOLE * self.missed * min(minutes, self.minutes) // (self.ended * self.minutes)


@dataclass(frozen=True, slots=True)
class NextTables:
    """The tables that can be opened for a game, each with so many seats, as soon as `start` guests wait for it.

    `from_minutes`: in how many minutes the first of them can be opened at the soonest, the second, …; 0: now.
    """

    start: int
    seats: int
    from_minutes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Openings:
    """What was seen of a game.

    `left`: guests who got up, in the minutes that as many as sit now and have announced nothing need to sit together as
    long as all did who sat.  `announced`: in how many minutes those leave who have said so, the first first.
    `gave_up`: guests who left the list, in all minutes that guests waited together.  `came`: guests who joined in the
    room, or joined from outside and have arrived.  `waiting`: those who can be called now.
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
        """How many of those have left who will within so many minutes."""
        return sum(leaves <= minutes for leaves in self.announced)

    def needed(self, place: int, minutes: int = 0) -> int:
        """How many more seats somebody at that place needs, once those have left who will within so many minutes."""
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
    """The table that has a seat for him: how many must still come, and from which minute on it can be opened."""

    missing: int
    from_minutes: int


def of(place: int, seen: Openings, rules: WaitingRules) -> Estimate | None:
    """For who stands at that place (from 1); None where too little was seen to say anything."""
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
    """The chance to have a seat within so many minutes, in parts of `WHOLE`."""
    needed = seen.needed(place, minutes)
    if needed <= 0:
        return WHOLE
    goes = seen.gave_up.each_goes(minutes)
    seats = seen.left.exactly(needed - 1, minutes)
    missed = _each(seen.calls.open, seen.calls.each_fails(minutes))
    too_few = _together(_together(_each(place - 1, goes), seats, needed), missed, needed)
    opening = _opening(place, seen)
    if opening is None or minutes < opening.from_minutes:
        return WHOLE - sum(too_few)
    if opening.missing <= 0:
        return WHOLE
    behind = _each(max(0, seen.waiting - place), goes)
    gone = _together(too_few, behind, len(too_few) + len(behind))
    announced = seen.announced_by(minutes)
    came = seen.came.exactly(opening.missing + announced + len(gone), minutes)
    closed = sum(
        each * _stays_closed(opening.missing, announced + went, came) for went, each in enumerate(gone) if each
    )
    return WHOLE - closed // WHOLE


def _opening(place: int, seen: Openings) -> _Opening | None:
    """Where he would need the second of the next tables, those must come too who fill the first."""
    tables, ahead = seen.next_tables, seen.needed(place) - 1
    if tables is None:
        return None
    before = max(0, ahead) // tables.seats
    if before >= len(tables.from_minutes):
        return None
    missing = before * tables.seats + tables.start - (seen.waiting - seen.free_now)
    return _Opening(missing, tables.from_minutes[before])


def _stays_closed(missing: int, went: int, came: list[int]) -> int:
    """The chance that the list was never longer by those who are missing while so many went."""
    too_few = sum(came[:missing])
    enough = range(missing, missing + went)
    return too_few + sum(came[each] * (WHOLE - _was_longer(each, went, missing)) for each in enough) // WHOLE


@lru_cache(maxsize=4096)
def _was_longer(came: int, went: int, by: int) -> int:
    """The chance that the list was longer by so many at some moment, where as many came or more."""
    if came - went >= by:
        return WHOLE
    return WHOLE * comb(came + went, went + by) // comb(came + went, went)


def _each(people: int, goes: int) -> list[int]:
    """The chances that 0, 1, … of so many people go, each with the same chance: one after the other."""
    chances = [WHOLE]
    for _one in range(people):
        stay, go = [*chances, 0], [0, *chances]
        chances = [(a * (WHOLE - goes) + b * goes) // WHOLE for a, b in zip(stay, go, strict=True)]
    return chances


def _together(some: list[int], others: list[int], fewer_than: int) -> list[int]:
    """The chances that 0, 1, … of both come, as far as they are fewer than that."""
    sums = [0] * min(fewer_than, len(some) + len(others) - 1)
    for number, each in enumerate(some[: len(sums)]):
        for more, other in enumerate(others[: len(sums) - number]):
            sums[number + more] += each * other // WHOLE
    return sums


def _first_minute(place: int, seen: Openings, part: int, whole: int, at_least: int) -> int | None:
    """The first whole minute by which the chance is at least `part / whole`; None beyond a night.

    Looked for in steps that double: most waits are short.
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
