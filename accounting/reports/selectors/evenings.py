"""How a gaming day goes: rake, win, tips and fees until a moment, the rake by hour, the tips by table.

Read from plays, wagers and transfers, not from roll-ups, so that a figure is as new as the last hand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from accounting.models import EntryCode, GamingDay, Play, Transfer, Wager
from accounting.revenue.selectors.match import PERMISSION
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

_WEEK = timedelta(days=7)
_WEEKS_BACK = 8
_FEES = "fees/"
_SUMMED = ("hands", "rounds", "due_cents", "taken_cents", "tips_cents")


@dataclass(frozen=True, slots=True)
class Hour:
    """The rake of the hour, of the whole of it."""

    due_cents: int = 0
    taken_cents: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """A gaming day until `until`; None: all of it.

    `hours`: by the time since the date's midnight on the house's clock, so that two days can be laid over one another;
    the hour that comes twice when the clock is put back is one.
    """

    day: GamingDay
    until: datetime | None
    hands: int
    rounds: int
    due_cents: int
    taken_cents: int
    tips_cents: int
    win_cents: int
    fees_cents: int
    hours: Mapping[timedelta, Hour]
    tips_by_table: Mapping[str, int]


def before(day: GamingDay) -> GamingDay | None:
    """The latest earlier gaming day of the house on the same weekday, of the eight weeks before."""
    rows = GamingDay.objects.filter(house_id=day.house_id, date__in=weeks_before(day))
    return rows.order_by("-date").first()


def weeks_before(day: GamingDay) -> list[date]:
    """The same weekday of the eight weeks before, the latest first."""
    return [day.date - weeks * _WEEK for weeks in range(1, _WEEKS_BACK + 1)]


def same_time(moment: datetime, day: GamingDay, other: GamingDay, zone: ZoneInfo) -> datetime:
    """`moment` of the gaming day, on the house's clock, on another one."""
    return moment.astimezone(zone) - (day.date - other.date)


def evening(day: GamingDay, *, until: datetime | None = None, zone: ZoneInfo, actor: "User") -> Evening:
    """The figures of the gaming day; a reversal counts when it was made."""
    roles.require(actor, PERMISSION)
    by_then = Q(entry__at__lt=until) if until else Q()
    hours: dict[timedelta, Hour] = {}
    tips: dict[str, int] = {}
    sums = dict.fromkeys(_SUMMED, 0)
    midnight = datetime.combine(day.date, datetime.min.time())
    for begins_at, table, due, taken, *figures in _by_hour_and_table(day, by_then):
        at = begins_at.astimezone(zone).replace(tzinfo=None) - midnight
        hour = hours.get(at, Hour())
        hours[at] = Hour(hour.due_cents + int(due), hour.taken_cents + int(taken))
        for name, figure in zip(_SUMMED, map(int, figures), strict=True):
            sums[name] += figure
            if name == "tips_cents":
                tips[table] = tips.get(table, 0) + figure
    return Evening(
        day=day,
        until=until,
        **sums,
        win_cents=_win_cents(day, by_then),
        fees_cents=_fees_cents(day, by_then),
        hours=hours,
        tips_by_table={table: cents for table, cents in sorted(tips.items()) if cents},
    )


def _by_hour_and_table(day: GamingDay, by_then: Q) -> Iterable[Any]:
    """(hour, table, due, taken) of the whole day, then what `_SUMMED` names until then."""
    rows = Play.objects.filter(gaming_day=day).order_by("hour", "table_code").values_list("hour", "table_code")
    then = {f"then_{name}": Coalesce(Sum(name, filter=by_then), 0) for name in _SUMMED}
    return rows.annotate(Sum("due_cents"), Sum("taken_cents"), **then)


def _win_cents(day: GamingDay, by_then: Q) -> int:
    """Lost by the boxes less paid to them."""
    won = F("sign") * (F("lost_cents") - F("paid_cents"))
    return int(Wager.objects.filter(by_then, gaming_day=day).aggregate(won=Sum(won))["won"] or 0)


def _fees_cents(day: GamingDay, by_then: Q) -> int:
    """Fees sold less fees given back; that they go to the house when a tournament is settled is no other revenue."""
    rows = Transfer.objects.filter(by_then, entry__gaming_day=day).exclude(entry__code=EntryCode.TOURNAMENT_DUE)
    found = rows.aggregate(
        sold=Sum("amount_cents", filter=Q(destination__startswith=_FEES)),
        back=Sum("amount_cents", filter=Q(source__startswith=_FEES)),
    )
    return int(found["sold"] or 0) - int(found["back"] or 0)
