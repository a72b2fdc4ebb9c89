"""Fields that several subjects share: the house in request bodies, chips in bodies and answers."""

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import extend_schema_field

from accounting.selectors import houses
from casino.api.fields import IdField, ObjectField
from casino.api.parsing import LARGEST

if TYPE_CHECKING:
    from casino.models import User


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
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]{0,11}$"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": LARGEST},
        "description": "Pieces by denomination in cents.",
        "example": {"10000": 5, "500": 20},
    }
)
class ChipsField(ObjectField):
    """Chips by denomination; the services read what is in them (`accounting.chips`)."""
