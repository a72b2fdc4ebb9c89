"""The day sheet: the figures of a gaming day, table by table, with its seal; one page that two people sign."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, Sum

from accounting import hours
from accounting.days.selectors import days
from accounting.models import Assessment, Drop, Finding, GamingDay, Print, Reopening, Seal, Slip, WindowShift
from accounting.revenue.selectors import match
from accounting.revenue.selectors.match import Sums
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"


@dataclass(frozen=True, slots=True)
class Line:
    """One table: `base_cents`, which its rake was computed on, and its figures."""

    table_code: str
    base_cents: int
    sums: Sums


@dataclass(frozen=True, slots=True)
class Box:
    """A box taken, with its variance (counted less booked); None before it is settled."""

    drop: Drop
    variance_cents: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The facts of the sheet.  `length_hours`: 24, or 23 or 25 if the clock changes; `findings`: how many by state."""

    day: GamingDay
    begins_at: datetime
    ends_at: datetime
    length_hours: int
    lines: Sequence[Line]
    base_cents: int
    total: Sums
    boxes: Sequence[Box]
    shifts: Sequence[WindowShift]
    slips: Sequence[Slip]
    findings: Mapping[str, int]
    seal: Seal | None
    seal_before: Seal | None
    reopenings: Sequence[Reopening]
    is_counted: bool


def sheet(day_id: int, *, actor: "User") -> Sheet:
    """The sheet of a day as it is now; a box shows its counted sum once it is settled (`is_counted`: all are)."""
    roles.require(actor, PERMISSION)
    day = days.day(day_id, actor=actor)
    clock = (day.house.rolls_over_at, day.house.time_zone)
    begins_at, ends_at = hours.begins_at(day.date, *clock), hours.ends_at(day.date, *clock)
    seals = Seal.objects.filter(house=day.house)
    seal = seals.filter(digest=day.seal).first() if day.seal else None
    earlier = seals.filter(number__lt=seal.number) if seal else seals
    figures = match.match(house_id=day.house_id, first=day.date, actor=actor)
    bases = _bases(day)
    drops = Drop.objects.filter(gaming_day=day).select_related("dropped_by", "explained_by")
    return Sheet(
        day=day,
        begins_at=begins_at,
        ends_at=ends_at,
        length_hours=days.length_hours(day),
        lines=[Line(row.table_code, bases.get(row.table_code, 0), row.sums) for row in figures.rows],
        base_cents=sum(bases.values()),
        total=figures.total,
        boxes=[
            Box(row, None if row.counted_cents is None else row.counted_cents - row.booked_cents)
            for row in drops.prefetch_related("counts__counted_by").order_by("table_code", "pk")
        ],
        shifts=list(
            WindowShift.objects.filter(gaming_day=day).select_related("window", "opened_by", "closed_by").order_by("pk")
        ),
        slips=list(
            Slip.objects.filter(gaming_day=day).select_related("window", "asked_by", "done_by").order_by("number")
        ),
        findings=_findings(day),
        seal=seal,
        seal_before=earlier.order_by("-number").first(),
        reopenings=list(
            Reopening.objects.filter(gaming_day=day, approved_at__isnull=False)
            .select_related("asked_by", "approved_by")
            .order_by("pk")
        ),
        is_counted=not any(row.counted_at is None for row in drops),
    )


def subject(day_id: int) -> str:
    """The subject of the sheet's prints (`services.prints`)."""
    return f"day:{day_id}"


def printed(day: GamingDay, number: int) -> Print | None:
    """The sheet's print of that number (1 is the original); None if it was never made."""
    prints = Print.objects.select_related("by")
    return prints.filter(house_id=day.house_id, subject=subject(day.pk), number=number).first()


def _bases(day: GamingDay) -> Mapping[str, int]:
    """By table: the sum that the rake was computed on, without reversed hands."""
    rows = Assessment.objects.filter(gaming_day=day).values("table_code", "sign").annotate(cents=Sum("base_cents"))
    totals: dict[str, int] = {}
    for row in rows:
        totals[row["table_code"]] = totals.get(row["table_code"], 0) + row["sign"] * int(row["cents"])
    return totals


def _findings(day: GamingDay) -> Mapping[str, int]:
    """How many findings of the day are in each state."""
    rows = Finding.objects.filter(gaming_day=day).values_list("state").annotate(n=Count("pk"))
    counted = dict(rows)
    return {state: counted.get(state, 0) for state in Finding.State.values}
