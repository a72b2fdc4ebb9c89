"""Guests the house knows."""

from collections.abc import Mapping
from typing import Any

from django.urls import path
from django_filters import rest_framework as filters
from rest_framework import serializers

from accounting.selectors import houses
from casino.api.fields import Body, IdField, TextField
from casino.api.reading import IdFilter, RowAndChange, RowsAndNew, TextFilter
from casino.api.rendering import Json
from casino.models import User
from tables.guests.services import guests
from tables.models import Guest

MOST_NOTES = 4000


class GuestFilter(filters.FilterSet):
    """`?number=4711` or `?search=` for a part of the name."""

    house = IdFilter("house_id")
    number = TextFilter()
    search = TextFilter("name", lookup_expr="icontains")

    class Meta:
        model = Guest
        fields: tuple[str, ...] = ()


class GuestShape(serializers.Serializer[Any]):
    """A player the house knows."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    number = serializers.CharField()
    name = serializers.CharField()
    notes = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Guest"


def guest(row: Guest) -> Json:
    """A player the house knows."""
    return {
        "id": row.pk,
        "house": row.house_id,
        "number": row.number,
        "name": row.name,
        "notes": row.notes,
        "created_at": row.created_at,
    }


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
        return guest(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Write a guest down."""
        row = guests.register(
            house_id=houses.one(values.get("house")),
            number=values["number"],
            name=values["name"],
            notes=values.get("notes", ""),
            actor=actor,
        )
        return guest(row)


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
        return guest(row)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Correct a guest."""
        return guest(guests.edit(guest_id=pk, name=values.get("name"), notes=values.get("notes"), actor=actor))


urlpatterns = [
    path("guests/", Guests.as_view(), name="guests"),
    path("guests/<id:pk>/", OneGuest.as_view(), name="guest"),
]
