"""What the floor types at a waiting list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.pages.forms import CommandForm, MoneyField, ReasonForm
from tables.guests.pages.forms import GuestField
from tables.play.pages.forms import MoveForm
from tables.rules.waiting.calls import Answer

HERE, OUTSIDE = "here", "outside"
ANSWERS = {
    Answer.ON_MY_WAY: pgettext_lazy("a guest who is called", "On the way"),
    Answer.MORE_TIME: pgettext_lazy("a guest who is called", "More time"),
    Answer.CANCEL: pgettext_lazy("a guest who is called", "Does not want the seat"),
}


class JoinForm(CommandForm):
    """Who, and where he is."""

    where = forms.ChoiceField(
        label=_("Where is the guest?"),
        widget=forms.RadioSelect,
        choices=[(HERE, _("In the room")), (OUTSIDE, _("On the way here"))],
    )

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        guest = GuestField(house_id=house_id, label=_("Guest"), help_text=_("Number or name"))
        self.fields = {"key": self.fields["key"], "version": self.fields["version"], "guest": guest, **self.fields}


class CallForm(MoveForm):
    """To which free seat, and why him when others are in front."""

    reason = forms.CharField(label=_("Reason"), required=False, max_length=500)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["to"]
        field.label = _("Seat")
        field.error_messages["invalid_choice"] = _("This seat is not free any more.")


class AnswerForm(CommandForm):
    """What the guest says."""

    answer = forms.TypedChoiceField(
        label=_("Answer"),
        widget=forms.RadioSelect,
        coerce=Answer,
        choices=[(answer.value, label) for answer, label in ANSWERS.items()],
    )


class SeatForm(CommandForm):
    """With how much he sits down."""

    buy_in_cents = MoneyField(label=_("Buy-in"), least_cents=1)


class PlaceForm(ReasonForm):
    """To which place, and why."""

    place = forms.IntegerField(label=_("New place"), min_value=1, max_value=999)
    field_order = ("key", "version", "place", "reason")


class LeaveForm(CommandForm):
    """Why, if he says so."""

    reason = forms.CharField(label=_("Reason, if the guest gives one"), required=False, max_length=500)
