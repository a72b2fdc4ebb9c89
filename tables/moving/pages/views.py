"""The floor's moves: what guests asked for, whose turn it is, and the commands on a request."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, ClassVar, Final

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from casino import house_time
from casino.errors import N_, NotFound
from casino.pages.forms import CommandForm, MoneyField, new_key
from casino.pages.views import Command, Live
from tables.models import Game
from tables.moving.selectors import overview
from tables.moving.selectors.overview import GameMoves, RequestView, TableLoad
from tables.moving.services import requests
from tables.play.pages.forms import MoveForm
from tables.play.pages.tables import SeatCommand

GOOD_FOR: Final = timedelta(seconds=30)
ANYWHERE: Final = "any"


class Moves(InHouse, Live):
    """All moves of the house, game by game."""

    permission = "tables.seat_guest"
    template_name = "moving/moves.html"
    part = "moving/_moves.html"
    watches = "floor"

    def good_until(self) -> Any:
        """Half a minute: a kept seat comes free by the clock alone."""
        return (house_time.now() + GOOD_FOR).replace(microsecond=0)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "games": overview.of_house(self.house.pk, house_time.now()),
            "key": new_key(),
            "now": house_time.now(),
        }


class AskForm(MoveForm):
    """Another seat here, any or a certain one; or another table, any or a certain one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["to"].label = gettext_lazy("Guest's request")

    def clean_to(self) -> tuple[int | None, int | None]:  # type: ignore[override]  # either may be left open
        """Table id and seat; None for any."""
        table, seat = self.cleaned_data["to"].split("/")
        return None if table == ANYWHERE else int(table), None if seat == ANYWHERE else int(seat)


class Ask(SeatCommand):
    """Record what a seated guest asks for."""

    title = gettext_lazy("Record the request")
    template_name = "moving/ask.html"
    form_class = AskForm
    service = requests.ask
    success = gettext_lazy("Recorded.")

    def get_form_kwargs(self) -> dict[str, Any]:
        """The seats of the guest's table, taken ones too, and the other tables of the game."""
        if self.table.session is None:
            return {**super().get_form_kwargs(), "choices": []}
        own = self.table.id
        here = [(f"{own}/{ANYWHERE}", _("any other seat"))] + [
            (f"{own}/{seat}", str(seat)) for seat in range(1, self.table.seat_count + 1) if seat != self.kwargs["seat"]
        ]
        view = view_of(self.table.session.game_id)
        others = [(f"{one.table_id}/{ANYWHERE}", one.code) for one in view.tables if one.table_id != own]
        there = [(_("Tables"), [(f"{ANYWHERE}/{ANYWHERE}", _("any other table")), *others])] if others else []
        return {**super().get_form_kwargs(), "choices": [(self.table.code, here), *there]}

    def act(self, values: Mapping[str, Any]) -> Any:
        to_table_id, to_seat = values["to"]
        return super().act({"to_table_id": to_table_id, "to_seat": to_seat})


class RequestCommand(InHouse, Command):
    """A command on a request that waits; leads back to the moves."""

    permission = "tables.seat_guest"
    template_name = "moving/move_command.html"
    in_address: ClassVar = {"move_id": "pk"}
    leads_to = "floor:moves"

    @cached_property
    def found(self) -> tuple[GameMoves, RequestView]:
        """The request in the address and its game; refuses `no_such_request`."""
        for game in overview.of_house(self.house.pk, house_time.now()):
            for one in game.requests:
                if one.id == self.kwargs["pk"]:
                    return game, one
        raise NotFound("no_such_request", N_("Request not found."))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        game, one = self.found
        return {**super().get_context_data(**kwargs), "game": game.game_name, "request_of": one}


class CountForm(CommandForm):
    """The guest's chips, counted: asked for only where the tables keep pools."""

    counted_cents = MoneyField(label=gettext_lazy("Chips, counted"))

    def __init__(self, *args: Any, keeps_pool: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not keeps_pool:
            del self.fields["counted_cents"]


class SeatForm(CountForm, MoveForm):
    """The seat the guest gets, the chips, and out of turn the reason."""

    reason = forms.CharField(
        label=gettext_lazy("Reason for going first"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class Grant(RequestCommand):
    """Give the guest the seat they asked for."""

    title = gettext_lazy("Grant")
    template_name = "moving/grant.html"
    form_class = SeatForm
    service = requests.grant
    success = gettext_lazy("Moved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        """The free seats that fit the request; `initial` chooses one that is offered to the guest now."""
        game, one = self.found
        by_table = [
            (
                table.code,
                [
                    (f"{table.table_id}/{seat}", str(seat))
                    for seat in table.open_to(one.table_id)
                    if fits(one, table, seat)
                ],
            )
            for table in game.tables
        ]
        changes_table = one.kind == "table"
        keeps_pool = changes_table and any(table.keeps_pool for table in game.tables)
        return {
            **super().get_form_kwargs(),
            "choices": [(code, seats) for code, seats in by_table if seats],
            "keeps_pool": keeps_pool,
        }

    def get_initial(self) -> dict[str, Any]:
        offers = self.found[1].offers
        return {"to": f"{offers[0][0]}/{offers[0][2]}"} if offers else {}

    def act(self, values: Mapping[str, Any]) -> Any:
        (table_id, seat), given = values["to"], {name: value for name, value in values.items() if name != "to"}
        return super().act({**given, "table_id": table_id, "seat": seat})


class Withdraw(RequestCommand):
    """The guest does not want the move any more; one tap."""

    service = requests.withdraw
    title = gettext_lazy("Withdrawn")


class Decline(RequestCommand):
    """The guest was offered the move and said no; one tap."""

    service = requests.decline
    title = gettext_lazy("Guest declines")


def view_of(game_id: int) -> GameMoves:
    """The moves of one game."""
    (view,) = overview.views([Game.objects.get(pk=game_id)], house_time.now()) or (None,)
    assert view is not None, "asked for games among guests only"
    return view


def fits(one: RequestView, table: TableLoad, seat: int) -> bool:
    """Whether the request asks for that seat."""
    if one.to_table_id is None:
        return table.table_id != one.table_id
    return table.table_id == one.to_table_id and one.to_seat in (None, seat)
