"""Any single flipped byte in stored entries, transfers, actions, assessments or wagers is found by the proof.

A house is played through the services; then, trial by trial, one bit of one stored value is turned over, with triggers,
keys and checks out of the way as if a disk had done it, and the proof must name the book and the number of the entry
that the row belongs to (of a key: that it belonged to, or belongs to now).  Actions of a hand in play are in no entry
yet, so there is nothing that they could break: they are left out.  Both ways of proving name the same.

PROOF_HANDS and PROOF_TRIALS set how many; PROOF_SEED which.
"""

import os
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

import pytest
from django.db import DataError, connection, transaction

from accounting.proof.services import proofs
from tables.rounds.services import rounds
from tests.played_house import played_house
from tests.tables.rounds.banking import casino, play_casino

HANDS = int(os.environ.get("PROOF_HANDS", "150"))
TRIALS = int(os.environ.get("PROOF_TRIALS", "60"))
SEED = int(os.environ.get("PROOF_SEED", "4711"))

ENTRY, TRANSFER, ASSESSMENT, WAGER, ACTION = (
    "accounting_entry",
    "accounting_transfer",
    "accounting_assessment",
    "accounting_wager",
    "tables_handaction",
)

# The rows of each table, as the places they lie at, and the entry each belongs to: its book and number.
ROWS = {
    ENTRY: """SELECT row.ctid::text, b.code, row.number FROM accounting_entry row
                JOIN accounting_book b ON b.id = row.book_id""",
    TRANSFER: """SELECT row.ctid::text, b.code, e.number FROM accounting_transfer row
                   JOIN accounting_entry e ON e.id = row.entry_id JOIN accounting_book b ON b.id = e.book_id""",
    ASSESSMENT: """SELECT row.ctid::text, b.code, e.number FROM accounting_assessment row
                     JOIN accounting_entry e ON e.id = row.entry_id JOIN accounting_book b ON b.id = e.book_id""",
    WAGER: """SELECT row.ctid::text, b.code, e.number FROM accounting_wager row
                JOIN accounting_entry e ON e.id = row.entry_id JOIN accounting_book b ON b.id = e.book_id""",
    ACTION: """SELECT row.ctid::text, b.code, e.number FROM tables_handaction row
                 JOIN accounting_entry e ON e.reference = 'hand:' || row.hand_id
                 JOIN accounting_book b ON b.id = e.book_id""",
}

# A time is stored as microseconds since 2000; here as those since 1970, which differ in no more than the bits' names.
READ = {"timestamp with time zone": "(extract(epoch FROM {0}) * 1000000)::bigint"}
WRITE = {"timestamp with time zone": "to_timestamp(%s::numeric / 1000000)"}
WIDTHS = {"smallint": 2, "integer": 4, "bigint": 8, "timestamp with time zone": 8}

# A reversal and what it reverses are held against each other, so a flip in one may be told of the other, too.
PAIRS = """
SELECT o.code, original.number, r.code, reversal.number
  FROM accounting_entry reversal JOIN accounting_entry original ON original.id = reversal.reverses_id
  JOIN accounting_book o ON o.id = original.book_id JOIN accounting_book r ON r.id = reversal.book_id
"""

UNGUARDED = """
SELECT format('ALTER TABLE %%I DROP CONSTRAINT %%I CASCADE', conrelid::regclass::text, conname)
  FROM pg_constraint WHERE conrelid = ANY(%s::regclass[]) AND contype IN ('c', 'u', 'p', 'f', 'x')
 ORDER BY contype <> 'f'
"""


@dataclass(frozen=True)
class Flip:
    """One value with one bit turned over."""

    table: str
    place: str
    column: str
    kind: str
    before: Any
    after: Any
    entry: tuple[str, int]


@pytest.fixture
def house(transactional_db):
    """Played, and its guards taken away: only the proof is left."""
    evening = played_house(HANDS).evening
    table = casino(evening)
    for _round in range(max(2, HANDS // 10)):
        played = play_casino(evening, table)
    rounds.void(round_id=played.pk, version=1, reason="wrong box", actor=evening.manager)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


@pytest.mark.release("proves the books once for each flipped byte")
def test_any_flipped_byte_is_found(house):
    random = Random(SEED)
    with transaction.atomic(), connection.cursor() as cursor:
        assert proofs.prove().broken == [], "an honest house is proven"
        _disarm(cursor)
        rows = {table: _fetched(cursor, sql) for table, sql in ROWS.items()}
        columns = {table: _columns(cursor, table) for table in ROWS}
        pairs = _pairs(cursor)
        assert all(rows.values())
        trials, missed, accused, began = 0, [], [], perf_counter()
        while trials < TRIALS:
            flip = _drawn(cursor, random, rows, columns)
            answer = _said(cursor, flip)
            if answer is None:
                continue
            trials += 1
            if not trials % 50:
                print(f"{trials} flips in {perf_counter() - began:.0f} s, {len(missed)} not found")
            said, owners, paired = answer
            right = {flip.entry, *owners}
            if not right & said:
                missed.append((flip, sorted(said, key=str)))
            books = {book for book, _number in owners - {flip.entry}}
            related = right.union(*(both for both in pairs + paired if both & right))
            accused += [(flip, one) for one in said - related if one[1] is not None and one[0] not in books]
        assert missed == [], "every flip is found, at its entry"
        assert accused == [], "nobody else's entry is accused"
        transaction.set_rollback(True)


def _disarm(cursor) -> None:
    """Neither triggers nor keys nor checks stand in the way of a disk."""
    cursor.execute("SET LOCAL session_replication_role = replica")
    cursor.execute(UNGUARDED, [list(ROWS)])
    for (statement,) in cursor.fetchall():
        cursor.execute(statement)
    cursor.execute("SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = ANY(%s::regclass[])", [list(ROWS)])
    for (index,) in cursor.fetchall():
        cursor.execute(f"DROP INDEX {index}")


def _fetched(cursor, sql: str) -> list[tuple[Any, ...]]:
    cursor.execute(sql)
    return cursor.fetchall()


def _columns(cursor, table: str) -> list[tuple[str, str]]:
    cursor.execute("SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s", [table])
    return cursor.fetchall()


def _drawn(cursor, random: Random, rows, columns) -> Flip:
    """A row, a column and a bit by chance; drawn again where nothing is stored, or the type has no such value."""
    while True:
        table = random.choice(list(ROWS))
        place, book, number = random.choice(rows[table])
        column, kind = random.choice(columns[table])
        read = READ.get(kind, "{0}").format(column)
        cursor.execute(f"SELECT {read} FROM {table} WHERE ctid = %s::tid", [place])
        before = cursor.fetchone()[0]
        after = _flipped(random, kind, before)
        if after is not None and after != before:
            return Flip(table, place, column, kind, before, after, (book, number))


def _flipped(random: Random, kind: str, value: Any) -> Any:
    """The value with one bit of one of its bytes turned over; None where there is none such."""
    if value is None:
        return None
    if kind == "boolean":
        return not value
    if kind == "bytea":
        return _turned(random, bytes(value))
    if kind == "character varying":
        try:
            text = _turned(random, value.encode()).decode()
        except UnicodeDecodeError:
            return None
        return None if "\0" in text else text
    return int.from_bytes(_turned(random, int(value).to_bytes(WIDTHS[kind], "big", signed=True)), "big", signed=True)


def _turned(random: Random, stored: bytes) -> bytes:
    if not stored:
        return stored
    turned = bytearray(stored)
    turned[random.randrange(len(turned))] ^= 1 << random.randrange(8)
    return bytes(turned)


def _pairs(cursor) -> list[frozenset[tuple[str, int]]]:
    return [frozenset({row[:2], row[2:]}) for row in _fetched(cursor, PAIRS)]


def _said(cursor, flip: Flip):
    """What the proof says while the bit is turned over, whose the row is meanwhile, and what reverses what then.

    None: the type has no such value.
    """
    value = WRITE.get(flip.kind, "%s")
    point = transaction.savepoint()
    try:
        cursor.execute(
            f"UPDATE {flip.table} SET {flip.column} = {value} WHERE ctid = %s::tid RETURNING ctid::text",
            [flip.after, flip.place],
        )
        (place,) = cursor.fetchone()
        owned = _fetched(cursor, f"SELECT * FROM ({ROWS[flip.table]}) o (at, book, number) WHERE at = '{place}'")
        broken = proofs.prove().broken
        assert broken == proofs.prove(independent=True).broken, flip
        said = {(one.book, one.number) for one in broken}
        return said, {owner[1:] for owner in owned}, _pairs(cursor)
    except DataError:
        return None
    finally:
        transaction.savepoint_rollback(point)
