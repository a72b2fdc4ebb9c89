"""Papers: those whose prints are counted (the first is the original, each later one a reprint), and any as a PDF."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils.functional import cached_property

from accounting.cage.services import prints
from accounting.days.pages.house import OfHouse
from accounting.models import Print
from casino.errors import N_, NotFound
from casino.pages.forms import new_key
from casino.rows import existing


class CountedPaper(OfHouse):
    """A paper: GET shows it, or a print of it; POST counts a print and leads to the page that is printed."""

    service = prints.record
    print_argument: ClassVar[str] = "number"
    """The name of the print's number in the address."""

    def subject(self) -> str:
        """What is counted: `slip:12`."""
        raise NotImplementedError

    def printed(self, number: int) -> str:
        """The address of that print."""
        raise NotImplementedError

    @cached_property
    def print(self) -> Print | None:
        """The print that is shown; None: the paper is only looked at.  Refuses one that was never made."""
        number = self.kwargs.get(self.print_argument)
        if not number:
            return None
        rows = Print.objects.select_related("by").filter(house=self.house, subject=self.subject(), number=number)
        return existing(rows, NotFound("not_found", N_("Not found.")))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Which print it is."""
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "print": self.print,
            "reprint": self.print.number - 1 if self.print else 0,
        }

    def run(self, values: Mapping[str, Any]) -> str:
        return self.printed(self.act({"subject": self.subject()}).number)

    def render_to_response(self, context: dict[str, Any], **response_kwargs: Any) -> HttpResponse:
        """The browser must not keep the paper: the next person at it could read it."""
        response = super().render_to_response(context, **response_kwargs)
        response.headers["Cache-Control"] = "no-store"
        return response


def button(report: str, **asked: object) -> dict[str, Any]:
    """The context of `revenue/_pdf.html`: the form's fields, independent of the language, and a fresh key."""
    return {"pdf": {"report": report, **{name: str(value) for name, value in asked.items()}}, "key": new_key()}
