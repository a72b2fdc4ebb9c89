"""The proof: every book is walked from its first entry, every digest is computed anew, every balance added up anew.

Nothing is believed but the rows themselves. Each finding names the book and the number at which something is wrong,
the first broken link first. The seals of closed days are made anew too, so that a chain that was written anew as a
whole is found out. Reads a stream: its memory holds one line for each book and day, however many hands there were.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import groupby
from operator import itemgetter

from django.db import connection, transaction

from accounting import chain
from accounting.chain import AssessmentFacts, EntryFacts, Heads, Move

_FACTS = list(AssessmentFacts.__dataclass_fields__)
_BATCH = 2_000
_IN_PLACE = 16  # column of `_ENTRIES`: entry, day and assessment are the book's house's, and the same day's

Closings = dict[tuple[int, date], dict[str, tuple[int, bytes]]]  # the last entry of each book, by house and gaming day

_ENTRIES = f"""
SELECT book.house_id, book.code, entry.number, entry.digest, entry.id, entry.house_id, entry.code, entry.subject,
       entry.at, day.date, entry.actor_id, entry.reason, entry.reference, entry.reverses_id, entry.evidence,
       (SELECT json_agg(json_build_array(t.position, t.source, t.destination, t.amount_cents) ORDER BY t.position)
          FROM accounting_transfer t WHERE t.entry_id = entry.id),
       entry.house_id = book.house_id AND day.house_id = book.house_id
           AND (a.entry_id IS NULL OR (a.house_id, a.gaming_day_id) = (entry.house_id, entry.gaming_day_id)),
       a.entry_id, {", ".join(f"a.{name}" for name in _FACTS)}
  FROM accounting_entry entry
  JOIN accounting_book book ON book.id = entry.book_id
  JOIN accounting_gamingday day ON day.id = entry.gaming_day_id
  LEFT JOIN accounting_assessment a ON a.entry_id = entry.id
 ORDER BY book.house_id, book.code, entry.number
"""  # noqa: S608 -- names of our own fields

_SEALS = """
SELECT seal.house_id, seal.number, day.date, seal.heads, seal.digest
  FROM accounting_seal seal JOIN accounting_gamingday day ON day.id = seal.gaming_day_id
 ORDER BY seal.house_id, seal.number
"""

_DAYS = "SELECT house_id, date, seal FROM accounting_gamingday WHERE state = 'closed' ORDER BY house_id, date"

_BOOKS = "SELECT house_id, code, number, digest FROM accounting_book"

_BALANCES = """
SELECT COALESCE(place.name, moved.name), COALESCE(place.balance_cents, 0), COALESCE(moved.cents, 0)
  FROM accounting_place place
  FULL JOIN (
      SELECT house_id, name, sum(cents) AS cents
        FROM (SELECT e.house_id, t.destination AS name, t.amount_cents AS cents
                FROM accounting_transfer t JOIN accounting_entry e ON e.id = t.entry_id
              UNION ALL
              SELECT e.house_id, t.source, -t.amount_cents
                FROM accounting_transfer t JOIN accounting_entry e ON e.id = t.entry_id) moves
       GROUP BY house_id, name
  ) moved ON moved.house_id = place.house_id AND moved.name = place.name
 WHERE COALESCE(place.balance_cents, 0) <> COALESCE(moved.cents, 0)
 ORDER BY 1
"""

_STRAYS = """
SELECT 'transfer ' || t.entry_id || '/' || t.position || ' has no entry' FROM accounting_transfer t
  LEFT JOIN accounting_entry e ON e.id = t.entry_id WHERE e.id IS NULL
UNION ALL
SELECT 'assessment ' || a.entry_id || ' has no entry' FROM accounting_assessment a
  LEFT JOIN accounting_entry e ON e.id = a.entry_id WHERE e.id IS NULL
UNION ALL
SELECT 'entry ' || e.id || ' has no book' FROM accounting_entry e
  LEFT JOIN accounting_book b ON b.id = e.book_id WHERE b.id IS NULL
"""


@dataclass(frozen=True, slots=True)
class Broken:
    """One thing that is not as it was written: which book, which number (None: the whole), and what."""

    book: str
    number: int | None
    what: str


@dataclass(slots=True)
class Proof:
    """What was walked and what was found broken."""

    entries: int = 0
    transfers: int = 0
    broken: list[Broken] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether everything is as it was written."""
        return not self.broken


def prove() -> Proof:
    """Walk all books of all houses in one snapshot and say what is broken."""
    proof = Proof()
    nested = connection.in_atomic_block
    with transaction.atomic():
        with connection.cursor() as cursor:
            if not nested:  # one snapshot for all books, while the house goes on booking
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute(_BOOKS)
            heads = {(house, code): (number, bytes(digest)) for house, code, number, digest in cursor.fetchall()}
        closings: Closings = {}
        for key, rows in groupby(_entries(), key=itemgetter(0, 1)):
            _walk(proof, key[1], heads.pop(key, None), rows, closings)
        for (_house, code), (number, digest) in sorted(heads.items()):
            if number or digest != chain.GENESIS:
                proof.broken.append(Broken(code, 1, "the book's entries are missing"))
        _balances(proof)
        _seals(proof, closings)
    return proof


def _entries() -> Iterator[tuple[object, ...]]:
    """All entries in order of their books, through a cursor on the server."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(_ENTRIES)
        while rows := cursor.fetchmany(_BATCH):
            yield from rows


def _walk(
    proof: Proof,
    book: str,
    head: tuple[int, bytes] | None,
    rows: Iterator[tuple[object, ...]],
    closings: Closings,
) -> None:
    """Follow one book's chain; after a break it goes on from the stored digest, so that each break is named once."""
    previous, expected = chain.GENESIS, 1
    for row in rows:
        number, stored = row[2], bytes(row[3])  # type: ignore[call-overload]
        entry_id = row[4]
        assert isinstance(number, int)
        assert isinstance(entry_id, int)
        if number != expected:
            proof.broken.append(Broken(book, expected, f"number {expected} is missing"))
        facts = _facts(book, row)
        proof.entries += 1
        proof.transfers += len(facts.moves)
        if chain.link(previous, number, entry_id, chain.content(facts)) != stored:
            proof.broken.append(Broken(book, number, "the digest does not fit the content"))
        if not row[_IN_PLACE]:
            proof.broken.append(Broken(book, number, "it is filed under another house or gaming day"))
        previous, expected = stored, number + 1
        closings.setdefault((facts.house_id, facts.gaming_day), {})[book] = (number, stored)
    if head is not None and head != (expected - 1, previous):
        proof.broken.append(Broken(book, expected, "the book's head does not fit its last entry"))


def _facts(book: str, row: tuple[object, ...]) -> EntryFacts:
    (
        _house,
        _book,
        _number,
        _digest,
        _id,
        house_id,
        code,
        subject,
        at,
        gaming_day,
        actor_id,
        reason,
        reference,
        reverses,
        evidence,
        moves,
        _in_place,
        assessment_id,
        *assessment,
    ) = row
    assert isinstance(at, datetime)
    assert isinstance(gaming_day, date)
    return EntryFacts(
        house_id=house_id,  # type: ignore[arg-type]
        book=book,
        code=str(code),
        subject=str(subject),
        at=at,
        gaming_day=gaming_day,
        actor_id=actor_id,  # type: ignore[arg-type]
        reason=str(reason),
        reference=reference,  # type: ignore[arg-type]
        reverses=reverses,  # type: ignore[arg-type]
        evidence=bytes(evidence),  # type: ignore[call-overload]
        moves=[Move(*move[1:]) for move in (moves or ())],  # type: ignore[attr-defined]
        assessment=None if assessment_id is None else AssessmentFacts(*assessment),  # type: ignore[arg-type]
    )


def _seals(proof: Proof, last: Closings) -> None:
    """Make each seal anew from the one before and its heads; nothing of a closed day may lie behind its head."""
    previous: dict[int, tuple[int, str]] = {}
    sealed: dict[tuple[int, date], tuple[str, Heads]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_SEALS)
        for house, number, day, heads, digest in cursor.fetchall():
            before, chained = previous.get(house, (0, ""))
            if number != before + 1:
                proof.broken.append(Broken("", None, f"seal {before + 1} is missing"))
            if chain.seal(house, number, day, chained, json.loads(heads)) != digest:
                proof.broken.append(Broken("", None, f"the seal of {day} does not fit the books"))
            previous[house] = (number, digest)
            sealed[house, day] = digest, json.loads(heads)
        cursor.execute(_DAYS)
        for house, day, seal in cursor.fetchall():
            digest, heads = sealed.get((house, day), ("", {}))
            if seal != digest:
                proof.broken.append(Broken("", None, f"the seal of {day} does not fit the books"))
            for book, (number, _digest) in last.get((house, day), {}).items():
                if number > int(heads.get(book, (0, ""))[0]):
                    proof.broken.append(Broken(book, number, f"booked into {day} after it was sealed"))


def _balances(proof: Proof) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_BALANCES)
        for name, balance, moved in cursor.fetchall():
            proof.broken.append(Broken(str(name), None, f"the balance is {balance}, the transfers add up to {moved}"))
        cursor.execute(_STRAYS)
        proof.broken += [Broken("", None, what) for (what,) in cursor.fetchall()]
