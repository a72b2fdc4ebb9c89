"""Fields of request bodies about cards and play. They check the form only; what is legal is for `tables.rules`."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from casino.api.fields import Body, CentsField, EachOnce, FlagField, IntField
from casino.api.parsing import LARGEST
from tables.rules import actions
from tables.settlement import Tip

MOST_SEATS = 10  # seeds 000 and 003
MOST_SEAT_NUMBER = 32767  # what the column holds
MOST_CARDS_LENGTH = 60
MOST_CARDS = MOST_CARDS_LENGTH // 2
MOST_ACTIONS = 400
"""More than any hand has: 10 players, 4 rounds, and every seat shows."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)

_CARD = "[2-9TtJjQqKkAa][CcDdHhSs]"
CARDS_SCHEMA: dict[str, Any] = {
    "title": "Cards",
    "oneOf": [
        {"type": "string", "maxLength": MOST_CARDS_LENGTH, "pattern": f"^ *({_CARD} *)*$", "examples": ["Ah Td 2c"]},
        {
            "type": "array",
            "maxItems": MOST_CARDS,
            "items": {"type": "string", "pattern": f"^{_CARD}$"},
            "examples": [["Ah", "Td", "2c"]],
        },
    ],
}
SEATS_SCHEMA: dict[str, Any] = {
    "title": "Seats",
    "type": "array",
    "maxItems": MOST_SEATS,
    "uniqueItems": True,
    "items": {"type": "integer", "minimum": 1, "maximum": MOST_SEAT_NUMBER},
}
ACTION_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["kind"],
    "additionalProperties": False,
    "properties": {
        "kind": {"type": "string", "enum": [kind.value for kind in actions.Kind]},
        "seat": {"type": ["integer", "null"], "minimum": 0, "maximum": LARGEST},
        "to_cents": {
            "type": ["integer", "null"],
            "minimum": 0,
            "maximum": LARGEST,
            "description": "bet, raise: the seat's total on the street.",
        },
        "cards": {"anyOf": [CARDS_SCHEMA, {"type": "null"}]},
    },
    "examples": [{"kind": "raise", "seat": 4, "to_cents": 1200}, {"kind": "board", "cards": "Ah Td 2c"}],
}


class SeatField(IntField):
    """The number of a seat; the services refuse one that the table does not have."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_SEAT_NUMBER, **options)


class WordField(serializers.ChoiceField):
    """One of a few words; DRF's own would take a number for the text that spells it."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return str(super().to_internal_value(data))


class DayField(serializers.DateField):
    """A gaming day as `2026-11-21`; DRF's own also takes weeks and dates without dashes."""

    def to_internal_value(self, value: Any) -> date:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            self.fail("invalid", format="YYYY-MM-DD")
        day = super().to_internal_value(value)
        assert isinstance(day, date)
        return day


class TipBody(Body):
    """A guest's gift to the staff."""

    seat = SeatField()
    amount_cents = CentsField()

    class Meta:
        ref_name = "Tip"

    def validate(self, attrs: Any) -> Tip:
        return Tip(**attrs)


class SeatCentsBody(Body):
    """What one seat put into the pot, or won of it."""

    seat = SeatField()
    amount_cents = CentsField()

    class Meta:
        ref_name = "SeatCents"


def by_seat_field() -> EachOnce:
    """A list of `SeatCents`, each seat once; may be left out."""
    return EachOnce(SeatCentsBody(), by="seat", required=False, max_length=MOST_SEATS)


def by_seat(values: Mapping[str, Any], name: str) -> dict[int, int]:
    """The cents of such a field by seat."""
    return {one["seat"]: one["amount_cents"] for one in values.get(name, ())}


def bomb_pot_field() -> FlagField:
    """Whether the hand was a bomb pot; left out, it was none."""
    return FlagField(required=False, help_text="Only in a game that has them; one always has a flop.")


def tips_field() -> serializers.ListSerializer[Any]:
    """A list of `Tip`; may be left out."""
    return serializers.ListSerializer(child=TipBody(), required=False, max_length=MOST_SEATS)


@extend_schema_field(CARDS_SCHEMA)
class CardsField(serializers.Field[Any, Any, Any, Any]):
    """`"Ah Td 2c"` or `["Ah", "Td", "2c"]`, as it came: `tables.rules.cards` reads it."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _('Expected cards such as "Ah Td 2c".'),
    }

    def to_internal_value(self, data: Any) -> str | list[str]:
        if isinstance(data, list):
            is_readable = len(data) <= MOST_CARDS and all(isinstance(card, str) and len(card) <= 2 for card in data)
        else:
            is_readable = isinstance(data, str) and len(data) <= MOST_CARDS_LENGTH
        if not is_readable:
            self.fail("invalid")
        cards: str | list[str] = data
        return cards


@extend_schema_field({"type": "array", "maxItems": MOST_ACTIONS, "items": ACTION_SCHEMA})
class ActionsField(serializers.Field[Any, Any, Any, Any]):
    """A list of actions as they came: `tables.rules.actions` reads each.

    One field instead of a nested serializer: a finished hand has dozens of actions, and no body is sent more often.
    """

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Expected a list of actions."),
        "item": _("Expected an action."),
    }

    def to_internal_value(self, data: Any) -> list[Mapping[str, object]]:
        if not isinstance(data, list) or len(data) > MOST_ACTIONS:
            self.fail("invalid")
        for place, item in enumerate(data):
            if not isinstance(item, dict):
                raise ValidationError({str(place): ValidationError(self.error_messages["item"], code="invalid").detail})
        return data


@extend_schema_field(SEATS_SCHEMA)
class SeatsField(serializers.ListField):
    """Seat numbers, each once."""

    default_error_messages: ClassVar[dict[str, Any]] = {"twice": _("A seat appears twice.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(child=SeatField(), max_length=MOST_SEATS, **options)

    def to_internal_value(self, data: Any) -> list[int]:
        seats: list[int] = super().to_internal_value(data)
        if len(set(seats)) != len(seats):
            self.fail("twice")
        return seats
