"""Seats of a tournament: drawn so that anybody can draw again, and moved by hand."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import Prefetch
from rest_framework import serializers

from casino.api.fields import Body, EachOnce, IdField, ReasonField
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from casino.models import User
from tables.models import Entrant, SeatChange, TournamentTable
from tables.play.api.fields import SeatField
from tables.rules.blinds import Positions
from tables.tournaments.api.tournament import TournamentChange, TournamentRows
from tables.tournaments.services import seats

MOST_TABLES = 200
_SITTING = Prefetch(
    "entrants", Entrant.objects.filter(state=Entrant.State.SEATED).select_related("guest").order_by("seat"), "sitting"
)


class SittingEntrantSerializer(Serializer):
    """An entrant on their seat."""

    seat = serializers.IntegerField()
    entrant = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()
    guest_name = serializers.CharField(source="guest.name")
    chips = serializers.IntegerField(help_text="As last counted.")


class TournamentTableSerializer(Serializer):
    """A table that the tournament plays at; `position` is its place in the posted breaking order."""

    table = RelatedId()
    code = serializers.CharField(source="table.code")
    position = serializers.IntegerField(help_text="The lowest breaks first.")
    seat_count = serializers.IntegerField(source="seats")
    button_seat = serializers.IntegerField(allow_null=True, help_text="Of the last hand, as it was reported.")
    small_blind_seat = serializers.IntegerField(allow_null=True)
    big_blind_seat = serializers.IntegerField(allow_null=True)
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="When it was broken; null: it plays.")
    seats = SittingEntrantSerializer(source="sitting", many=True, help_text="The taken seats.")


class SeatChangeSerializer(Serializer):
    """An entrant took a seat."""

    takes = Takes(
        SeatChange,
        "number entrant entrant_number guest_name reason explanation from_table from_seat to_table to_seat at by",
    )
    entrant_number = serializers.IntegerField(source="entrant.number")
    guest_name = serializers.CharField(source="entrant.guest.name")
    explanation = serializers.CharField(help_text="What the floor gave as its reason for a correction; else empty.")
    from_table = serializers.CharField(
        source="from_table.table.code", allow_null=True, help_text="The table's code; null: they had no seat."
    )
    to_table = serializers.CharField(source="to_table.table.code")


class TournamentTables(TournamentRows):
    """The tables of a tournament and their entrants, in breaking order; broken ones too."""

    ordering = ("position", "id")
    queryset = TournamentTable.objects.select_related("table").prefetch_related(_SITTING)
    output = TournamentTableSerializer


class SeatChanges(TournamentRows):
    """Every change of a seat, in the order in which they were made."""

    queryset = SeatChange.objects.select_related("entrant__guest", "from_table__table", "to_table__table")
    output = SeatChangeSerializer


class TablesBody(TournamentChange.Input):
    """Which tables; the order given is the posted breaking order."""

    tables: ClassVar[Any] = serializers.ListField(
        source="table_ids", child=IdField(), min_length=1, max_length=MOST_TABLES
    )


class DrawSeats(TournamentChange):
    """Draw a seat for all who are registered, evenly; later entrants get one drawn as they come."""

    service = seats.draw

    class Input(TablesBody):
        """Which tables; the order given is the posted breaking order."""


class AddTables(TournamentChange):
    """Open more tables for late entrants; they break after all others."""

    service = seats.add_tables

    class Input(TablesBody):
        """Which tables; the order given is the posted breaking order."""


class MoveEntrant(TournamentChange):
    """Put an entrant on another free seat, by hand."""

    service = seats.move

    class Input(TournamentChange.Input):
        entrant = IdField()
        to_table = IdField(source="table_id")
        to_seat = SeatField(source="seat")
        reason = ReasonField()


class Button(Body):
    """Of one table's last hand; button and small blind may lie at an empty seat."""

    table = IdField()
    button_seat = SeatField()
    small_blind_seat = SeatField()
    big_blind_seat = SeatField()


class SetButtons(TournamentChange):
    """Record where button and blinds were in the last hand: a balance chooses by it whom to move."""

    service = seats.set_buttons
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "At one table": {
            "version": 17, "buttons": [{"table": 4, "button_seat": 2, "small_blind_seat": 3, "big_blind_seat": 5}],
        },
    }  # fmt: skip

    class Input(TournamentChange.Input):
        buttons: ClassVar[Any] = EachOnce(child=Button(), by="table", max_length=MOST_TABLES)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> list[TournamentTable]:
        positions = {
            one["table_id"]: Positions(one["button_seat"], one["small_blind_seat"], one["big_blind_seat"])
            for one in values["buttons"]
        }
        return seats.set_buttons(tournament_id=pk, version=values.get("version"), positions=positions, actor=actor)
