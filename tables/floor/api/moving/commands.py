"""Moves of seated guests: asking, granting, must-moves, breaking; each command answers with the moves of its game."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import path
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import BaseSerializer

from casino.api.commands import Command
from casino.api.fields import Body, CentsField, IdField, ReasonField, TextField
from casino.api.rendering import Json
from casino.models import User
from tables.floor.api.moving import views
from tables.floor.api.moving.schemas import GameMovesShape, SeatDrawShape
from tables.floor.services.moving import breaking, must_moves, requests
from tables.play.api.fields import SeatField

MOST_REASON = 500


class MoveCommand(Command):
    """A command on a request or a must-move; answers with the moves of the game."""

    output: ClassVar[type[BaseSerializer[Any]] | None] = GameMovesShape
    idempotent = False


class Ask(MoveCommand):
    """Write down what a seated guest asks for: another seat at his table, or another table of his game."""

    examples: ClassVar[Mapping[str, Json]] = {
        "Any other table": {},
        "Seat 9 of his own table": {"to_table": 7, "to_seat": 9},
    }

    class Input(Body):
        """His own table for another seat there; no table for any other of the game; no seat for any."""

        to_table = IdField(required=False, allow_null=True)
        to_seat = SeatField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Ask."""
        requests.ask(
            table_id=pk, seat=seat, to_table_id=values.get("to_table_id"), to_seat=values.get("to_seat"), actor=actor
        )
        return views.at_table(pk)


class Grant(MoveCommand):
    """Give a guest the seat he asked for: he moves there with all his chips."""

    idempotent = True

    class Input(Body):
        """Which seat; why him, out of turn; his chips as counted, where the tables keep pools."""

        table = IdField()
        seat = SeatField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)
        counted_cents = CentsField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Grant."""
        requests.grant(
            request_id=pk,
            table_id=values["table_id"],
            seat=values["seat"],
            reason=values.get("reason", ""),
            counted_cents=values.get("counted_cents"),
            actor=actor,
        )
        return views.at_table(values["table_id"])


class WithdrawRequest(MoveCommand):
    """He does not want it any more."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Withdraw."""
        return views.at_table(requests.withdraw(request_id=pk, actor=actor).sitting.table_id)


class DeclineRequest(MoveCommand):
    """He was offered what he asked for and said no."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Decline."""
        return views.at_table(requests.decline(request_id=pk, actor=actor).sitting.table_id)


class Couple(MoveCommand):
    """Let a table be kept full from another one of the same game."""

    class Input(Body):
        """From which."""

        feeder = IdField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Couple."""
        must_moves.couple(main_id=pk, feeder_id=values["feeder_id"], actor=actor)
        return views.at_table(pk)


class Uncouple(MoveCommand):
    """End a must-move."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Uncouple."""
        must_moves.uncouple(main_id=pk, actor=actor)
        return views.at_table(pk)


class MoveNext(MoveCommand):
    """Move the next guest of the feeder to a free seat of the main table; out of turn only with a reason."""

    idempotent = True

    class Input(Body):
        """Who, where to; his chips as counted, where the tables keep pools."""

        sitting = IdField()
        seat = SeatField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)
        counted_cents = CentsField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Move."""
        must_moves.move(
            main_id=pk,
            sitting_id=values["sitting_id"],
            seat=values["seat"],
            reason=values.get("reason", ""),
            counted_cents=values.get("counted_cents"),
            actor=actor,
        )
        return views.at_table(pk)


class RefuseToMove(MoveCommand):
    """Who is next and will not move must quit: he leaves with his chips and is barred from the game for a while."""

    idempotent = True

    class Input(Body):
        """Who, and what he said; his chips as counted, where the table keeps a pool."""

        sitting = IdField()
        reason = ReasonField()
        counted_cents = CentsField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Refuse."""
        must_moves.refuse(
            main_id=pk,
            sitting_id=values["sitting_id"],
            reason=values["reason"],
            counted_cents=values.get("counted_cents"),
            actor=actor,
        )
        return views.at_table(pk)


class DrawCommand(Command):
    """A command on a draw of seats; answers with the draw."""

    output: ClassVar[type[BaseSerializer[Any]] | None] = SeatDrawShape
    idempotent = False


class AnnounceDraw(DrawCommand):
    """Post the commitment of a draw at a table; asked again before it was used, the same."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Announce."""
        return views.draw(breaking.announce(table_id=pk, actor=actor))


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}})
class CountsField(serializers.DictField):
    """Cents by seat."""

    child = CentsField()

    def to_internal_value(self, data: Any) -> dict[int, int]:
        """By the seats' numbers."""
        found: dict[str, int] = super().to_internal_value(data)
        if any(not name.isdecimal() for name in found):
            self.fail("not_a_dict", input_type="object")
        return {int(name): cents for name, cents in found.items()}


class BreakTable(DrawCommand):
    """Break the table of an announced draw: its guests move to drawn seats of the game's other tables."""

    idempotent = True
    examples: ClassVar[Mapping[str, Json]] = {
        "In its turn": {},
        "Tables with pools": {"counts": {"1": 40_000, "4": 52_500}},
    }

    class Input(Body):
        """Why this table, out of the posted order; the guests' chips by seat, where the tables keep pools."""

        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)
        counts = CountsField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Break."""
        row = breaking.break_table(
            draw_id=pk, reason=values.get("reason", ""), counts=values.get("counts"), actor=actor
        )
        return views.draw(row)


class SeatNewGame(DrawCommand):
    """Call the first of the list to a new game, each to the seat that his card gives him."""

    class Input(Body):
        """Where the lowest card sits."""

        first_seat = SeatField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Draw."""
        return views.draw(breaking.draw_seats(draw_id=pk, first_seat=values["first_seat"], actor=actor))


_TABLE, _REQUEST, _DRAW = "tables/<id:pk>/", "move-requests/<id:pk>/", "seat-draws/<id:pk>/"

urlpatterns = [
    path("moves/", views.Moves.as_view(), name="moves"),
    path("houses/<id:pk>/moving-rules/", views.HouseMovingRules.as_view(), name="moving-rules"),
    path(_TABLE + "seats/<int:seat>/ask/", Ask.as_view(), name="seat-ask"),
    path(_REQUEST + "grant/", Grant.as_view(), name="move-request-grant"),
    path(_REQUEST + "withdraw/", WithdrawRequest.as_view(), name="move-request-withdraw"),
    path(_REQUEST + "decline/", DeclineRequest.as_view(), name="move-request-decline"),
    path(_TABLE + "must-move/", Couple.as_view(), name="must-move"),
    path(_TABLE + "must-move/next/", MoveNext.as_view(), name="must-move-next"),
    path(_TABLE + "must-move/refuse/", RefuseToMove.as_view(), name="must-move-refuse"),
    path(_TABLE + "must-move/end/", Uncouple.as_view(), name="must-move-end"),
    path(_TABLE + "seat-draw/", AnnounceDraw.as_view(), name="table-seat-draw"),
    path("seat-draws/", views.SeatDraws.as_view(), name="seat-draws"),
    path("seat-draws/<id:pk>/", views.OneSeatDraw.as_view(), name="seat-draw"),
    path(_DRAW + "break/", BreakTable.as_view(), name="seat-draw-break"),
    path(_DRAW + "new-game/", SeatNewGame.as_view(), name="seat-draw-new-game"),
]
