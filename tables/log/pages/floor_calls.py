"""Calls for the floor: made from a table; on their own page taken over and looked up, with the times people waited."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting.cage.selectors import shifts
from accounting.cage.selectors.shifts import Shift
from accounting.days.pages.house import InHouse
from casino import house_time, wording
from casino.errors import Refusal
from casino.pages.forms import CommandForm, new_key
from casino.pages.views import Command, Live
from tables.hands.services import hands
from tables.log.services import floor_calls
from tables.models import CallKind, Hand
from tables.play.pages.forms import CallForm, RefusedForm
from tables.play.pages.tables import AboutTable
from tables.play.selectors import floor_calls as selector
from tables.play.selectors.floor_calls import Call
from tables.verdicts.responses import Response

MOST_ANSWERED: Final = 50
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that waits, the addresses where one tap makes a ruling or an incident of it, and the hand at issue."""

    call: Call
    is_late: bool
    ruling: str
    incident: str
    is_mine: bool
    hand: Hand | None

    @property
    def may_be_corrected(self) -> bool:
        """Whether the hand is booked from its outcome; a hand with every action is voided."""
        return self.hand is not None and self.hand.state == Hand.State.SETTLED and self.hand.setup is None


class Calls(InHouse, Live):
    """The calls that wait, those answered in this shift, and how long people waited."""

    permission = "tables.read_log"
    template_name = "log/calls.html"
    part = "log/_calls.html"
    watches = "floor"

    @cached_property
    def waiting(self) -> list[Call]:
        """The longest first."""
        return selector.waiting(self.house.pk)

    def good_until(self) -> datetime | None:
        """Until the next call is late."""
        now = house_time.now()
        late = (call.late_at(self.house.call_minutes) for call in self.waiting)
        return min((moment for moment in late if moment > now), default=None)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        now = house_time.now()
        shift = self.shift(now)
        since = shift.begins_at if shift else now - _DAY
        found: Response = selector.response(self.house.pk, since)
        return {
            **super().get_context_data(**kwargs),
            "waiting": [self.line(call, now) for call in self.waiting],
            "may_void": self.actor.has_perm(hands.void.permission or ""),
            "answered": selector.answered(self.house.pk, since)[:MOST_ANSWERED],
            "shift": shift,
            "response": found,
            "median": waited(found.median_seconds),
            "nine_of_ten": waited(found.nine_of_ten_seconds),
            "may_rule": self.actor.has_perm(floor_calls.PERMISSION),
            "may_log": self.actor.has_perm("tables.keep_log"),
            "minutes": self.house.call_minutes,
            "key": new_key(),
            "now": now,
        }

    def shift(self, now: datetime) -> Shift | None:
        """The running shift; None while no gaming day is open."""
        try:
            return shifts.running(self.house, now)
        except Refusal:
            return None

    def line(self, call: Call, now: datetime) -> Waiting:
        """A call as the page shows it."""
        rule = (
            reverse("dealer:rule", args=[call.hand_id]) if call.hand_id else reverse("floor:rule", args=[call.table_id])
        )
        return Waiting(
            call,
            now >= call.late_at(self.house.call_minutes),
            f"{rule}?call={call.id}",
            f"{reverse('floor:new-incident')}?table={call.table_id}&call={call.id}",
            call.taken_by_id == self.actor.pk,
            self.hands.get(call.id),
        )

    @cached_property
    def hands(self) -> Mapping[int, Hand]:
        """The hand that each call is probably about."""
        return selector.hands_at_issue([call for call in self.waiting if call.kind != CallKind.REFUSED_HAND])


def waited(seconds: int | None) -> str:
    """How long a call waited, `1 min 5 s`; "" for None."""
    return "" if seconds is None else wording.seconds(seconds)


class TakeForm(CommandForm):
    """The person it is taken over from, where somebody has taken it already."""

    over = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)


class TakeCall(InHouse, Command):
    """Take a call by one tap, or take it over from the person the page showed."""

    permission = floor_calls.PERMISSION
    template_name = "log/take.html"
    form_class = TakeForm
    service = floor_calls.take
    in_address: ClassVar = {"call_id": "pk"}

    @cached_property
    def call(self) -> Call | None:
        """The call; None where it does not wait any more."""
        return next((one for one in selector.waiting(self.house.pk) if one.id == self.kwargs["pk"]), None)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        decides = self.call is not None and self.call.kind == CallKind.REFUSED_HAND
        return {**super().get_context_data(**kwargs), "call": self.call, "decides": decides}

    def get_initial(self) -> dict[str, Any]:
        return {"over": self.call.taken_by_id if self.call else None}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"over_id": values["over"]})

    def get_success_url(self) -> str:
        return reverse("floor:board" if self.request.POST.get("from") == "board" else "floor:calls")


class CallFloor(AboutTable, Command):
    """Call the floor to the table."""

    permission = "tables.record_hand"
    template_name = "log/call.html"
    form_class: type[CommandForm] = CallForm
    service: ClassVar[Callable[..., Any]] = floor_calls.call
    in_address: ClassVar = {"table_id": "pk"}
    success = gettext_lazy("The floor has been called.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "table": self.table}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"kind": values["kind"], "hand_id": values["hand"], "round_id": values["round"]})

    def get_success_url(self) -> str:
        return reverse("dealer:table", args=[self.kwargs["pk"]])


class BringRefused(CallFloor):
    """Bring a refused hand, which the tablet has kept, before the floor."""

    form_class = RefusedForm
    service = floor_calls.refused

    def act(self, values: Mapping[str, Any]) -> Any:
        return Command.act(self, {"hand_uuid": values["hand_uuid"], "facts": values["facts"]})
