"""Guests the house knows, and the dealers it can send."""

from collections.abc import Mapping
from typing import Any

from accounting.selectors import houses
from casino.api.fields import Body, IdField, TextField
from casino.api.reading import RowAndChange, Rows, RowsAndNew
from casino.api.rendering import Json
from casino.models import User
from casino.roles import Role
from tables.floor.services import guests
from tables.models import Guest
from tables.play.api import views
from tables.play.api.filters import GuestFilter
from tables.play.api.schemas import DealerShape, GuestShape

MOST_NOTES = 4000


class Guests(RowsAndNew):
    """The guests the house knows; writing down another one."""

    queryset = Guest.objects.all()
    filterset_class = GuestFilter
    shape = output = GuestShape

    class Input(Body):
        """The number on the guest's card, and the name."""

        house = IdField(required=False)
        number = TextField(max_length=30)
        name = TextField(max_length=120)
        notes = TextField(max_length=MOST_NOTES, required=False, allow_blank=True)

    def face(self, row: Guest) -> Json:
        """A guest."""
        return views.guest(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Write a guest down."""
        guest = guests.register(
            house_id=houses.one(values.get("house")),
            number=values["number"],
            name=values["name"],
            notes=values.get("notes", ""),
            actor=actor,
        )
        return views.guest(guest)


class OneGuest(RowAndChange):
    """One guest; correcting name and notes."""

    queryset = Guest.objects.all()
    shape = output = GuestShape

    class Input(Body):
        """What is left out stays."""

        name = TextField(max_length=120, required=False)
        notes = TextField(max_length=MOST_NOTES, required=False, allow_blank=True)

    def face(self, row: Guest) -> Json:
        """A guest."""
        return views.guest(row)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Correct a guest."""
        return views.guest(guests.edit(guest_id=pk, name=values.get("name"), notes=values.get("notes"), actor=actor))


class Dealers(Rows):
    """The dealers who can be sent to a table (`POST tables/{id}/dealer/`)."""

    queryset = User.objects.filter(roles__contains=[Role.DEALER.value], is_active=True)
    ordering = ("username",)
    shape = DealerShape

    def face(self, row: User) -> Json:
        """A dealer."""
        return views.dealer(row)
