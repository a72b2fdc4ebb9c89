"""Slips on pages: the paper with its signature lines, counting its prints; cancelling one."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import Slip
from accounting.pages.house import InHouse
from accounting.pages.windows import CageCommand
from accounting.selectors import slips as selector
from accounting.services import prints, slips
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.pages.forms import ReasonForm
from casino.pages.views import Command, Context


class AboutSlip(InHouse):
    """A page about the slip in its address."""

    kwargs: dict[str, Any]
    actor: Any

    @cached_property
    def slip(self) -> Slip:
        """The slip; refuses `no_such_slip`."""
        return selector.one(self.kwargs["pk"], actor=self.actor)

    def decided_on(self) -> Slip:
        return self.slip

    def target(self) -> dict[str, Any]:
        return {"slip_id": self.slip.pk}


class Paper(AboutSlip, Command):
    """The slip on paper: GET shows it, POST counts a print and leads to the page that is printed."""

    permission = selector.PERMISSION
    template = "cage/slip.html"

    def context(self) -> Context:
        """The slip, and which print this is; without a number nothing is printed."""
        number = self.kwargs.get("number")
        paper = selector.printed(self.slip, number) if number else None
        if number and paper is None:
            raise NotFound("not_found", marked("Not found."))
        return {
            "house": self.house,
            "slip": self.slip,
            "chips": selector.lines(self.slip.chips),
            "chips_back": selector.lines(self.slip.chips_back),
            "print": paper,
            "reprint": paper.number - 1 if paper else 0,
        }

    def run(self, values: Mapping[str, Any]) -> str:
        paper = prints.record(house_id=self.house.pk, subject=selector.subject(self.slip), actor=self.actor)
        return reverse("cage:slip-print", args=[self.slip.pk, paper.number])

    def show(self, context: Context, *, status: int = 200) -> HttpResponse:
        """The browser must not keep the paper: the next person at it could read it."""
        response = super().show(context, status=status)
        response.headers["Cache-Control"] = "no-store"
        return response


class CancelSlip(AboutSlip, CageCommand):
    """Cancel a slip; it keeps its number."""

    permission = slips.PERMISSION
    title = gettext_lazy("Cancel the slip")
    form_class = ReasonForm
    service = slips.cancel
    danger = True

    def context(self) -> Context:
        return {**super().context(), "slip": self.slip}

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Slip %(slip)s has been cancelled.") % {"slip": self.slip.number}
