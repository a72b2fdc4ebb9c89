"""The dealer's table between hands, and dealing the next hand where every action is recorded."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from casino import house_time
from casino.pages import polls
from casino.pages.forms import CommandForm, new_key
from casino.pages.views import Command, Live
from tables.hands.selectors import desk, next_hand
from tables.hands.selectors.next_hand import NextHand
from tables.hands.services import hands
from tables.models import CallKind, Game
from tables.play.pages import oval
from tables.play.pages.tables import AboutTable
from tables.play.selectors import floor_calls, round_pad, stakes
from tables.play.selectors.positions import Markers

TIPS = (0, 1, 2, 5, 10)  # in whole units of the currency; another one is keyed
REASONS = (
    gettext_lazy("Pot corrected"),
    gettext_lazy("Floor decision"),
    gettext_lazy("Chip unit"),
    gettext_lazy("Dealer error"),
)
CALLED = (CallKind.FLOOR, CallKind.RULING, CallKind.CHIPS)  # with one tap more; the other kinds have their own place


def called(table_id: int) -> dict[str, Any]:
    """The calls for the floor that wait at a table, and the kinds of call."""
    return {"calls": floor_calls.waiting_at(table_id), "call_kinds": [(kind.value, kind.label) for kind in CALLED]}


def beside(table_id: int) -> dict[str, Any]:
    """What every dealer's page of a table shows: the last hand, the next stake, calls for the floor."""
    play = stakes.of_table(table_id)
    return {"last": desk.last_hand(table_id), "coming": stakes.coming(play) if play else None, **called(table_id)}


class BetweenHands(AboutTable):
    """A page about a table between hands: the guests with their stacks, and the next hand."""

    permission: ClassVar[str | None] = "tables.record_hand"
    template_name = "hands/hand/table.html"

    @cached_property
    def beside(self) -> dict[str, Any]:
        return beside(self.table.id)

    @property
    def button_seat(self) -> int | None:
        """Where the dealer puts the button; None: it moves on by itself."""
        wanted = self.request.GET.get("button", "")
        return int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 else None

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = next_hand.of_table(self.table.id, self.button_seat)
        at = found.deal.positions if found else None
        markers = Markers(at.button_seat, at.small_blind_seat, at.big_blind_seat, is_next=True) if at else None
        shown = replace(self.table, markers=markers or self.table.markers)
        return {
            **super().get_context_data(**kwargs),
            "table": self.table,
            "oval": oval.between_hands(shown),
            "key": new_key(),
            **self.beside,
            **(self.next_hand(found) if found else {}),
        }

    def next_hand(self, found: NextHand) -> dict[str, Any]:
        """What may be chosen before the next hand."""
        names = {one.seat: oval.name_of(one.guest_name) for one in self.table.seats}
        return {
            "next": found,
            "button_seat": self.button_seat,
            "debtors": [(one, names[one.seat]) for one in found.debtors],
            "straddlers": [(seat, names[seat]) for seat in found.straddlers],
            "button_places": [(seat, names[seat]) for seat in found.button_places],
            "charges_time": found.pays_by_time,
        }


class DealerTable(BetweenHands, Live):
    """The dealer's table, fresh every two seconds."""

    part = "hands/hand/_table.html"

    @classmethod
    def version(cls, **path: Any) -> str:
        return desk.table_version(path["pk"])

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """Redirects to an open hand, or to the pad where only outcomes are recorded."""
        address = self.elsewhere()
        if address is None:
            return super().get(request, **path)
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(headers={"HX-Redirect": address})
        return redirect(address)

    def elsewhere(self) -> str | None:
        """Where the dealer should be instead; None: here."""
        if self.table.tournament:
            return reverse("tournaments:table-hands", args=[self.table.tournament[0], self.table.id])
        if self.table.practice:
            return reverse("practice:table", args=[self.table.id])
        if self.table.current_hand:
            return reverse("dealer:hand", args=[self.table.current_hand[0]])
        if round_pad.is_banked(self.table.id):
            return reverse("dealer:round", args=[self.table.id])
        if self.table.session and self.table.session.recording == Game.Recording.SUMMARY:
            return reverse("dealer:record", args=[self.table.id])
        return None

    def good_until(self) -> datetime | None:
        return stakes.good_until(self.beside["coming"], house_time.now())


class StartForm(CommandForm):
    """Where the button lies, if it does not move by itself, and who straddles."""

    button_seat = forms.IntegerField(required=False, min_value=1)
    straddle_seat = forms.IntegerField(required=False, min_value=1)


class BetweenHandsCommand(BetweenHands, Command):
    """A command on a table between hands; a refusal shows the table as it is now."""

    in_address: ClassVar = {"table_id": "pk"}

    def current_version(self) -> int:
        return self.table.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        address = reverse("dealer:table", args=[self.table.id])
        live = polls.context(self.request, address, str(self.table.version))
        return {**super().get_context_data(**kwargs), **live, "live_part": DealerTable.part}


class StartHand(BetweenHandsCommand):
    """Deal the next hand; the button moves by itself, unless the dealer has put it somewhere."""

    form_class = StartForm
    service = hands.start

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("dealer:hand", args=[self.act(values).hand.pk])
