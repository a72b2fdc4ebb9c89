"""Drawn seats: the commitment is posted, the table is broken or a new game seated, and all can be drawn again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting.pages.house import InHouse
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.pages.forms import new_key
from casino.pages.views import Context, Page
from tables.floor.pages.moving.forms import BreakForm, FirstSeatForm
from tables.floor.pages.moving.must_moves import MustMoveCommand
from tables.floor.services.moving import breaking
from tables.models import Guest, SeatDraw, Table


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line of a draw: where he goes (None: to the list), and of a new game by which card."""

    guest: str
    card: str
    table: str | None
    seat: int | None


class Announce(MustMoveCommand):
    """Post the commitment of a draw; one tap, and on to what it is for."""

    permission = "tables.seat_guest"
    title = gettext_lazy("Post the commitment")

    def run(self, values: Mapping[str, Any]) -> str:
        breaking.announce(table_id=self.kwargs["pk"], actor=self.actor)
        name = "floor:draw-seats" if self.request.POST.get("for") == "seats" else "floor:break"
        return reverse(name, args=[self.kwargs["pk"]])


class DrawCommand(MustMoveCommand):
    """A draw at a table, once its commitment is posted."""

    permission = "tables.seat_guest"
    template = "floor/draw.html"
    purpose = ""

    @cached_property
    def draw(self) -> SeatDraw | None:
        """The one that waits."""
        return SeatDraw.objects.filter(table_id=self.table.id, drawn_at=None).first()

    def context(self) -> Context:
        view = self.view
        return {
            **super().context(),
            "draw": self.draw,
            "purpose": self.purpose,
            "view": view,
            "others": [one for one in view.tables if one.table_id != self.table.id] if view else [],
            "own": next((one for one in view.tables if one.table_id == self.table.id), None) if view else None,
            "key": new_key(),
        }

    def renew(self) -> None:
        super().renew()
        self.__dict__.pop("draw", None)

    def run(self, values: Mapping[str, Any]) -> str:
        """Draw, and show what was drawn."""
        waits = self.draw
        if waits is None:
            raise NotFound("no_such_draw", marked("There is no such draw."))
        self.use(waits, values)
        return reverse("floor:seat-draw", args=[waits.pk])

    def use(self, waits: SeatDraw, values: Mapping[str, Any]) -> None:
        """Call the service."""
        raise NotImplementedError


class Break(DrawCommand):
    """Break the table: its guests draw seats at the other tables of the game."""

    title = gettext_lazy("Break the table")
    form_class = BreakForm
    purpose = "break"
    danger = True

    def form_options(self) -> dict[str, Any]:
        """Counts only where the tables keep pools; a reason only out of the posted order."""
        counted = [(one.seat, one.guest_name) for one in self.table.seats] if self.keeps_pool else []
        breaks = self.view.breaking if self.view else []
        return {"seats": counted, "is_next": breaks[:1] == [self.table.code]}

    def use(self, waits: SeatDraw, values: Mapping[str, Any]) -> None:
        counts = {
            int(name.removeprefix("counted_")): cents for name, cents in values.items() if name.startswith("counted_")
        }
        breaking.break_table(draw_id=waits.pk, reason=values.get("reason", ""), counts=counts, actor=self.actor)


class DrawSeats(DrawCommand):
    """Seat a new game by cards: the first of the list are called to the seats they draw."""

    title = gettext_lazy("Draw the seats")
    form_class = FirstSeatForm
    purpose = "seats"

    def form_options(self) -> dict[str, Any]:
        own = next((one for one in self.view.tables if one.table_id == self.table.id), None) if self.view else None
        return {"choices": [(seat, str(seat)) for seat in own.free] if own else []}

    def use(self, waits: SeatDraw, values: Mapping[str, Any]) -> None:
        breaking.draw_seats(draw_id=waits.pk, first_seat=values["first_seat"], actor=self.actor)


class DrawPage(InHouse, Page):
    """A draw that was made, with all that anybody needs to make it again."""

    permission = "tables.seat_guest"
    template = "floor/seat_draw.html"
    kwargs: dict[str, Any]

    def context(self) -> Context:
        """Who drew what; refuses `no_such_draw`."""
        row = SeatDraw.objects.filter(pk=self.kwargs["pk"], table__house=self.house).select_related("table").first()
        if row is None:
            raise NotFound("no_such_draw", marked("There is no such draw."))
        return {"draw": row, "lines": lines(row), "facts": row.facts if row.drawn_at else None}


def lines(row: SeatDraw) -> Sequence[Drawn]:
    """What came out, by name."""
    result: list[list[Any]] = row.result if isinstance(row.result, list) else []
    names = dict(Guest.objects.filter(pk__in=[line[0] for line in result]).values_list("pk", "name"))
    if row.purpose == SeatDraw.Purpose.NEW_GAME:
        return [Drawn(names[guest], card, row.table.code, seat) for guest, card, seat in result]
    codes = dict(Table.objects.filter(pk__in=[line[1] for line in result if line[1]]).values_list("pk", "code"))
    return [Drawn(names[guest], "", codes.get(table), seat) for guest, table, seat in result]
