"""The links of the chains as PostgreSQL computes them: for each book and gaming day, whether every one fits.

The text under a digest is put together in SQL exactly as `accounting.chain.content` does it, and hashed by PostgreSQL's
own `sha256`; only sums leave the database.  What does not fit, or cannot be read, is only marked: `services.walks`
looks at the marked books in Python and says what is wrong.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection

from accounting.chain import FORMAT, GENESIS, LATER, AssessmentFacts, WagerFacts
from accounting.ledger.selectors.chains import in_calendar

_MOMENT = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'


def as_json(column: str, kind: object = str) -> str:
    """SQL for a column as `chain` writes it: texts with their escapes, all else as it stands, NULL as null."""
    return f"COALESCE({f'to_json({column})' if kind is str else column}::text, 'null')"


def moment(column: str) -> str:
    """SQL for a time as JSON, as `chain.moment` writes it; `in_calendar` says whether Python can."""
    return f"""'"' || to_char({column} AT TIME ZONE 'UTC', '{_MOMENT}') || '"'"""


def _facts(of: type[AssessmentFacts] | type[WagerFacts], row: str) -> str:
    """SQL for an assessment or a wager as a JSON list."""
    kinds = {name: field.type for name, field in of.__dataclass_fields__.items() if name != "hour"}
    rest = " || ',' || ".join(as_json(f"{row}.{name}", kind) for name, kind in kinds.items() if name != LATER)
    later = f" || CASE WHEN {row}.{LATER} THEN ',true' ELSE '' END" if LATER in kinds else ""
    return f"'[' || {moment(f'{row}.hour')} || ',' || {rest}{later} || ']'"


_CONTENT = f"""'[{FORMAT},' || e.house_id || ',' || {as_json("b.code")} || ',' || {as_json("e.code")}
       || ',' || {as_json("e.subject")} || ',' || {moment("e.at")} || ',' || {as_json("day.date")}
       || ',' || e.actor_id || ',' || {as_json("e.reason")} || ',' || {as_json("e.reference")}
       || ',' || {as_json("e.reverses_id", int)} || ',"' || encode(e.evidence, 'hex') || '",['
       || COALESCE(moved.said, '') || '],'
       || CASE WHEN a.entry_id IS NULL THEN 'null' ELSE {_facts(AssessmentFacts, "a")} END
       || CASE WHEN w.entry_id IS NULL THEN '' ELSE ',' || {_facts(WagerFacts, "w")} END
       || COALESCE(',"' || encode(e.key_digest, 'hex') || '"', '') || ']'"""

_IN_PLACE = """e.id >= 0 AND b.house_id = e.house_id AND day.house_id = e.house_id AND COALESCE(moved.in_order, true)
       AND (a.entry_id IS NULL OR (a.house_id, a.gaming_day_id) = (e.house_id, e.gaming_day_id))
       AND (w.entry_id IS NULL OR (w.house_id, w.gaming_day_id) = (e.house_id, e.gaming_day_id))"""

# A row that is there twice (no key stands in the way on a dump) is counted twice, and a number after a gap has nothing
# before it: so a book whose entries all fit and are as many as its last number has each number once.
_BOOKS = f"""
WITH moved AS (
    SELECT entry_id, count(*) AS moves,
           min(position) = 1 AND max(position) = count(*) AND count(DISTINCT position) = count(*) AS in_order,
           string_agg('[' || to_json(source)::text || ',' || to_json(destination)::text || ',' || amount_cents || ']',
                      ',' ORDER BY position) AS said
      FROM accounting_transfer GROUP BY entry_id
)
SELECT e.book_id, e.gaming_day_id, count(*), COALESCE(sum(moved.moves), 0)::bigint, min(e.number), max(e.number),
       bool_and(COALESCE(
           {_IN_PLACE}
       AND {in_calendar("e.at")} AND (a.entry_id IS NULL OR {in_calendar("a.hour")})
       AND (w.entry_id IS NULL OR {in_calendar("w.hour")})
       AND e.digest = sha256(CASE e.number WHEN 1 THEN %(genesis)s::bytea ELSE before.digest END
                             || int8send(e.number) || int8send(e.id) || convert_to({_CONTENT}, 'UTF8')), false))
  FROM accounting_entry e
  LEFT JOIN accounting_entry before ON before.book_id = e.book_id AND before.number = e.number - 1
  LEFT JOIN accounting_book b ON b.id = e.book_id
  LEFT JOIN accounting_gamingday day ON day.id = e.gaming_day_id
  LEFT JOIN moved ON moved.entry_id = e.id
  LEFT JOIN accounting_assessment a ON a.entry_id = e.id
  LEFT JOIN accounting_wager w ON w.entry_id = e.id
 GROUP BY e.book_id, e.gaming_day_id
"""  # noqa: S608 -- names of our own fields

_MOVED = """
SELECT e.house_id, t.source, t.destination, sum(t.amount_cents)
  FROM accounting_transfer t
  JOIN accounting_entry e ON e.id = t.entry_id
  JOIN accounting_book b ON b.id = e.book_id
 GROUP BY e.house_id, t.source, t.destination
"""

_DIGESTS = """
SELECT b.house_id, b.code, e.number, e.digest
  FROM unnest(%s::bigint[], %s::text[], %s::bigint[]) AS wanted (house_id, code, number)
  JOIN accounting_book b ON b.house_id = wanted.house_id AND b.code = wanted.code
  JOIN accounting_entry e ON e.book_id = b.id AND e.number = wanted.number
"""


class OfDay(NamedTuple):
    """A book's entries of one gaming day: how many, their transfers, the least and the last number, whether all fit."""

    book_id: int
    gaming_day_id: int
    entries: int
    transfers: int
    first: int
    last: int
    fit: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """What moved between two places of a house."""

    house_id: int
    source: str
    destination: str
    cents: int


def by_book_and_day() -> list[OfDay]:
    """Every book's entries, computed and summed by gaming day; entries without a book or a day too."""
    with connection.cursor() as cursor:
        cursor.execute(_BOOKS, {"genesis": GENESIS})
        return [OfDay(*row) for row in cursor.fetchall()]


def moved() -> list[Sum]:
    """The sums of all transfers that have an entry in a book."""
    with connection.cursor() as cursor:
        cursor.execute(_MOVED)
        return [Sum(house_id, source, destination, int(cents)) for house_id, source, destination, cents in cursor]


def digests(wanted: Iterable[tuple[int, str, int]]) -> Mapping[tuple[int, str, int], bytes]:
    """The stored digests of entries, named by house, book and number."""
    columns: list[list[Any]] = [list(column) for column in zip(*wanted, strict=True)] or [[], [], []]
    with connection.cursor() as cursor:
        cursor.execute(_DIGESTS, columns)
        return {(house_id, code, number): bytes(digest) for house_id, code, number, digest in cursor.fetchall()}
