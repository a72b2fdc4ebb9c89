"""The day sheet: one page with the day's seal that two people sign; every print is counted."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from accounting.pages import exports
from accounting.reports import as_pdf
from accounting.selectors import day_sheet
from accounting.services import prints
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.pages.views import Command, Context
from tables.audit.pages.days import READS, AboutDay


class DaySheet(AboutDay, Command):
    """GET shows the day sheet; POST counts a print and leads to it."""

    permission = READS
    template = "management/sheet.html"

    def context(self) -> Context:
        """With the number of the print; without one it is a mere view."""
        number = self.kwargs.get("number")
        paper = day_sheet.printed(self.day, number) if number else None
        if number and paper is None:
            raise NotFound("not_found", marked("Not found."))
        which = {"print": paper.number} if paper else {}
        return {
            **as_pdf.facts(day_sheet.sheet(self.day.pk, actor=self.actor), paper),
            **exports.button("day_sheet", day=self.day.date, **which),
        }

    def run(self, values: Mapping[str, Any]) -> str:
        paper = prints.record(house_id=self.house.pk, subject=day_sheet.subject(self.day.pk), actor=self.actor)
        return reverse("days:sheet-print", args=[self.day.pk, paper.number])

    def show(self, context: Context, *, status: int = 200) -> HttpResponse:
        """Kept in no browser's cache, where the next person at the desk could look at it."""
        response = super().show(context, status=status)
        response.headers["Cache-Control"] = "no-store"
        return response
