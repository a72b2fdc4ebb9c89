"""The chips in front of guests, counted where the table keeps one pool."""

from collections.abc import Mapping
from typing import Any, ClassVar

from accounting.days.api.fields import ChipsField
from casino.api.fields import Body, CentsField, EachOnce, TextField
from casino.api.rendering import Json
from casino.models import User
from tables.play.api.fields import MOST_SEATS, SeatField
from tables.play.api.tables import TableCommand
from tables.play.services import stack_counts
from tables.play.services.stack_counts import SeatCount


class SeatCountBody(Body):
    """The chips in front of one seat: as a sum, by denomination or both."""

    seat = SeatField()
    counted_cents = CentsField(required=False)
    chips = ChipsField(required=False)

    class Meta:
        ref_name = "SeatCount"


class CountStacks(TableCommand):
    """Record the chips in front of guests, between two hands, at a table that keeps one pool."""

    service = stack_counts.count
    examples: ClassVar[Mapping[str, Json]] = {
        "Two seats": {
            "version": 12,
            "counts": [{"seat": 3, "counted_cents": 31700}, {"seat": 5, "chips": {"500": 40, "100": 12}}],
        },
    }  # fmt: skip

    class Input(TableCommand.Input):
        """An explanation, by the floor alone, where a count is not possible by the books."""

        counts: ClassVar[Any] = EachOnce(SeatCountBody(), by="seat", allow_empty=False, max_length=MOST_SEATS)
        explanation = TextField(max_length=500, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> int:
        counts = [SeatCount(**one) for one in values["counts"]]
        return stack_counts.count(table_id=pk, **{**values, "counts": counts}, actor=actor)
