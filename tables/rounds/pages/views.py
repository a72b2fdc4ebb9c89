"""The dealer's pages at a table against the house: recording a round, a false deal, voiding a round."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from casino.errors import N_, NotFound, Refusal
from casino.pages import polls
from casino.pages.forms import CommandForm, ReasonForm, new_key
from casino.pages.views import Command, Page, Polled
from tables.hands.pages.dealer import called
from tables.hands.selectors import desk
from tables.models import Round
from tables.play.pages.tables import AboutTable
from tables.play.selectors import round_pad
from tables.play.selectors.round_pad import RoundPad
from tables.play.selectors.tables import TableView
from tables.rounds.pages import pad as pages_of_pad
from tables.rounds.pages.round_form import FalseDealForm, RoundForm
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails

PERMISSION = "tables.record_hand"
VOIDS = "tables.void_hand"


class AboutRounds(AboutTable, Command):
    """A command at a table against the house."""

    permission = PERMISSION
    in_address: ClassVar = {"table_id": "pk"}

    @cached_property
    def pad(self) -> RoundPad | None:
        """The session with its last rounds; None where guests play among themselves."""
        return round_pad.of(self.kwargs["pk"])

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The form; redirects where guests play among themselves."""
        if self.pad is None:
            return redirect("dealer:table", self.kwargs["pk"])
        return super().get(request, **path)

    def current_version(self) -> int:
        return self.table.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "table": self.table,
            "pad": self.pad,
            "key": new_key(),
            "may_void": self.actor.has_perm(VOIDS),
            **called(self.table.id),
        }

    def get_success_url(self) -> str:
        """The form for the next round."""
        return reverse("dealer:round", args=[self.kwargs["pk"]])


def round_form(table: TableView, pad: RoundPad | None, **options: Any) -> RoundForm:
    """A `RoundForm` with the boxes of the last round; refuses `game_is_not_banked`."""
    if pad is None:
        raise Refusal("game_is_not_banked", N_("This game is played among guests: record hands, not rounds."))
    seats = [(seat.seat, f"{seat.seat} {seat.guest_name}") for seat in table.seats]
    return RoundForm(**options, pad=pad, seats=seats)


class RecordRound(AboutRounds, Polled):
    """The pad: bets and outcome of every box, once the round is over.

    Its form works by itself; its script needs one tap for most things, and no network.
    """

    template_name = "rounds/round.html"
    service = rounds.record
    part = "rounds/_round_state.html"

    @classmethod
    def version(cls, **path: Any) -> str:
        return desk.table_version(path["pk"])

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The pad, or its live part (`?v=`)."""
        if "v" not in request.GET:
            return super().get(request, **path)
        if self.pad is None:
            return HttpResponse(headers={"HX-Redirect": reverse("dealer:table", args=[self.kwargs["pk"]])})
        return render(request, self.part, self.get_context_data(is_part=True))

    @property
    def is_form(self) -> bool:
        """Whether the browser runs no script: it is led to `?form`, and sends the form."""
        return "form" in self.request.GET or self.request.method == "POST"

    def get_success_url(self) -> str:
        return super().get_success_url() + ("?form=1" if "form" in self.request.GET else "")

    def get_form(self, form_class: type[CommandForm] | None = None) -> CommandForm:
        return round_form(self.table, self.pad, **self.get_form_kwargs())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        assert self.pad is not None
        return {
            **super().get_context_data(**kwargs),
            **pages_of_pad.context(self.table, self.pad, self.house.denominations_cents),
            "may_floor": self.actor.has_perm("tables.open_table"),
            "is_form": self.is_form,
            **polls.context(self.request, self.request.path, self.version_before),
        }

    def act(self, values: Mapping[str, Any]) -> Any:
        form = self.get_form()
        assert isinstance(form, RoundForm)
        assert form.is_valid()
        given = {"round_record": form.record(), "details": RoundDetails(tips=form.tips())}
        return super().act({"version": values["version"], **given})

    def done(self, values: Mapping[str, Any]) -> str:
        return str(_("The round is booked."))


class RoundResult(AboutTable, Page):
    """The outcome of a round as it would be booked, for the pad: `round_pad.outcome` as JSON. Nothing is written."""

    permission = PERMISSION

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The fields of `RoundForm` as the query; 400 for a query that is no round."""
        pad = round_pad.of(self.kwargs["pk"])
        sent = request.GET.copy()
        sent["key"] = new_key()
        form = round_form(self.table, pad, data=sent, version=self.table.version)
        if pad is None or not form.is_valid():
            return JsonResponse({"fields": form.errors}, status=400)
        return JsonResponse(pages_of_pad.outcome(pad.game, form))


class FalseDeal(AboutRounds):
    """Record a false deal: shuffled and dealt again, every bet stands."""

    template_name = "rounds/false_deal.html"
    form_class = FalseDealForm
    service = rounds.false_deal

    def done(self, values: Mapping[str, Any]) -> str:
        return str(_("The misdeal has been noted: shuffle and deal again; every bet stands."))


class VoidRound(AboutRounds):
    """Void a round of the session, with the reason: for the floor, whom the dealer called."""

    permission = VOIDS
    template_name = "rounds/void_round.html"
    form_class = ReasonForm
    service = rounds.void

    @cached_property
    def round(self) -> Round:
        """Refuses `no_such_round`."""
        found = round_pad.round_at(self.pad.session_id, self.kwargs["number"]) if self.pad else None
        if found is None:
            raise NotFound("no_such_round", N_("Round not found."))
        return found

    def current_version(self) -> int:
        return self.round.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "round": self.round}

    def target(self) -> dict[str, Any]:
        return {"round_id": self.round.pk}

    def done(self, values: Mapping[str, Any]) -> str:
        return str(_("The round has been voided: record the correct one."))
