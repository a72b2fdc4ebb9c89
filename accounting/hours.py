"""When a gaming day begins and ends: at the house's roll-over, by its own clock on the wall.

A night in which the clocks are put back has 25 hours, one in which they are put forward has 23; the roll-over stays at
its hour of the clock, and an hour that comes twice rolls over at the first of the two.  Pure.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def begins_at(day: date, rolls_over_at: time, zone: str) -> datetime:
    """The moment (UTC) at which the gaming day of that date begins."""
    # Compared in UTC: two moments of one zone are compared by their clocks' hands, which go back once a year.
    return datetime.combine(day, rolls_over_at, ZoneInfo(zone)).astimezone(UTC)


def ends_at(day: date, rolls_over_at: time, zone: str) -> datetime:
    """The moment (UTC) at which the next one begins."""
    return begins_at(day + timedelta(days=1), rolls_over_at, zone)


def shifts_begin(day: date, rolls_over_at: time, starts: Sequence[time], zone: str) -> list[datetime]:
    """The moments (UTC) at which the shifts of that gaming day begin, in order: the first with the day.

    A start before the roll-over is of the next morning.  One that the clocks leave out comes an hour later by them, one
    that comes twice is meant the first time.
    """
    later = [begins_at(day + timedelta(days=start < rolls_over_at), start, zone) for start in starts]
    return [begins_at(day, rolls_over_at, zone), *sorted(later)]


def date_of(at: datetime, rolls_over_at: time, zone: str) -> date:
    """The gaming day a moment belongs to: the calendar day of the last roll-over before it."""
    today = at.astimezone(ZoneInfo(zone)).date()
    return today if at >= begins_at(today, rolls_over_at, zone) else today - timedelta(days=1)


def moments(shown: datetime, zone: str) -> tuple[datetime, ...]:
    """The moments (UTC) at which a clock on the wall shows this, the earlier first: usually one.

    Two in the hour that comes twice when the clocks are put back, none in the one left out when they are put forward.
    """
    clock = ZoneInfo(zone)
    either = {shown.replace(tzinfo=clock, fold=fold).astimezone(UTC) for fold in (0, 1)}
    return tuple(sorted(at for at in either if at.astimezone(clock).replace(tzinfo=None) == shown))
