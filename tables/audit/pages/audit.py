"""Management's first screen: due ↔ booked ↔ counted of a gaming day, each gap with its rows, and the findings inbox.

The address holds every filter (day, table, dealer, terms, rule, state), so that a view can be mailed as a link.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounting import charts, money
from accounting.cage.pages import papers
from accounting.charts import Point
from accounting.days.pages.house import InHouse
from accounting.findings.selectors import findings
from accounting.models import Finding, GamingDay
from accounting.reports.selectors import half_hours
from accounting.reports.selectors.half_hours import HALF, HalfHour
from accounting.revenue.selectors import match
from casino import wording
from casino.models import User
from casino.pages.views import Page
from tables.audit.pages import fold, progress
from tables.audit.pages.facts import sentence_of
from tables.audit.pages.fold import By
from tables.audit.selectors import audits, played_terms
from tables.audit.selectors.played_terms import Played

MOST = 200
_FIELDS = {
    "table": "table_code", "dealer": "dealer_id", "rule": "rule", "state": "state", "decision": "decision_number"
}  # fmt: skip
_HANDS = {"table": "table_code", "dealer": "dealer_id", "terms": "schedule_version_id"}
"""Filters of findings, and of hands' rake: names in the address, and the fields of the rows."""
_ANY = (("", _("all")),)


class Filters(forms.Form):
    """Which findings are shown."""

    day = forms.CharField(required=False, widget=forms.HiddenInput)
    table = forms.ChoiceField(label=_("Table"), required=False)
    dealer = forms.ChoiceField(label=_("Dealer"), required=False)
    rule = forms.ChoiceField(label=_("Rule"), required=False)
    state = forms.ChoiceField(label=_("State"), required=False, choices=[*_ANY, *Finding.State.choices])
    decision = forms.IntegerField(label=_("Decision no."), required=False, min_value=1)

    def __init__(self, data: QueryDict, rows: "QuerySet[Finding]") -> None:
        super().__init__(data)
        dealers = rows.filter(dealer__isnull=False).values_list("dealer_id", "dealer__full_name", "dealer__username")
        self.offer("table", [(code, code) for code in _known(rows, "table_code")])
        self.offer("dealer", [(str(pk), name or login) for pk, name, login in dealers.order_by().distinct()])
        self.offer("rule", [(rule, rule) for rule in _known(rows, "rule")])

    def offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Set the choices, with what the address asks for: a table without findings is no error."""
        asked = self.data.get(name, "")
        if asked and asked not in dict(choices) and (name not in ("dealer", "terms") or _is_id(asked)):
            choices.append((asked, asked))
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*_ANY, *choices]

    def chosen(self, rows: "QuerySet[Finding]") -> "QuerySet[Finding]":
        """The rows that are asked for; invalid filters are ignored."""
        return rows.filter(**self.asked(_FIELDS))

    def asked(self, names: Mapping[str, str]) -> dict[str, str]:
        """The values asked for, by the rows' fields."""
        values = self.cleaned_data if self.is_valid() else {}
        return {field: values[name] for name, field in names.items() if values.get(name)}


class DayFilters(Filters):
    """The same for one day, where hands can also be filtered by their rake terms."""

    terms = forms.ChoiceField(label=_("Schedule"), required=False)
    field_order = ("day", "table", "dealer", "terms")

    def chosen(self, rows: "QuerySet[Finding]") -> "QuerySet[Finding]":
        """With terms: only findings on hands that were dealt under them."""
        rows = super().chosen(rows)
        terms = self.asked({"terms": "version"})
        return rows.filter(hand_id__in=audits.hands_under(int(terms["version"]))) if terms else rows


class AuditPage(InHouse, Page):
    """A gaming day's figures, its tables and its findings."""

    permission = findings.PERMISSION
    template_name = "audit/audit.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        day = self.day
        matched = match.match(house_id=self.house.pk, first=day.date, last=day.date, actor=self.actor)
        before, after = match.days_around(day)
        rows = findings.inbox(actor=self.actor).filter(gaming_day=day)
        filters = DayFilters(self.request.GET, rows)
        filters.offer("table", [(row.table_code, row.table_code) for row in matched.rows])
        filters.offer("dealer", [(str(pk), name) for pk, name in match.dealers(day.pk).items()])
        filters.offer("terms", [(str(pk), name) for pk, name in match.terms(day.pk).items()])
        return {
            **super().get_context_data(**kwargs),
            "day": day,
            "before": before and self.address(day=before),
            "after": after and self.address(day=after),
            "run": audits.last_of(day.pk),
            "match": matched,
            "total": matched.total,
            "difference_bp": money.rate_of(matched.total.difference_cents, max(matched.total.due_cents, 0)),
            "counts": findings.counts(day),
            "filters": filters,
            "is_filtered": bool(filters.asked(_FIELDS | _HANDS) or self.halves),
            **listed(filters.chosen(rows).order_by("state", "-severity", "found_at", "pk")[:MOST], self.actor),
            "chosen_table": self.request.GET.get("table", ""),
            "files": [(name.upper(), self.file(day, name)) for name in ("csv", "xlsx")],
            "hours": self.hours(filters),
            "played": self.played(),
            **progress.shown(self.request, day),
            **papers.button("match", first=day.date, last=day.date),
            **self.rows(filters),
        }

    @cached_property
    def day(self) -> GamingDay:
        """The day in the address, or the latest; refuses `no_such_gaming_day`."""
        return match.day_of(self.house.pk, date_named(self.request.GET.get("day", "")))

    @cached_property
    def half(self) -> datetime | None:
        """The half hour whose rows are shown, if the address names one."""
        return moment_named(self.request.GET.get("half", ""))

    @cached_property
    def hour(self) -> datetime | None:
        """The hour whose rows are shown, if the address names one."""
        return moment_named(self.request.GET.get("hour", ""))

    @property
    def halves(self) -> list[datetime]:
        """The half hours whose rows are shown."""
        return [self.hour, self.hour + HALF] if self.hour else [self.half] if self.half else []

    def hours(self, filters: Filters) -> dict[str, Any]:
        """Due and booked in steps of thirty minutes, for the table, dealer and terms asked for."""
        asked = filters.asked(_HANDS)
        halves = half_hours.half_hours(day_id=self.day.pk, actor=self.actor, **asked)
        chosen = {name: value for name, value in self.request.GET.items() if name in _HANDS and value}

        def rows_of(half: HalfHour) -> str:
            moment = half.begins_at.isoformat()
            return f"{self.address(day=self.day.date, **chosen, half=moment)}#hands" if half.hands else ""

        return {
            "lines": [(half, rows_of(half), half.begins_at in self.halves) for half in halves],
            "chart": charts.columns(
                [half_hour(half, rows_of(half)) for half in halves],
                text=wording.short_money,
                unit=self.house.currency,
            ),
        }

    def rows(self, filters: Filters) -> dict[str, Any]:
        """Behind the gaps: hands with another rake than due, and boxes with their counts."""
        asked = filters.asked(_HANDS)
        if not (asked or self.halves or self.request.GET.get("rows")):
            return {}
        if self.halves:
            hands = half_hours.with_half(match.hands(self.day.pk, **asked)).filter(half__in=self.halves)
        else:
            hands = match.differing(self.day.pk, **asked)
        only = {"table_code": asked["table_code"]} if "table_code" in asked else {}
        return {
            "hands": [(row, hand_address(row.entry.subject)) for row in hands[:MOST]],
            "boxes": match.boxes(self.day.pk, **only),
            "chosen_from": self.halves[0] if self.halves else None,
            "chosen_to": self.halves[-1] + HALF if self.halves else None,
        }

    def played(self) -> list[Played]:
        """The terms that the day's hands were played under, at the table asked for or at all."""
        table = self.request.GET.get("table", "")
        return [one for one in played_terms.of_day(self.day) if table in ("", one.table_code)]

    def address(self, **asked: Any) -> str:
        """This page's address with other filters."""
        return f"{reverse('audit:day')}?{urlencode(asked)}"

    def file(self, day: GamingDay, kind: str) -> str:
        """The API's address of the day's match as a file."""
        asked = {"from": day.date, "to": day.date, "format": kind, "house": self.house.pk}
        return f"{reverse('reports-match')}?{urlencode(asked)}"


class Inbox(InHouse, Page):
    """The findings of all days, by default the open ones, the gravest first."""

    permission = findings.PERMISSION
    template_name = "audit/findings.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = findings.inbox(actor=self.actor).filter(house=self.house)
        asked = self.request.GET.copy()
        asked.setdefault("state", Finding.State.OPEN)
        if asked.get("decision"):  # no finding is open that has one
            asked["state"] = ""
        filters = Filters(asked, rows)
        rows = filters.chosen(rows)
        if day := date_named(self.request.GET.get("day", "")):
            rows = rows.filter(gaming_day__date=day)
        if self.request.GET.get("owner") == "me":
            rows = rows.filter(owner=self.actor)
        by = self.request.GET.get("by", "")
        order = next((one for one in By if one.value == by), By.KIND)
        return {
            **super().get_context_data(**kwargs),
            "filters": filters,
            **listed(rows.order_by("-severity", "found_at", "pk")[:MOST], self.actor, order),
            **fold.counted(rows),
            "orders": [(words, self.address(one), one is order) for one, words in fold.ORDERS],
            "most": MOST,
        }

    def address(self, order: By) -> str:
        """This page with the same filters in another order."""
        asked = self.request.GET.copy()
        asked["by"] = order.value
        return f"?{asked.urlencode()}"


def half_hour(half: HalfHour, address: str) -> Point:
    """Rake booked, before what was due."""
    label = f"{timezone.localtime(half.begins_at):%H:%M}"
    return Point(
        label=label,
        value=half.booked_cents,
        title=f"{label}: {wording.money(half.booked_cents)} / {wording.money(half.due_cents)}",
        address=address,
        due=half.due_cents,
        mark="short" if half.booked_cents < half.due_cents else "",
    )


def with_sentences(rows: "QuerySet[Finding]") -> list[tuple[Finding, str, findings.Run]]:
    """The first finding of each run with its rule's sentence in the reader's language."""
    return [(run.first, sentence_of(run.first), run) for run in findings.runs(rows)]


def listed(rows: "QuerySet[Finding]", actor: User, by: By = By.KIND) -> dict[str, Any]:
    """The findings as their template takes them; only who may decide is offered one decision on several."""
    found = with_sentences(rows)
    lines = fold.folded([run for _first, _sentence, run in found], by)
    return {"found": found, "folds": lines, "may_resolve": actor.has_perm(findings.RESOLVE)}


def hand_address(subject: str) -> str:
    """The address of the hand that an entry or finding is about (`hand:812`); empty where it is about none."""
    kind, _colon, number = subject.partition(":")
    return reverse("dealer:hand", args=[int(number)]) if kind == "hand" and number.isdecimal() else ""


def moment_named(text: str) -> datetime | None:
    """An RFC 3339 time; None for anything else, and for a time without its zone."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def date_named(text: str) -> date | None:
    """An ISO date; None for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _known(rows: "QuerySet[Finding]", field: str) -> list[str]:
    return [value for value in rows.order_by(field).values_list(field, flat=True).distinct() if value]


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19
