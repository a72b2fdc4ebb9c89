"""Taking boxes from a table with their booked sums.  They are counted in `accounting.cage.services.counts`."""

from datetime import datetime
from typing import TYPE_CHECKING

from accounting import chain, places
from accounting.chain import Move
from accounting.ledger.selectors import balances
from accounting.ledger.services import ledger
from accounting.models import Drop, EntryCode, GamingDay

if TYPE_CHECKING:
    from casino.models import User

BOXES = {Drop.Kind.RAKE: places.rake_box, Drop.Kind.TIPS: places.tip_box}


def drop(
    *, day: GamingDay, table_code: str, session_number: int, was_played: bool, at: datetime, actor: "User"
) -> list[Drop]:
    """Move the booked contents of a table's rake and tip box to the count room; returns one `Drop` per box.

    An inner step: the caller holds the table.  An empty box is taken and counted too, which records that it was empty.
    Returns [] where nothing was played and nothing is booked.
    """
    names = {kind: place(table_code) for kind, place in BOXES.items()}
    booked = balances.of(day.house_id, names.values())
    if not was_played and not any(booked.values()):
        return []
    return [
        _drop(Drop(kind=kind, booked_cents=booked[name]), name, day, table_code, session_number, at=at, actor=actor)
        for kind, name in names.items()
    ]


def _drop(
    row: Drop, place: str, day: GamingDay, table_code: str, session_number: int, *, at: datetime, actor: "User"
) -> Drop:
    row.house_id, row.gaming_day_id, row.dropped_at, row.dropped_by = day.house_id, day.pk, at, actor
    row.table_code, row.session_number = table_code, session_number
    posted = ledger.post(
        day=day,
        book=f"table/{table_code}",
        code=EntryCode.DROP,
        subject=f"session:{session_number}",
        moves=[Move(place, places.count_room(), row.booked_cents)] if row.booked_cents else [],
        actor=actor,
        evidence=chain.evidence(facts(row)),
        at=at,
    )
    row.entry_id = posted.entry_id
    row.save()
    return row


def facts(row: Drop) -> list[object]:
    """The values that the evidence digest of the drop's entry covers."""
    return [row.kind, row.table_code, row.session_number, row.booked_cents, chain.moment(row.dropped_at)]
