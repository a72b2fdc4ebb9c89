"""The digest of a hand's evidence: how it was dealt, each recorded row (undone ones too), its result.

It goes into the hand's entry (`Entry.evidence`) and so into the book's chain: a later change of an action breaks a
link.  Pure.
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


class Written(list[Row]):
    """Rows of a hand that the database has written as JSON too, which `text` takes as it stands.

    Their `at` is text, since nobody who reads them so asks for it.
    """

    def __init__(self, said: str) -> None:
        super().__init__([Row._make(values) for values in json.loads(said)])
        self.said = said


class Dealt(NamedTuple):
    """The session, time and set-up of a hand; `setup` is None where only its outcome was recorded.

    `corrects`: the id of the hand that it replaces.
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
    check_circular=False,  # stored JSON is a tree
).encode


def digest(dealt: Dealt, rows: Sequence[Row], result: Mapping[str, object]) -> bytes:
    """SHA-256 over the evidence's text."""
    return hashlib.sha256(text(dealt, rows, result)).digest()


def text(dealt: Dealt, rows: Sequence[Row], result: Mapping[str, object]) -> bytes:
    """One canonical JSON text (keys sorted, times in UTC to the microsecond).

    `corrects` comes last and only where it is set, so that the text of all other hands never changed.
    """
    begin = _as_json([
        dealt.session_id,
        dealt.number,
        _moment(dealt.started_at),
        dealt.button_seat,
        str(dealt.client_uuid) if dealt.client_uuid else None,
        dealt.setup,
    ])  # fmt: skip
    said = rows.said if isinstance(rows, Written) else _as_json([(*row[:-1], _moment(row.at)) for row in rows])
    end = "]" if dealt.corrects is None else f",{dealt.corrects}]"
    return f"{begin[:-1]},{said},{_as_json(result)}{end}".encode()


class Parts(NamedTuple):
    """The text of the evidence as a database can write it: all but the order of the keys in stored JSON.

    `begin`: session, number, time, button and client's id, each followed by a comma; `rows`: the recorded actions;
    `setup` and `result`: JSON as stored (None where there is none).
    """

    begin: str
    setup: str | None
    rows: str
    result: str | None
    corrects: int | None


def digest_of_parts(parts: Parts) -> bytes:
    """SHA-256 over the evidence's text, which is that of `text` for the same facts."""
    begin, setup, rows, result, corrects = parts
    dealt = _as_json(json.loads(setup)) if setup else "null"
    outcome = _as_json(json.loads(result)) if result else "{}"
    end = "]" if corrects is None else f",{corrects}]"
    return hashlib.sha256(f"[{begin}{dealt},[{rows}],{outcome}{end}".encode()).digest()


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")
