"""Who waits for the floor, and since when."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from tables.models import FloorCall


@dataclass(frozen=True, slots=True)
class Call:
    """A call that waits; of a refused hand `facts` has what the tablet sent and what it was told."""

    id: int
    table_id: int
    table_code: str
    kind: str
    label: str
    called_at: datetime
    called_by: str
    hand_id: int | None
    round_id: int | None
    hand_uuid: UUID | None
    facts: Mapping[str, Any] | None


def waiting(house_id: int) -> list[Call]:
    """The calls of a house that nobody has answered, the longest first."""
    return _calls(house_id=house_id, answered_at=None)


def waiting_at(table_id: int) -> list[Call]:
    """The same for one table."""
    return _calls(table_id=table_id, answered_at=None)


def answer_about(hand_uuid: UUID) -> str | None:
    """What the floor has decided about a hand that was refused; None while it has not."""
    return (
        FloorCall.objects.filter(hand_uuid=hand_uuid, answered_at__isnull=False)
        .values_list("answer", flat=True)
        .first()
    )


def _calls(**where: int | None) -> list[Call]:
    rows = FloorCall.objects.filter(**where).select_related("table", "called_by")
    return [
        Call(
            id=row.pk,
            table_id=row.table_id,
            table_code=row.table.code,
            kind=row.kind,
            label=row.get_kind_display(),
            called_at=row.called_at,
            called_by=str(row.called_by),
            hand_id=row.hand_id,
            round_id=row.round_id,
            hand_uuid=row.hand_uuid,
            facts=row.facts,
        )
        for row in rows.order_by("called_at", "pk")
    ]
