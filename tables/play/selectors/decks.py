"""The deck and shuffler of a table: at a given time, of its hands, and their history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from tables.models import DeckChange, Hand

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Used:
    """A deck's period of use at a table; `until` is None while it is in use."""

    change: DeckChange
    until: datetime | None


def at(table_id: int, moment: datetime) -> DeckChange | None:
    """The deck in use at the table at that time; None if none was recorded."""
    rows = DeckChange.objects.filter(table_id=table_id, at__lte=moment).select_related("by")
    return rows.order_by("-at", "-pk").first()


def of_hands(table_id: int, hands: Iterable[Hand]) -> dict[int, DeckChange]:
    """The deck and shuffler in use when each hand began, by the hand's id; hands without one are left out."""
    rows = list(hands)
    if not rows:
        return {}
    until = max(row.started_at for row in rows)
    changes = list(DeckChange.objects.filter(table_id=table_id, at__lte=until).order_by("-at", "-pk"))
    found = {row.pk: next((one for one in changes if one.at <= row.started_at), None) for row in rows}
    return {pk: change for pk, change in found.items() if change is not None}


def history(table_id: int) -> list[Used]:
    """The latest changes at a table, the deck in use first."""
    rows = list(DeckChange.objects.filter(table_id=table_id).select_related("by").order_by("-at", "-pk")[:SHOWN])
    ends: Sequence[datetime | None] = [None, *(newer.at for newer, _older in pairwise(rows))]
    return [Used(row, until) for row, until in zip(rows, ends, strict=False)]
