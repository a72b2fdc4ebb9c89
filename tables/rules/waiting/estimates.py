"""How long a guest will wait, said honestly: a median, a range in which four of five fall, or that nobody knows.

Four things bring a guest a seat:

* somebody has announced when they leave (seed 000 §1): from that minute on their seat is free.

Of the other three only a little was seen:

* somebody else gets up.  If `k` of those who sit did so in `T` minutes, the chance that `n` more do within `w` minutes
  is the chance that of `n + k - 1` tosses, each won with `w / (w + T)`, at least `n` are won (each further seat comes
  from the past or the future span by their lengths);
* somebody in front of him goes home.  If `l` of those who waited did so in `W` minutes, each of them does within `w`
  with the chance `1 - (W / (W + w)) ** l`;
* one more table opens, where the house opens one as soon as enough wait: the chance that those who are missing have
  joined, as in the first.

These three are what follows from rates nobody knows beforehand (Gelman, Bayesian Data Analysis §2.6), so few
observations widen the range by themselves.
"""

from dataclasses import dataclass
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

    def at_least(self, most: int, minutes: int) -> list[int]:
        """The chances that 0, 1, … `most` more come within so many minutes."""
        seen = self._scaled()
        if seen.count == 0 or seen.minutes == 0:
            return [WHOLE] + [0] * most
        both = minutes + seen.minutes
        exactly = WHOLE * seen.minutes**seen.count // both**seen.count
        chances = [WHOLE]
        for number in range(most):
            chances.append(max(0, chances[-1] - exactly))
            exactly = exactly * (seen.count + number) * minutes // ((number + 1) * both)
        return chances

    def each_goes(self, minutes: int) -> int:
        """The chance that a certain one goes within so many minutes."""
        seen = self._scaled()
        if seen.count == 0 or seen.minutes == 0:
            return 0
        kept: int = WHOLE * seen.minutes**seen.count // (seen.minutes + minutes) ** seen.count
        return WHOLE - kept

    def _scaled(self) -> "Pace":
        if self.count <= MOST_COUNTED:
            return self
        return Pace(MOST_COUNTED, max(1, self.minutes * MOST_COUNTED // self.count))


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table that opens when so many more wait (0: as soon as somebody opens it), with so many seats."""

    missing: int
    seats: int


@dataclass(frozen=True, slots=True)
class Openings:
    """What was seen of a game.

    `left`: guests who got up, in the minutes that as many as sit now and have announced nothing need to sit together as
    long as all did who sat.  `announced`: in how many minutes those leave who have said so, the first first.
    `gave_up`: guests who left the list, in all minutes that guests waited together.  `joined`: guests who came.
    """

    left: Pace = Pace()
    gave_up: Pace = Pace()
    joined: Pace = Pace()
    free_now: int = 0
    next_table: NextTable | None = None
    announced: tuple[int, ...] = ()

    def needed(self, place: int, minutes: int = 0) -> int:
        """How many more seats somebody at that place needs, once those have left who will within so many minutes."""
        return place - self.free_now - sum(leaves <= minutes for leaves in self.announced)


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
    needed = seen.needed(place)
    opens = _opening(needed, seen)
    if needed <= 0 or (opens and not opens.missing):
        return NOW
    knows_seats = seen.left.minutes > 0 and seen.left.count >= rules.estimate_openings
    knows_table = opens is not None and seen.joined.minutes > 0 and seen.joined.count >= rules.estimate_openings
    if not knows_seats and not knows_table and needed > len(seen.announced):
        return None
    return Estimate(*(_within(place, seen, *wanted) for wanted in ((1, 2), (1, 10), (9, 10))))


def chance(place: int, seen: Openings, minutes: int) -> int:
    """The chance to have a seat within so many minutes, in parts of `WHOLE`."""
    needed = seen.needed(place, minutes)
    if needed <= 0:
        return WHOLE
    seats = seen.left.at_least(needed, minutes)
    ahead = _exactly(place - 1, seen.gave_up.each_goes(minutes))
    by_seats = sum(goes * seats[max(0, needed - number)] for number, goes in enumerate(ahead)) // WHOLE
    opens = _opening(needed, seen)
    by_table = seen.joined.at_least(opens.missing, minutes)[-1] if opens else 0
    return WHOLE - (WHOLE - by_seats) * (WHOLE - by_table) // WHOLE


def _opening(needed: int, seen: Openings) -> NextTable | None:
    """The next table, if it has a seat for him."""
    return seen.next_table if seen.next_table and needed <= seen.next_table.seats else None


def _exactly(people: int, goes: int) -> list[int]:
    """The chances that 0, 1, … of so many people go, each with the same chance: one after the other."""
    chances = [WHOLE]
    for _one in range(people):
        stay, go = [*chances, 0], [0, *chances]
        chances = [(a * (WHOLE - goes) + b * goes) // WHOLE for a, b in zip(stay, go, strict=True)]
    return chances


def _within(place: int, seen: Openings, part: int, whole: int) -> int | None:
    """The first whole minute by which the chance is at least `part / whole`; None beyond a night."""

    def is_reached(minutes: int) -> bool:
        return chance(place, seen, minutes) * whole >= part * WHOLE

    if not is_reached(MOST_MINUTES):
        return None
    low, high = 0, MOST_MINUTES
    while low < high:
        middle = (low + high) // 2
        if is_reached(middle):
            high = middle
        else:
            low = middle + 1
    return low
