"""The dealer's page at a table against the house: the boxes, the round that is over, a false deal."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from casino.errors import Refusal
from casino.errors import _ as marked
from casino.pages.doors import Command, Context
from casino.pages.forms import CommandForm
from tables.pages.floor import AboutTable
from tables.pages.roundform import FalseDealForm, RoundForm
from tables.rules.misdeal import Misdeal
from tables.selectors import roundpads
from tables.selectors.roundpads import RoundPad
from tables.services import rounds
from tables.services.rounds import Said

PERMISSION = "tables.record_hand"


class AboutRounds(AboutTable, Command):
    """A command at a table against the house."""

    permission = PERMISSION

    @cached_property
    def pad(self) -> RoundPad | None:
        """The session, its game and last rounds."""
        return roundpads.of(self.kwargs["pk"])

    def get(self, request: HttpRequest, **path: Any) -> HttpResponse:
        """The form; elsewhere where guests play among themselves."""
        if self.pad is None:
            return redirect("dealer:table", self.kwargs["pk"])
        return super().get(request, **path)

    def current_version(self) -> int:
        """The table's."""
        return self.table.version

    def context(self) -> Context:
        """The table and its last rounds."""
        return {"table": self.table, "pad": self.pad}

    def renew(self) -> None:
        super().renew()
        self.__dict__.pop("pad", None)

    def here(self) -> str:
        """Where the next round is recorded."""
        return reverse("dealer:round", args=[self.kwargs["pk"]])


class RecordRound(AboutRounds):
    """Bets and outcome of every box, once the round is over."""

    template = "dealer/round.html"

    def form(self, data: Any = None) -> CommandForm:
        """With the boxes of the last round; refuses `game_is_not_banked`."""
        if self.pad is None:
            raise Refusal("game_is_not_banked", marked("This game is played among guests: record hands, not rounds."))
        seats = [(seat.seat, f"{seat.seat} {seat.guest_name}") for seat in self.table.seats]
        return RoundForm(data, version=self.current_version(), initial=self.initial(), pad=self.pad, seats=seats)

    def run(self, values: Mapping[str, Any]) -> str:
        form = self.keyed
        rounds.record(
            table_id=self.kwargs["pk"],
            version=values["version"],
            round_record=form.record(),
            said=Said(tips=form.tips()),
            actor=self.actor,
        )
        return self.here()

    @property
    def keyed(self) -> RoundForm:
        """What was sent, read."""
        form = self.form(self.request.POST)
        assert isinstance(form, RoundForm)
        assert form.is_valid()
        return form

    def done(self, values: Mapping[str, Any]) -> str:
        return str(_("The round is booked."))


class FalseDeal(AboutRounds):
    """Shuffled and dealt again; every bet stands."""

    template = "dealer/false_deal.html"
    form_class = FalseDealForm

    def run(self, values: Mapping[str, Any]) -> str:
        cause = Misdeal(values["cause"])
        rounds.false_deal(table_id=self.kwargs["pk"], version=values["version"], cause=cause, actor=self.actor)
        return self.here()

    def done(self, values: Mapping[str, Any]) -> str:
        return str(_("The false deal is noted: shuffle and deal again, every bet stands."))
