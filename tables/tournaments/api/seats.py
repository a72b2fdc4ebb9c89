"""Who sits where in a tournament: drawn so that anybody can draw again, moved, kept even."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import Prefetch
from rest_framework import serializers

from casino.api.fields import Body, IdField, ReasonField
from casino.api.rendering import Json
from casino.models import User
from tables.models import Entrant, SeatChange, TournamentTable
from tables.play.api.fields import SeatField
from tables.rules.blinds import Positions
from tables.tournaments.api import views
from tables.tournaments.api.announcing import TournamentCommand
from tables.tournaments.api.distinct_rows import EachOnce
from tables.tournaments.api.lists import TournamentRows
from tables.tournaments.services import seats

MOST_TABLES = 200
_SITTING = Prefetch(
    "entrants", Entrant.objects.filter(state=Entrant.State.SEATED).select_related("guest").order_by("seat"), "sitting"
)


class SittingEntrantShape(serializers.Serializer[Any]):
    """Who sits on a seat."""

    seat = serializers.IntegerField()
    entrant = serializers.IntegerField()
    number = serializers.IntegerField()
    guest_name = serializers.CharField()
    chips = serializers.IntegerField(help_text="As last counted.")

    class Meta:
        ref_name = "SittingEntrant"


class TournamentTableShape(serializers.Serializer[Any]):
    """A table that the tournament plays at; `position` is its place in the posted breaking order."""

    table = serializers.IntegerField()
    code = serializers.CharField()
    position = serializers.IntegerField(help_text="The lowest breaks first.")
    seat_count = serializers.IntegerField()
    button_seat = serializers.IntegerField(allow_null=True, help_text="Of the last hand, as somebody said.")
    small_blind_seat = serializers.IntegerField(allow_null=True)
    big_blind_seat = serializers.IntegerField(allow_null=True)
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="When it was broken; null: it plays.")
    seats = SittingEntrantShape(many=True, help_text="The taken seats.")

    class Meta:
        ref_name = "TournamentTable"


class SeatChangeShape(serializers.Serializer[Any]):
    """An entrant came to a seat."""

    number = serializers.IntegerField()
    entrant = serializers.IntegerField()
    entrant_number = serializers.IntegerField()
    guest_name = serializers.CharField()
    reason = serializers.ChoiceField(SeatChange.Reason.choices)
    from_table = serializers.CharField(allow_null=True, help_text="The table's code; null: he had no seat.")
    from_seat = serializers.IntegerField(allow_null=True)
    to_table = serializers.CharField()
    to_seat = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.IntegerField()

    class Meta:
        ref_name = "SeatChange"


def _table(row: Any) -> Json:
    """A table with who sits there, read before as `sitting`."""
    return {
        "table": row.table_id,
        "code": row.table.code,
        "position": row.position,
        "seat_count": row.seats,
        "button_seat": row.button_seat,
        "small_blind_seat": row.small_blind_seat,
        "big_blind_seat": row.big_blind_seat,
        "opened_at": row.opened_at,
        "closed_at": row.closed_at,
        "seats": [
            {
                "seat": one.seat,
                "entrant": one.pk,
                "number": one.number,
                "guest_name": one.guest.name,
                "chips": one.chips,
            }
            for one in row.sitting
        ],
    }


def _change(row: SeatChange) -> Json:
    return {
        "number": row.number,
        "entrant": row.entrant_id,
        "entrant_number": row.entrant.number,
        "guest_name": row.entrant.guest.name,
        "reason": row.reason,
        "from_table": row.from_table.table.code if row.from_table else None,
        "from_seat": row.from_seat,
        "to_table": row.to_table.table.code,
        "to_seat": row.to_seat,
        "at": row.at,
        "by": row.by_id,
    }


class TournamentTables(TournamentRows):
    """The tables of a tournament with who sits there, in breaking order; broken ones too."""

    ordering = ("position", "id")
    queryset = TournamentTable.objects.select_related("table").prefetch_related(_SITTING)
    shape = TournamentTableShape

    def face(self, row: TournamentTable) -> Json:
        """A table."""
        return _table(row)


class SeatChanges(TournamentRows):
    """Every change of a seat, in the order in which they were made."""

    queryset = SeatChange.objects.select_related("entrant__guest", "from_table__table", "to_table__table")
    shape = SeatChangeShape

    def face(self, row: SeatChange) -> Json:
        """A change."""
        return _change(row)


class TablesBody(TournamentCommand.Input):
    """Which tables; the order given is the posted breaking order."""

    tables: ClassVar[Any] = serializers.ListField(child=IdField(), min_length=1, max_length=MOST_TABLES)


class DrawSeats(TournamentCommand):
    """Draw a seat for all who are registered, evenly; who comes later draws for himself."""

    class Input(TablesBody):
        """At which tables; the order given is the posted breaking order."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Draw."""
        seats.draw(tournament_id=pk, version=values.get("version"), table_ids=values["tables"], actor=actor)
        return views.whole(pk)


class AddTables(TournamentCommand):
    """Open more tables for those who come late; they break after all others."""

    class Input(TablesBody):
        """Which tables; the order given is the posted breaking order."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Open them."""
        seats.add_tables(tournament_id=pk, version=values.get("version"), table_ids=values["tables"], actor=actor)
        return views.whole(pk)


class MoveEntrant(TournamentCommand):
    """Put an entrant on another free seat, by hand."""

    class Input(TournamentCommand.Input):
        """Who goes where, and why."""

        entrant = IdField()
        to_table = IdField()
        to_seat = SeatField()
        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Move him."""
        seats.move(
            tournament_id=pk,
            version=values.get("version"),
            entrant_id=values["entrant_id"],
            table_id=values["to_table_id"],
            seat=values["to_seat"],
            reason=values["reason"],
            actor=actor,
        )
        return views.whole(pk)


class ButtonBody(Body):
    """Of one table's last hand; button and small blind may lie at an empty seat."""

    table = IdField()
    button_seat = SeatField()
    small_blind_seat = SeatField()
    big_blind_seat = SeatField()

    class Meta:
        ref_name = "Button"


class SetButtons(TournamentCommand):
    """Say where button and blinds were in the last hand: who moves in a balance depends on it."""

    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "At one table": {
            "version": 17, "buttons": [{"table": 4, "button_seat": 2, "small_blind_seat": 3, "big_blind_seat": 5}],
        },
    }  # fmt: skip

    class Input(TournamentCommand.Input):
        """At which tables."""

        buttons: ClassVar[Any] = EachOnce(child=ButtonBody(), by="table", max_length=MOST_TABLES)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Say it."""
        positions = {
            one["table_id"]: Positions(one["button_seat"], one["small_blind_seat"], one["big_blind_seat"])
            for one in values["buttons"]
        }
        seats.set_buttons(tournament_id=pk, version=values.get("version"), positions=positions, actor=actor)
        return views.whole(pk)
