"""Fields that several subjects share: the house, days and words in request bodies, chips in bodies and answers."""

import re
from typing import TYPE_CHECKING, Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounting.days.selectors import houses
from casino.api.fields import MOST_CENTS, IdField, ObjectField
from casino.api.parsing import LARGEST

if TYPE_CHECKING:
    from casino.models import User


CENTS_SCHEMA: Final[dict[str, Any]] = {"type": "integer", "minimum": 0, "maximum": MOST_CENTS}
"""How the description of terms says that a field is an amount in cents."""
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class DayField(serializers.DateField):
    """A date like 2026-11-21; DRF's own also takes weeks and dates without dashes."""

    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value)


class KindField(serializers.ChoiceField):
    """One of a few words; DRF's own would take a number for the text that spells it."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return str(super().to_internal_value(data))


class HouseField(IdField):
    """The house's id; who works in one house only may leave it out.

    Refuses `no_such_house`, and `house_required` where it is left out and there are several.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(default=None, **options)

    def of_actor(self, value: int | None, actor: "User") -> int:
        return houses.one(value, actor=actor)


@extend_schema_field(
    {
        "title": "Chips",
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]{0,11}$"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": LARGEST},
        "description": "Pieces by denomination in cents.",
        "example": {"10000": 5, "500": 20},
    }
)
class ChipsField(ObjectField):
    """Chips by denomination; the services read what is in them (`accounting.chips`)."""
