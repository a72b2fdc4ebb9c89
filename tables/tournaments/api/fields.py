"""Fields of bodies and answers about tournaments: structures, and chips by worth."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field

from casino.api.fields import ObjectField
from casino.api.parsing import LARGEST
from tables.rules.setup import Betting, Variant
from tables.rules.tournaments import codec
from tables.rules.tournaments.structures import AnteKind


def _whole(most: int, least: int = 0) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


def _words(kind: Iterable[StrEnum]) -> dict[str, Any]:
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
    """A structure; `tables.rules.tournaments.codec` reads and writes it."""


@extend_schema_field(
    {
        "title": "Pieces",
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]{0,11}$"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": LARGEST},
        "description": "Pieces by the chip's worth.",
        "example": {"1000": 40, "500": 80, "100": 200, "25": 200},
    }
)
class PiecesField(ObjectField):
    """Chips, which are no money: pieces by worth; `accounting.chips` reads them."""
