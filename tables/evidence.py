"""The digest of what a hand's entry rests on: set-up, every recorded row (undone ones too), stored result.  Pure.

It goes into the entry (`Entry.evidence`) and so into the book's chain: whoever changes an action afterwards breaks
a link.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple


class Row(NamedTuple):
    """A recorded action as stored."""

    sequence: int
    kind: str
    seat: int | None
    to_cents: int | None
    cards: str
    undoes: int | None
    actor_id: int
    at: datetime


def digest(
    *,
    session_id: int,
    number: int,
    setup: Mapping[str, object] | None,
    rows: Sequence[Row],
    result: Mapping[str, object],
) -> bytes:
    """SHA-256 over one canonical JSON text (keys sorted, times in UTC to the microsecond)."""
    stored = [[*row[:-1], row.at.astimezone(UTC).isoformat(timespec="microseconds")] for row in rows]
    text = json.dumps(
        [session_id, number, setup, stored, result], sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    return hashlib.sha256(text.encode()).digest()
