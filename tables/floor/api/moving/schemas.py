"""What the faces of moves give, declared for the OpenAPI schema; nothing is read or written through these."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tables.models import MoveRequest, SeatDraw


class MoveTableShape(serializers.Serializer[Any]):
    """A table of the game; `free`: seats that are nobody's and kept for nobody."""

    id = serializers.IntegerField()
    code = serializers.CharField()
    seats = serializers.IntegerField()
    players = serializers.IntegerField()
    free = serializers.ListField(child=serializers.IntegerField())
    draw = serializers.IntegerField(allow_null=True, help_text="A draw that was announced here and waits.")

    class Meta:
        ref_name = "MoveTable"


class SeatOfferShape(serializers.Serializer[Any]):
    """A free seat."""

    table = serializers.IntegerField()
    table_code = serializers.CharField()
    seat = serializers.IntegerField()

    class Meta:
        ref_name = "SeatOffer"


class MoveRequestShape(serializers.Serializer[Any]):
    """Who asks for what; `offers` are the seats that are his to take now."""

    id = serializers.IntegerField()
    guest = serializers.IntegerField()
    guest_name = serializers.CharField()
    guest_number = serializers.CharField()
    kind = serializers.ChoiceField(MoveRequest.Kind.choices)
    table = serializers.IntegerField()
    table_code = serializers.CharField()
    seat = serializers.IntegerField()
    to_table = serializers.IntegerField(allow_null=True, help_text="Null: any other table of the game.")
    to_table_code = serializers.CharField(allow_null=True)
    to_seat = serializers.IntegerField(allow_null=True, help_text="Null: any.")
    asked_at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True, help_text="Why he was passed over.")
    offers = SeatOfferShape(many=True)

    class Meta:
        ref_name = "RequestToMove"


class MoverShape(serializers.Serializer[Any]):
    """A guest of a feeder."""

    sitting = serializers.IntegerField()
    guest_name = serializers.CharField()
    guest_number = serializers.CharField()
    seat = serializers.IntegerField()
    is_away = serializers.BooleanField()
    arrived_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Mover"


class MustMoveShape(serializers.Serializer[Any]):
    """A main table that is kept full from a feeder; `movers` in the order in which they came."""

    main = serializers.IntegerField()
    main_code = serializers.CharField()
    feeder = serializers.IntegerField()
    feeder_code = serializers.CharField()
    players = serializers.IntegerField()
    guaranteed = serializers.IntegerField()
    is_short = serializers.BooleanField(help_text="The next must move now.")
    free = serializers.ListField(child=serializers.IntegerField(), help_text="Seats a mover may take now.")
    movers = MoverShape(many=True)

    class Meta:
        ref_name = "MustMove"


class MoveSuggestionShape(serializers.Serializer[Any]):
    """Whom to ask, since the tables have grown uneven."""

    guest_name = serializers.CharField()
    from_table = serializers.CharField()
    to_table = serializers.CharField()
    has_asked = serializers.BooleanField()

    class Meta:
        ref_name = "MoveSuggestion"


class GameMovesShape(serializers.Serializer[Any]):
    """The moves of one game."""

    game = serializers.IntegerField()
    game_name = serializers.CharField()
    tables = MoveTableShape(many=True)
    requests = MoveRequestShape(many=True)
    must_moves = MustMoveShape(many=True)
    neediest = serializers.CharField(allow_null=True, help_text="The table to which a newcomer goes.")
    suggestion = MoveSuggestionShape(allow_null=True)
    breaking_order = serializers.ListField(child=serializers.CharField(), help_text="First to break first.")

    class Meta:
        ref_name = "GameMoves"


@extend_schema_field(
    {
        "type": ["object", "null"],
        "required": ["label", "guests"],
        "properties": {
            "label": {"type": "string"},
            "guests": {"type": "array", "items": {"type": "integer"}, "description": "Who drew."},
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
        "description": "Guest, table and seat (null: none, he is on the list); of a new game guest, card and seat.",
    }
)
class SeatDrawResult(serializers.JSONField):
    """In the order drawn."""


class SeatDrawShape(serializers.Serializer[Any]):
    """A draw of seats that anybody can draw again: its commitment stands before, its seed is told once it is used.

    `commitment` is the SHA-256 of the seed's text; numbers are HMAC-SHA256 with the seed as key.
    """

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    commitment = serializers.CharField()
    announced_at = serializers.DateTimeField()
    seed = serializers.CharField(allow_null=True, help_text="Null until it is used.")
    purpose = serializers.ChoiceField([("", ""), *SeatDraw.Purpose.choices], allow_blank=True)
    drawn_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    facts = SeatDrawFacts()
    result = SeatDrawResult()

    class Meta:
        ref_name = "SeatDraw"


class MovingRulesShape(serializers.Serializer[Any]):
    """What a house may set of moving."""

    main_short_by = serializers.IntegerField(help_text="Seats of a main game that may stay free.")
    barred_minutes = serializers.IntegerField(help_text="Who refuses to move stays out of the game so long.")
    passed_before_posting = serializers.IntegerField(help_text="Past more players a change of seat costs a post.")
    most_difference = serializers.IntegerField(help_text="By how many players tables may differ.")
    stays_minutes = serializers.IntegerField(help_text="Nobody changes tables above the maximum buy-in before.")

    class Meta:
        ref_name = "MovingRules"
