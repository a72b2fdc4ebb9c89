"""Chips of a tournament in bodies and answers: pieces by worth, which is no money."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.api.fields import ObjectField

PIECES_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": {"type": "integer"},
    "description": "Pieces by the chip's worth.",
    "example": {"1000": 40, "500": 80, "100": 200, "25": 200},
}


@extend_schema_field(PIECES_SCHEMA)
class PiecesField(ObjectField):
    """Pieces by worth; what is in them is read by `accounting.chips`."""


@extend_schema_field(PIECES_SCHEMA)
class PiecesShape(serializers.JSONField):
    """Pieces by worth."""
