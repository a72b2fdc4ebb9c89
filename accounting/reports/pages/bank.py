"""Management's page of the house's own games: win, drop and hold, what was expected, the revenue of each day."""

from datetime import timedelta
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.days.pages.house import InHouse
from accounting.reports.files import bank_file, report_charts
from accounting.reports.pages import reports
from accounting.revenue.selectors import bank, match
from accounting.revenue.selectors.bank import By, Result
from casino import wording
from casino.errors import Refusal
from casino.pages.views import Page

DAYS = timedelta(days=6)  # a week, where nothing is asked for
_BY = ((By.TABLE.value, _("Table")), (By.SHIFT.value, _("Shift")), (By.DAY.value, _("Gaming day")))


class PeriodForm(forms.Form):
    """From which gaming day to which, and what a row stands for."""

    by = forms.ChoiceField(label=_("By"), choices=_BY, required=False)
    first = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    last = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))


class Bank(InHouse, Page):
    """The figures as tables and as files."""

    permission = bank.PERMISSION
    template_name = "reports/bank.html"

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The result; a query that is malformed or refused is explained beside the form."""
        asked = PeriodForm(request.GET)
        try:
            found = self.found(asked) if asked.is_valid() else None
        except Refusal as refusal:
            asked.add_error(None, wording.sentence(refusal))
            found = None
        if found is None:
            return self.render_to_response({"form": asked, "asked": asked, "found": None}, status=400)
        form = PeriodForm(initial={"by": found.by.value, "first": found.first, "last": found.last})
        return self.render_to_response({"form": form, "asked": asked, "found": found, **self.figures(found)})

    def found(self, asked: PeriodForm) -> Result:
        """The result for the period that is asked for, else for the last week."""
        values = asked.cleaned_data
        first, last = values["first"], values["last"]
        if first is None and last is None:
            last = match.day_of(self.house.pk, None).date
            first = last - DAYS
        by = By(values["by"] or By.TABLE)
        return bank.result(house_id=self.house.pk, first=first, last=last, by=by, actor=self.actor)

    def figures(self, found: Result) -> dict[str, Any]:
        *rows, total = (bank_file.shown(line, found) for line in bank_file.lines(found))
        names = bank_file.label_columns(found.by)
        headings = [gettext(heading) for heading in bank_file.columns(found.by).values()]
        win = slice(len(names), len(names) + bank_file.OF_THE_WIN)
        others = slice(win.stop, None)
        return {
            "names": [gettext(bank_file.HEADINGS[name]) for name in names],
            "tables": [
                (
                    caption,
                    headings[: bank_file.OF_THE_WIN] if part is win else headings[bank_file.OF_THE_WIN :],
                    [(row[: len(names)], row[part]) for row in rows],
                    (total[: len(names)], total[part]),
                )
                for caption, part in ((gettext("Win, drop and hold"), win), (gettext("Float"), others))
            ],
            "columns": report_charts.of_revenues(found, currency=self.house.currency),
            "is_in_table": found.by is By.DAY,
            "bars": report_charts.of_results(found, currency=self.house.currency),
            **reports.files("bank", found),
        }
