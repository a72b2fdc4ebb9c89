"""Moves of seated guests: what they ask for, must-moves, tables that break, draws of seats, the house's rules."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.urls import path
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino import house_time
from casino.api.commands import Command
from casino.api.fields import MOST_CENTS, Body, CentsField, IdField, ReasonField, TextField
from casino.api.reading import IdFilter, Row, Rows, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from tables.models import Game, MoveRequest, SeatDraw, Session
from tables.moving.selectors import overview
from tables.moving.selectors.overview import GameMoves, RequestView
from tables.moving.services import breaking, must_moves, requests
from tables.play.api import house_rules
from tables.play.api.fields import SeatField
from tables.rules.moving.terms import MovingRules

MOST_REASON = 500


class MoveTableSerializer(Serializer):
    """A table of the game; `free`: seats that are nobody's and kept for nobody, `room`: for how many."""

    takes = Takes(overview.TableLoad, "id code seats players free room")
    id = serializers.IntegerField(source="table_id")
    draw = RelatedId(allow_null=True, help_text="A draw that was announced here and waits.")


class SeatOfferSerializer(Serializer):
    """A free seat."""

    table = serializers.IntegerField()
    table_code = serializers.CharField()
    seat = serializers.IntegerField()


class RequestToMoveSerializer(Serializer):
    """What a guest asks for; `offers` are the seats that they may take now."""

    takes = Takes(
        RequestView,
        "id guest guest_name guest_number kind table table_code seat to_table to_table_code to_seat asked_at",
    )
    kind = serializers.ChoiceField(MoveRequest.Kind.choices)
    to_table = RelatedId(allow_null=True, help_text="Null: any other table of the game.")
    to_seat = serializers.IntegerField(allow_null=True, help_text="Null: any.")
    reason = serializers.CharField(allow_blank=True, help_text="Why the guest was passed over.")
    offers = SeatOfferSerializer(many=True)

    def get_offers(self, request: RequestView) -> list[Json]:
        return [{"table": table, "table_code": code, "seat": seat} for table, code, seat in request.offers]


class MoverSerializer(Serializer):
    """A guest of a feeder."""

    takes = Takes(overview.MoverView, "sitting guest_name guest_number seat is_away arrived_at")


class MustMoveSerializer(Serializer):
    """A main table that is kept full from a feeder; `movers` in the order in which they came."""

    takes = Takes(overview.CoupleView, "main main_code feeder feeder_code players guaranteed")
    is_short = serializers.BooleanField(help_text="The next must move now.")
    free = serializers.ListField(child=serializers.IntegerField(), help_text="Seats a mover may take now.")
    movers = MoverSerializer(many=True)


class MoveSuggestionSerializer(Serializer):
    """Whom to ask, since the tables have grown uneven."""

    guest_name = serializers.CharField()
    from_table = serializers.CharField(source="from_code")
    to_table = serializers.CharField(source="to_code")
    has_asked = serializers.BooleanField()


class GameMovesSerializer(Serializer):
    """The moves of one game."""

    game = RelatedId()
    game_name = serializers.CharField()
    tables = MoveTableSerializer(many=True)
    requests = RequestToMoveSerializer(many=True)
    must_moves = MustMoveSerializer(source="couples", many=True)
    neediest = serializers.CharField(allow_null=True, help_text="The table to which a newcomer goes.")
    suggestion = MoveSuggestionSerializer(allow_null=True)
    breaking_order = serializers.ListField(
        source="breaking", child=serializers.CharField(), help_text="First to break first."
    )


@extend_schema_field(
    {
        "type": ["object", "null"],
        "required": ["label", "guests"],
        "properties": {
            "label": {"type": "string"},
            "guests": {"type": "array", "items": {"type": "integer"}, "description": "Those who drew."},
            "tables": {"type": "array", "description": "Of a break: each with its players and its free seats."},
            "first_seat": {"type": "integer", "description": "Of a new game: where the lowest card sits."},
            "free": {"type": "array", "items": {"type": "integer"}, "description": "Of a new game: the seats."},
        },
        "description": "What went into it.",
    }
)
class SeatDrawFacts(serializers.JSONField):
    """Of a draw that was used."""


@extend_schema_field(
    {
        "type": ["array", "null"],
        "items": {"type": "array"},
        "description": "Guest, table and seat (null: none, the guest is on the list); of a new game guest, card and "
        "seat.",
    }
)
class SeatDrawResult(serializers.JSONField):
    """In the order drawn."""


class SeatDrawSerializer(Serializer):
    """A draw of seats that anybody can repeat: its commitment is published before, its seed once it is used.

    `commitment` is the SHA-256 of the seed's text; numbers are HMAC-SHA256 with the seed as key.
    """

    takes = Takes(SeatDraw, "id table commitment announced_at seed purpose drawn_at reason")
    seed = serializers.CharField(allow_null=True, help_text="Null until it is used.")
    purpose = serializers.ChoiceField([("", ""), *SeatDraw.Purpose.choices], allow_blank=True)
    facts = SeatDrawFacts()
    result = SeatDrawResult()

    def get_seed(self, draw: SeatDraw) -> str | None:
        """The seed of a draw that waits never leaves the server."""
        return draw.seed if draw.drawn_at else None


class Moves(Rows):
    """The games that are played among guests now, each with all that moves there."""

    permission = "tables.read_seating"
    queryset = Game.objects.filter(
        pk__in=Session.objects.exclude(state="closed").values("game_id"), rake_schedule__isnull=False
    )
    filterset_class = filter_set(Game, house=IdFilter("house_id"))
    output = GameMovesSerializer

    def page(self, rows: Sequence[Game]) -> Sequence[GameMoves]:
        views = {view.game_id: view for view in overview.views(rows, house_time.now())}
        return [views[row.pk] for row in rows]


class SeatDraws(Rows):
    """The draws of seats at cash tables, used ones with their seeds; of one that waits only the commitment."""

    permission = "tables.read_seating"
    queryset = SeatDraw.objects.all()
    filterset_class = filter_set(SeatDraw, table=IdFilter("table_id"))
    output = SeatDrawSerializer


class OneSeatDraw(Row):
    """One draw of seats."""

    permission = "tables.read_seating"
    queryset = SeatDraw.objects.all()
    output = SeatDrawSerializer


class MoveCommand(Command):
    """A command on a request or a must-move; answers with the moves of the game."""

    output = GameMovesSerializer
    idempotent = False

    def table_id(self, result: Any) -> int:
        """A table of the game, by what the service returned."""
        raise NotImplementedError

    def shown(self, result: Any) -> GameMoves:
        game = Game.objects.get(sessions__table_id=self.table_id(result), sessions__closed_at=None)
        (view,) = overview.views([game], house_time.now())
        return view


class RequestCommand(MoveCommand):
    """A command on what a guest asks for."""

    def table_id(self, result: MoveRequest) -> int:
        return result.sitting.table_id


class Ask(RequestCommand):
    """Record what a seated guest asks for: another seat at their table, or another table of their game."""

    service = requests.ask
    examples: ClassVar[Mapping[str, Json]] = {
        "Any other table": {},
        "Seat 9 of the same table": {"to_table": 7, "to_seat": 9},
    }

    class Input(Body):
        """The same table for another seat there; no table for any other of the game; no seat for any."""

        to_table = IdField(required=False, allow_null=True)
        to_seat = SeatField(required=False, allow_null=True)


class Grant(RequestCommand):
    """Give a guest the seat they asked for: they move there with all their chips."""

    service = requests.grant
    idempotent = True

    class Input(Body):
        """A reason where others asked before; the guest's chips as counted, where the tables keep pools."""

        table = IdField()
        seat = SeatField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)
        counted_cents = CentsField(required=False, allow_null=True)


class WithdrawRequest(RequestCommand):
    """Withdraw a request: the guest does not want it any more."""

    service = requests.withdraw


class DeclineRequest(RequestCommand):
    """Record that the guest was offered what they asked for and said no."""

    service = requests.decline


class MustMoveCommand(MoveCommand):
    """A command on a must-move, by its main table."""

    def table_id(self, result: object) -> int:
        return int(self.kwargs["pk"])


class Couple(MustMoveCommand):
    """Let a table be kept full from another one of the same game."""

    service = must_moves.couple

    class Input(Body):
        feeder = IdField()


class Uncouple(MustMoveCommand):
    """End a must-move."""

    service = must_moves.uncouple


class MoveNext(MustMoveCommand):
    """Move the next guest of the feeder to a free seat of the main table; out of turn only with a reason."""

    service = must_moves.move
    idempotent = True

    class Input(Body):
        """The chips as counted where the tables keep pools."""

        sitting = IdField()
        seat = SeatField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)
        counted_cents = CentsField(required=False, allow_null=True)


class RefuseToMove(MustMoveCommand):
    """Record that the next guest refuses to move: they leave with their chips, barred from the game for a while."""

    service = must_moves.refuse
    idempotent = True

    class Input(Body):
        """The chips as counted where the table keeps a pool."""

        sitting = IdField()
        reason = ReasonField()
        counted_cents = CentsField(required=False, allow_null=True)


class DrawCommand(Command):
    """A command on a draw of seats; answers with the draw."""

    output = SeatDrawSerializer
    idempotent = False


class AnnounceDraw(DrawCommand):
    """Publish the commitment of a draw at a table; asked again before it was used, the same."""

    service = breaking.announce


@extend_schema_field(
    {
        "type": "object",
        "propertyNames": {"pattern": "^[0-9]+$"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MOST_CENTS},
    }
)
class CountsField(serializers.DictField):
    """Cents by seat."""

    child = CentsField()

    def to_internal_value(self, data: Any) -> dict[int, int]:
        found: dict[str, int] = super().to_internal_value(data)
        if any(not name.isdecimal() for name in found):
            self.fail("not_a_dict", input_type="object")
        return {int(name): cents for name, cents in found.items()}


class BreakTable(DrawCommand):
    """Break the table of an announced draw: its guests move to drawn seats of the game's other tables."""

    service = breaking.break_table
    idempotent = True
    examples: ClassVar[Mapping[str, Json]] = {
        "In its turn": {},
        "Tables with pools": {"counts": {"1": 40_000, "4": 52_500}},
    }

    class Input(Body):
        """A reason where another table is next in the posted order; chips by seat where the tables keep pools."""

        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)
        counts = CountsField(required=False)


class SeatNewGame(DrawCommand):
    """Call the first of the list to a new game, each to the seat that their card gives them."""

    service = breaking.draw_seats

    class Input(Body):
        first_seat = SeatField(help_text="Where the lowest card sits.")


_TABLE, _REQUEST, _DRAW = "tables/<table:pk>/", "move-requests/<move:pk>/", "seat-draws/<draw:pk>/"

urlpatterns = [
    path("moves/", Moves.as_view(), name="moves"),
    path("houses/<house:pk>/moving-rules/", house_rules.view(MovingRules).as_view(), name="moving-rules"),
    path(_TABLE + "seats/<int:seat>/ask/", Ask.as_view(), name="seat-ask"),
    path(_REQUEST + "grant/", Grant.as_view(), name="move-request-grant"),
    path(_REQUEST + "withdraw/", WithdrawRequest.as_view(), name="move-request-withdraw"),
    path(_REQUEST + "decline/", DeclineRequest.as_view(), name="move-request-decline"),
    path(_TABLE + "must-move/", Couple.as_view(), name="must-move"),
    path(_TABLE + "must-move/next/", MoveNext.as_view(), name="must-move-next"),
    path(_TABLE + "must-move/refuse/", RefuseToMove.as_view(), name="must-move-refuse"),
    path(_TABLE + "must-move/end/", Uncouple.as_view(), name="must-move-end"),
    path(_TABLE + "seat-draw/", AnnounceDraw.as_view(), name="table-seat-draw"),
    path("seat-draws/", SeatDraws.as_view(), name="seat-draws"),
    path("seat-draws/<draw:pk>/", OneSeatDraw.as_view(), name="seat-draw"),
    path(_DRAW + "break/", BreakTable.as_view(), name="seat-draw-break"),
    path(_DRAW + "new-game/", SeatNewGame.as_view(), name="seat-draw-new-game"),
]
