"""A table that is played at with chips without value: opened, between two hands, its seats, begun again, closed."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import roles
from casino.pages import polls
from casino.pages.forms import new_key
from casino.pages.views import Live
from tables.hands.pages.dealer import called
from tables.models import PracticeGame, PracticeSeat
from tables.play.pages import oval
from tables.play.pages.oval import Look, Oval, Plate
from tables.play.pages.tables import AboutTable, TableCommand
from tables.practice.pages.forms import ChipsForm, GameForm, StartForm
from tables.practice.selectors import games as selector
from tables.practice.services import games, hands


class Open(TableCommand):
    """Open the table with a game of the house, for chips without value."""

    title = gettext_lazy("Play with chips without value")
    verb = gettext_lazy("Open the table")
    template_name = "practice/command.html"
    service = games.open_game
    form_class = GameForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.house.pk}

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("practice:table", args=[self.kwargs["pk"]])


class OfPractice(AboutTable):
    """A page about the practice game at the table in its address."""

    permission = "tables.record_hand"

    @cached_property
    def practice(self) -> PracticeGame:
        """Refuses `no_practice`."""
        return selector.open_at(self.kwargs["pk"])

    @cached_property
    def taken(self) -> dict[int, PracticeSeat]:
        """The taken seats, by number."""
        return {one.seat: one for one in selector.seats(self.practice)}

    @property
    def address(self) -> str:
        """Of the table's page."""
        return reverse("practice:table", args=[self.kwargs["pk"]])

    def table_context(self) -> dict[str, Any]:
        """The table, its seats, and what may be done there."""
        return {
            "table": self.table,
            "practice": self.practice,
            "oval": Oval(tuple([self.plate(seat) for seat in range(1, self.table.seat_count + 1)])),
            "may_deal": sum(bool(one.chips_cents) for one in self.taken.values()) > 1,
            "may_open": roles.permits(self.actor, "tables.open_table"),
            "last": selector.last_hand(self.practice),
            "start_form": StartForm(version=self.table.version),
            "key": new_key(),
            **called(self.kwargs["pk"]),
        }

    def plate(self, seat: int) -> Plate:
        """A seat of the picture; a tap takes it, or leads to its chips."""
        marks = tuple(oval.marks(is_button=self.practice.button_seat == seat))
        taken = self.taken.get(seat)
        if taken is None:
            address = reverse("practice:sit", args=[self.kwargs["pk"], seat])
            return Plate(seat, Look.FREE, marks=marks, address=address)
        return Plate(
            number=seat,
            look=Look.TAKEN if taken.chips_cents else Look.AWAY,
            stack=taken.chips_cents,
            words=() if taken.chips_cents else (_("no chips"),),
            marks=marks,
            address=reverse("practice:chips", args=[self.kwargs["pk"], seat]),
        )


class PracticeTable(OfPractice, Live):
    """Between hands: the seats with their chips, and the next hand."""

    template_name = "practice/table.html"
    part = "practice/_between.html"

    @classmethod
    def version(cls, **path: Any) -> str:
        """Any command at this table."""
        return selector.version(path["pk"])

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """A hand that is open comes first."""
        played = selector.open_hand(self.practice)
        if played is None:
            return super().get(request, **path)
        address = reverse("practice:hand", args=[played.pk])
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(headers={"HX-Redirect": address})
        return redirect(address)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **self.table_context()}


class AtTable(OfPractice, TableCommand):
    """A command at the table, on a page of its own where it asks for something."""

    permission = "tables.record_hand"
    template_name = "practice/command.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "practice": self.practice}

    def get_success_url(self) -> str:
        return self.address


class StartHand(AtTable):
    """Deal the next hand; a refusal shows the table as it is."""

    title = gettext_lazy("Next hand")
    template_name = "practice/table.html"
    service = hands.start
    form_class = StartForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The table's page with the refusal above it."""
        live = {**polls.context(self.request, self.address, ""), "live_part": PracticeTable.part}
        return {**super().get_context_data(**kwargs), **self.table_context(), **live}

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("practice:hand", args=[self.act(values).pk])


class AtSeat(AtTable):
    """A command on a seat."""

    in_address: ClassVar = {"table_id": "pk", "seat": "seat"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "number": self.kwargs["seat"]}


class Sit(AtSeat):
    """Take a seat with chips without value."""

    title = gettext_lazy("Take the seat")
    service = games.sit
    form_class = ChipsForm

    def get_initial(self) -> dict[str, Any]:
        return {"chips_cents": self.practice.game.min_buy_in_cents}


class Chips(AtSeat):
    """Add chips to a seat; or leave it, below."""

    title = gettext_lazy("Add chips")
    template_name = "practice/chips.html"
    service = games.add_chips
    form_class = ChipsForm

    def get_initial(self) -> dict[str, Any]:
        return {"chips_cents": self.practice.game.min_buy_in_cents}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "key": new_key(), "version": self.table.version}


class Leave(AtSeat):
    """Leave a seat; asks for nothing."""

    title = gettext_lazy("Leave the seat")
    service = games.leave


class ChangeGame(AtTable):
    """Another game from the next hand on."""

    permission = "tables.open_table"
    title = gettext_lazy("Change the game")
    service = games.change_game
    form_class = GameForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.house.pk}

    def get_initial(self) -> dict[str, Any]:
        return {"game": self.practice.game_id}


class Reset(AtTable):
    """Begin again, with new chips for every seat."""

    title = gettext_lazy("Begin again")
    template_name = "practice/reset.html"
    service = games.reset


class Close(AtTable):
    """Close the practice game."""

    permission = "tables.open_table"
    title = gettext_lazy("Close the table")
    danger = True
    service = games.close

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("floor:table", args=[self.kwargs["pk"]])
