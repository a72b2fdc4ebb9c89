"""The day sheet: one page with the day's seal that two people sign; every print is counted."""

from typing import Any

from django.urls import reverse

from accounting.cage.pages import papers
from accounting.cage.pages.papers import CountedPaper
from accounting.reports.files import as_pdf
from accounting.reports.selectors import day_sheet
from tables.audit.pages.days import READS, AboutDay


class DaySheet(AboutDay, CountedPaper):
    """GET shows the day sheet; POST counts a print and leads to it."""

    permission = READS
    template_name = "audit/sheet.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the number of the print; without one it is a mere view."""
        which = {"print": self.print.number} if self.print else {}
        return {
            **super().get_context_data(**kwargs),
            **as_pdf.facts(day_sheet.sheet(self.day.pk, actor=self.actor), self.print),
            **papers.button("day_sheet", day=self.day.date, **which),
        }

    def subject(self) -> str:
        return day_sheet.subject(self.day.pk)

    def printed(self, number: int) -> str:
        return reverse("days:sheet-print", args=[self.day.pk, number])
