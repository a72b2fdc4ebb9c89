"""Booked hands with everything an audit needs of them, read in batches so that memory does not grow with the house."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables.evidence import Row
from tables.models import Hand
from tables.models.columns import column_names, from_columns

BATCH = 500
_HEAD = 15  # columns before those of the hand

_HANDS = f"""
SELECT t.code, version.terms, entry.id, entry.evidence, reversal.id IS NOT NULL,
       assessment.pot_cents, assessment.base_cents, assessment.due_cents, assessment.taken_cents,
       assessment.jackpot_cents, assessment.tips_cents, assessment.dealt_in, assessment.flop_seen,
       assessment.schedule_version_id,
       (SELECT json_agg(json_build_array(move.source, move.destination, move.amount_cents) ORDER BY move.position)
          FROM accounting_transfer move WHERE move.entry_id = entry.id),
       {", ".join(f"hand.{name}" for name in column_names(Hand))}
  FROM tables_hand hand
  JOIN tables_table t ON t.id = hand.table_id
  JOIN accounting_scheduleversion version ON version.id = hand.schedule_version_id
  LEFT JOIN accounting_entry entry ON entry.reference = 'hand:' || hand.id
  LEFT JOIN accounting_entry reversal ON reversal.reverses_id = entry.id
  LEFT JOIN accounting_assessment assessment ON assessment.entry_id = entry.id
 WHERE hand.id > %(after)s AND hand.state <> 'open' AND (%(day)s::bigint IS NULL OR hand.gaming_day_id = %(day)s)
 ORDER BY hand.id LIMIT {BATCH}
"""  # noqa: S608 -- names of our model's columns

_ROWS = """
SELECT hand_id, sequence, kind, seat, to_cents, cards, undoes, actor_id, at
  FROM tables_handaction WHERE hand_id = ANY(%s) ORDER BY hand_id, sequence
"""

_COUNT = """
SELECT count(*) FROM tables_hand
 WHERE state <> 'open' AND (%(day)s::bigint IS NULL OR gaming_day_id = %(day)s)
"""

_BEREFT = """
SELECT substr(entry.reference, 6)::bigint, assessment.table_code, entry.number
  FROM accounting_entry entry
  JOIN accounting_assessment assessment ON assessment.entry_id = entry.id
  LEFT JOIN tables_hand hand ON entry.reference = 'hand:' || hand.id
 WHERE entry.code = 'hand' AND hand.id IS NULL AND entry.reference ~ '^hand:[0-9]+$'
   AND (%(day)s::bigint IS NULL OR entry.gaming_day_id = %(day)s)
 ORDER BY 1
"""


@dataclass(frozen=True, slots=True)
class BookedHand:
    """A hand that is over, as it was recorded and as it was booked; amounts as stored, in cents.

    `entry_id` None: nothing was booked.  `assessed` holds `pot, base, due, taken, jackpot, tips` in that order.
    """

    hand: Hand
    table_code: str
    terms: dict[str, Any]
    rows: tuple[Row, ...]
    entry_id: int | None
    evidence: bytes
    is_reversed: bool
    assessed: tuple[int, ...]
    dealt_in: int | None
    flop_seen: bool | None
    schedule_version_id: int | None
    moves: list[tuple[str, str, int]]


def count(day_id: int | None) -> int:
    """How many hands are over, of one gaming day or of all."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"day": day_id})
        (number,) = cursor.fetchone()
    return int(number)


def booked(day_id: int | None) -> Iterator[BookedHand]:
    """All hands that are over, in order of their ids."""
    after = 0
    while batch := _batch(day_id, after):
        yield from batch
        after = batch[-1].hand.pk


def bereft(day_id: int | None) -> list[tuple[int, str, int]]:
    """Entries whose hand is not there any more: the hand's id, its table, the entry's number in the table's book."""
    with connection.cursor() as cursor:
        cursor.execute(_BEREFT, {"day": day_id})
        return list(cursor.fetchall())


def _batch(day_id: int | None, after: int) -> list[BookedHand]:
    names = column_names(Hand)
    with connection.cursor() as cursor:
        cursor.execute(_HANDS, {"after": after, "day": day_id})
        found = cursor.fetchall()
        cursor.execute(_ROWS, [[values[_HEAD + names.index("id")] for values in found]])
        rows: dict[int, list[Row]] = {}
        for hand_id, *row in cursor.fetchall():
            rows.setdefault(hand_id, []).append(Row(*row))
    return [_booked(values, names, rows) for values in found]


def _booked(values: tuple[Any, ...], names: list[str], rows: dict[int, list[Row]]) -> BookedHand:
    code, terms, entry_id, evidence, is_reversed, *rest = values[:_HEAD]
    *assessed, dealt_in, flop_seen, version_id, moves = rest
    hand = from_columns(Hand, names, values[_HEAD:])
    return BookedHand(
        hand=hand,
        table_code=code,
        terms=json.loads(terms),
        rows=tuple(rows.get(hand.pk, ())),
        entry_id=entry_id,
        evidence=bytes(evidence or b""),
        is_reversed=is_reversed,
        assessed=tuple(assessed),
        dealt_in=dealt_in,
        flop_seen=flop_seen,
        schedule_version_id=version_id,
        moves=[tuple(move) for move in (moves or ())],
    )
