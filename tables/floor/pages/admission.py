"""A guest before sitting down: registered, identified, let in; each page leads on to seating the guest."""

from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.guests.pages.forms import AsksForGuest, KnownGuestForm, RegistersGuest
from tables.guests.selectors import admission
from tables.guests.selectors.admission import offered
from tables.guests.services.admission import checking
from tables.models import Guest
from tables.play.pages.tables import SeatCommand


class BeforeSeating(SeatCommand):
    """A command on the guest alone, which leads on to seating them."""

    in_address: ClassVar = {}

    def seating(self, number: str) -> str:
        """The address where the guest with this number is seated."""
        address = reverse("floor:sit", args=[self.kwargs["pk"], self.kwargs["seat"]])
        return f"{address}?{urlencode({'guest': number})}"


class NewGuest(RegistersGuest, BeforeSeating):
    """Register a guest the house did not know."""

    permission = "tables.edit_guest"
    title = gettext_lazy("New guest")
    verb = gettext_lazy("Add")

    def run(self, values: Mapping[str, Any]) -> str:
        return self.seating(self.act(values).number)


class AdmitForm(KnownGuestForm):
    """Which guest, and what their papers say."""

    birth_date = forms.DateField(
        label=gettext_lazy("Date of birth"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    document = forms.ChoiceField(
        label=gettext_lazy("Identified with"),
        required=False,
        widget=forms.RadioSelect,
        choices=Guest.Document.choices,
        help_text=gettext_lazy("Not needed for a guest who is already known."),
    )


class Admit(AsksForGuest, BeforeSeating):
    """Identify a guest and look them up in the ban file.  The message names no reason."""

    permission = "tables.admit_guest"
    title = gettext_lazy("Check a guest")
    template_name = "floor/admit.html"
    form_class = AdmitForm
    service = checking.receive
    refusal: str | None = None  # the code that seating would be refused with; None: a repeated tap, already answered

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **offered(self.house.pk, actor=self.actor)}

    def run(self, values: Mapping[str, Any]) -> str:
        guest = values["guest"]
        self.act(values)
        self.refusal = admission.card(guest_id=guest.pk, actor=self.actor).standing.refusal
        return self.seating(guest.number)

    def done(self, values: Mapping[str, Any]) -> str:
        name = {"guest": values["guest"].name}
        if self.refusal == "":
            return _("%(guest)s may play today.") % name
        if self.refusal == "admission_unknown":
            messages.warning(self.request, _("The exclusion register did not respond for %(guest)s.") % name)
        elif self.refusal is not None:
            messages.error(self.request, _("%(guest)s may not play.") % name)
        return ""


class Decide(AsksForGuest, BeforeSeating):
    """A manager lets a guest in for whom the ban file gave no answer; the decision is recorded under their name."""

    permission = checking.DECIDES
    title = gettext_lazy("Let in without an answer")
    service = checking.decide
    danger = True

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return self.seating(values["guest"].number)

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(guest)s may play today.") % {"guest": values["guest"].name}
