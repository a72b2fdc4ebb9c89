"""The report of a period (shift, gaming day, week, month, year): its figures beside two earlier periods.

Compared are the period before, and the period with the same weekdays: a week ago for a shift or a day, 52 weeks ago for
the others.  While a period still runs, only as many days of the earlier ones are compared.  The figures come from
`settings.PERIOD_SECTIONS`: each room that has figures names a `Section` there.
"""

from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils.module_loading import import_string

from accounting import hours
from accounting.days.selectors import houses
from accounting.models import GamingDay, House
from accounting.reports.selectors import reports
from accounting.revenue.selectors import match
from casino import roles
from casino.errors import N_, Malformed

if TYPE_CHECKING:
    from casino.models import User

PERMISSION: Final = reports.PERMISSION
DAY: Final = timedelta(days=1)
YEARS: Final = (1990, 2200)
"""The years of which there is a report; beyond them no calendar is sure."""
_WEEK: Final = timedelta(days=7)
_WEEKS_OF_A_YEAR: Final = 52 * _WEEK


class Span(StrEnum):
    """How long the period is."""

    SHIFT = "shift"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Period:
    """The gaming days `first` to `last`, both included, or one shift of a gaming day.

    `shift`: its number from 1; else 0.  `begins_at` and `ends_at` are the moments between which it lies by the clock.
    An entry before a day's roll-over counts in its first shift, one after the next roll-over in its last.
    """

    span: Span
    first: date
    last: date
    begins_at: datetime
    ends_at: datetime
    shift: int = 0
    shifts: int = 1

    @property
    def from_moment(self) -> datetime | None:
        """Entries of the gaming day from this moment on belong to the shift; None: also all earlier ones."""
        return self.begins_at if self.shift > 1 else None

    @property
    def until_moment(self) -> datetime | None:
        """Entries of the gaming day before this moment belong to the shift; None: also all later ones."""
        return self.ends_at if self.shift and self.shift < self.shifts else None


Figures = Mapping[str, int | None]
"""The figures of a section by name; the unit is the end of the name: `_cents`, `_bp`, `_minutes`, `_tenths`.

None: there is no such figure yet, for example no signed statement.
"""


@dataclass(frozen=True, slots=True)
class Section:
    """Figures of one subject.

    `headings`: the English name of every figure, in order.  `figures` returns None for a period in which the subject
    was not there.  `subject`: the name of what the figures are of, if the house has several, for example a fund.
    `is_of_days`: there are figures of gaming days only, none of a shift.
    """

    name: str
    title: str
    headings: Mapping[str, str]
    figures: Callable[[House, Period], Figures | None]
    subject: str = ""
    is_of_days: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One figure.

    `value` is None while there is no such figure yet; `before` and `weekdays` are so too where the house had no gaming
    day in that period.
    """

    name: str
    heading: str
    value: int | None
    before: int | None
    weekdays: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """The lines of one section."""

    name: str
    title: str
    subject: str
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class PeriodReport:
    """All figures of a period.  `is_over`: its last gaming day is closed, so that no figure changes any more.

    `before` and `weekdays` are the periods compared with.  `pending_entries`: not rolled up yet; 0: complete.
    """

    house: House
    period: Period
    before: Period
    weekdays: Period
    parts: Sequence[Part]
    is_over: bool
    pending_entries: int

    @property
    def lines(self) -> Iterator[tuple[Part, Line]]:
        """Every line with its part."""
        return ((part, line) for part in self.parts for line in part.lines)


def report(
    *, span: Span, at: date | None = None, shift: int = 0, house_id: int | None = None, actor: "User"
) -> PeriodReport:
    """The figures of the period of that span around the gaming day `at`, by default the latest.

    `shift`: which shift of the day, by default the first.  Refuses `no_such_shift`, `bad_date` and, without any
    gaming day, `no_such_gaming_day`.
    """
    roles.require(actor, PERMISSION)
    house = houses.row(house_id, actor=actor)
    at = at or match.day_of(house.pk, None).date
    if not YEARS[0] <= at.year <= YEARS[1]:
        raise Malformed("bad_date", N_("Enter a date like 2026-11-21."), given=str(at))
    period = period_of(house, span, at, shift)
    latest = GamingDay.objects.filter(house=house, date__lte=period.last).order_by("-date").first()
    so_far = _cut(house, period, latest.date if latest else period.last)
    before = _alike(house, so_far, period, _before(house, period))
    weekdays = _alike(house, so_far, period, _weekdays(house, period))
    compared = [one if _has_days(house, one) else None for one in (before, weekdays)]
    return PeriodReport(
        house=house,
        period=period,
        before=before,
        weekdays=weekdays,
        parts=[_part(house, section, [period, *compared]) for section in sections(house, period)],
        is_over=is_over(house, period),
        pending_entries=reports.pending(house),
    )


def _part(house: House, section: Section, asked: Sequence[Period | None]) -> Part:
    """The figures of the period, the one before and that of the same weekdays; None: it has no gaming day."""
    value, then, usual = ((one and section.figures(house, one)) or {} for one in asked)
    return Part(
        section.name,
        section.title,
        section.subject,
        [
            Line(name, heading, value.get(name), then.get(name), usual.get(name))
            for name, heading in section.headings.items()
        ],
    )


def sections(house: House, period: Period) -> list[Section]:
    """Every section of a house and a period, in the order of the settings."""
    named = [import_string(name) for name in settings.PERIOD_SECTIONS]
    found = [
        one for of_name in named for one in ([of_name] if isinstance(of_name, Section) else of_name(house, period))
    ]
    return [one for one in found if not (one.is_of_days and period.span is Span.SHIFT)]


def is_over(house: House, period: Period) -> bool:
    """Whether every gaming day of the period is closed, and the house has a later one or the period lies behind it."""
    rows = GamingDay.objects.filter(house=house)
    of_period = rows.filter(date__range=(period.first, period.last))
    if of_period.exclude(state=GamingDay.State.CLOSED).exists():
        return False
    return rows.filter(date__gt=period.last).exists() or of_period.filter(date=period.last).exists()


def period_of(house: House, span: Span, at: date, shift: int = 0) -> Period:
    """The period of that span around a gaming day; weeks begin on Monday.  Refuses `no_such_shift`."""
    if span is Span.SHIFT:
        return _shift(house, at, shift or 1)
    if shift:
        raise Malformed("no_such_shift", N_("Only a shift can have a number."))
    first, last = _days(span, at)
    return _of_days(house, span, first, last)


def _days(span: Span, at: date) -> tuple[date, date]:
    if span is Span.DAY:
        return at, at
    if span is Span.WEEK:
        first = at - at.weekday() * DAY
        return first, first + 6 * DAY
    if span is Span.MONTH:
        return at.replace(day=1), at.replace(day=monthrange(at.year, at.month)[1])
    return date(at.year, 1, 1), date(at.year, 12, 31)


def _of_days(house: House, span: Span, first: date, last: date) -> Period:
    clock = (house.rolls_over_at, house.time_zone)
    return Period(span, first, last, hours.begins_at(first, *clock), hours.ends_at(last, *clock))


def _shift(house: House, at: date, number: int) -> Period:
    starts = hours.shifts_begin(at, house.rolls_over_at, house.shift_starts, house.time_zone)
    if not 1 <= number <= len(starts):
        raise Malformed("no_such_shift", N_("The shift must be between 1 and %(most)s."), most=len(starts))
    ends = [*starts[1:], hours.ends_at(at, house.rolls_over_at, house.time_zone)]
    return Period(Span.SHIFT, at, at, starts[number - 1], ends[number - 1], number, len(starts))


def _before(house: House, period: Period) -> Period:
    """The period before: the shift before is the last one of the day before where this is the first."""
    if period.span is Span.SHIFT:
        if period.shift > 1:
            return _shift(house, period.first, period.shift - 1)
        return _shift(house, period.first - DAY, period.shifts)
    return _of_days(house, period.span, *_days(period.span, period.first - DAY))


def _weekdays(house: House, period: Period) -> Period:
    """The period with the same weekdays."""
    if period.span is Span.SHIFT:
        return _shift(house, period.first - _WEEK, period.shift)
    back = _WEEK if period.span is Span.DAY else _WEEKS_OF_A_YEAR
    return _of_days(house, period.span, period.first - back, period.last - back)


def _cut(house: House, period: Period, last: date) -> Period:
    """The period up to a gaming day in it."""
    if period.span is Span.SHIFT or not period.first <= last < period.last:
        return period
    return _of_days(house, period.span, period.first, last)


def _alike(house: House, so_far: Period, whole: Period, other: Period) -> Period:
    """The other period with as many days as this one has so far."""
    if so_far is whole:
        return other
    return _cut(house, other, min(other.last, other.first + (so_far.last - so_far.first)))


def _has_days(house: House, period: Period) -> bool:
    return GamingDay.objects.filter(house=house, date__range=(period.first, period.last)).exists()


def earlier(house: House, period: Period) -> Period:
    """The period before this one, for a link."""
    return _before(house, period)


def later(house: House, period: Period) -> Period:
    """The period after this one, for a link."""
    if period.span is not Span.SHIFT:
        return _of_days(house, period.span, *_days(period.span, period.last + DAY))
    if period.shift < period.shifts:
        return _shift(house, period.first, period.shift + 1)
    return _shift(house, period.first + DAY, 1)


def without_bounds(period: Period) -> bool:
    """Whether whole gaming days are asked for, so that roll-ups answer."""
    return period.span is not Span.SHIFT or period.shifts == 1
