"""Guests the house knows."""

from collections.abc import Mapping
from typing import ClassVar

from django.urls import path

from accounting.days.api.fields import HouseField
from casino.api.commands import Command
from casino.api.fields import Body, IdField, ReasonField, TextField
from casino.api.reading import IdFilter, RowAndChange, RowsAndNew, TextFilter, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from tables.guests.services import guests
from tables.models import Guest

MOST_NOTES = 4000


class GuestSerializer(Serializer):
    """A player the house knows."""

    takes = Takes(Guest, "id house number name notes created_at")
    merged_into = RelatedId(
        allow_null=True, help_text="The guest whose duplicate this is: take that one. Null: no duplicate."
    )


class Guests(RowsAndNew):
    """The guests the house knows, `?search=` for a part of the name. Register another guest."""

    permission = "tables.read_guests"
    queryset = Guest.objects.all()
    filterset_class = filter_set(
        Guest, house=IdFilter("house_id"), number=TextFilter(), search=TextFilter("name", lookup_expr="icontains")
    )
    service = guests.register
    output = GuestSerializer

    class Input(Body):
        house = HouseField()
        number = TextField(
            max_length=30, required=False,
            help_text="On the guest's card; without one the house gives a number of its own, `G` and digits.",
        )  # fmt: skip
        name = TextField(max_length=120)
        notes = TextField(max_length=MOST_NOTES, required=False, allow_blank=True)


class OneGuest(RowAndChange):
    """One guest. Correct name and notes; what is left out stays."""

    permission = "tables.read_guests"
    queryset = Guest.objects.all()
    service = guests.edit
    output = GuestSerializer

    class Input(Body):
        name = TextField(max_length=120, required=False)
        notes = TextField(max_length=MOST_NOTES, required=False, allow_blank=True)


class Merge(Command):
    """Another row is the same person: its number leads to this guest from now on, what was booked stays where it is."""

    service = guests.merge
    output = GuestSerializer
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "Registered twice": {"duplicate": 4712, "reason": "forgot the card and was registered again"}
    }

    class Input(Body):
        duplicate = IdField(help_text="Who is not seated, waiting or playing.")
        reason = ReasonField()


class Separate(Command):
    """Undo a merger: the duplicate is a guest again."""

    service = guests.separate
    output = GuestSerializer
    idempotent = False

    class Input(Body):
        reason = ReasonField()


urlpatterns = [
    path("guests/", Guests.as_view(), name="guests"),
    path("guests/<guest:pk>/", OneGuest.as_view(), name="guest"),
    path("guests/<guest:pk>/merge/", Merge.as_view(), name="guest-merge"),
    path("guests/<guest:pk>/separate/", Separate.as_view(), name="guest-separate"),
]
