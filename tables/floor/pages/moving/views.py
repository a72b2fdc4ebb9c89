"""The floor's moves: who asked for what, whose turn it is, and the commands on a request."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, ClassVar, Final

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.pages.house import InHouse
from casino import house_time
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.pages.forms import new_key
from casino.pages.views import Command, Context, Live
from tables.floor.pages.moving.forms import ANYWHERE, AskForm, SeatForm
from tables.floor.selectors.moving import overview
from tables.floor.selectors.moving.overview import GameMoves, RequestView, TableLoad
from tables.floor.services.moving import requests
from tables.models import Game
from tables.play.pages.tables import SeatCommand

GOOD_FOR: Final = timedelta(seconds=30)


class Moves(InHouse, Live):
    """All moves of the house, game by game."""

    permission = "tables.seat_guest"
    template = "floor/moves.html"
    part = "floor/_moves.html"
    watches = "floor"

    def good_until(self) -> Any:
        """A kept seat comes free by the clock alone."""
        return (house_time.now() + GOOD_FOR).replace(microsecond=0)

    def context(self) -> Context:
        """Every game that is played among guests."""
        return {"games": overview.of_house(self.house.pk, house_time.now()), "key": new_key(), "now": house_time.now()}


class Ask(SeatCommand):
    """Write down what a seated guest asks for."""

    title = gettext_lazy("Write the request down")
    template = "floor/ask.html"
    form_class = AskForm

    def form_options(self) -> dict[str, Any]:
        """Seats of his own table, taken ones too, and the other tables of his game."""
        if self.table.session is None:
            return {"choices": []}
        own = self.table.id
        here = [(f"{own}/{ANYWHERE}", _("any other seat"))] + [
            (f"{own}/{seat}", str(seat)) for seat in range(1, self.table.seat_count + 1) if seat != self.kwargs["seat"]
        ]
        view = view_of(self.table.session.game_id)
        others = [(f"{one.table_id}/{ANYWHERE}", one.code) for one in view.tables if one.table_id != own]
        there = [(_("Tables"), [(f"{ANYWHERE}/{ANYWHERE}", _("any other table")), *others])] if others else []
        return {"choices": [(self.table.code, here), *there]}

    def act(self, values: Mapping[str, Any]) -> None:
        to_table_id, to_seat = values["to"]
        requests.ask(to_table_id=to_table_id, to_seat=to_seat, **self.target(), actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Written down.")


class RequestCommand(InHouse, Command):
    """A command on a request that waits."""

    permission: ClassVar[str] = "tables.seat_guest"
    template = "floor/move_command.html"
    title: ClassVar[Any]
    danger: ClassVar[bool] = False
    kwargs: dict[str, Any]

    @cached_property
    def found(self) -> tuple[GameMoves, RequestView]:
        """Its game, and the request; refuses `no_such_request`."""
        for game in overview.of_house(self.house.pk, house_time.now()):
            for one in game.requests:
                if one.id == self.kwargs["pk"]:
                    return game, one
        raise NotFound("no_such_request", marked("There is no such request."))

    def context(self) -> Context:
        """Who asks for what."""
        game, one = self.found
        return {
            "title": self.title, "danger": self.danger, "game": game.game_name, "request_of": one,
            "back": reverse("floor:moves"),
        }  # fmt: skip

    def renew(self) -> None:
        """Look again after a command was refused."""
        self.__dict__.pop("found", None)

    def run(self, values: Mapping[str, Any]) -> str:
        """Act, and go back to the moves."""
        self.act(values)
        return reverse("floor:moves")

    def act(self, values: Mapping[str, Any]) -> None:
        """Call the service."""
        raise NotImplementedError


class Grant(RequestCommand):
    """Give him the seat he asked for."""

    title = gettext_lazy("Grant")
    template = "floor/grant.html"
    form_class = SeatForm

    def form_options(self) -> dict[str, Any]:
        """The free seats that he asked for; those that are his to take come first by being chosen."""
        game, one = self.found
        by_table = [
            (table.code, [(f"{table.table_id}/{seat}", str(seat)) for seat in table.free if fits(one, table, seat)])
            for table in game.tables
        ]
        changes_table = one.kind == "table"
        keeps_pool = changes_table and any(table.keeps_pool for table in game.tables)
        return {"choices": [(code, seats) for code, seats in by_table if seats], "keeps_pool": keeps_pool}

    def initial(self) -> dict[str, Any]:
        offers = self.found[1].offers
        return {"to": f"{offers[0][0]}/{offers[0][2]}"} if offers else {}

    def act(self, values: Mapping[str, Any]) -> None:
        table_id, seat = values["to"]
        requests.grant(
            request_id=self.kwargs["pk"],
            table_id=table_id,
            seat=seat,
            reason=values["reason"],
            counted_cents=values.get("counted_cents"),
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Moved.")


class Withdraw(RequestCommand):
    """He does not want it any more; one tap."""

    title = gettext_lazy("Withdrawn")

    def act(self, values: Mapping[str, Any]) -> None:
        requests.withdraw(request_id=self.kwargs["pk"], actor=self.actor)


class Decline(RequestCommand):
    """He was offered it and said no; one tap."""

    title = gettext_lazy("He says no")

    def act(self, values: Mapping[str, Any]) -> None:
        requests.decline(request_id=self.kwargs["pk"], actor=self.actor)


def view_of(game_id: int) -> GameMoves:
    """The moves of one game."""
    (view,) = overview.views([Game.objects.get(pk=game_id)], house_time.now()) or (None,)
    assert view is not None, "asked for games among guests only"
    return view


def fits(one: RequestView, table: TableLoad, seat: int) -> bool:
    """Whether he asked for that seat."""
    if one.to_table_id is None:
        return table.table_id != one.table_id
    return table.table_id == one.to_table_id and one.to_seat in (None, seat)
