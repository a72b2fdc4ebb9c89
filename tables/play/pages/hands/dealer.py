"""The dealer's desk: his table, and the next hand where every action is recorded."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property

from casino import house_time
from casino.pages import polls
from casino.pages.forms import new_key
from casino.pages.views import Command, Context, Live
from tables.models import CallKind, Game
from tables.play.pages.tables import AboutTable
from tables.play.selectors import desk, floor_calls, round_pad, stakes
from tables.play.services import hands

CALLED = (CallKind.FLOOR, CallKind.RULING, CallKind.CHIPS)  # with one tap more; the other kinds have their own place


def called(table_id: int) -> dict[str, Any]:
    """Who waits for the floor at a table, and what it is called for."""
    return {"calls": floor_calls.waiting_at(table_id), "call_kinds": [(kind.value, kind.label) for kind in CALLED]}


def beside(table_id: int) -> dict[str, Any]:
    """What stands beside every dealer's table: the last hand, and the floor that was called."""
    play = stakes.of_table(table_id)
    return {"last": desk.last_hand(table_id), "coming": stakes.coming(play) if play else None, **called(table_id)}


class DealerTable(AboutTable, Live):
    """Between hands: who sits with how much, and the next hand."""

    permission = "tables.record_hand"
    template = "dealer/table.html"
    part = "dealer/_table.html"

    @classmethod
    def version(cls, **path: Any) -> str:
        """Any command on this table."""
        return desk.table_version(path["pk"])

    def get(self, request: HttpRequest, **path: Any) -> HttpResponse:
        """A hand that is open, or the pad where only outcomes are recorded, comes first."""
        address = self.elsewhere()
        if address is None:
            return super().get(request, **path)
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(headers={"HX-Redirect": address})
        return redirect(address)

    def elsewhere(self) -> str | None:
        """Where the dealer should be instead."""
        if self.table.tournament:
            return reverse("tournaments:table-hands", args=[self.table.tournament[0], self.table.id])
        if self.table.current_hand:
            return reverse("dealer:hand", args=[self.table.current_hand[0]])
        if round_pad.is_banked(self.table.id):
            return reverse("dealer:round", args=[self.table.id])
        if self.table.session and self.table.session.recording == Game.Recording.SUMMARY:
            return reverse("dealer:record", args=[self.table.id])
        return None

    def good_until(self) -> datetime | None:
        """Until the next stake's time has come."""
        return stakes.good_until(self.beside["coming"], house_time.now())

    @cached_property
    def beside(self) -> dict[str, Any]:
        """The last hand, the next stake, who waits for the floor."""
        return beside(self.table.id)

    def context(self) -> Context:
        """The table and its seats."""
        taken = {seat.seat: seat for seat in self.table.seats}
        seats = [(number, taken.get(number)) for number in range(1, self.table.seat_count + 1)]
        return {"table": self.table, "seats": seats, "key": new_key(), **self.beside}


class StartHand(AboutTable, Command):
    """Deal the next hand; the button moves by itself."""

    permission = "tables.record_hand"
    template = "dealer/table.html"

    def current_version(self) -> int:
        """The table's."""
        return self.table.version

    def context(self) -> Context:
        """The table and its seats."""
        taken = {seat.seat: seat for seat in self.table.seats}
        seats = [(number, taken.get(number)) for number in range(1, self.table.seat_count + 1)]
        address = reverse("dealer:table", args=[self.table.id])
        live = {**polls.context(self.request, address, str(self.table.version)), "live_part": DealerTable.part}
        return {"table": self.table, "seats": seats, "key": new_key(), **beside(self.table.id), **live}

    def run(self, values: Mapping[str, Any]) -> str:
        recorded = hands.start(
            table_id=self.kwargs["pk"], version=values["version"], button_seat=None, actor=self.actor
        )
        return reverse("dealer:hand", args=[recorded.hand.pk])
