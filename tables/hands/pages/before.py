"""Before the next hand: blinds that a player posts or waits for, and the charge by time."""

from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy, ngettext

from accounting.policy.terms import Time
from casino import house_time
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Context
from tables.hands.pages.dealer import BetweenHandsCommand
from tables.models import Game
from tables.play.pages.tables import AboutTable
from tables.play.selectors import situations
from tables.play.selectors import time_charges as selector
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

    def back(self) -> str:
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
    template = "hands/time_charge.html"
    in_address: ClassVar = {"table_id": "pk"}
    success = gettext_lazy("The time charge has been collected.")

    def current_version(self) -> int:
        return self.table.version

    @cached_property
    def charge(self) -> Time | None:
        """The charge in force; None where the game pays from the pot."""
        return selector.charge(situations.seen(self.table.id, house_time.now()))

    def form(self, data: Any = None) -> CommandForm:
        charge = self.charge or NONE
        here = [one for one in self.table.seats if not one.is_away]
        seats = [(one.seat, f"{one.seat} {one.guest_name}") for one in here]
        initial = {"minutes": charge.period_minutes, "seats": [one.seat for one in here]}
        return CollectForm(data, version=self.table.version, charge=charge, seats=seats, initial=initial)

    def context(self) -> Context:
        session = self.table.session
        return {
            "table": self.table,
            "charge": self.charge,
            "last_at": selector.last_at(session.id) if session else None,
            "keeps_stacks": session is not None and session.recording == Game.Recording.EVERY_ACTION,
        }

    def back(self) -> str:
        return reverse("dealer:table", args=[self.kwargs["pk"]])
