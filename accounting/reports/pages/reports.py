"""Management's page: rake and tips by day, hour, table, dealer, game, stake or month, beside the period before."""

from calendar import monthrange
from datetime import date, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.cage.pages import papers
from accounting.days.pages.house import InHouse
from accounting.reports.files import columns, report_charts
from accounting.reports.files.columns import HEADINGS
from accounting.reports.selectors import reports
from accounting.reports.selectors.figures import By, Figures, Report, Row, Subject
from accounting.revenue.selectors.bank import Result
from casino import replica, wording
from casino.errors import Refusal
from casino.pages.views import Page

_AUDITED = {By.HOUR: "hour", By.TABLE: "table", By.DEALER: "dealer"}
"""What the page of a day's audit calls the key of a row."""
_OVER_TIME = (By.DAY, By.HOUR, By.MONTH)
"""Rows of these have other keys in an earlier period, so that only totals are compared."""
_COMPARED = {Subject.RAKE: "taken_cents", Subject.TIPS: "tips_cents"}
_SUBJECTS = ((Subject.RAKE.value, _("Rake")), (Subject.TIPS.value, _("Tips")))


class ReportForm(forms.Form):
    """The query; all of it is in the address, so that a link to a finding can be mailed."""

    subject = forms.ChoiceField(label=_("Report"), choices=_SUBJECTS, required=False)
    by = forms.ChoiceField(label=_("By"), required=False)
    first = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    last = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        by = self.fields["by"]
        assert isinstance(by, forms.ChoiceField)
        by.choices = [(each.value, gettext(HEADINGS[each])) for each in By]


class Reports(InHouse, Page):
    """The figures as a table, with the total, and links to the files."""

    permission = reports.PERMISSION
    template_name = "reports/reports.html"

    def get(self, request: Any, *args: Any, **path: Any) -> HttpResponse:
        """The report; a query that is malformed or refused is explained beside the form."""
        asked = self.asked
        try:
            report = self.report() if asked.is_valid() else None
        except Refusal as refusal:
            asked.add_error(None, wording.sentence(refusal))
            report = None
        shown = self.figures(report) if report else {}
        status = 200 if report else 400
        return self.render_to_response(
            {"form": self.form(report), "asked": asked, "report": report, **shown}, status=status
        )

    @cached_property
    def asked(self) -> ReportForm:
        return ReportForm(self.request.GET)

    def form(self, report: Report | None) -> ReportForm:
        """The form with the period that is shown, which may be a default one."""
        if report is None:
            return self.asked
        return ReportForm(
            initial={"subject": report.subject, "by": report.by, "first": report.first, "last": report.last}
        )

    def report(self) -> Report:
        values = self.asked.cleaned_data
        return reports.report(
            subject=Subject(values["subject"] or Subject.RAKE),
            by=By(values["by"] or By.TABLE),
            first=values["first"],
            last=values["last"],
            house_id=self.house.pk,
            actor=self.actor,
        )

    def before(self, report: Report) -> Report:
        """The same report of the period before."""
        first, last = reports.period_before(report.first, report.last)
        return reports.report(
            subject=report.subject, by=report.by, first=first, last=last, house_id=report.house_id, actor=self.actor
        )

    def figures(self, report: Report) -> dict[str, Any]:
        earlier = self.before(report)
        then = {row.key: row.figures for row in earlier.rows} if report.by not in _OVER_TIME else {}
        drawn, bars = report_charts.of_report(report, address=partial(rows_of, report))
        return {
            "headings": [gettext(HEADINGS[column]) for column in columns.of(report)],
            "first_heading": gettext(HEADINGS[report.by]),
            "rows": [
                (
                    columns.row_name(report.by, row),
                    cells(report, row.figures),
                    compared(report, row.figures, then.get(row.key, Figures())) if then else ("", ""),
                )
                for row in report.rows
            ],
            "total": cells(report, report.total),
            "total_before": compared(report, report.total, earlier.total) if earlier.rows else ("–", ""),
            "compared": gettext(HEADINGS[columns.Column(_COMPARED[report.subject])]),
            "earlier": earlier,
            "sums": report.total,
            "behind": replica.behind(),
            "columns": drawn,
            "bars": bars,
            "periods": periods(report),
            "before": self.address(report, report.first - timedelta(days=1), report.first - timedelta(days=1)),
            "after": self.address(report, report.last + timedelta(days=1), report.last + timedelta(days=1)),
            **files(report.subject.value, report),
        }

    def address(self, report: Report, first: date, last: date) -> str:
        """This page for another period."""
        return _report(report, report.by, first, last)


def rows_of(report: Report, row: Row) -> str:
    """The page of what is behind a row: of a month its days, of a day its hours, else the day's audit; or empty."""
    if report.by is By.MONTH:
        year, month = map(int, str(row.key).split("-"))
        return _report(report, By.DAY, date(year, month, 1), date(year, month, monthrange(year, month)[1]))
    if report.by is By.DAY:
        day = date.fromisoformat(str(row.key))
        return _report(report, By.HOUR, day, day)
    name = _AUDITED.get(report.by)
    if name is None or row.key is None or report.first != report.last:
        return ""
    return f"{reverse('audit:day')}?{urlencode({'day': report.first, name: row.key})}#hands"


def periods(report: Report) -> list[tuple[str, str]]:
    """The month and the year of what is shown, each with its address: by days, and by months."""
    last = report.last
    ends = last.replace(day=monthrange(last.year, last.month)[1])
    return [
        (date_format(last, "YEAR_MONTH_FORMAT"), _report(report, By.DAY, last.replace(day=1), ends)),
        (str(last.year), _report(report, By.MONTH, date(last.year, 1, 1), date(last.year, 12, 31))),
    ]


def _report(report: Report, by: By, first: date, last: date) -> str:
    asked = {"subject": report.subject.value, "by": by.value, "first": first, "last": last}
    return f"{reverse('management:reports')}?{urlencode(asked)}"


def compared(report: Report, figures: Figures, before: Figures) -> tuple[str, str]:
    """Rake taken, or tips, of the period before, and the change in per cent."""
    name = _COMPARED[report.subject]
    value, other = getattr(figures, name), getattr(before, name)
    return columns.text(name, other), columns.change(value, other)


def cells(report: Report, figures: Figures) -> list[tuple[str, str]]:
    """The figures of a line as text and CSS class; a shortage is red."""
    shown = []
    for column, value in columns.values(report, figures).items():
        short = column == columns.Column.DIFFERENCE and value < 0
        shown.append((columns.text(column, value), "number bad" if short else "number"))
    return shown


def files(name: str, report: Report | Result) -> dict[str, Any]:
    """The addresses of the same figures as files of the API, and the button for the PDF."""
    by, first, last = report.by.value, report.first, report.last

    def address(kind: str) -> str:
        asked = {"from": first, "to": last, "by": by, "format": kind, "house": report.house_id}
        return f"{reverse(f'reports-{name}')}?{urlencode(asked)}"

    return {
        "files": [(kind.upper(), address(kind)) for kind in ("csv", "xlsx")],
        **papers.button(name, by=by, first=first, last=last),
    }
