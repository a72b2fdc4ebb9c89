"""How a tournament is played, as bodies carry it; what it must say is read by `tables.rules.tournaments.codec`."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.fields import ObjectField
from casino.api.reading import READ, answer
from casino.api.rendering import Json
from tables.rules.setup import Betting, Variant
from tables.rules.tournaments import codec
from tables.rules.tournaments.shipped import STRUCTURES, TITLES
from tables.rules.tournaments.structures import AnteKind, Structure


def _whole(most: int, least: int = 0) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


def _words(kind: type[Variant] | type[Betting] | type[AnteKind]) -> dict[str, Any]:
    return {"type": "string", "enum": [one.value for one in kind]}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "additionalProperties": False, "properties": properties}


_CHIPS: Final = _whole(codec.MOST_CHIPS)
_MINUTES: Final = _whole(codec.MOST_MINUTES, 1)
_LEVEL: Final = _object(
    ["minutes", "big_blind"],
    minutes=_MINUTES,
    small_blind=_CHIPS,
    big_blind=_CHIPS,
    ante=_CHIPS,
    ante_kind=_words(AnteKind),
    small_bet=_CHIPS,
    big_bet=_CHIPS,
)
_BREAK: Final = _object(
    ["minutes"],
    minutes=_MINUTES,
    is_end_of_late_registration={"type": "boolean"},
    chips_raced_off={"type": "array", "items": _object(["worth"], worth=_CHIPS)},
)
STRUCTURE_SCHEMA: Final[dict[str, Any]] = _object(
    ["name", "items", "chips"],
    name={"type": "string"},
    version=_whole(9_999, 1),
    variant=_words(Variant),
    betting=_words(Betting),
    starting_chips=_CHIPS | {"description": "Left out: 40 × the minimum bet of level one."},
    items={
        "type": "array",
        "description": "Levels and breaks in order; a break is what has no blinds.",
        "items": {"oneOf": [_LEVEL, _BREAK]},
    },
    chips={
        "type": "array",
        "description": "The colours, and how many of each are in everybody's first stack.",
        "items": _object(["worth"], worth=_CHIPS, pieces=_whole(10_000)),
    },
    late_until_level=_whole(codec.MOST_LEVELS),
    re_entries=_whole(99),
    rebuy=_object(
        ["until_level", "chips"],
        until_level=_whole(codec.MOST_LEVELS, 1),
        at_or_below=_CHIPS,
        chips=_CHIPS,
        most=_whole(99, 1),
    ),
    add_on=_object(["break_number", "chips"], break_number=_whole(codec.MOST_LEVELS, 1), chips=_CHIPS),
    flight_until_level=_whole(codec.MOST_LEVELS, 1),
)


@extend_schema_field(STRUCTURE_SCHEMA)
class StructureField(ObjectField):
    """A structure as it came."""


@extend_schema_field(STRUCTURE_SCHEMA)
class StructureShown(serializers.JSONField):
    """A structure as it is kept."""


class TemplateShape(serializers.Serializer[Any]):
    """A structure that comes with the house: take it as it is, or change it, for a tournament of your own."""

    key = serializers.CharField(help_text="Name and version, like `evening/1`.")
    title = serializers.CharField(help_text="In the language that is asked for.")
    minutes = serializers.IntegerField(help_text="Of all levels and breaks together.")
    structure = StructureShown()

    class Meta:
        ref_name = "StructureTemplate"


class Templates(APIView):
    """The structures that come with the house, in the order in which they are offered."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = TemplateShape(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """All of them."""
        return answer([_template(key, one) for key, one in STRUCTURES.items()])


def _template(key: str, structure: Structure) -> Mapping[str, Json]:
    return {
        "key": key,
        "title": gettext(TITLES[key]),
        "minutes": structure.minutes,
        "structure": codec.to_json(structure),
    }
