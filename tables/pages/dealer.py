"""The dealer's desk: his table, the pad for a summary, and a hand with every action."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounting.pages.house import InHouse
from accounting.policy.rake import HandFacts
from casino import wording
from casino.pages.doors import Command, Context, Live, Page
from casino.pages.forms import new_key, typed
from tables.models import Game
from tables.pages.dealer_forms import DueForm, SummaryForm
from tables.pages.floor import AboutTable
from tables.selectors import dues, floor
from tables.selectors import tables as selector
from tables.services import hands, recording
from tables.services.recording import Summary


class Desk(InHouse, Page):
    """Where to deal: one's own table, or a choice for those who may deal anywhere."""

    permission = "tables.record_hand"
    template = "dealer/desk.html"

    def get(self, request: HttpRequest, **path: Any) -> HttpResponse:
        """Straight to the own table."""
        own = floor.table_of(self.actor.pk)
        return redirect("dealer:table", own) if own else super().get(request, **path)

    def context(self) -> Context:
        """The open tables, for those who may choose."""
        may_choose = self.actor.has_perm("tables.deal_anywhere")
        tables = selector.views(self.house.pk) if may_choose else []
        return {"tables": [table for table in tables if table.session], "may_choose": may_choose}


class DealerTable(AboutTable, Live):
    """Between hands: who sits with how much, and the next hand."""

    permission = "tables.record_hand"
    template = "dealer/table.html"
    part = "dealer/_table.html"

    def version(self) -> str:
        """Any command on this table."""
        return floor.table_version(self.kwargs["pk"])

    def get(self, request: HttpRequest, **path: Any) -> HttpResponse:
        """A hand that is open, or the pad where only outcomes are recorded, comes first."""
        if "v" in request.GET and request.GET["v"] == self.version():
            return HttpResponse(status=204)
        address = self.elsewhere()
        if address is None:
            return super().get(request, **path)
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(headers={"HX-Redirect": address})
        return redirect(address)

    def elsewhere(self) -> str | None:
        """Where the dealer should be instead."""
        if self.table.current_hand:
            return reverse("dealer:hand", args=[self.table.current_hand[0]])
        if self.table.session and self.table.session.recording == Game.Recording.SUMMARY:
            return reverse("dealer:record", args=[self.table.id])
        return None

    def context(self) -> Context:
        """The table and its seats."""
        taken = {seat.seat: seat for seat in self.table.seats}
        seats = [(number, taken.get(number)) for number in range(1, self.table.seat_count + 1)]
        return {"table": self.table, "seats": seats, "key": new_key(), "last": floor.last_hand(self.table.id)}


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
        live = {"live_version": str(self.table.version), "live_address": address, "live_part": DealerTable.part}
        return {"table": self.table, "seats": seats, "key": new_key(), "last": floor.last_hand(self.table.id), **live}

    def run(self, values: Mapping[str, Any]) -> str:
        recorded = hands.start(
            table_id=self.kwargs["pk"], version=values["version"], button_seat=None, actor=self.actor
        )
        return reverse("dealer:hand", args=[recorded.hand.pk])


class RecordSummary(AboutTable, Command):
    """The pad: pot, flop or not, rake, tip, book; four taps in a busy room."""

    permission = "tables.record_hand"
    template = "dealer/pad.html"
    form_class = SummaryForm

    def current_version(self) -> int:
        """The table's."""
        return self.table.version

    def context(self) -> Context:
        """The table, and the hand booked last."""
        return {"table": self.table, "last": floor.last_hand(self.table.id)}

    @cached_property
    def present(self) -> list[int]:
        """The seats that are dealt in."""
        return [seat.seat for seat in self.table.seats if not seat.is_away]

    def renew(self) -> None:
        super().renew()
        self.__dict__.pop("present", None)

    def form_options(self) -> dict[str, Any]:
        return {"seats": [(seat.seat, f"{seat.seat} {seat.guest_name}") for seat in self.table.seats]}

    def initial(self) -> dict[str, Any]:
        return {"flop_seen": True, "dealt_in": len(self.present)}

    def run(self, values: Mapping[str, Any]) -> str:
        summary = Summary(
            pot_cents=values["pot_cents"],
            flop_seen=values["flop_seen"],
            dealt_in=values["dealt_in"],
            rake_cents=values["rake_cents"],
            tip_cents=values["tip_cents"] or 0,
            winners=tuple(values["winners"]),
            reason=values["reason"],
            client_uuid=UUID(values["key"]),
            dealt_at=None,
        )
        recording.record_summary(
            table_id=self.kwargs["pk"], version=values["version"], summary=summary, actor=self.actor
        )
        return reverse("dealer:record", args=[self.kwargs["pk"]])

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Booked: pot %(pot)s.") % {"pot": wording.money(values["pot_cents"])}


class ProposedDue(AboutTable, Page):
    """What the pot on the pad owes, while it is typed; part of the pad."""

    permission = "tables.record_hand"
    template = "dealer/_due.html"

    def get(self, request: HttpRequest, **path: Any) -> HttpResponse:
        """The rake field filled with what is due, and the customary tip; empty while the pot is unreadable."""
        form = DueForm(request.GET)
        if not form.is_valid():
            return self.show({"proposal": None})
        proposal = dues.of_pot(self.kwargs["pk"], HandFacts(**form.cleaned_data))
        return self.show({"proposal": proposal, "due": typed(proposal.due.due_cents)})
