"""The draws of a tournament: a seed is told once it is used, and never before."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.api.rendering import Json
from tables.models import Draw
from tables.tournaments.api.lists import TournamentRows


@extend_schema_field(
    {
        "type": ["object", "null"],
        "required": ["label", "tables"],
        "properties": {
            "label": {"type": "string"},
            "entrants": {"type": "array", "items": {"type": "integer"}, "description": "Who drew, by number."},
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


class DrawShape(serializers.Serializer[Any]):
    """A draw that anybody can draw again: its commitment stands before, its seed is told once it is used.

    `commitment` is the SHA-256 of the seed's text; numbers are HMAC-SHA256 with the seed as key (`facts` has the
    label, the entrants' numbers and the free seats that went into it).
    """

    number = serializers.IntegerField()
    commitment = serializers.CharField()
    committed_at = serializers.DateTimeField()
    seed = serializers.CharField(allow_null=True, help_text="Null until it is used.")
    purpose = serializers.CharField(allow_blank=True)
    drawn_at = serializers.DateTimeField(allow_null=True)
    facts = DrawFacts()
    result = DrawResult()

    class Meta:
        ref_name = "Draw"


def _draw(row: Draw) -> Json:
    """A draw; the seed of one that waits never leaves the server."""
    return {
        "number": row.number,
        "commitment": row.commitment,
        "committed_at": row.at,
        "seed": row.seed if row.drawn_at else None,
        "purpose": row.purpose,
        "drawn_at": row.drawn_at,
        "facts": row.facts,
        "result": row.result,
    }


class Draws(TournamentRows):
    """The draws, used ones with their seeds; of the one that waits only the commitment."""

    queryset = Draw.objects.all()
    shape = DrawShape

    def face(self, row: Draw) -> Json:
        """A draw."""
        return _draw(row)
