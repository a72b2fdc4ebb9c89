"""Management's start page: how tonight goes against the last same weekday, what waits for somebody, what it brought."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext

from accounting import charts, money
from accounting.charts import Point
from accounting.days.pages.house import InHouse
from accounting.findings.selectors import findings
from accounting.models import Finding, GamingDay
from accounting.reports.selectors import evenings
from accounting.reports.selectors.evenings import Evening, Hour
from accounting.revenue.selectors import match
from casino import house_time, roles, wording
from casino.models import User
from casino.pages import navigation, next_steps
from casino.pages.next_steps import NextStep
from casino.pages.views import Page
from casino.selectors import decisions
from tables.audit.pages import days
from tables.audit.pages.audit import date_named, with_sentences
from tables.audit.selectors import closing

READS: Final = "accounting.view_reports"
FINDINGS_SHOWN: Final = 5
TABLES_SHOWN: Final = 6
HOUR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure, the change against the day compared with, and the page of its rows."""

    name: str
    text: str
    address: str
    change: str = ""
    rose: bool = False
    is_negative: bool = False


class Home(InHouse, Page):
    """A gaming day, by default the latest one, until now."""

    permission = READS
    template_name = "audit/home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if self.day is None:
            return {**super().get_context_data(**kwargs), "day": None}
        now = house_time.now()
        is_running = self.day.state != GamingDay.State.CLOSED
        until = now if is_running else None
        today = self.evening(self.day, until)
        other = evenings.before(self.day)
        then = None
        if other is not None:
            then = self.evening(other, until and evenings.same_time(until, self.day, other, self.house_zone))
        earlier, later = match.days_around(self.day)
        return {
            **super().get_context_data(**kwargs),
            "day": self.day,
            "before": earlier and f"?day={earlier}",
            "after": later and f"?day={later}",
            "until": until,
            "then": then,
            "tiles": self.tiles(today, then),
            "hours": self.hours(today, then, now),
            "is_short": any(hour.taken_cents < hour.due_cents for hour in today.hours.values()),
            "tips": self.tips(today, then),
            "tips_address": self.tips_of(self.day.date),
            "revenue": self.revenue(today, then),
            **self.open_findings(),
            **readiness(self.day, self.actor),
            "next_step": next_steps.first(self.next_steps()),
        }

    def next_steps(self) -> Iterator[NextStep]:
        """What others wait for, then what the oldest day that is being closed lacks."""
        if waiting := decisions.count(self.actor):
            said = ngettext("%(n)s decision is waiting for you.", "%(n)s decisions are waiting for you.", waiting)
            yield NextStep(said % {"n": waiting}, navigation.APPROVALS)
        closing_day = GamingDay.objects.filter(house=self.house, state=GamingDay.State.CLOSING).order_by("date").first()
        if closing_day is not None and navigation.may_go(
            self.actor, address := reverse("days:close", args=[closing_day.pk])
        ):
            unmet = [check for check in closing.checklist(closing_day) if not check.is_met]
            shown = date_format(closing_day.date, "SHORT_DATE_FORMAT")
            if unmet:
                said = gettext("Before gaming day %(day)s can be closed: %(item)s.")
                yield NextStep(said % {"day": shown, "item": gettext(unmet[0].message)}, address)
            else:
                yield NextStep(gettext("Gaming day %(day)s can be closed.") % {"day": shown}, address)

    @cached_property
    def day(self) -> GamingDay | None:
        """The day in the address, or the latest; None where the house has had none."""
        wanted = date_named(self.request.GET.get("day", ""))
        if wanted is None and not GamingDay.objects.filter(house=self.house).exists():
            return None
        return match.day_of(self.house.pk, wanted)

    @property
    def house_zone(self) -> ZoneInfo:
        return ZoneInfo(self.house.time_zone)

    @property
    def may_audit(self) -> bool:
        """Whether the pages of single hands, dealers and findings are theirs; else figures lead to the reports."""
        return roles.permits(self.actor, findings.PERMISSION)

    def tips_of(self, at: date) -> str:
        """The page of tips of one gaming day."""
        return f"{reverse('audit:tips')}?{urlencode({'day': at})}" if self.may_audit else report(at, "tips", "table")

    def evening(self, day: GamingDay, until: datetime | None) -> Evening:
        return evenings.evening(day, until=until, zone=self.house_zone, actor=self.actor)

    def tiles(self, today: Evening, then: Evening | None) -> list[Tile]:
        """Rake, win of the bank, tips and hands."""
        at, compared = today.day.date, partial(figure, then)
        return [
            tile(gettext("Rake taken"), today.taken_cents, compared("taken_cents"), report(at, "rake", "table")),
            tile(gettext("Win from banked games"), today.win_cents, compared("win_cents"), bank(at)),
            tile(gettext("Tips (tronc)"), today.tips_cents, compared("tips_cents"), self.tips_of(at)),
            tile(
                gettext("Hands and rounds"), today.hands + today.rounds, compared("hands", "rounds"),
                report(at, "rake", "table"), is_money=False,
            ),
        ]  # fmt: skip

    def hours(self, today: Evening, then: Evening | None, now: datetime) -> charts.Columns | None:
        """The rake of each hour, from the first to the last of both days."""
        compared = then.hours if then else {}
        found = {*today.hours, *compared}
        if not found:
            return None
        every = [min(found) + step * HOUR for step in range((max(found) - min(found)) // HOUR + 1)]
        return charts.columns(
            [self.hour(at, today, compared.get(at, Hour()).taken_cents if then else None, now) for at in every],
            text=wording.short_money,
            unit=self.house.currency,
        )

    def hour(self, at: timedelta, today: Evening, compared: int | None, now: datetime) -> Point:
        begins = datetime.combine(today.day.date, datetime.min.time()) + at
        rake = today.hours.get(at, Hour())
        is_now = today.until is not None and begins == now.astimezone(self.house_zone).replace(
            minute=0, second=0, microsecond=0, tzinfo=None
        )
        label = f"{begins:%H:%M}"
        asked = urlencode({"day": today.day.date, "hour": begins.replace(tzinfo=self.house_zone).isoformat()})
        mark = "short" if rake.taken_cents < rake.due_cents else "now" if is_now else ""
        return Point(
            label=label,
            value=rake.taken_cents,
            title=f"{label}: {wording.money(rake.taken_cents)} / {wording.money(rake.due_cents)}",
            address=f"{reverse('audit:day')}?{asked}#hands" if self.may_audit and at in today.hours else "",
            compared=compared,
            mark=mark,
        )

    def tips(self, today: Evening, then: Evening | None) -> charts.Bars | None:
        """The tables with the most tips, beside what they brought on the other day."""
        most = sorted(today.tips_by_table.items(), key=lambda row: (-row[1], row[0]))[:TABLES_SHOWN]
        return charts.rows(
            [
                Point(
                    label=table,
                    value=cents,
                    title=f"{table}: {wording.money(cents)}",
                    address=f"{self.tips_of(today.day.date)}#{table}",
                    compared=then.tips_by_table.get(table) if then else None,
                )
                for table, cents in most
            ],
            text=wording.short_money,
            unit=self.house.currency,
        )

    def revenue(self, today: Evening, then: Evening | None) -> list[tuple[str, int, int | None, str]]:
        """What the house earned, each kind with its rows; kinds are never added up, since each is taxed apart."""
        at, compared = today.day.date, partial(figure, then)
        return [
            (gettext("Rake of cash games"), today.taken_cents, compared("taken_cents"), report(at, "rake", "table")),
            (gettext("Win from banked games"), today.win_cents, compared("win_cents"), bank(at)),
            (gettext("Tournament fees"), today.fees_cents, compared("fees_cents"), reverse("tournaments:list")),
        ]

    def open_findings(self) -> dict[str, Any]:
        """The oldest ones first, for those who may read findings."""
        if not self.may_audit:
            return {"may_audit": False}
        rows: QuerySet[Finding] = findings.inbox(actor=self.actor).filter(house=self.house, state=Finding.State.OPEN)
        rows = rows.order_by("found_at", "-severity", "pk")
        today = house_time.today(self.house_zone)
        shown = with_sentences(rows[:FINDINGS_SHOWN])
        return {
            "may_audit": True,
            "open_count": rows.count(),
            "oldest": [
                (row, sentence, (today - row.found_at.astimezone(self.house_zone).date()).days)
                for row, sentence, _run in shown
            ],
        }


def readiness(day: GamingDay, actor: User) -> dict[str, Any]:
    """The check list of a day that is not sealed: what is met, what is open, and where the actor sees to it."""
    if day.state == GamingDay.State.CLOSED:
        return {"checks": []}
    checks = closing.checklist(day)
    met = sum(check.is_met for check in checks)
    places = [(check, days.place_of(check, day)) for check in checks]
    return {
        "checks": [(check, place if navigation.may_go(actor, place) else "") for check, place in places],
        "met": met,
        "left": len(checks) - met,
    }


def figure(evening: Evening | None, *names: str) -> int | None:
    """The sum of the figures of that name; None without a day to compare with."""
    return None if evening is None else sum(getattr(evening, name) for name in names)


def tile(name: str, value: int, compared: int | None, address: str, *, is_money: bool = True) -> Tile:
    """With the change in per cent, where there is a positive figure to compare with."""
    text = wording.money(value) if is_money else str(value)
    if not compared or compared < 0:
        return Tile(name, text, address, is_negative=value < 0)
    change = round(money.rate_of(value - compared, compared) / 100)
    sign = "+" if change > 0 else "−" if change < 0 else ""
    return Tile(name, text, address, f"{sign}{abs(change)} %", rose=change >= 0, is_negative=value < 0)


def report(at: date, subject: str, by: str) -> str:
    """The report's address for one gaming day."""
    return f"{reverse('management:reports')}?{urlencode({'subject': subject, 'by': by, 'first': at, 'last': at})}"


def bank(at: date) -> str:
    """The page of the house's own games for one gaming day."""
    return f"{reverse('management:bank')}?{urlencode({'first': at, 'last': at})}"
