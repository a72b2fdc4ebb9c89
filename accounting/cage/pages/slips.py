"""Slips on pages: the paper with its signature lines, counting its prints; cancelling one."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.cage.pages.papers import CountedPaper
from accounting.cage.selectors import slips as selector
from accounting.cage.services import slips
from accounting.days.pages.house import InHouse
from accounting.models import Slip
from casino.pages.decisions import Decide, Told
from casino.pages.forms import ReasonForm


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
    template_name = "cage/slip.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "slip": self.slip,
            "chips": selector.lines(self.slip.chips),
            "chips_back": selector.lines(self.slip.chips_back),
        }

    def subject(self) -> str:
        return selector.subject(self.slip)

    def printed(self, number: int) -> str:
        return reverse("cage:slip-print", args=[self.slip.pk, number])


class OnSlip(AboutSlip, Decide):
    """A decision on the slip in the address; it leads back to the cage's page."""

    permission = selector.MOVES
    matter = selector.SLIPS
    template_name = "cage/command.html"
    in_address: ClassVar = {"slip_id": "pk"}
    leads_to = "cage:today"

    def found(self, pk: int) -> Slip:
        return self.slip

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "slip": self.slip}

    @classmethod
    def told(cls, row: Slip) -> Told:
        return Told(amount_cents=row.amount_cents)


class CancelSlip(OnSlip):
    """Cancel a slip; it keeps its number."""

    title = gettext_lazy("Cancel the slip")
    form_class = ReasonForm
    service = slips.cancel
    danger = True

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Slip %(slip)s has been cancelled.") % {"slip": self.slip.number}
