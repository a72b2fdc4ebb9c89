"""A table counted in play: carried over into the next gaming day, or its boxes taken."""

from collections.abc import Mapping
from typing import Any, ClassVar

from casino.api.fields import CentsField, ObjectField
from casino.api.rendering import Json
from casino.models import User
from tables.floor.services import carry_overs, drops
from tables.play.api import views
from tables.play.api.commands import TableCommand
from tables.play.selectors import tables as selectors


class CarryOver(TableCommand):
    """Carry a table over into the day that has begun: counted between two hands, without a break for the guests."""

    examples: ClassVar[Mapping[str, Json]] = {
        "By denomination": {"version": 31, "chips": {"10000": 40, "500": 200}, "counted_stacks_cents": 489_000}
    }

    class Input(TableCommand.Input):
        """The float as a sum, by denomination or both; the guests' chips, which a table with one pool must have."""

        counted_float_cents = CentsField(required=False)
        chips = ObjectField(required=False)
        counted_stacks_cents = CentsField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Carry over."""
        carry_overs.carry_over(
            table_id=pk,
            version=values.get("version"),
            counted_float_cents=values.get("counted_float_cents"),
            float_chips=values.get("chips"),
            counted_stacks_cents=values.get("counted_stacks_cents"),
            actor=actor,
        )
        return views.table(selectors.view(pk))


class DropBoxes(TableCommand):
    """Take both boxes of a table in play to the count room."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Take them."""
        drops.drop_boxes(table_id=pk, version=values.get("version"), actor=actor)
        return views.table(selectors.view(pk))
