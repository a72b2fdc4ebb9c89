"""When a gaming day begins and ends: at the house's roll-over time, by its local clock.

A day in which the clock is put back has 25 hours, one in which it is put forward has 23.  The roll-over stays at its
local time; if that time occurs twice, the first one counts.  Pure.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def begins_at(day: date, rolls_over_at: time, zone: str) -> datetime:
    """The moment (UTC) at which the gaming day of that date begins."""
    # In UTC, because Python compares two datetimes of the same zone by local time, which is put back once a year.
    return datetime.combine(day, rolls_over_at, ZoneInfo(zone)).astimezone(UTC)


def ends_at(day: date, rolls_over_at: time, zone: str) -> datetime:
    """The moment (UTC) at which the next gaming day begins."""
    return begins_at(day + timedelta(days=1), rolls_over_at, zone)


def shifts_begin(day: date, rolls_over_at: time, starts: Sequence[time], zone: str) -> list[datetime]:
    """The moments (UTC) at which the shifts of that gaming day begin, in order; the first begins with the day.

    A start before the roll-over time belongs to the next morning.  A local time that the clock skips is one hour later,
    and of a local time that occurs twice the first one counts.
    """
    later = [begins_at(day + timedelta(days=start < rolls_over_at), start, zone) for start in starts]
    return [begins_at(day, rolls_over_at, zone), *sorted(later)]


def date_of(at: datetime, rolls_over_at: time, zone: str) -> date:
    """The gaming day a moment belongs to: the local calendar date of the last roll-over up to it."""
    today = at.astimezone(ZoneInfo(zone)).date()
    return today if at >= begins_at(today, rolls_over_at, zone) else today - timedelta(days=1)


def moments(shown: datetime, zone: str) -> tuple[datetime, ...]:
    """The moments (UTC) at which the local clock shows this time, the earlier first: usually one.

    Two in the hour that is repeated when the clock is put back, none in the hour skipped when it is put forward.
    """
    clock = ZoneInfo(zone)
    either = {shown.replace(tzinfo=clock, fold=fold).astimezone(UTC) for fold in (0, 1)}
    return tuple(sorted(at for at in either if at.astimezone(clock).replace(tzinfo=None) == shown))
