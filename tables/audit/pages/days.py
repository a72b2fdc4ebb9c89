"""Management's gaming days: the list, one day's close by its check list, its reopening by two people."""

from datetime import date
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting import hours
from accounting.days.pages.house import InHouse, OfHouse
from accounting.days.selectors import days as selector
from accounting.days.services import days as money_days
from accounting.findings.selectors import findings
from accounting.models import Drop, Finding, GamingDay, Reopening
from casino import house_time, roles, wording
from casino.models import Job
from casino.models.jobs import JobState
from casino.pages import navigation, polls
from casino.pages.decisions import Decide, Told
from casino.pages.forms import ReasonForm, new_key
from casino.pages.views import Command, Live, Page
from casino.services import jobs
from tables.audit.pages.facts import sentence_at_table
from tables.audit.selectors import audits, closing
from tables.audit.selectors.closing import Check, Item
from tables.audit.services import days
from tables.models import Table
from tables.play.selectors import absence

READS = "accounting.view_reports"
CLOSES = "accounting.close_day"
REOPENS = "accounting.reopen_day"
SHOWN = 62
STEPS_SHOWN = 8
USUAL_HOURS = 24  # of a gaming day during which the house's clock does not change


class Days(InHouse, Page):
    """The house's gaming days of two months, newest first, and the next step."""

    permission = READS
    template_name = "audit/days.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = selector.of_house(self.house.pk, actor=self.actor)[:SHOWN]
        lengths = [(row, selector.length_hours(row)) for row in rows]
        current = next((row for row in rows if row.state == GamingDay.State.OPEN), None)
        may_open = roles.permits(self.actor, "accounting.open_day")
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "days": [(row, length_hours, length_hours != USUAL_HOURS) for row, length_hours in lengths],
            "current": current,
            "is_over": current is not None and money_days.date_of(self.house, house_time.now()) > current.date,
            "may_open": may_open and current is None,
            "may_roll_over": may_open and current is not None,
            "key": new_key(),
        }


class AboutDay(InHouse):
    """A page about the gaming day in its address."""

    kwargs: dict[str, Any]
    request: HttpRequest
    actor: Any

    @cached_property
    def day(self) -> GamingDay:
        """Refuses `no_such_gaming_day`."""
        return selector.day(self.kwargs["pk"], actor=self.actor)

    @property
    def is_closed(self) -> bool:
        return self.day.state == GamingDay.State.CLOSED

    @cached_property
    def checks(self) -> list[Check]:
        """The check list; empty for a sealed day."""
        return [] if self.is_closed else closing.checklist(self.day)

    @cached_property
    def job(self) -> Job | None:
        """The latest audit job of this day."""
        return audits.job_of(self.day)

    def here(self) -> str:
        """The day's own page."""
        return reverse("days:close", args=[self.kwargs["pk"]])

    def list_context(self) -> dict[str, Any]:
        """For the template of the check list."""
        job = self.job if self.job and self.job.state != JobState.DONE else None
        return {
            "day": self.day,
            "checks": [
                {
                    "check": check,
                    "steps": [
                        (word, address if navigation.may_go(self.actor, address) else "")
                        for word, address in steps(check, self.day)
                    ],
                    "more": len(check.open) - STEPS_SHOWN,
                    "all": place_of(check, self.day),
                }
                for check in self.checks
            ],
            "most": STEPS_SHOWN,
            "is_ready": bool(self.checks) and all(check.is_met for check in self.checks),
            "job": job,
            "may_read_audit": roles.permits(self.actor, findings.PERMISSION),
            "may_audit": roles.permits(self.actor, "accounting.run_audit")
            and (job is None or job.state == JobState.FAILED),
            "key": new_key(),
            **polls.context(self.request, reverse("days:checklist", args=[self.day.pk])),
        }


def steps(check: Check, day: GamingDay) -> list[tuple[str, str]]:
    """The open entries of an item, each with the address where it is done."""
    if check.item is Item.TABLES:
        ids = dict(Table.objects.filter(house_id=day.house_id, code__in=check.open).values_list("code", "pk"))
        return [(code, reverse("floor:table", args=[ids[code]])) for code in check.open]
    if check.item in (Item.FLOATS, Item.FINDINGS):
        rows = closing.open_findings(day, of_floats=check.item is Item.FLOATS)
        return [(sentence_at_table(row), reverse("audit:finding", args=[row.pk])) for row in rows]
    address = {
        Item.SLIPS: reverse("cage:today"),
        Item.WINDOWS: reverse("cage:today"),
        Item.BOXES: reverse("cage:count"),
        Item.FUNDS: reverse("management:funds"),
        Item.SCHEDULES: reverse("management:schedules"),
        Item.AUDIT: "",
    }[check.item]
    return [(_named(check.item, word), address) for word in check.open]


def place_of(check: Check, day: GamingDay) -> str:
    """Where all open entries of an item are done, or the first of them; empty where that is the day's own page."""
    if check.item is Item.FINDINGS:
        return f"{reverse('audit:findings')}?{urlencode({'day': day.date, 'state': Finding.State.OPEN})}"
    _word, address = next(iter(steps(check, day)), ("", ""))
    return address


def _named(item: Item, word: str) -> str:
    """An open entry in the reader's language: a box (`T07 rake`), the day without an audit (`2026-11-21`)."""
    if item is Item.AUDIT:
        return wording.day(date.fromisoformat(word))
    if item is not Item.BOXES:
        return word
    table, _space, kind = word.rpartition(" ")
    return f"{table} {Drop.Kind(kind).label}"


class Checklist(AboutDay, Live):
    """The check list alone, asked every two seconds while the day is being closed."""

    permission = READS
    template_name = part = "audit/_checklist.html"
    watches = "days"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **self.list_context()}


class DayCommand(AboutDay, Command):
    """A command on a gaming day, on a page of its own; it leads back to the day."""

    template_name = "pages/step.html"
    in_address: ClassVar = {"day_id": "pk"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "day": self.day,
            "subject": date_format(self.day.date, "SHORT_DATE_FORMAT"),
        }

    def get_success_url(self) -> str:
        return self.here()


class CloseDay(DayCommand):
    """A day's page: its check list, closing it with the password, its seal, opening it again."""

    permission = READS
    template_name = "audit/day.html"
    service = days.close_day
    success = gettext_lazy("The gaming day has been closed and sealed.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        clock = (self.house.rolls_over_at, self.house.time_zone)
        reopenings = list(selector.reopenings(actor=self.actor).filter(gaming_day=self.day))
        waiting = [one for one in reopenings if selector.REOPENINGS.is_open(one)]
        may_reopen = roles.permits(self.actor, REOPENS)
        return {
            **super().get_context_data(**kwargs),
            **self.list_context(),
            "house": self.house,
            "ends_at": hours.ends_at(self.day.date, *clock),
            "length_hours": selector.length_hours(self.day),
            "is_closed": self.is_closed,
            "may_close": roles.permits(self.actor, CLOSES) and not self.is_closed,
            "seals": self.day.seals.select_related("by").order_by("-number"),
            "reopenings": reopenings,
            "may_reopen": may_reopen,
            "asked": [(one, may_reopen and one.asked_by_id != self.actor.pk) for one in waiting],
            "may_ask_reopening": may_reopen and self.is_closed and not waiting,
            "kept": absence.kept_for(self.actor, absence.kept(self.house.pk)),
        }


class Audit(DayCommand):
    """Start the audit: all hands of the day are computed again; the check list shows its progress."""

    permission = "accounting.run_audit"
    service = jobs.ask
    title = gettext_lazy("Audit now")
    explanation = gettext_lazy(
        "Every hand of the day is recomputed, and what was booked is matched with what was counted."
    )

    def target(self) -> dict[str, Any]:
        return {"kind": audits.KIND, "params": audits.params(self.day)}


class RollOver(OfHouse, DayCommand):
    """Begin the next gaming day; this one is being closed from now on."""

    service = money_days.roll_over
    title = gettext_lazy("Begin the next gaming day")
    explanation = gettext_lazy(
        "Tables in play stay in the old day until they are counted and carried over; new tables open in the new day."
    )
    success = gettext_lazy("The next gaming day has begun; this one is being closed.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "back": reverse("days:list")}


class AskReopening(DayCommand):
    """Ask for a closed day to be opened again."""

    form_class = ReasonForm
    service = money_days.ask_reopening
    title = gettext_lazy("Request reopening")
    explanation = gettext_lazy("A second manager must approve it. The seal stays on record; the day is sealed again.")
    danger = True
    success = gettext_lazy("Requested. A second manager must approve it on this page.")


class OnReopening(InHouse, Decide):
    """A decision on a request to open a day again; leads back to the day."""

    permission = REOPENS
    matter = selector.REOPENINGS
    in_address: ClassVar = {"reopening_id": "pk"}

    def found(self, pk: int) -> Reopening:
        return selector.reopening(pk, actor=self.actor)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "subject": date_format(self.row.gaming_day.date, "SHORT_DATE_FORMAT"),
        }

    @classmethod
    def told(cls, row: Reopening) -> Told:
        return Told(reason=row.reason)

    def get_success_url(self) -> str:
        return reverse("days:close", args=[self.row.gaming_day_id])


class ApproveReopening(OnReopening):
    """Open a closed day again, at another person's request."""

    service = money_days.approve_reopening
    title = gettext_lazy("Open the gaming day again")
    success = gettext_lazy("The gaming day is being closed again.")
    danger = True


class DeclineReopening(OnReopening):
    """Decline a request, or withdraw one's own."""

    service = money_days.decline_reopening
    title = gettext_lazy("Leave the gaming day closed")
