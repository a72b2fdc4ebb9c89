"""Slips on pages: the paper with its signature lines, counting its prints; cancelling one."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import Slip
from accounting.pages.house import InHouse
from accounting.pages.papers import CountedPaper
from accounting.pages.windows import CageCommand
from accounting.selectors import slips as selector
from accounting.services import slips
from casino.pages.forms import ReasonForm
from casino.pages.views import Context


class AboutSlip(InHouse):
    """A page about the slip in its address."""

    @cached_property
    def slip(self) -> Slip:
        """The slip; refuses `no_such_slip`."""
        return selector.one(self.kwargs["pk"], actor=self.actor)

    def decided_on(self) -> Slip:
        return self.slip


class Paper(AboutSlip, CountedPaper):
    """The slip on paper: GET shows it, POST counts a print and leads to the page that is printed."""

    permission = selector.PERMISSION
    template = "cage/slip.html"

    def context(self) -> Context:
        return {
            **super().context(),
            "slip": self.slip,
            "chips": selector.lines(self.slip.chips),
            "chips_back": selector.lines(self.slip.chips_back),
        }

    def subject(self) -> str:
        return selector.subject(self.slip)

    def printed(self, number: int) -> str:
        return reverse("cage:slip-print", args=[self.slip.pk, number])


class CancelSlip(AboutSlip, CageCommand):
    """Cancel a slip; it keeps its number."""

    permission = slips.PERMISSION
    title = gettext_lazy("Cancel the slip")
    form_class = ReasonForm
    service = slips.cancel
    in_address: ClassVar = {"slip_id": "pk"}
    danger = True

    def context(self) -> Context:
        return {"slip": self.slip}

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Slip %(slip)s has been cancelled.") % {"slip": self.slip.number}
