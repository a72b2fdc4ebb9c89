"""Drawn seats: a commitment is posted, then a table is broken or a new game seated; anybody can repeat the draw."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from casino.errors import N_, NotFound
from casino.pages.forms import CommandForm, MoneyField, new_key
from casino.pages.views import Page
from tables.models import Guest, SeatDraw, Table
from tables.moving.pages.must_moves import MustMoveCommand
from tables.moving.services import breaking


@dataclass(frozen=True, slots=True)
class Drawn:
    """A guest in a draw: the seat (None: to the waiting list), and of a new game the card."""

    guest: str
    card: str
    table: str | None
    seat: int | None


class Announce(MustMoveCommand):
    """Post the commitment of a draw; one tap, which leads on to the command it is for."""

    permission = "tables.seat_guest"
    title = gettext_lazy("Post the commitment")
    service = breaking.announce
    in_address: ClassVar = {"table_id": "pk"}

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        name = "floor:draw-seats" if self.request.POST.get("for") == "seats" else "floor:break"
        return reverse(name, args=[self.kwargs["pk"]])


class DrawCommand(MustMoveCommand):
    """A draw at a table, once its commitment is posted."""

    permission = "tables.seat_guest"
    template_name = "moving/draw.html"
    purpose = ""

    @cached_property
    def draw(self) -> SeatDraw | None:
        """The draw that is announced and not made yet."""
        return SeatDraw.objects.filter(table_id=self.table.id, drawn_at=None).first()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        view = self.view
        return {
            **super().get_context_data(**kwargs),
            "draw": self.draw,
            "purpose": self.purpose,
            "view": view,
            "others": [one for one in view.tables if one.table_id != self.table.id] if view else [],
            "key": new_key(),
        }

    def target(self) -> dict[str, Any]:
        if self.draw is None:
            raise NotFound("no_such_draw", N_("Draw not found."))
        return {"draw_id": self.draw.pk}

    def run(self, values: Mapping[str, Any]) -> str:
        """Draw, and show what was drawn."""
        draw: SeatDraw = self.act(values)
        return reverse("floor:seat-draw", args=[draw.pk])


class BreakForm(CommandForm):
    """The guests' chips by seat, where the tables keep pools; why this table, out of the posted order."""

    reason = forms.CharField(
        label=gettext_lazy("Why this table breaks first"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, seats: Iterable[tuple[int, str]], is_next: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats = sorted(seats)
        for number, name in self.seats:
            self.fields[f"counted_{number}"] = MoneyField(label=f"{number} · {name}")
        if is_next:
            del self.fields["reason"]

    def clean(self) -> dict[str, Any]:
        """The cents by seat as `counts`."""
        values = super().clean() or self.cleaned_data
        values["counts"] = {number: values.pop(f"counted_{number}", None) for number, _name in self.seats}
        return values


class Break(DrawCommand):
    """Break the table: its guests draw seats at the other tables of the game."""

    service = breaking.break_table
    title = gettext_lazy("Break the table")
    form_class = BreakForm
    purpose = "break"
    danger = True

    def get_form_kwargs(self) -> dict[str, Any]:
        counted = [(one.seat, one.guest_name) for one in self.table.seats] if self.keeps_pool else []
        breaks = self.view.breaking if self.view else []
        return {**super().get_form_kwargs(), "seats": counted, "is_next": breaks[:1] == [self.table.code]}


class FirstSeatForm(CommandForm):
    """The seat of the lowest card."""

    first_seat = forms.TypedChoiceField(label=gettext_lazy("Seat of the lowest card"), coerce=int)

    def __init__(self, *args: Any, choices: Iterable[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["first_seat"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = list(choices)


class DrawSeats(DrawCommand):
    """Seat a new game by cards: the first guests of the list are called to the seats they draw."""

    service = breaking.draw_seats
    title = gettext_lazy("Draw the seats")
    form_class = FirstSeatForm
    purpose = "seats"

    def get_form_kwargs(self) -> dict[str, Any]:
        own = next((one for one in self.view.tables if one.table_id == self.table.id), None) if self.view else None
        return {**super().get_form_kwargs(), "choices": [(seat, str(seat)) for seat in own.free] if own else []}


class DrawPage(InHouse, Page):
    """A draw with its result and all that is needed to repeat it; refuses `no_such_draw`."""

    permission = "tables.seat_guest"
    template_name = "moving/seat_draw.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        row = SeatDraw.objects.filter(pk=self.kwargs["pk"], table__house=self.house).select_related("table").first()
        if row is None:
            raise NotFound("no_such_draw", N_("Draw not found."))
        return {
            **super().get_context_data(**kwargs),
            "draw": row,
            "lines": lines(row),
            "facts": row.facts if row.drawn_at else None,
        }


def lines(row: SeatDraw) -> Sequence[Drawn]:
    """The result with names instead of ids."""
    result: list[list[Any]] = row.result if isinstance(row.result, list) else []
    names = dict(Guest.objects.filter(pk__in=[line[0] for line in result]).values_list("pk", "name"))
    if row.purpose == SeatDraw.Purpose.NEW_GAME:
        return [Drawn(names[guest], card, row.table.code, seat) for guest, card, seat in result]
    codes = dict(Table.objects.filter(pk__in=[line[1] for line in result if line[1]]).values_list("pk", "code"))
    return [Drawn(names[guest], "", codes.get(table), seat) for guest, table, seat in result]
