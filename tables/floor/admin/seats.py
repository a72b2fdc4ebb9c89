"""The commands on a seat in the back office, which asks for the seat; the floor's pages have it in their address."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.pages.forms import CommandForm
from tables.floor.pages.seats import CashOut, Sit
from tables.models.tables import SEATS_MAX
from tables.play.pages.tables import SeatCommand


class AtTable(SeatCommand):
    """Asks for one of the `seats` in question; `?seat=` proposes one."""

    def seats(self) -> list[tuple[int, str]]:
        """Each seat with its words."""
        raise NotImplementedError

    def setup(self, request: HttpRequest, *args: Any, **path: Any) -> None:
        named = request.POST.get("seat") or request.GET.get("seat", "")
        seat = int(named) if named.isascii() and named.isdecimal() and len(named) <= len(str(SEATS_MAX)) else None
        super().setup(request, *args, **path, seat=seat)

    def get_form(self, form_class: type[CommandForm] | None = None) -> CommandForm:
        form = super().get_form(form_class)
        form.fields["seat"] = forms.TypedChoiceField(label=_("Seat"), choices=self.seats(), coerce=int)
        form.initial["seat"] = self.kwargs["seat"]
        form.order_fields(["seat"])
        return form

    def act(self, values: Mapping[str, Any]) -> Any:
        """The seat is named as the pages do, by the address."""
        return super().act({name: value for name, value in values.items() if name != "seat"})


class SitAtTable(AtTable, Sit):
    """Seat a guest on a free seat."""

    def seats(self) -> list[tuple[int, str]]:
        return [(seat, str(seat)) for seat in self.table.open_seats]


class CashOutAtTable(AtTable, CashOut):
    """Let a guest leave with all their chips."""

    def seats(self) -> list[tuple[int, str]]:
        return [(one.seat, f"{one.seat} {one.guest_name}") for one in self.table.seats]
