"""Management's page of a period: every figure of a shift, day, week, month or year beside two earlier periods."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.cage.pages import papers
from accounting.charts import Columns
from accounting.days.pages.house import InHouse
from accounting.reports.files import period_file, report_charts
from accounting.reports.selectors import periods, reports
from accounting.reports.selectors.figures import By, Report, Subject
from accounting.reports.selectors.periods import Line, Part, Period, PeriodReport, Span
from casino import wording
from casino.errors import Refusal
from casino.pages import navigation
from casino.pages.views import Page

SPANS: Final = (
    (Span.SHIFT.value, _("Shift")),
    (Span.DAY.value, _("Gaming day")),
    (Span.WEEK.value, _("Week")),
    (Span.MONTH.value, _("Month")),
    (Span.YEAR.value, _("Year")),
)
_CHARTED: Final = {
    Span.SHIFT: By.HOUR, Span.DAY: By.HOUR, Span.WEEK: By.DAY, Span.MONTH: By.DAY, Span.YEAR: By.MONTH,
}  # fmt: skip


class PeriodForm(forms.Form):
    """Which period; all of it is in the address."""

    span = forms.ChoiceField(label=_("Period"), choices=SPANS, required=False)
    day = forms.DateField(label=_("Gaming day"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    shift = forms.IntegerField(label=_("Shift"), required=False, min_value=0, max_value=24)


@dataclass(frozen=True, slots=True)
class Shown:
    """A line with its three figures and two changes as text."""

    heading: str
    cells: list[str]
    changes: tuple[str, str]
    is_negative: bool


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A section with the address of the pages behind its figures; `zeros`: the lines that are zero in every period."""

    name: str
    title: str
    address: str
    lines: list[Shown]
    zeros: list[Shown]


class PeriodPage(InHouse, Page):
    """The figures in sections, with the rake as a chart and links to what is behind each section."""

    permission = periods.PERMISSION
    template_name = "reports/period.html"

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The report; a query that is malformed or refused is explained beside the form."""
        asked = PeriodForm(request.GET)
        try:
            found = self.found(asked) if asked.is_valid() else None
        except Refusal as refusal:
            asked.add_error(None, wording.sentence(refusal))
            found = None
        if found is None:
            return self.render_to_response({"form": asked, "asked": asked, "found": None}, status=400)
        period = found.period
        form = PeriodForm(initial={"span": period.span, "day": period.first, "shift": period.shift or None})
        return self.render_to_response({"form": form, "asked": asked, "found": found, **self.shown(found)})

    def found(self, asked: PeriodForm) -> PeriodReport:
        values = asked.cleaned_data
        return periods.report(
            span=Span(values["span"] or Span.DAY),
            at=values["day"],
            shift=values["shift"] or 0,
            house_id=self.house.pk,
            actor=self.actor,
        )

    def shown(self, found: PeriodReport) -> dict[str, Any]:
        period = found.period
        return {
            "title": dict(SPANS)[period.span.value],
            "name": period_file.named(period),
            "names": period_file.headings(found),
            # What is there comes before what is not; the order is otherwise that of the files.
            "parts": sorted((self.part(part, period) for part in found.parts), key=lambda part: not part.lines),
            "columns": self.columns(found),
            "earlier": address(periods.earlier(found.house, period)),
            "later": address(periods.later(found.house, period)),
            "spans": [(name, address_of(Span(word), period.first), word == period.span.value) for word, name in SPANS],
            "files": [(kind.upper(), self.file(period, kind)) for kind in ("csv", "xlsx")],
            **papers.button("period", span=period.span.value, day=period.first, shift=period.shift or ""),
        }

    def part(self, part: Part, period: Period) -> ShownPart:
        kind = part.name.partition("/")[0]
        behind = _BEHIND[kind](period) if kind in _BEHIND else ""
        return ShownPart(
            part.name,
            period_file.title(part),
            behind if behind and navigation.may_go(self.actor, behind) else "",
            [_shown(line) for line in part.lines if not _is_zero(line)],
            [_shown(line) for line in part.lines if _is_zero(line)],
        )

    def columns(self, found: PeriodReport) -> Columns | None:
        """Rake taken by hour, day or month; each column leads to its own rows."""
        period = found.period
        report = reports.report(
            subject=Subject.RAKE,
            by=_CHARTED[period.span],
            first=period.first,
            last=period.last,
            house_id=found.house.pk,
            actor=self.actor,
        )
        return report_charts.of_report(report, address=lambda row: _column(report, str(row.key)))[0]

    def file(self, period: Period, kind: str) -> str:
        """The API's address of the same figures as a file."""
        asked = {**query(period), "format": kind, "house": self.house.pk}
        return f"{reverse('reports-period')}?{urlencode(asked)}"


def _is_zero(line: Line) -> bool:
    return not (line.value or line.before or line.weekdays)


def _shown(line: Line) -> Shown:
    return Shown(
        gettext(line.heading),
        period_file.cells(line),
        (period_file.change(line, line.before), period_file.change(line, line.weekdays)),
        (line.value or 0) < 0,
    )


def query(period: Period) -> dict[str, object]:
    """The query that asks for this period."""
    asked: dict[str, object] = {"span": period.span.value, "day": period.first}
    return {**asked, "shift": period.shift} if period.shift else asked


def address(period: Period) -> str:
    """The page of a period."""
    return f"{reverse('management:period')}?{urlencode(query(period))}"


def address_of(span: Span, day: date) -> str:
    """The page of the period of that span around a gaming day."""
    return f"{reverse('management:period')}?{urlencode({'span': span.value, 'day': day})}"


def _column(report: Report, key: str) -> str:
    """What is behind a column: of a month its days, of a day its hours, of an hour its tables."""
    if report.by is By.MONTH:
        return address_of(Span.MONTH, date.fromisoformat(f"{key}-01"))
    if report.by is By.DAY:
        return address_of(Span.DAY, date.fromisoformat(key))
    return ""


def _rows(name: str, **more: object) -> Callable[[Period], str]:
    """A page that takes the first and the last gaming day."""
    return lambda period: f"{reverse(name)}?{urlencode({**more, 'first': period.first, 'last': period.last})}"


def _audit(period: Period) -> str:
    """Of one day its audit; of several the list of days."""
    if period.first == period.last:
        return f"{reverse('audit:day')}?{urlencode({'day': period.first})}"
    return reverse("days:list")


_BEHIND: Final[Mapping[str, Callable[[Period], str]]] = {
    "rake": _rows("management:reports", subject="rake", by="table"),
    "tips": _rows("management:reports", subject="tips", by="table"),
    "boxes": _audit,
    "bank": _rows("management:bank"),
    "tournaments": lambda _period: reverse("tournaments:list"),
    "jackpots": lambda _period: reverse("management:funds"),
    "jackpot": lambda _period: reverse("management:funds"),
    "levy": lambda _period: reverse("management:revenue"),
    "tronc": lambda _period: reverse("tronc:home"),
}
"""By section: the page of the rows behind its figures, from which one reaches the hand."""
