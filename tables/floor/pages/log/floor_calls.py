"""Calls for the floor on a page of their own: who waits, who goes, what came of it, how soon somebody came."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property

from accounting.pages.house import InHouse
from accounting.selectors import shifts
from accounting.selectors.shifts import Shift
from casino import house_time
from casino.errors import Refusal
from casino.pages.forms import CommandForm, new_key
from casino.pages.views import Command, Context, Live
from tables.floor.services.log import floor_calls
from tables.models import CallKind
from tables.play.selectors import floor_calls as selector
from tables.play.selectors.floor_calls import Call
from tables.verdicts.responses import Response

MOST_ANSWERED: Final = 50
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call with whether it is late, and where one tap makes a ruling or an incident of it."""

    call: Call
    is_late: bool
    ruling: str
    incident: str
    is_mine: bool


class Calls(InHouse, Live):
    """Who waits and since when; the shift's calls that were answered, and how long people waited."""

    permission = "tables.read_log"
    template = "floor/calls.html"
    part = "floor/_calls.html"
    watches = "floor"

    @cached_property
    def waiting(self) -> list[Call]:
        """The longest first."""
        return selector.waiting(self.house.pk)

    def good_until(self) -> datetime | None:
        """Until the next one is late."""
        now = house_time.now()
        late = (call.late_at(self.house.call_minutes) for call in self.waiting)
        return min((moment for moment in late if moment > now), default=None)

    def context(self) -> Context:
        """All of it."""
        now = house_time.now()
        shift = self.shift(now)
        since = shift.begins_at if shift else now - _DAY
        found: Response = selector.response(self.house.pk, since)
        return {
            "waiting": [self.line(call, now) for call in self.waiting],
            "answered": selector.answered(self.house.pk, since)[:MOST_ANSWERED],
            "shift": shift,
            "response": found,
            "median": clock(found.median_seconds),
            "nine_of_ten": clock(found.nine_of_ten_seconds),
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
        )


def clock(seconds: int | None) -> str:
    """`1:05`, as a stop-watch shows it."""
    return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02d}"


class TakeForm(CommandForm):
    """From whom it is taken over, if somebody goes already."""

    over = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)


class TakeCall(InHouse, Command):
    """One tap says "I go"; another taps to take over from who was seen to go."""

    permission = floor_calls.PERMISSION
    template = "floor/take.html"
    form_class = TakeForm
    kwargs: dict[str, Any]

    def context(self) -> Context:
        """The call while it waits, and who goes now."""
        call = next((one for one in selector.waiting(self.house.pk) if one.id == self.kwargs["pk"]), None)
        return {"call": call, "decides": call is not None and call.kind == CallKind.REFUSED_HAND}

    def initial(self) -> dict[str, Any]:
        """Who goes as this page sees it."""
        call = self.context()["call"]
        return {"over": call.taken_by_id if call else None}

    def run(self, values: Mapping[str, Any]) -> str:
        floor_calls.take(call_id=self.kwargs["pk"], over_id=values["over"], actor=self.actor)
        return reverse("floor:board" if self.request.POST.get("from") == "board" else "floor:calls")
