"""The clock of the house: as it is, asking for another one, and the second person's decision."""

from typing import Any, ClassVar
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from accounting.days.selectors import clocks as selector
from accounting.days.selectors.clocks import CLOCKS
from accounting.days.services import clocks
from accounting.models import ClockChange
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm
from casino.pages.views import Page
from casino.roles import permits


class Clock(InHouse, Page):
    """The clock of the house, and what was asked for it."""

    permission = "casino.view_logins"
    template_name = "days/clock.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "to_come": selector.to_come(self.house.pk),
            "changes": selector.changes(actor=self.actor).filter(house=self.house),
            "may_ask": permits(self.actor, CLOCKS.edits),
            "may_decide": permits(self.actor, CLOCKS.approves),
        }


class ClockForm(CommandForm):
    """Both parts of a clock."""

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"), choices=lambda: [(zone, zone) for zone in sorted(available_timezones())]
    )
    rolls_over_at = forms.TimeField(
        label=gettext_lazy("Earliest start of a new gaming day"), widget=forms.TextInput({"placeholder": "12:00"})
    )


class AskClock(OfHouse):
    """Ask for another clock."""

    service = clocks.ask
    template_name = "pages/step.html"
    form_class = ClockForm
    title = gettext_lazy("Ask for another clock")
    explanation = gettext_lazy("It applies from the next gaming day, once a second person has approved it.")
    leads_to = "management:clock"
    success = gettext_lazy("Requested. It takes effect once a second person has approved it.")

    def get_initial(self) -> dict[str, Any]:
        return {"time_zone": self.house.time_zone, "rolls_over_at": f"{self.house.rolls_over_at:%H:%M}"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": self.house.name}


class OnClock(InHouse, Decide):
    """A decision on another clock."""

    matter = CLOCKS
    in_address: ClassVar = {"clock_change_id": "pk"}
    leads_to = "management:clock"

    @classmethod
    def told(cls, row: ClockChange) -> Told:
        house = row.house
        return Told(
            [
                Change(gettext_lazy("Time zone"), house.time_zone, row.time_zone),
                Change(
                    gettext_lazy("Earliest start of a new gaming day"),
                    f"{house.rolls_over_at:%H:%M}",
                    f"{row.rolls_over_at:%H:%M}",
                ),
            ]
        )


class ApproveClock(OnClock):
    """Approve another clock."""

    service = clocks.approve
    title = gettext_lazy("Approve another clock of the house")
    explanation = gettext_lazy("The next gaming day that is opened begins by it; the open one ends as it began.")


class DeclineClock(OnClock):
    """Decline another clock, or withdraw one's own request."""

    service = clocks.decline
    title = gettext_lazy("Decline another clock of the house")
    danger = True
