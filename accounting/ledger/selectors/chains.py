"""The books as they are stored: entries, their transfers, assessments and wagers, streamed in the order of the chains.

Four server-side cursors are merged here: rows are not looked up one by one, nothing depends on an index, and no table
of people is read, so that it works on a dump without one.  Times are read as microseconds, which is four times as fast
as text and marks times outside the calendar as NULL.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from django.db import connection
from psycopg import Cursor, capabilities

from accounting.chain import AssessmentFacts, WagerFacts

Values: TypeAlias = tuple[Any, ...]

BATCH = 2_000
FACTS = tuple(AssessmentFacts.__dataclass_fields__)
WAGERED = tuple(WagerFacts.__dataclass_fields__)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def in_calendar(column: str) -> str:
    """SQL that says whether Python's calendar can hold a time."""
    return f"{column} BETWEEN '0001-01-02' AND '9999-12-30'"


def microseconds(column: str) -> str:
    """SQL for a time column as whole microseconds since 1970; NULL if Python's calendar cannot hold it."""
    return f"CASE WHEN {in_calendar(column)} THEN (extract(epoch FROM {column}) * 1000000)::bigint END"


def moment(microseconds: int | None) -> datetime | None:
    """The time (UTC) of microseconds read by `microseconds`."""
    return None if microseconds is None else _EPOCH + timedelta(microseconds=microseconds)


class Row(NamedTuple):
    """Names an entry by all three, since a changed id could be another entry's."""

    book_id: int
    number: int
    entry_id: int


class StoredEntry(NamedTuple):
    """An entry as stored."""

    book_id: int
    number: int
    digest: bytes
    id: int
    house_id: int
    code: str
    subject: str
    at: int | None
    gaming_day_id: int
    actor_id: int
    reason: str
    reference: str | None
    reverses_id: int | None
    evidence: bytes
    key_digest: bytes | None

    @property
    def row(self) -> Row:
        return Row(self.book_id, self.number, self.id)


class StoredMove(NamedTuple):
    """A transfer as stored."""

    row: Row
    position: int
    source: str
    destination: str
    amount_cents: int


class StoredAssessment(NamedTuple):
    """An assessment as stored; `facts` in the order of `AssessmentFacts`, the hour as microseconds."""

    row: Row
    house_id: int
    gaming_day_id: int
    facts: Values


class StoredWager(NamedTuple):
    """A wager as stored; `facts` in the order of `WagerFacts`, the hour as microseconds."""

    row: Row
    house_id: int
    gaming_day_id: int
    facts: Values


class Among(NamedTuple):
    """The entries that are read: an SQL condition on an entry `e`, with its values."""

    condition: str
    values: tuple[Any, ...] = ()


EVERY = Among("true")


def of_books(book_ids: Iterable[int]) -> Among:
    """The entries of these books."""
    return Among("e.book_id = ANY(%s)", (list(book_ids),))


def one_in(every: int, rest: int) -> Among:
    """One entry in `every`, evenly spread: those whose id leaves this rest."""
    return Among("mod(e.id, %s) = %s", (every, rest))


_ENTRIES = f"""
SELECT e.book_id, e.number, e.digest, e.id, e.house_id, e.code, e.subject, {microseconds("e.at")}, e.gaming_day_id,
       e.actor_id, e.reason, e.reference, e.reverses_id, e.evidence,
       e.key_digest
  FROM accounting_entry e WHERE {{among}} ORDER BY e.book_id, e.number, e.id
"""  # noqa: S608 -- our own expression

_MOVES = """
SELECT e.book_id, e.number, e.id, t.position, t.source, t.destination, t.amount_cents
  FROM accounting_transfer t JOIN accounting_entry e ON e.id = t.entry_id
 WHERE {among}
 ORDER BY e.book_id, e.number, e.id, t.position
"""

_ASSESSMENTS = f"""
SELECT e.book_id, e.number, e.id, a.house_id, a.gaming_day_id, {microseconds("a.hour")},
       {", ".join(f"a.{name}" for name in FACTS[1:])}
  FROM accounting_assessment a JOIN accounting_entry e ON e.id = a.entry_id
 WHERE {{among}}
 ORDER BY e.book_id, e.number, e.id
"""  # noqa: S608 -- names of our own fields

_WAGERS = f"""
SELECT e.book_id, e.number, e.id, w.house_id, w.gaming_day_id, {microseconds("w.hour")},
       {", ".join(f"w.{name}" for name in WAGERED[1:])}
  FROM accounting_wager w JOIN accounting_entry e ON e.id = w.entry_id
 WHERE {{among}}
 ORDER BY e.book_id, e.number, e.id
"""  # noqa: S608 -- names of our own fields


def stream(sql: str, values: Sequence[Any] = ()) -> Iterator[Values]:
    """All rows of a statement, through a server-side cursor."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, values or None)
        while rows := cursor.fetchmany(BATCH):
            yield from rows


def found(sql: str, values: Sequence[Any] = ()) -> list[Values]:
    """The rows of a statement that finds what is wrong: none or few, so one exchange, where `stream` takes four."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)
        return cursor.fetchall()  # type: ignore[no-any-return]  # Django's cursors are untyped


def piped(sql: str) -> Iterator[Values]:
    """All rows of a statement, while the database works on the next ones; ask it nothing else before the end."""
    connection.ensure_connection()
    size = BATCH if capabilities.has_stream_chunked() else 1
    # Django's own cursors wait for all rows, or for each batch.
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        yield from cursor.stream(sql, size=size)


def _read(sql: str, among: Among) -> Iterator[Values]:
    return stream(sql.replace("{among}", among.condition), among.values)


def entries(among: Among = EVERY) -> Iterator[StoredEntry]:
    """The entries, book by book, in the order of their numbers."""
    return map(StoredEntry._make, _read(_ENTRIES, among))


class _OfEntry(Protocol):
    @property
    def row(self) -> Row: ...


T = TypeVar("T", bound=_OfEntry)


class Attached(Generic[T]):
    """A stream of rows that belong to entries, in the order of the entries."""

    def __init__(self, rows: Iterator[T]) -> None:
        self._rows = rows
        self._next = next(rows, None)

    def of(self, row: Row) -> list[T]:
        """The rows of the next entry; call it once for each entry, in the order of `entries`."""
        found: list[T] = []
        while self._next is not None and self._next.row == row:
            found.append(self._next)
            self._next = next(self._rows, None)
        return found


def moves(among: Among = EVERY) -> Attached[StoredMove]:
    """The transfers of these entries."""
    return Attached(StoredMove(Row(*row[:3]), *row[3:]) for row in _read(_MOVES, among))


def assessments(among: Among = EVERY) -> Attached[StoredAssessment]:
    """The assessments of these entries."""
    return Attached(StoredAssessment(Row(*row[:3]), row[3], row[4], row[5:]) for row in _read(_ASSESSMENTS, among))


def wagers(among: Among = EVERY) -> Attached[StoredWager]:
    """The wagers of these entries."""
    return Attached(StoredWager(Row(*row[:3]), row[3], row[4], row[5:]) for row in _read(_WAGERS, among))
