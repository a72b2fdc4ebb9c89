"""Fields that several subjects share: the house in request bodies, chips in bodies and answers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework.fields import empty

from accounting.selectors import houses
from casino.api.fields import IdField, ObjectField


class HouseField(IdField):
    """The house's id; where there is one house only it may be left out.

    Refuses `no_such_house`, and `house_required` where it is left out and there are several.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(default=None, **options)

    def run_validation(self, data: Any = empty) -> int:
        return houses.one(super().run_validation(data))


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 0},
        "description": "Pieces by denomination in cents.",
        "example": {"10000": 5, "500": 20},
    }
)
class ChipsField(ObjectField):
    """Chips by denomination; the services read what is in them (`accounting.chips`)."""
