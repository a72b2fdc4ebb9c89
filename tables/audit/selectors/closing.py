"""The checklist for closing a gaming day: its items must be met before it can be sealed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F, Max, Q, QuerySet

from accounting.jackpots.selectors import jackpots
from accounting.models import Drop, Entry, Finding, GamingDay, ScheduleVersion, Slip, WindowShift
from accounting.verdicts import Rule
from casino.errors import N_
from tables.audit.selectors import audits
from tables.models import AuditRun, Session

TO_BE_EXPLAINED = 2
"""Open findings of at least this severity prevent closing a day."""


class Item(StrEnum):
    """The items, in order."""

    TABLES = "tables"
    FLOATS = "floats"
    SLIPS = "slips"
    WINDOWS = "windows"
    BOXES = "boxes"
    FUNDS = "funds"
    SCHEDULES = "schedules"
    AUDIT = "audit"
    FINDINGS = "findings"


SENTENCES = {
    Item.TABLES: N_("Tables are closed or carried over"),
    Item.FLOATS: N_("Floats that differ are decided by another person"),
    Item.SLIPS: N_("Slips are done or cancelled"),
    Item.WINDOWS: N_("Windows are counted and closed"),
    Item.BOXES: N_("Boxes are counted and variances explained"),
    Item.FUNDS: N_("Jackpot funds are counted and variances explained"),
    Item.SCHEDULES: N_("Rake schedules are approved by a second person"),
    Item.AUDIT: N_("All hands are recomputed"),
    Item.FINDINGS: N_("Findings are explained or waived"),
}


@dataclass(frozen=True, slots=True)
class Check:
    """One item; `open` names the remaining work (table codes, slip numbers …) and is empty when the item is met."""

    item: Item
    open: Sequence[str]

    @property
    def is_met(self) -> bool:
        return not self.open

    @property
    def message(self) -> str:
        """The item's sentence in English, to be translated."""
        return SENTENCES[self.item]


def checklist(day: GamingDay) -> list[Check]:
    """Every item of the day, met or not."""
    return [Check(item, found(day)) for item, found in _ITEMS.items()]


def _tables(day: GamingDay) -> list[str]:
    rows = Session.objects.filter(gaming_day=day, closed_at=None).order_by("table__code")
    return list(rows.values_list("table__code", flat=True))


def _floats(day: GamingDay) -> list[str]:
    rows = open_findings(day, of_floats=True).order_by("table_code").distinct()
    return list(rows.values_list("table_code", flat=True))


def _slips(day: GamingDay) -> list[str]:
    rows = Slip.objects.filter(gaming_day=day, state=Slip.State.ASKED).order_by("number")
    return [str(number) for number in rows.values_list("number", flat=True)]


def _windows(day: GamingDay) -> list[str]:
    rows = WindowShift.objects.filter(gaming_day=day, closed_at=None).order_by("window__code")
    return list(rows.values_list("window__code", flat=True))


def _boxes(day: GamingDay) -> list[str]:
    """Boxes not counted yet, or with an unexplained variance (N.J.A.C. 13:69D-1.33)."""
    unexplained = ~Q(counted_cents=F("booked_cents")) & Q(explanation="")
    rows = Drop.objects.filter(Q(counted_at=None) | unexplained, gaming_day=day).order_by("table_code", "kind")
    return [f"{table} {kind}" for table, kind in rows.values_list("table_code", "kind")]


def _funds(day: GamingDay) -> list[str]:
    """Funds with money of the day that two people have not counted, or that differs without an explanation."""
    return jackpots.to_count(day)


def _schedules(day: GamingDay) -> list[str]:
    rows = ScheduleVersion.objects.filter(
        schedule__house_id=day.house_id, state=ScheduleVersion.State.PUBLISHED, approved_at=None
    ).order_by("schedule__name", "version")
    return [f"{name} v{version}" for name, version in rows.values_list("schedule__name", "version")]


def _audit(day: GamingDay) -> list[str]:
    """The day, unless it was audited since its last entry and re-opening; a day without entries needs no audit.

    A day without hands needs one too, since floats, boxes and windows are also audited.
    """
    reopened_at = day.reopenings.aggregate(last=Max("approved_at"))["last"]
    if reopened_at is None and not Entry.objects.filter(gaming_day=day).exists():
        return []
    runs = AuditRun.objects.filter(gaming_day=day, finished_at__isnull=False)
    if reopened_at is not None:
        runs = runs.filter(started_at__gte=reopened_at)
    last = runs.order_by("-entries").first()
    return [] if last is not None and audits.is_current(last) else [str(day.date)]


def open_findings(day: GamingDay, *, of_floats: bool = False) -> QuerySet[Finding]:
    """Open findings of the day, and those of no single day, since broken books must not be sealed.

    `of_floats`: those about tables' floats, otherwise all the others.
    """
    of_day = Q(gaming_day=day) | Q(gaming_day=None, house_id=day.house_id)
    is_wanted = Q(rule=Rule.FLOAT_DRIFT.value) if of_floats else ~Q(rule=Rule.FLOAT_DRIFT.value)
    rows = Finding.objects.filter(of_day, is_wanted, state=Finding.State.OPEN, severity__gte=TO_BE_EXPLAINED)
    return rows.order_by("pk")


def is_undecided(session: Session) -> bool:
    """Whether the float of the session's table differed today, and nobody has decided it."""
    return open_findings(session.gaming_day, of_floats=True).filter(table_code=session.table.code).exists()


def _findings(day: GamingDay) -> list[str]:
    return [f"{rule} {subject}" for rule, subject in open_findings(day).values_list("rule", "subject")]


_ITEMS = {
    Item.TABLES: _tables,
    Item.FLOATS: _floats,
    Item.SLIPS: _slips,
    Item.WINDOWS: _windows,
    Item.BOXES: _boxes,
    Item.FUNDS: _funds,
    Item.SCHEDULES: _schedules,
    Item.AUDIT: _audit,
    Item.FINDINGS: _findings,
}
