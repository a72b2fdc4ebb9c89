"""The three-way match: rake due ↔ booked ↔ counted, for each table and gaming day; the tronc's tips beside it.

Boxes that wait for their count, and chips still in the box at the table, are no difference.  Read from plays, drops and
transfers, not from roll-ups.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models import F, QuerySet

from accounting.days.selectors import houses
from accounting.models import Assessment, Drop, GamingDay, Play
from accounting.money import Summed
from casino import roles
from casino.errors import N_, Malformed, NotFound
from casino.rows import existing

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"
MOST_DAYS = 92

# `in_box`: the day's transfers into the box less those out of it, without corrections, which move no chips into it.
_MATCH = """
WITH days AS (
    SELECT id AS day_id, date FROM accounting_gamingday
     WHERE house_id = %(house)s AND date BETWEEN %(first)s AND %(last)s
), assessed AS (
    SELECT gaming_day_id AS day_id, table_code, sum(hands) AS hands, sum(due_cents) AS due, sum(taken_cents) AS taken,
           sum(tips_cents) AS tips
      FROM accounting_play WHERE gaming_day_id IN (SELECT day_id FROM days) GROUP BY 1, 2
), dropped AS (
    SELECT gaming_day_id AS day_id, table_code,
           sum(counted_cents) FILTER (WHERE kind = 'rake') AS counted,
           sum(booked_cents) FILTER (WHERE kind = 'rake' AND counted_at IS NULL) AS waiting,
           sum(counted_cents) FILTER (WHERE kind = 'tips') AS tips_counted,
           sum(booked_cents) FILTER (WHERE kind = 'tips' AND counted_at IS NULL) AS tips_waiting,
           count(*) FILTER (WHERE counted_at IS NULL) AS boxes
      FROM accounting_drop WHERE gaming_day_id IN (SELECT day_id FROM days) GROUP BY 1, 2
), moved AS (
    SELECT entry.gaming_day_id AS day_id, split_part(name, '/', 2) AS table_code,
           sum(cents) FILTER (WHERE name LIKE 'rake/%%') AS in_box,
           sum(cents) FILTER (WHERE name LIKE 'tips/%%') AS tips_in_box
      FROM accounting_entry entry
      JOIN accounting_transfer t ON t.entry_id = entry.id
     CROSS JOIN LATERAL (VALUES (t.destination, t.amount_cents), (t.source, -t.amount_cents)) AS side(name, cents)
     WHERE entry.gaming_day_id IN (SELECT day_id FROM days) AND entry.code <> 'correction'
       AND (name LIKE 'rake/%%' OR name LIKE 'tips/%%')
     GROUP BY 1, 2
), found AS (
    SELECT gaming_day_id AS day_id, table_code, count(*) AS findings
      FROM accounting_finding
     WHERE gaming_day_id IN (SELECT day_id FROM days) AND state = 'open' AND table_code <> '' GROUP BY 1, 2
)
SELECT days.date, table_code, coalesce(hands, 0)::bigint, coalesce(due, 0)::bigint, coalesce(taken, 0)::bigint,
       coalesce(counted, 0)::bigint, coalesce(waiting, 0)::bigint, coalesce(in_box, 0)::bigint,
       coalesce(tips, 0)::bigint, coalesce(tips_counted, 0)::bigint, coalesce(tips_waiting, 0)::bigint,
       coalesce(tips_in_box, 0)::bigint, coalesce(boxes, 0)::bigint, coalesce(findings, 0)::bigint
  FROM assessed FULL JOIN dropped USING (day_id, table_code) FULL JOIN moved USING (day_id, table_code)
       FULL JOIN found USING (day_id, table_code) JOIN days USING (day_id)
 ORDER BY days.date, table_code
"""


@dataclass(frozen=True, slots=True)
class Sums(Summed):
    """Figures in cents.  `*waiting_cents`: booked sums of uncounted boxes; `*in_box_cents`: still in the box."""

    hands: int = 0
    due_cents: int = 0
    booked_cents: int = 0
    counted_cents: int = 0
    waiting_cents: int = 0
    in_box_cents: int = 0
    tips_booked_cents: int = 0
    tips_counted_cents: int = 0
    tips_waiting_cents: int = 0
    tips_in_box_cents: int = 0
    boxes_waiting: int = 0
    findings: int = 0

    @property
    def difference_cents(self) -> int:
        """Booked less due; negative if less rake was taken than was due."""
        return self.booked_cents - self.due_cents

    @property
    def is_rake_outstanding(self) -> bool:
        """Whether a box still waits for its count, or has not been taken from the table."""
        return bool(self.boxes_waiting or self.in_box_cents)

    @property
    def is_tips_outstanding(self) -> bool:
        return bool(self.tips_waiting_cents or self.tips_in_box_cents)

    @property
    def variance_cents(self) -> int:
        """Counted less booked; chips waiting for their count or still in the box are taken as right."""
        return self.counted_cents + self.waiting_cents + self.in_box_cents - self.booked_cents

    @property
    def tips_variance_cents(self) -> int:
        """`variance_cents` of the tips."""
        return self.tips_counted_cents + self.tips_waiting_cents + self.tips_in_box_cents - self.tips_booked_cents


@dataclass(frozen=True, slots=True)
class Row:
    """One table on one gaming day."""

    date: date
    table_code: str
    sums: Sums


@dataclass(frozen=True, slots=True)
class Match:
    """The gaming days `first` to `last` of a house, both included."""

    house_id: int
    first: date
    last: date
    rows: Sequence[Row]

    @property
    def total(self) -> Sums:
        return sum((row.sums for row in self.rows), Sums())


def match(*, house_id: int | None = None, first: date | None = None, last: date | None = None, actor: "User") -> Match:
    """Due ↔ booked ↔ counted of a period, by default of the latest gaming day.

    Refuses a period that ends before it begins (`bad_period`) and one of more than 92 gaming days (`period_too_long`).
    """
    roles.require(actor, PERMISSION)
    house = houses.one(house_id, actor=actor)
    last = last or first or _latest(house)
    first = first or last
    if first > last:
        raise Malformed(
            "bad_period", N_("The period ends (%(last)s) before it begins (%(first)s)."), first=first, last=last
        )
    if last - first >= timedelta(days=MOST_DAYS):
        raise Malformed("period_too_long", N_("No more than %(most)s gaming days can be shown."), most=MOST_DAYS)
    with connection.cursor() as cursor:
        cursor.execute(_MATCH, {"house": house, "first": first, "last": last})
        rows = [Row(day, table, Sums(*figures)) for day, table, *figures in cursor.fetchall()]
    return Match(house, first, last, rows)


def differing(day_id: int, **only: Any) -> "QuerySet[Assessment]":
    """Hands of a day whose rake taken differs from the rake due, without reversed hands; `only` as for `hands`."""
    return hands(day_id, **only).exclude(taken_cents=F("due_cents"))


def hands(day_id: int, **only: Any) -> "QuerySet[Assessment]":
    """Hands of a day with what was due and taken, without reversed hands.

    `only`: filters on fields of `Assessment`: a table's code, a dealer's id, a version of terms.
    """
    return (
        Assessment.objects.filter(gaming_day_id=day_id, sign=1, **only)
        .filter(entry__reversed_by__isnull=True)
        .annotate(difference_cents=F("taken_cents") - F("due_cents"))
        .select_related("entry__actor", "dealer", "schedule_version__schedule")
        .order_by("entry__at", "entry_id")
    )


def boxes(day_id: int, **only: Any) -> "QuerySet[Drop]":
    """The boxes of a day with their counts; `only`: a filter on fields of `Drop`, like `table_code`."""
    rows = Drop.objects.filter(gaming_day_id=day_id, **only).annotate(
        variance_cents=F("counted_cents") - F("booked_cents")
    )
    rows = rows.select_related("dropped_by", "explained_by").prefetch_related("counts__counted_by")
    return rows.order_by("table_code", "pk")


def dealers(day_id: int) -> dict[int, str]:
    """Names of the dealers of a day's plays, by id, sorted by name."""
    rows = Play.objects.filter(gaming_day_id=day_id, dealer__isnull=False).order_by().distinct()
    named = rows.values_list("dealer_id", "dealer__full_name", "dealer__username")
    return {pk: name or login for pk, name, login in sorted(named, key=lambda row: (row[1] or row[2]).casefold())}


def terms(day_id: int) -> dict[int, str]:
    """Names of the versions of terms that a day's hands were booked under, by id."""
    rows = Assessment.objects.filter(gaming_day_id=day_id).order_by().distinct()
    named = rows.values_list("schedule_version__schedule__name", "schedule_version__version", "schedule_version_id")
    return {pk: f"{name} v{version}" for name, version, pk in sorted(named)}


def days_around(day: GamingDay) -> tuple[date | None, date | None]:
    """The house's gaming days before and after this one."""
    others = GamingDay.objects.filter(house_id=day.house_id)
    return (
        _first(others.filter(date__lt=day.date).order_by("-date")),
        _first(others.filter(date__gt=day.date).order_by("date")),
    )


def day_of(house_id: int, wanted: date | None) -> GamingDay:
    """The house's gaming day of that date, or its latest one; refuses `no_such_gaming_day`."""
    rows = GamingDay.objects.filter(house_id=house_id).select_related("house").order_by("-date")
    return existing(
        rows.filter(date=wanted) if wanted else rows[:1], NotFound("no_such_gaming_day", N_("Gaming day not found."))
    )


def _latest(house_id: int) -> date:
    return day_of(house_id, None).date


def _first(rows: Iterable[GamingDay]) -> date | None:
    return next((row.date for row in rows), None)
