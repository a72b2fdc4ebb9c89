"""The house in request bodies."""

from functools import partial
from typing import Any

from accounting.selectors import houses
from casino.api.fields import IdField


class HouseField(IdField):
    """The house's id; where there is one house only it may be left out.

    Refuses `no_such_house`, and `house_required` where it is left out and there are several.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(default=partial(houses.one, None), **options)

    def to_internal_value(self, data: Any) -> int:
        return houses.one(super().to_internal_value(data))
