"""Tips of a gaming day: by hour, by dealer (in the order of names: no ranking), by table and by down."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, TypeVar
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext

from accounting import charts
from accounting.cage.pages import papers
from accounting.charts import Bars, Columns, Point
from accounting.days.pages.house import InHouse
from accounting.findings.selectors import findings
from accounting.models import GamingDay
from accounting.reports.selectors import evenings
from accounting.revenue.selectors import match
from casino import wording
from casino.pages.views import Page
from tables.audit.pages.audit import date_named
from tables.audit.selectors import tips
from tables.audit.selectors.tips import DownTips, HourTips, Tipped
from tables.verdicts import dealers

HOUR = timedelta(hours=1)
WHOLE_BP = 100  # a per cent
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Line:
    """A table: tonight, and as usual on this weekday; None where it did not run then."""

    table_code: str
    tonight: Tipped
    usual: Tipped | None
    is_unusual: bool


class Tips(InHouse, Page):
    """By hour, by dealer, by table, then each down with its hands and tips."""

    permission = findings.PERMISSION
    template_name = "audit/tips.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        day = self.day
        before, after = match.days_around(day)
        rows, usual = self.rows
        total = sum((row.sums for row in rows), Tipped())
        downs = tips.of_day(day.pk, actor=self.actor)
        return {
            **super().get_context_data(**kwargs),
            "day": day,
            "before": before,
            "after": after,
            "total": total,
            "usual": sum((row.sums for row in usual), Tipped()) if usual else None,
            "weeks": len({row.date for row in usual}),
            "downs": sum(row.started_at is not None for row in downs),
            "hours": of_hours(day.date, rows, usual),
            "dealers": of_dealers(day, rows, total),
            "lines": lines(rows, usual, total),
            "tables": by_table(downs),
            "files": [(kind.upper(), self.file(kind)) for kind in ("csv", "xlsx")],
            **papers.button("tips", by="table", first=day.date, last=day.date),
        }

    @cached_property
    def day(self) -> GamingDay:
        """The day in the address, or the latest; refuses `no_such_gaming_day`."""
        return match.day_of(self.house.pk, date_named(self.request.GET.get("day", "")))

    @property
    def rows(self) -> tuple[list[HourTips], list[HourTips]]:
        """Of this day, and of the same weekday in the eight weeks before."""
        dates = [self.day.date, *evenings.weeks_before(self.day)]
        zone = ZoneInfo(self.house.time_zone)
        found = tips.by_hour(self.house.pk, dates, zone=zone, actor=self.actor)
        return [row for row in found if row.date == self.day.date], [row for row in found if row.date != self.day.date]

    def file(self, kind: str) -> str:
        """The API's address of the day's tips as a file."""
        day = self.day.date
        asked = {"from": day, "to": day, "by": "table", "format": kind, "house": self.house.pk}
        return f"{reverse('reports-tips')}?{urlencode(asked)}"


def of_hours(day: date, rows: Iterable[HourTips], usual: Iterable[HourTips]) -> Columns | None:
    """The share of hands with a tip of each hour, beside that of the weekday."""
    tonight, then = grouped(rows, lambda row: row.at), grouped(usual, lambda row: row.at)
    if not tonight:
        return None
    every = [min(tonight) + step * HOUR for step in range((max(tonight) - min(tonight)) // HOUR + 1)]
    return charts.columns(
        [
            Point(
                label=f"{datetime.combine(day, time.min) + at:%H:%M}",
                value=tonight.get(at, Tipped()).share_bp,
                title=told(f"{datetime.combine(day, time.min) + at:%H:%M}", tonight.get(at, Tipped())),
                compared=then[at].share_bp if at in then else None,
            )
            for at in every
        ],
        text=whole_percent,
    )


def of_dealers(day: GamingDay, rows: Iterable[HourTips], total: Tipped) -> Bars | None:
    """The share of each dealer's hands with a tip beside the house's, by name; amber outside what chance explains."""
    named = (row for row in rows if row.dealer_id)
    found = grouped(named, lambda row: (row.dealer.casefold(), row.dealer_id, row.dealer))
    return charts.rows(
        [
            Point(
                label=name,
                value=sums.share_bp,
                title=told(name, sums),
                address=f"{reverse('audit:day')}?{urlencode({'day': day.date, 'dealer': pk})}",
                compared=total.share_bp,
                mark="outside" if is_unusual(sums, total) else "",
            )
            for (_key, pk, name), sums in sorted(found.items())
        ],
        text=whole_percent,
    )


def lines(rows: Iterable[HourTips], usual: Iterable[HourTips], total: Tipped) -> list[Line]:
    """By table's code."""
    tonight, then = grouped(rows, lambda row: row.table_code), grouped(usual, lambda row: row.table_code)
    return [Line(code, sums, then.get(code), is_unusual(sums, total)) for code, sums in sorted(tonight.items())]


def by_table(downs: Iterable[DownTips]) -> list[tuple[str, list[DownTips], int]]:
    """Each table's downs in their order, and the sum of their tips."""
    found: dict[str, list[DownTips]] = defaultdict(list)
    for row in downs:
        found[row.table_code].append(row)
    return [(code, rows, sum(row.tips_cents for row in rows)) for code, rows in found.items()]


def grouped(rows: Iterable[HourTips], key: Callable[[HourTips], Key]) -> dict[Key, Tipped]:
    """The rows' figures, added up by a key."""
    found: dict[Key, Tipped] = {}
    for row in rows:
        found[key(row)] = found.get(key(row), Tipped()) + row.sums
    return found


def is_unusual(sums: Tipped, total: Tipped) -> bool:
    """Whether chance alone hardly explains this share beside the house's."""
    return dealers.is_share_unusual(sums.with_tip, sums.plays, (total.with_tip, total.plays))


def told(name: str, sums: Tipped) -> str:
    """`18:00: 35 of 81 hands with a tip, 43 %, 212.00` in the reader's language."""
    facts = {"with_tip": sums.with_tip, "plays": sums.plays, "share": whole_percent(sums.share_bp)}
    words = gettext("%(with_tip)s of %(plays)s hands with a tip, %(share)s") % facts
    return f"{name}: {words}, {wording.money(sums.tips_cents)}"


def whole_percent(share_bp: int) -> str:
    """`4321` → `43 %`."""
    return f"{(share_bp + WHOLE_BP // 2) // WHOLE_BP} %"
