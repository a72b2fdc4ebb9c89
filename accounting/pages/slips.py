"""Slips on pages: the paper with its signature lines, each print of it counted; cancelling one."""

from collections.abc import Mapping
from typing import Any

from django import forms
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
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Context


class ReasonForm(CommandForm):
    """Why; whoever reads it next year was not there."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), min_length=3, max_length=500, widget=forms.Textarea({"rows": 2})
    )


class AboutSlip(InHouse):
    """A page about the slip in its address."""

    kwargs: dict[str, Any]
    actor: Any

    @cached_property
    def slip(self) -> Slip:
        """The slip; refuses `no_such_slip`."""
        slip = selector.one(self.kwargs["pk"], actor=self.actor)
        if slip.house_id != self.house.pk:
            raise NotFound("no_such_slip", marked("There is no such slip."))
        return slip

    def renew(self) -> None:
        """Look again after a command was refused."""
        self.__dict__.pop("slip", None)


class Paper(AboutSlip, Command):
    """The slip on paper: seen by GET, and each print of it counted by POST, which leads to what is printed."""

    permission = selector.PERMISSION
    template = "cage/slip.html"

    def context(self) -> Context:
        """The slip, and which print this is; without a number it is only a view."""
        number = self.kwargs.get("number")
        paper = selector.printed(self.slip, number) if number else None
        if number and paper is None:
            raise NotFound("not_found", marked("There is no such thing."))
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
        """A paper must not lie in the browser's memory for the next one to look at."""
        response = super().show(context, status=status)
        response.headers["Cache-Control"] = "no-store"
        return response


class CancelSlip(AboutSlip, CageCommand):
    """Let a slip be; it keeps its number."""

    permission = slips.PERMISSION
    title = gettext_lazy("Cancel the slip")
    form_class = ReasonForm
    danger = True

    def context(self) -> Context:
        return {**super().context(), "slip": self.slip}

    def act(self, values: Mapping[str, Any]) -> None:
        slips.cancel(slip_id=self.slip.pk, reason=values["reason"], actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Slip %(slip)s is cancelled.") % {"slip": self.slip.number}
