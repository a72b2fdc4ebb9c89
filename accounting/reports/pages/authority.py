"""For the supervising authority: which page answers which duty, and the books as described files."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.days.pages.house import InHouse
from accounting.reports.selectors import periods
from accounting.reports.selectors.duties import DUTIES
from accounting.reports.services import book_exports
from casino import roles
from casino.pages import navigation
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Page
from casino.services import jobs


class BooksForm(CommandForm):
    """Which gaming days; empty: all."""

    first = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    last = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))


class Duties(InHouse, Page):
    """The check list; a page that the reader may not open is named without a link."""

    permission = periods.PERMISSION
    template_name = "reports/duties.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        addresses = [reverse(duty.page) for duty in DUTIES]
        return {
            **super().get_context_data(**kwargs),
            "rows": [
                (
                    duty,
                    gettext(duty.duty),
                    gettext(duty.answer),
                    address if navigation.may_go(self.actor, address) else "",
                )
                for duty, address in zip(DUTIES, addresses, strict=True)
            ],
            "may_export": roles.permits(self.actor, book_exports.PERMISSION),
        }


class Books(InHouse, Command):
    """Ask for the books of a period; the file is on the job's page."""

    permission = book_exports.PERMISSION
    template_name = "reports/books.html"
    form_class = BooksForm
    service = jobs.ask
    verb = _("Create the files")

    def run(self, values: Mapping[str, Any]) -> str:
        period = {"from": values["first"], "to": values["last"]}
        named = {name: day.isoformat() for name, day in period.items() if day}
        params = {**named, "house": self.house.code, "language": self.actor.language}
        job = self.act({"kind": "books", "params": params})
        return reverse("management:file", args=[job.pk])
