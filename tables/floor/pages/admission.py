"""A guest at the door: who he is, and whether he may play today; then on to his seat."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.pages.forms import CommandForm
from casino.pages.views import Context
from tables.guests.pages.forms import GuestField
from tables.guests.selectors import admission
from tables.guests.selectors.admission import offered
from tables.guests.services.admission import checking
from tables.models import Guest
from tables.play.pages.tables import SeatCommand


class AdmitForm(CommandForm):
    """Whom, and what his papers say; of who is known already they need not be seen again."""

    birth_date = forms.DateField(
        label=gettext_lazy("Date of birth"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    document = forms.ChoiceField(
        label=gettext_lazy("Identified with"),
        required=False,
        widget=forms.RadioSelect,
        choices=Guest.Document.choices,
        help_text=gettext_lazy("Not needed of a guest who is known already."),
    )

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        guest = GuestField(house_id=house_id, label=gettext_lazy("Guest"), help_text=gettext_lazy("Number or name"))
        self.fields = {"key": self.fields["key"], "version": self.fields["version"], "guest": guest, **self.fields}


def seating_address(table_id: int, seat: int, number: str) -> str:
    """Where he is seated next."""
    return f"{reverse('floor:sit', args=[table_id, seat])}?{urlencode({'guest': number})}"


class Admit(SeatCommand):
    """Identify a guest, ask for him, and go on seating him.  What is said names no reason."""

    permission = "tables.admit_guest"
    title = gettext_lazy("Check a guest")
    template = "floor/admit.html"
    form_class = AdmitForm
    refusal: str | None = None  # what seating him would meet; None: a second tap, to which it was said already

    def form_options(self) -> dict[str, Any]:
        return {"house_id": self.house.pk}

    def initial(self) -> dict[str, Any]:
        return {"guest": self.request.GET.get("guest", "")}

    def context(self) -> Context:
        return {**super().context(), **offered(self.house.pk)}

    def run(self, values: Mapping[str, Any]) -> str:
        guest = values["guest"]
        checking.receive(
            guest_id=guest.pk, birth_date=values["birth_date"], document=values["document"], actor=self.actor
        )
        self.refusal = admission.card(guest_id=guest.pk, actor=self.actor).standing.refusal
        return seating_address(self.kwargs["pk"], self.kwargs["seat"], guest.number)

    def done(self, values: Mapping[str, Any]) -> str:
        name = {"guest": values["guest"].name}
        if self.refusal == "":
            return _("%(guest)s may play today.") % name
        if self.refusal == "admission_unknown":
            messages.warning(self.request, _("The ban file gave no answer for %(guest)s.") % name)
        elif self.refusal is not None:
            messages.error(self.request, _("%(guest)s may not play.") % name)
        return ""


class DecideForm(CommandForm):
    """For whom."""

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["guest"] = GuestField(
            house_id=house_id, label=gettext_lazy("Guest"), help_text=gettext_lazy("Number or name")
        )


class Decide(SeatCommand):
    """A manager lets a guest in for whom the ban file did not answer; his name stands for it.  Then on to the seat."""

    permission = checking.DECIDES
    title = gettext_lazy("Let in without an answer")
    form_class = DecideForm
    danger = True

    def form_options(self) -> dict[str, Any]:
        return {"house_id": self.house.pk}

    def initial(self) -> dict[str, Any]:
        return {"guest": self.request.GET.get("guest", "")}

    def run(self, values: Mapping[str, Any]) -> str:
        checking.decide(guest_id=values["guest"].pk, actor=self.actor)
        return seating_address(self.kwargs["pk"], self.kwargs["seat"], values["guest"].number)

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(guest)s may play today.") % {"guest": values["guest"].name}
