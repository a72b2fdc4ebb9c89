"""Hands for the proof, compared with their entries by PostgreSQL, with the texts under their digests put together.

A settled hand whose entry and assessment are as they must be is `as_booked`; any other (open, void, misdealt, changed)
is only marked, and `tables.audit.services.proofs` looks at it in Python.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.db import connection

from accounting.ledger.selectors import chains
from accounting.ledger.selectors.chains import in_calendar
from accounting.ledger.selectors.computed_links import as_json
from tables.evidence import Parts

_MOMENT = 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'


def _moment(column: str) -> str:
    """SQL for a time as JSON, as `tables.evidence` writes it."""
    return f"""'"' || to_char({column} AT TIME ZONE 'UTC', '{_MOMENT}') || '"'"""


_ROW = " || ',' || ".join([
    "'[' || sequence", as_json("kind"), as_json("seat", int), as_json("to_cents", int), as_json("cards"),
    as_json("undoes", int), "actor_id", _moment("at") + " || ']'",
])  # fmt: skip

# Texts of times before Christ look like those after, so a time out of the calendar is not left to the digest.
_SAID = f"""
    SELECT hand_id, bool_and({in_calendar("at")}) AS readable, string_agg({_ROW}, ',' ORDER BY sequence) AS said
      FROM tables_handaction{{of}} GROUP BY hand_id
"""  # noqa: S608 -- our own expressions
ROWS = _SAID.format(of=" WHERE hand_id = ANY(%s)")
"""The recorded rows of some hands: the hand's id, whether all times are of the calendar, the rows as JSON."""

_HANDS = f"""
WITH played AS ({_SAID.format(of="")})
SELECT COALESCE(h.id, played.hand_id), h.id IS NOT NULL,
       COALESCE(h.state = 'settled' AND h.result IS NOT NULL AND e.code = 'hand' AND e.subject = 'hand:' || h.id
                AND (b.code, e.house_id, e.gaming_day_id, t.house_id)
                    = ('table/' || t.code, h.house_id, h.gaming_day_id, h.house_id)
                AND r.id IS NULL
                AND (a.table_code, a.schedule_version_id, a.sign) = (t.code, h.schedule_version_id, 1)
                AND a.dealer_id IS NOT DISTINCT FROM h.dealer_id
                AND {in_calendar("h.started_at")} AND COALESCE(played.readable, true), false),
       e.evidence,
       h.session_id || ',' || h.number || ',' || {_moment("h.started_at")} || ',' || {as_json("h.button_seat", int)}
           || ',' || COALESCE('"' || h.client_uuid || '"', 'null') || ',',
       h.setup::text, COALESCE(played.said, ''), h.result::text, h.corrects_id
  FROM tables_hand h
  FULL JOIN played ON played.hand_id = h.id
  LEFT JOIN tables_table t ON t.id = h.table_id
  LEFT JOIN accounting_entry e ON e.reference = 'hand:' || h.id
  LEFT JOIN accounting_book b ON b.id = e.book_id
  LEFT JOIN accounting_entry r ON r.reverses_id = e.id
  LEFT JOIN accounting_assessment a ON a.entry_id = e.id
"""  # noqa: S608 -- our own expressions

_COUNT = "SELECT count(DISTINCT id) FROM tables_hand"

_TWICE = """
SELECT h.id
  FROM tables_hand h
  LEFT JOIN accounting_entry e ON e.reference = 'hand:' || h.id
  LEFT JOIN accounting_entry r ON r.reverses_id = e.id
  LEFT JOIN accounting_assessment a ON a.entry_id = e.id
 GROUP BY h.id HAVING count(*) > 1
"""


class ComputedHand(NamedTuple):
    """A hand: whether it is there (actions alone may name it), whether it is as booked, its digest and its text."""

    hand_id: int
    is_there: bool
    as_booked: bool
    evidence: bytes
    parts: Parts


def hands() -> Iterator[ComputedHand]:
    """Every hand, in any order; ask nothing else of the database before the end."""
    for hand_id, is_there, as_booked, evidence, *parts in chains.piped(_HANDS):
        yield ComputedHand(hand_id, is_there, as_booked, evidence, Parts(*parts))


def count() -> int:
    """The number of different hands."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT)
        (found,) = cursor.fetchone()
    return int(found)


def twice() -> list[int]:
    """The ids that several hands have, or several entries, reversals or assessments of one hand."""
    return [hand_id for (hand_id,) in chains.found(_TWICE)]
