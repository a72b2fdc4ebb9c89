"""The draws of a tournament: a seed is published once it is used, and never before."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.api.serializers import Serializer, Takes
from tables.models import Draw
from tables.tournaments.api.tournament import TournamentRows


@extend_schema_field(
    {
        "type": ["object", "null"],
        "required": ["label", "tables"],
        "properties": {
            "label": {"type": "string"},
            "entrants": {"type": "array", "items": {"type": "integer"}, "description": "Those who drew, by number."},
            "tables": {
                "type": "array",
                "description": "Position, players there, the seats that may be drawn.",
            },
            "sat": {
                "type": "array",
                "description": "Of a break or a redraw: who sat where before, and button and blinds of the last hand.",
            },
        },
        "description": "What went into it.",
    }
)
class DrawFacts(serializers.JSONField):
    """Of a draw that was used."""


@extend_schema_field(
    {
        "type": ["array", "null"],
        "items": {"type": "array", "items": {"type": "integer"}},
        "description": "Entrant, position of the table, seat.",
    }
)
class DrawResult(serializers.JSONField):
    """In the order drawn."""


class DrawSerializer(Serializer):
    """A draw that anybody can draw again: its commitment stands before, its seed is published once it is used.

    `commitment` is the SHA-256 of the seed's text; numbers are HMAC-SHA256 with the seed as key (`facts` has the
    label, the entrants' numbers and the free seats that went into it).
    """

    takes = Takes(Draw, "number commitment committed_at seed purpose drawn_at")
    committed_at = serializers.DateTimeField(source="at")
    seed = serializers.CharField(allow_null=True, help_text="Null until it is used.")
    facts = DrawFacts()
    result = DrawResult()

    def get_seed(self, row: Draw) -> str | None:
        """The seed of one that waits never leaves the server."""
        return row.seed if row.drawn_at else None


class Draws(TournamentRows):
    """The draws, used ones with their seeds; of the one that waits only the commitment."""

    queryset = Draw.objects.all()
    output = DrawSerializer
