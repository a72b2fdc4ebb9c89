"""The dealer's page at a table against the house: the boxes, the round that is over, a false deal."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from casino.errors import NotFound, Refusal
from casino.errors import _ as marked
from casino.pages.forms import CommandForm, ReasonForm, new_key
from casino.pages.views import Command, Context
from tables.models import Round
from tables.play.pages.hands.dealer import called
from tables.play.pages.round_form import FalseDealForm, RoundForm
from tables.play.pages.tables import AboutTable
from tables.play.selectors import round_pad
from tables.play.selectors.round_pad import RoundPad
from tables.play.services import rounds
from tables.play.services.rounds import RoundDetails
from tables.rules.misdeal import Misdeal

PERMISSION = "tables.record_hand"
VOIDS = "tables.void_hand"


class AboutRounds(AboutTable, Command):
    """A command at a table against the house."""

    permission = PERMISSION

    @cached_property
    def pad(self) -> RoundPad | None:
        """The session, its game and last rounds."""
        return round_pad.of(self.kwargs["pk"])

    def get(self, request: HttpRequest, **path: Any) -> HttpResponse:
        """The form; elsewhere where guests play among themselves."""
        if self.pad is None:
            return redirect("dealer:table", self.kwargs["pk"])
        return super().get(request, **path)

    def current_version(self) -> int:
        """The table's."""
        return self.table.version

    def context(self) -> Context:
        """The table and its last rounds, who waits for the floor, and whether what is booked may be taken back."""
        return {
            "table": self.table,
            "pad": self.pad,
            "key": new_key(),
            "may_void": self.actor.has_perm(VOIDS),
            **called(self.table.id),
        }

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
        form = self.idempotent
        rounds.record(
            table_id=self.kwargs["pk"],
            version=values["version"],
            round_record=form.record(),
            details=RoundDetails(tips=form.tips()),
            actor=self.actor,
        )
        return self.here()

    @property
    def idempotent(self) -> RoundForm:
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


class VoidRound(AboutRounds):
    """Take a round of the session back, with the reason: by the floor, whom the dealer called."""

    permission = VOIDS
    template = "dealer/void_round.html"
    form_class = ReasonForm
    requires_password = True

    @cached_property
    def round(self) -> Round:
        """The round of that number; refuses `no_such_round`."""
        found = round_pad.round_at(self.pad.session_id, self.kwargs["number"]) if self.pad else None
        if found is None:
            raise NotFound("no_such_round", marked("There is no such round."))
        return found

    def current_version(self) -> int:
        """The round's."""
        return self.round.version

    def context(self) -> Context:
        """The round beside the table."""
        return {**super().context(), "round": self.round}

    def renew(self) -> None:
        super().renew()
        self.__dict__.pop("round", None)

    def run(self, values: Mapping[str, Any]) -> str:
        rounds.void(round_id=self.round.pk, version=values["version"], reason=values["reason"], actor=self.actor)
        return self.here()

    def done(self, values: Mapping[str, Any]) -> str:
        return str(_("The round is taken back: record what is right."))
