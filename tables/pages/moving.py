"""The floor's moves: who asked for what, must-moves, and the commands on both."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, ClassVar, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounting.pages.house import InHouse
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.pages.doors import Command, Context, Live
from casino.pages.forms import new_key
from tables.models import Game
from tables.pages.floor import TableCommand
from tables.pages.movingforms import ANYWHERE, AskForm, FeederForm, NextForm, RefuseForm, SeatForm
from tables.pages.seats import SeatCommand
from tables.selectors import moves
from tables.selectors.moves import CoupleView, GameMoves, RequestView, TableLoad
from tables.services.moving import mustmoves, requests

GOOD_FOR: Final = timedelta(seconds=30)


class Moves(InHouse, Live):
    """All moves of the house, game by game."""

    permission = "tables.seat_guest"
    template = "floor/moves.html"
    part = "floor/_moves.html"
    watches = "floor"

    def good_until(self) -> Any:
        """A kept seat comes free by the clock alone."""
        return (timezone.now() + GOOD_FOR).replace(microsecond=0)

    def context(self) -> Context:
        """Every game that is played among guests."""
        return {"games": moves.of_house(self.house.pk, timezone.now()), "key": new_key(), "now": timezone.now()}


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
        requests.ask(to_table_id=to_table_id, to_seat=to_seat, **self.target())

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
        for game in moves.of_house(self.house.pk, timezone.now()):
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


class MustMoveCommand(TableCommand):
    """A command on a main table and its feeder; leads back to the moves."""

    template = "floor/move_command.html"

    @cached_property
    def view(self) -> GameMoves | None:
        """The moves of the game that the table plays."""
        return view_of(self.table.session.game_id) if self.table.session else None

    @cached_property
    def couple(self) -> CoupleView | None:
        """The must-move that keeps it full."""
        couples = self.view.couples if self.view else []
        return next((one for one in couples if one.main_id == self.table.id), None)

    @property
    def keeps_pool(self) -> bool:
        """Whether the tables of the game keep pools."""
        return any(table.keeps_pool for table in self.view.tables) if self.view else False

    def context(self) -> Context:
        game = self.view.game_name if self.view else ""
        return {**super().context(), "couple": self.couple, "game": game, "back": reverse("floor:moves")}

    def renew(self) -> None:
        super().renew()
        for name in ("view", "couple"):
            self.__dict__.pop(name, None)

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("floor:moves")


class Couple(MustMoveCommand):
    """Keep a table full from another one."""

    title = gettext_lazy("Keep it full from")
    form_class = FeederForm

    def form_options(self) -> dict[str, Any]:
        """Tables of the same game that are part of no must-move."""
        view = self.view
        if view is None:
            return {"choices": []}
        coupled = {each for one in view.couples for each in (one.main_id, one.feeder_id)}
        return {
            "choices": [
                (one.table_id, one.code)
                for one in view.tables
                if one.table_id not in coupled and one.table_id != self.table.id
            ]
        }

    def act(self, values: Mapping[str, Any]) -> None:
        mustmoves.couple(main_id=self.kwargs["pk"], feeder_id=values["feeder"], actor=self.actor)


class Uncouple(MustMoveCommand):
    """End a must-move; one tap."""

    title = gettext_lazy("End the must-move")

    def act(self, values: Mapping[str, Any]) -> None:
        mustmoves.uncouple(main_id=self.kwargs["pk"], actor=self.actor)


class MoveNext(MustMoveCommand):
    """Move the next guest of the feeder to the main table."""

    permission = "tables.seat_guest"
    title = gettext_lazy("Move to the main game")
    template = "floor/move_next.html"
    form_class = NextForm

    def form_options(self) -> dict[str, Any]:
        """Seats with neither small blind nor button next, and the guests in their order."""
        couple = self.couple
        free = [(f"{couple.main_id}/{seat}", str(seat)) for seat in couple.free] if couple else []
        return {
            "choices": [(couple.main_code, free)] if couple and free else [],
            "movers": [(one.sitting_id, named(one)) for one in couple.movers] if couple else [],
            "keeps_pool": self.keeps_pool,
        }

    def initial(self) -> dict[str, Any]:
        couple = self.couple
        found: dict[str, Any] = {}
        if couple and couple.movers:
            found["sitting"] = couple.movers[0].sitting_id
        if couple and couple.free:
            found["to"] = f"{couple.main_id}/{couple.free[0]}"
        return found

    def act(self, values: Mapping[str, Any]) -> None:
        _table_id, seat = values["to"]
        mustmoves.move(
            main_id=self.kwargs["pk"],
            sitting_id=values["sitting"],
            seat=seat,
            reason=values["reason"],
            counted_cents=values.get("counted_cents"),
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Moved.")


class Refuse(MustMoveCommand):
    """Who is next will not move: he leaves, and is barred from the game for a while."""

    permission = "tables.seat_guest"
    title = gettext_lazy("He refuses and quits")
    template = "floor/move_refuse.html"
    form_class = RefuseForm
    danger = True

    def form_options(self) -> dict[str, Any]:
        return {"keeps_pool": self.keeps_pool}

    def initial(self) -> dict[str, Any]:
        movers = self.couple.movers if self.couple else []
        return {"sitting": movers[0].sitting_id} if movers else {}

    def act(self, values: Mapping[str, Any]) -> None:
        mustmoves.refuse(
            main_id=self.kwargs["pk"],
            sitting_id=values["sitting"],
            reason=values["reason"],
            counted_cents=values.get("counted_cents"),
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("He has left the game.")


def view_of(game_id: int) -> GameMoves:
    """The moves of one game."""
    (view,) = moves.views([Game.objects.get(pk=game_id)], timezone.now()) or (None,)
    assert view is not None, "asked for games among guests only"
    return view


def fits(one: RequestView, table: TableLoad, seat: int) -> bool:
    """Whether he asked for that seat."""
    if one.to_table_id is None:
        return table.table_id != one.table_id
    return table.table_id == one.to_table_id and one.to_seat in (None, seat)


def named(one: moves.MoverView) -> str:
    """A guest of the feeder, and since when he is there."""
    since = timezone.localtime(one.arrived_at).strftime("%H:%M")
    return pgettext("a guest of the feeder", "%(name)s, seat %(seat)s, since %(time)s") % {
        "name": one.guest_name, "seat": one.seat, "time": since,
    }  # fmt: skip
