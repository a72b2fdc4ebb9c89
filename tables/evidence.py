"""The digest of what a hand's entry rests on: how it was dealt, each recorded row (undone ones too), its result.

It goes into the entry (`Entry.evidence`) and so into the book's chain: whoever changes an action afterwards breaks
a link.  Pure.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID


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


class Dealt(NamedTuple):
    """Where, when and how a hand was dealt; `setup` is None where only its outcome was recorded.

    `corrects`: the id of the hand whose place it takes.
    """

    session_id: int
    number: int
    started_at: datetime
    button_seat: int | None
    client_uuid: UUID | None
    setup: Mapping[str, object] | None
    corrects: int | None = None


_as_json = json.JSONEncoder(
    sort_keys=True,
    separators=(",", ":"),
    ensure_ascii=False,
    check_circular=False,  # what is stored is a tree
).encode


def digest(dealt: Dealt, rows: Sequence[Row], result: Mapping[str, object]) -> bytes:
    """SHA-256 over the evidence's text."""
    return hashlib.sha256(text(dealt, rows, result)).digest()


def text(dealt: Dealt, rows: Sequence[Row], result: Mapping[str, object]) -> bytes:
    """One canonical JSON text (keys sorted, times in UTC to the microsecond).

    What a hand corrects stands last, and only where it does: all others read as they always did.
    """
    facts: list[object] = [
        dealt.session_id,
        dealt.number,
        _moment(dealt.started_at),
        dealt.button_seat,
        str(dealt.client_uuid) if dealt.client_uuid else None,
        dealt.setup,
        [(*row[:-1], _moment(row.at)) for row in rows],
        result,
    ]
    if dealt.corrects is not None:
        facts.append(dealt.corrects)
    return _as_json(facts).encode()


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")
