"""Before the next hand: blinds that a player posts or waits for, and the charge by time."""

from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy, ngettext

from accounting.policy.terms import Time
from casino import house_time
from casino.pages.forms import CommandForm
from casino.pages.views import Command
from tables.hands.pages.dealer import BetweenHandsCommand
from tables.models import Game
from tables.play.pages.tables import AboutTable
from tables.play.selectors import situations
from tables.play.selectors import time_charges as selector
from tables.play.selectors.tables import SeatView
from tables.play.services import missed_blinds, time_charges

PERIODS = (1, 2, 4)
NONE = Time(amount_cents=0, period_minutes=30)  # the service refuses to collect it


class WaitForm(CommandForm):
    """The seat, and whether it waits for the big blind."""

    seat = forms.IntegerField(min_value=1)
    waits = forms.BooleanField(required=False)


class MissedBlinds(BetweenHandsCommand):
    """A player posts the blinds they owe, or waits for the big blind."""

    service = missed_blinds.choose
    form_class = WaitForm

    def get_success_url(self) -> str:
        return reverse("dealer:table", args=[self.kwargs["pk"]])


class CollectForm(CommandForm):
    """For how long, and from which seats."""

    minutes = forms.TypedChoiceField(label=gettext_lazy("For how long"), coerce=int, widget=forms.RadioSelect)
    seats = forms.TypedMultipleChoiceField(label=gettext_lazy("From"), coerce=int, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, charge: Time, seats: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        for name, choices in (("minutes", _periods(charge)), ("seats", seats)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices


def _periods(charge: Time) -> list[tuple[int, str]]:
    found = [charge.period_minutes * periods for periods in PERIODS]
    return [(one, ngettext("%(n)s minute", "%(n)s minutes", one) % {"n": one}) for one in found]


class TimeCharge(AboutTable, Command):
    """Collect the charge for the coming time from the guests who are there."""

    service = time_charges.collect
    template_name = "hands/time_charge.html"
    form_class = CollectForm
    in_address: ClassVar = {"table_id": "pk"}
    success = gettext_lazy("The time charge has been collected.")

    def current_version(self) -> int:
        return self.table.version

    @cached_property
    def charge(self) -> Time | None:
        """The charge in force; None where the game pays from the pot."""
        return selector.charge(situations.seen(self.table.id, house_time.now()))

    @property
    def here(self) -> list[SeatView]:
        """The seats of the guests who are not away."""
        return [one for one in self.table.seats if not one.is_away]

    def get_initial(self) -> dict[str, Any]:
        return {"minutes": (self.charge or NONE).period_minutes, "seats": [one.seat for one in self.here]}

    def get_form_kwargs(self) -> dict[str, Any]:
        seats = [(one.seat, f"{one.seat} {one.guest_name}") for one in self.here]
        return {**super().get_form_kwargs(), "charge": self.charge or NONE, "seats": seats}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        session = self.table.session
        return {
            **super().get_context_data(**kwargs),
            "table": self.table,
            "charge": self.charge,
            "last_at": selector.last_at(session.id) if session else None,
            "keeps_stacks": session is not None and session.recording == Game.Recording.EVERY_ACTION,
        }

    def get_success_url(self) -> str:
        return reverse("dealer:table", args=[self.kwargs["pk"]])
