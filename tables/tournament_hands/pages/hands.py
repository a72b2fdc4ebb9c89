"""Hands recorded at a table of a tournament: between two of them, and their list.  One hand is in `hand`."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounting.days.pages.house import InHouse
from casino import house_time, roles
from casino.errors import Refusal
from casino.pages import polls
from casino.pages.forms import new_key
from casino.pages.views import Command, Live, Page, Polled
from tables.hands.pages.dealer import called
from tables.models import Entrant, Tournament, TournamentTable
from tables.play.pages import oval
from tables.play.pages.oval import Look, Oval, Plate
from tables.rules.tournaments import clocks
from tables.rules.tournaments.clocks import ClockView
from tables.rules.tournaments.structures import Level
from tables.tournament_hands.selectors import hands as selector
from tables.tournament_hands.services import playing
from tables.tournaments.pages import clock_face
from tables.tournaments.pages.forms import StartHandForm
from tables.tournaments.selectors import board, standing
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors.board import TableCard
from tables.tournaments.services import steps


class OfHands(InHouse, Page):
    """A page about recorded hands of the tournament in its address."""

    permission = "tables.read_hands"

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament as it is now; refuses `no_such_tournament`."""
        return selector.tournament(self.house.pk, self.kwargs["pk"])

    @cached_property
    def clock(self) -> ClockView:
        """What the clock shows."""
        return standing.clock(self.tournament, house_time.now())

    @cached_property
    def next_level(self) -> Level:
        """By which the next hand is played (S4, WSOP 79)."""
        row = self.tournament
        at_ms = standing.milliseconds(house_time.now())
        return clocks.level_of_next_hand(standing.structure(row), standing.events(row), at_ms)

    def good_until(self) -> datetime | None:
        """Until the level ends by itself."""
        left = timedelta(milliseconds=self.clock.remaining_ms)
        return house_time.now() + left if self.clock.is_running else None

    def may_record(self, table_id: int) -> bool:
        """Whether the actor deals at that table, or runs the tournament."""
        try:
            steps.require_recorder(table_id, self.actor)
        except Refusal:
            return False
        return True

    def surroundings(self, table_id: int) -> dict[str, Any]:
        """What stands around every table of the tournament."""
        return {
            "tournament": self.tournament,
            "at_table": table_id,
            "next_level": clock_face.words(self.next_level),
            "big_blind_ante": clock_face.ante_is_of_the_big_blind(standing.structure(self.tournament)),
            "may_record": self.may_record(table_id),
            "may_run": roles.permits(self.actor, steps.RUNS),
            "key": new_key(),
            **called(table_id),
        }


class AtTable(OfHands, Polled):
    """A table of the tournament, between two hands."""

    @classmethod
    def version(cls, **path: Any) -> str:
        """Any command on this tournament, any call from this table."""
        return selector.table_version(path["pk"], path["table"])

    @cached_property
    def table(self) -> TournamentTable:
        """Refuses `no_such_table`."""
        return seat_views.table(self.tournament, self.kwargs["table"])

    @property
    def address(self) -> str:
        """Of the table's page."""
        return reverse("tournaments:table-hands", args=[self.kwargs["pk"], self.kwargs["table"]])

    def seats_asked(self) -> list[int]:
        """The seats that the button is asked for: where no hand was dealt yet."""
        return [] if seat_views.last(self.table) else self.seats()

    def seats(self) -> list[int]:
        """The seats of entrants who have chips."""
        return [seat for seat, one in self.card.seats if one and one.chips]

    def plate(self, seat: int, entrant: Entrant | None) -> Plate:
        """A seat of the picture."""
        marks = tuple(oval.marks(is_button=self.table.button_seat == seat))
        if entrant is None:
            return Plate(seat, Look.FREE, marks=marks)
        return Plate(
            number=seat,
            look=Look.TAKEN if entrant.chips else Look.AWAY,
            name=oval.name_of(entrant.guest.name),
            stack=entrant.chips,
            words=() if entrant.chips else (_("no chips"),),
            marks=marks,
        )

    @property
    def card(self) -> TableCard:
        """Its seats."""
        return next(card for card in board.cards(self.tournament) if card.table == self.table)

    def table_context(self) -> dict[str, Any]:
        """The table and its seats, and whether a hand may begin."""
        return {
            "table": self.table,
            "oval": Oval(tuple([self.plate(seat, one) for seat, one in self.card.seats])),
            "is_playing": self.tournament.state == Tournament.State.RUNNING,
            "clock_stands": self.clock.is_paused or self.clock.level is None,
            "last": selector.last_at(self.table),
            "version": self.tournament.version,
            **self.surroundings(self.kwargs["table"]),
        }


class TablePage(AtTable, Live):
    """Between hands: the stacks, the level, and the next hand."""

    template_name = "tournament_hands/table.html"
    part = "tournament_hands/_between.html"

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """A hand that is open comes first."""
        played = selector.open_at(self.table)
        if played is None:
            return super().get(request, **path)
        address = reverse("tournaments:hand", args=[self.kwargs["pk"], played.number])
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(headers={"HX-Redirect": address})
        return redirect(address)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            **self.table_context(),
            "start_form": StartHandForm(version=self.tournament.version, seats=self.seats_asked()),
        }


class StartHand(AtTable, Command):
    """Deal the next hand; the button moves by itself, before the first hand it was drawn."""

    service = playing.start
    template_name = "tournament_hands/table.html"
    form_class = StartHandForm
    in_address: ClassVar = {"tournament_id": "pk", "table_id": "table"}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "seats": self.seats_asked()}

    def current_version(self) -> int:
        return self.tournament.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The table's page with the refusal above it."""
        context = super().get_context_data(**kwargs)
        live = {**polls.context(self.request, self.address, self.version_before), "live_part": TablePage.part}
        return {**context, **self.table_context(), "start_form": context["form"], **live}

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("tournaments:hand", args=[self.kwargs["pk"], self.act(values).number])


class Hands(OfHands, Page):
    """All recorded hands, the latest first; `?table=M1` for one table, `?before=` for older ones."""

    template_name = "tournament_hands/hands.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked = self.request.GET
        before = asked.get("before", "")
        code = asked.get("table", "")
        lines = selector.listed(self.tournament, code, int(before) if before.isdecimal() else None)
        return {
            **super().get_context_data(**kwargs),
            "tournament": self.tournament,
            "lines": lines,
            "codes": selector.codes(self.tournament),
            "code": code,
            "before": lines[-1].hand.number if len(lines) == selector.SHOWN else None,
            "may_run": roles.permits(self.actor, steps.RUNS),
        }
