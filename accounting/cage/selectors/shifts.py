"""The current shift of the open gaming day."""

from dataclasses import dataclass
from datetime import datetime

from accounting import hours
from accounting.models import GamingDay, House
from casino.errors import N_, Refusal


@dataclass(frozen=True, slots=True)
class Shift:
    """One shift of a gaming day; the first begins with the day, the last ends with it (`ends_at` None)."""

    day: GamingDay
    number: int
    begins_at: datetime
    ends_at: datetime | None


def running(house: House, now: datetime) -> Shift:
    """The shift at `now`; a house without later shifts has one a day.  Refuses `no_gaming_day`."""
    day = GamingDay.objects.filter(house=house, state=GamingDay.State.OPEN).first()
    if day is None:
        raise Refusal("no_gaming_day", N_("No gaming day is open."))
    starts = hours.shifts_begin(day.date, house.rolls_over_at, house.shift_starts, house.time_zone)
    number = max(1, sum(start <= now for start in starts))
    begins_at = day.opened_at if number == 1 else starts[number - 1]
    return Shift(day, number, begins_at, starts[number] if number < len(starts) else None)
