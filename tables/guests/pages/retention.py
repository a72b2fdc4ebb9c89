"""What is kept of people and how long; erasures that two people decide, and legal holds."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from casino import roles
from casino.pages.decisions import Decide, Told
from casino.pages.forms import ReasonForm
from casino.pages.views import Command, Page
from tables.guests.pages.forms import AsksForGuest, KnownGuestForm
from tables.guests.selectors import erasures as selectors
from tables.guests.services import erasures, subject_access
from tables.models import Erasure, LegalHold

MOST = 100
READS, ERASES = selectors.READS, selectors.PERMISSION


class Retention(InHouse, Page):
    """Requests and holds first, then every kind of data with its law and period, then what was erased."""

    permission = READS
    template_name = "guests/retention.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = selectors.erasures(self.house.pk)
        return {
            **super().get_context_data(**kwargs),
            "waiting": rows.filter(state=Erasure.State.ASKED),
            "decided": rows.exclude(state=Erasure.State.ASKED)[:MOST],
            "holds": selectors.holds(self.house.pk)[:MOST],
            "kinds": selectors.kinds(self.house.pk),
            "may_erase": roles.permits(self.actor, ERASES),
        }


class GuestReasonForm(KnownGuestForm, ReasonForm):
    """Which guest, and why."""


class RetentionCommand(InHouse, Command):
    """A command on requests and holds; leads back to them."""

    permission = ERASES
    template_name = "guests/retention_step.html"
    leads_to = "retention:list"

    @cached_property
    def row(self) -> Erasure | LegalHold | None:
        """The request or hold that the address names."""
        return None

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "row": self.row}


class Ask(AsksForGuest, RetentionCommand):
    """Ask for a guest's erasure."""

    service = erasures.ask
    title = gettext_lazy("Request erasure")
    explanation = gettext_lazy("Another manager must approve it. What was played and booked stays, without the name.")
    form_class = GuestReasonForm
    success = gettext_lazy("The request is waiting for a second person.")


class Hold(AsksForGuest, RetentionCommand):
    """Set a legal hold."""

    service = erasures.hold
    title = gettext_lazy("Place a legal hold")
    explanation = gettext_lazy(
        "Until somebody else lifts the hold, this guest cannot be erased, by hand or by time limit."
    )
    form_class = GuestReasonForm


class Access(AsksForGuest, RetentionCommand):
    """Have the file made that a guest may ask for."""

    service = subject_access.ask
    title = gettext_lazy("Information for a guest")
    explanation = gettext_lazy("A file with everything that is kept about them. Read it before you hand it over.")

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("management:file", args=[self.act(values).pk])


class OnErasure(InHouse, Decide):
    """A decision on a request."""

    permission = ERASES
    matter = selectors.ERASURES
    in_address: ClassVar = {"erasure_id": "pk"}
    leads_to = "retention:list"

    def found(self, pk: int) -> Erasure:
        return get_object_or_404(selectors.erasures(self.house.pk), pk=pk)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": f"{self.row.guest.name} · {self.row.guest.number}"}

    @classmethod
    def told(cls, row: Erasure) -> Told:
        return Told(reason=row.reason)


class Approve(OnErasure):
    """Erase for good."""

    service = erasures.approve
    title = gettext_lazy("Erase this guest")
    explanation = gettext_lazy("This cannot be undone. Name, number, notes and date of birth are removed everywhere.")
    danger = True
    success = gettext_lazy("The guest has been erased.")


class Decline(OnErasure):
    """Decline a request, or take one's own back."""

    service = erasures.decline
    title = gettext_lazy("Decline this request")


class Lift(RetentionCommand):
    """Lift a legal hold."""

    service = erasures.lift
    title = gettext_lazy("Lift this legal hold")
    form_class = ReasonForm
    in_address: ClassVar = {"hold_id": "pk"}

    @cached_property
    def row(self) -> LegalHold:
        return get_object_or_404(LegalHold.objects.select_related("guest"), pk=self.kwargs["pk"])

    def decided_on(self) -> LegalHold:
        return self.row
