"""The hours of a month: by the clock, the roster or the downs, as the rules say; and where these contradict each other.

What somebody did at the tables is evidence: a dealer dealt eight hours whether or not anybody recorded that they came.
So the hours that count are held against what else is known of the person on the gaming day:

* clock and roster differ by the time between them, where a shift was planned;
* downs differ from clock and roster by the minutes dealt outside of them.  Time at work without a down is no
  contradiction: dealers have breaks and wait.

Nothing is compared that is not kept: neither the roster of somebody without a planned shift nor the clock of a house in
which nobody was clocked that day.  The hours that count are always compared, also if there are none.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from accounting.policy.tronc.terms import Hours, Terms

_MINUTE_S: Final = 60


@dataclass(frozen=True, slots=True)
class Span:
    """A person's time in a house, as one of the sources has it; `ends_at` None: it has not ended.

    `shift_id`: what a planned time and the time clocked on it have in common.  `minutes`: full ones, 0 while it lasts.
    """

    person_id: int
    house_id: int
    begins_at: datetime
    ends_at: datetime | None
    source: Hours = Hours.CLOCK
    shift_id: int | None = None

    @property
    def minutes(self) -> int:
        return _uncovered(self, ()) // _MINUTE_S


@dataclass(frozen=True, slots=True)
class Worked:
    """All that is known of a person's work in a house on a gaming day."""

    person_id: int
    house_id: int
    day: date
    spans: Sequence[Span]
    near: Sequence[Span] = field(repr=False)
    """The spans of the person in the house, of the days beside it too: a down may begin in an older shift."""

    def of(self, source: Hours) -> list[Span]:
        """What one source has."""
        return [span for span in self.spans if span.source == source]

    def minutes(self, source: Hours) -> int:
        """The full minutes of one source."""
        if source == Hours.DOWNS:
            return sum(_uncovered(down, ()) for down in self.of(source)) // _MINUTE_S
        return sum(span.minutes for span in self.of(source))

    def outside(self, source: Hours) -> int:
        """The full minutes dealt outside of what `source` has."""
        covers = [span for span in self.near if span.source == source]
        return sum(_uncovered(down, covers) for down in self.of(Hours.DOWNS)) // _MINUTE_S


@dataclass(frozen=True, slots=True)
class Difference:
    """A gaming day on which the hours that count are others than what else is known, by more than the tolerance."""

    worked: Worked
    counts: Hours
    apart_minutes: int


def by_day(spans: Iterable[Span], day_of: Callable[[Span], date]) -> list[Worked]:
    """The spans by person, house and gaming day; a planned time belongs to the day on which its shift began."""
    of_person: dict[tuple[int, int], list[Span]] = defaultdict(list)
    for span in spans:
        of_person[span.person_id, span.house_id].append(span)
    found = []
    for (person, house), near in sorted(of_person.items()):
        came: dict[int | None, Span] = {one.shift_id: one for one in near if one.source == Hours.CLOCK}
        days: dict[date, list[Span]] = defaultdict(list)
        for span in sorted(near, key=lambda one: one.begins_at):
            days[day_of(span if span.source == Hours.DOWNS else came.get(span.shift_id, span))].append(span)
        found += [Worked(person, house, day, of_day, near) for day, of_day in sorted(days.items())]
    return found


def differences(worked: Sequence[Worked], rule: Terms, now: datetime) -> Iterator[Difference]:
    """The days on which the hours of somebody differ beyond the tolerance, as far as they are over `now`."""
    clocked = {(one.house_id, one.day) for one in worked if one.of(Hours.CLOCK)}
    for one in worked:
        is_clocked = (one.house_id, one.day) in clocked
        compared = [
            source for source in Hours
            if source != rule.hours and (one.of(source) or (source == Hours.CLOCK and is_clocked))
        ]  # fmt: skip
        apart = max((_apart(one, rule.hours, source, now) for source in compared), default=0)
        if apart > rule.hours_tolerance_minutes:
            yield Difference(one, rule.hours, apart)


def that_count(worked: Worked, counts: Hours) -> list[tuple[datetime, datetime | None, int]]:
    """What counts of a day: beginning, end and minutes; all downs of the day are one, from the first to the last.

    A dealer has many downs, and the seconds of each would be lost.
    """
    spans = worked.of(counts)
    if counts != Hours.DOWNS or not spans:
        return [(span.begins_at, span.ends_at, span.minutes) for span in spans]
    last = max(spans, key=lambda span: (span.ends_at is None, span.begins_at))
    return [(spans[0].begins_at, last.ends_at, worked.minutes(counts))]


def _apart(worked: Worked, counts: Hours, other: Hours, now: datetime) -> int:
    if Hours.DOWNS in (counts, other):
        return worked.outside(other if counts == Hours.DOWNS else counts)
    if _is_going_on(worked, now):
        return 0
    return abs(worked.minutes(counts) - worked.minutes(other))


def _is_going_on(worked: Worked, now: datetime) -> bool:
    """Whether somebody is at work, or may still come to their planned shift."""
    clocked: Mapping[int | None, Span] = {span.shift_id: span for span in worked.of(Hours.CLOCK)}
    return any(span.ends_at is None for span in clocked.values()) or any(
        plan.ends_at is not None and plan.ends_at > now and plan.shift_id not in clocked
        for plan in worked.of(Hours.ROSTER)
    )


def _uncovered(span: Span, covers: Sequence[Span]) -> int:
    """The seconds that none of the others cover, which do not overlap; 0 while the span lasts."""
    if span.ends_at is None:
        return 0
    seconds = (span.ends_at - span.begins_at).total_seconds()
    for cover in covers:
        begins, ends = max(span.begins_at, cover.begins_at), min(span.ends_at, cover.ends_at or span.ends_at)
        seconds -= max((ends - begins).total_seconds(), 0)
    return int(seconds)
