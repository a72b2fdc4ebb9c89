"""The ledger's only writer.

`post` is an inner step of a use case: it needs an open transaction whose caller has locked the table or window that
the book belongs to.  It runs as a single SQL statement, which locks, numbers and chains the book, locks the places in
the order of their names and changes their balances, and writes the entry, its transfers and its assessment or wager.
`post_all` does the same for many entries of one book, which PostgreSQL takes in by COPY.

Constraints of the database refuse an overdrawn place, a closed day, a reference or a command's key used twice, an
entry reversed twice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, connection
from django.db.backends.utils import CursorWrapper

from accounting import chain, flows
from accounting.chain import AssessmentFacts, EntryFacts, Move, WagerFacts
from accounting.models import Assessment, Entry, EntryCode, GamingDay, Transfer, Wager
from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.failures import constraint
from casino.rows import existing
from casino.transactions import key_digest

if TYPE_CHECKING:
    from casino.models import User

__all__ = ["AssessmentFacts", "EntryFacts", "Move", "Posted", "WagerFacts", "post", "post_all", "post_facts", "reverse"]

_POST = """
WITH fresh AS MATERIALIZED (
    SELECT nextval('accounting_entry_id_seq') AS entry_id
), book AS (
    UPDATE accounting_book
       SET number = number + 1,
           digest = sha256(digest || int8send(number + 1) || int8send(fresh.entry_id) || %(content)s)
      FROM fresh
     WHERE house_id = %(house)s AND code = %(book)s
    RETURNING id, number, digest, fresh.entry_id
), locked AS MATERIALIZED (
    SELECT place.id, delta.cents
      FROM book, unnest(%(names)s::text[], %(deltas)s::bigint[]) AS delta (name, cents)
      JOIN accounting_place place ON place.house_id = %(house)s AND place.name = delta.name
     ORDER BY place.name
       FOR UPDATE OF place
), moved AS (
    UPDATE accounting_place place SET balance_cents = place.balance_cents + locked.cents
      FROM locked WHERE place.id = locked.id
    RETURNING place.name
), entry AS (
    INSERT INTO accounting_entry (id, house_id, book_id, number, digest, code, subject, at, gaming_day_id, actor_id,
                                  reason, reference, reverses_id, evidence, key_digest)
    SELECT entry_id, %(house)s, id, number, digest, %(code)s, %(subject)s, %(at)s, %(day)s, %(actor)s, %(reason)s,
           %(reference)s, %(reverses)s, %(evidence)s, %(key_digest)s
      FROM book
    RETURNING id
), transfers AS (
    INSERT INTO accounting_transfer (entry_id, position, source, destination, amount_cents)
    SELECT entry.id, move.position, move.source, move.destination, move.cents
      FROM entry, unnest(%(sources)s::text[], %(destinations)s::text[], %(amounts)s::bigint[])
                  WITH ORDINALITY AS move (source, destination, cents, position)
){assessed}{wagered}
SELECT entry.id, book.number, book.digest, ARRAY(SELECT name FROM moved) FROM entry, book
"""

_ASSESSED = """, assessed AS (
    INSERT INTO accounting_assessment (entry_id, house_id, gaming_day_id, hour, table_code, dealer_id, game,
                                       schedule_version_id, dealt_in, flop_seen, pot_cents, base_cents, due_cents,
                                       taken_cents, jackpot_cents, tips_cents, sign, reason, bomb_pot)
    SELECT entry.id, %(house)s, %(day)s, %(hour)s, %(table_code)s, %(dealer_id)s, %(game)s, %(schedule_version_id)s,
           %(dealt_in)s, %(flop_seen)s, %(pot_cents)s, %(base_cents)s, %(due_cents)s, %(taken_cents)s,
           %(jackpot_cents)s, %(tips_cents)s, %(sign)s, %(assessment_reason)s, %(bomb_pot)s
      FROM entry
)"""

_WAGERED = """, wagered AS (
    INSERT INTO accounting_wager (entry_id, house_id, gaming_day_id, {columns})
    SELECT entry.id, %(house)s, %(day)s, {values} FROM entry
)""".replace("{columns}", ", ".join(WagerFacts.__dataclass_fields__)).replace(
    "{values}", ", ".join(f"%(wager_{name})s" for name in WagerFacts.__dataclass_fields__)
)

# What `_POST` does in one statement, for many entries of a book.
_LOCK_BOOK = "SELECT id, number, digest FROM accounting_book WHERE house_id = %s AND code = %s FOR UPDATE"
_IDS = "SELECT nextval('accounting_entry_id_seq') FROM generate_series(1, %s)"
_ADVANCE_BOOK = "UPDATE accounting_book SET number = %s, digest = %s WHERE id = %s"
_MOVE = """
WITH locked AS MATERIALIZED (
    SELECT place.id, delta.cents
      FROM unnest(%s::bigint[], %s::text[]) AS delta (cents, name)
      JOIN accounting_place place ON place.house_id = %s AND place.name = delta.name
     ORDER BY place.name
       FOR UPDATE OF place
)
UPDATE accounting_place place SET balance_cents = place.balance_cents + locked.cents
  FROM locked WHERE place.id = locked.id
RETURNING place.name
"""
_COPY_ENTRIES = """
COPY accounting_entry (id, house_id, book_id, number, digest, code, subject, at, gaming_day_id, actor_id, reason,
                       reference, reverses_id, evidence, key_digest) FROM STDIN
"""
_COPY_TRANSFERS = "COPY accounting_transfer (entry_id, position, source, destination, amount_cents) FROM STDIN"
_ASSESSMENT_FIELDS = tuple(AssessmentFacts.__dataclass_fields__)
_COPY_ASSESSMENTS = (
    f"COPY accounting_assessment (entry_id, house_id, gaming_day_id, {', '.join(_ASSESSMENT_FIELDS)}) FROM STDIN"
)
_assessed = attrgetter(*_ASSESSMENT_FIELDS)

Value = str | int | bytes | datetime | list[str] | list[int] | None

_ASSESSMENT_NAMES = {"reason": "assessment_reason"}  # the entry has a reason too

_NEW_BOOK = "INSERT INTO accounting_book (house_id, code, number, digest) VALUES (%s, %s, 0, %s) ON CONFLICT DO NOTHING"

# For places without a row yet; if another transaction creates the same place first, the amount is added to it.
_NEW_PLACES = """
INSERT INTO accounting_place AS place (house_id, name, balance_cents)
SELECT %s, name, cents FROM unnest(%s::text[], %s::bigint[]) AS new (name, cents) ORDER BY name
ON CONFLICT (house_id, name) DO UPDATE SET balance_cents = place.balance_cents + EXCLUDED.balance_cents
"""

_REFUSED_BY_DATABASE = {
    "place_not_overdrawn": ("not_enough_chips", N_("There are not enough chips for that.")),
    "place_in_whole_chips": (
        "not_on_chip",
        N_("That would leave a fraction of the table's smallest chip: use whole chips."),
    ),
    "entry_day_is_open": ("gaming_day_closed", N_("The gaming day is closed.")),
    "accounting_entry_reverses_id_key": ("already_reversed", N_("This has already been reversed.")),
    "accounting_entry_reference_key": ("already_posted", N_("This has already been booked.")),
    "entry_of_key_once": (
        "already_booked_by_key",
        N_("This has already been booked, by an earlier request with the same key."),
    ),
}


@dataclass(frozen=True, slots=True)
class Posted:
    """A written entry: its id, its number in its book, its digest."""

    entry_id: int
    number: int
    digest: bytes


def post(
    *,
    day: GamingDay,
    book: str,
    code: EntryCode,
    subject: str,
    moves: Sequence[Move],
    actor: "User",
    reason: str = "",
    reference: str | None = None,
    reverses: int | None = None,
    evidence: bytes = b"",
    assessment: AssessmentFacts | None = None,
    wager: WagerFacts | None = None,
    at: datetime | None = None,
) -> Posted:
    """Write one entry with its moves (cents > 0); a hand adds its assessment, a round its wager.

    Refuses `not_enough_chips`, `not_on_chip`, `gaming_day_closed`, `already_posted` (same reference),
    `already_booked_by_key` (same Idempotency-Key), `already_reversed`.
    """
    facts = EntryFacts(
        house_id=day.house_id,
        book=book,
        code=code.value,
        subject=subject,
        at=at or house_time.now(),
        gaming_day=day.date,
        actor_id=actor.pk,
        reason=reason,
        reference=reference,
        reverses=reverses,
        evidence=evidence,
        moves=moves,
        assessment=assessment,
        wager=wager,
    )
    return post_facts(facts, day_id=day.pk)


def post_facts(facts: EntryFacts, *, day_id: int) -> Posted:
    """Write one entry, given as facts without a key.  As `post`."""
    _check(facts)
    try:
        return _write(replace(facts, key_digest=key_digest()), day_id)
    except IntegrityError as error:
        raise _refusal(error) from error.__cause__


def post_all(entries: Sequence[EntryFacts], *, day_id: int) -> list[Posted]:
    """Write entries of one book, in this order: what `post_facts` would write one by one, at a fraction of its cost.

    For entries without wagers.  Each place only gains by them, or only loses, so what holds for its balance at the end
    held after each entry.
    Refuses what `post` refuses.
    """
    assert len({(facts.house_id, facts.book) for facts in entries}) == 1, "entries of one book"
    assert not any(facts.wager for facts in entries), "rounds are posted one by one"
    for facts in entries:
        _check(facts)
    keyed = [replace(entries[0], key_digest=key_digest()), *entries[1:]]
    try:
        return _write_all(keyed, day_id)
    except IntegrityError as error:
        raise _refusal(error) from error.__cause__


def _check(facts: EntryFacts) -> None:
    assert connection.in_atomic_block, "a post is part of a use case"
    assert facts.moves or facts.assessment or facts.wager or facts.evidence or facts.reverses, "an entry says something"
    assert all(move.amount_cents > 0 and move.source != move.destination for move in facts.moves), facts.moves
    for move in facts.moves:
        flows.of(facts.code, move.source, move.destination)


def reverse(*, entry_id: int, day: GamingDay, reason: str, actor: "User", reference: str | None = None) -> Posted:
    """Post the mirror image of an entry, once, into `day`: each transfer backwards, the last one first.

    Refuses `no_such_entry`, `reversal_is_final`, `already_reversed`, and `not_enough_chips` when the chips have since
    left the place they went to.
    """
    entry = existing(
        Entry.objects.select_related("book", "assessment", "wager").filter(pk=entry_id, house_id=day.house_id),
        NotFound("no_such_entry", N_("Entry not found.")),
    )
    if entry.code == EntryCode.REVERSAL:
        raise Refusal("reversal_is_final", N_("A reversal cannot be reversed. Book the right entry instead."))
    transfers = Transfer.objects.filter(entry=entry).order_by("-position")
    at = house_time.now()
    # A reversal on the entry's own gaming day counts in the hour of the entry, on a later day in the current hour.
    hour = None if entry.gaming_day_id == day.pk else at.replace(minute=0, second=0, microsecond=0)
    return post(
        day=day,
        book=entry.book.code,
        code=EntryCode.REVERSAL,
        subject=entry.subject,
        moves=[Move(row.destination, row.source, row.amount_cents) for row in transfers],
        actor=actor,
        reason=reason,
        reference=reference,
        reverses=entry.pk,
        assessment=_mirror(getattr(entry, "assessment", None), hour),
        wager=_mirror(getattr(entry, "wager", None), hour),
        at=at,
    )


def _mirror(row: Assessment | Wager | None, hour: datetime | None) -> Any:
    return None if row is None else replace(row.facts, sign=-1, hour=hour or row.hour)


def _write(facts: EntryFacts, day_id: int) -> Posted:
    deltas = _deltas(facts.moves)
    values = _values(facts, day_id, deltas)
    statement = _POST.replace("{assessed}", _ASSESSED if facts.assessment else "")
    statement = statement.replace("{wagered}", _WAGERED if facts.wager else "")
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row = cursor.fetchone()
        if row is None:  # the book's first entry
            cursor.execute(_NEW_BOOK, [facts.house_id, facts.book, chain.GENESIS])
            cursor.execute(statement, values)
            row = cursor.fetchone()
        assert row is not None
        entry_id, number, digest, moved = row
        _make_places(cursor, facts.house_id, deltas, moved)
    return Posted(entry_id, number, bytes(digest))


def _make_places(cursor: CursorWrapper, house_id: int, deltas: dict[str, int], moved: Iterable[str]) -> None:
    """Make the places that have no row yet."""
    new = sorted(deltas.keys() - set(moved))
    if new:
        cursor.execute(_NEW_PLACES, [house_id, new, [deltas[name] for name in new]])


def _write_all(entries: Sequence[EntryFacts], day_id: int) -> list[Posted]:
    first = entries[0]
    moves = [move for facts in entries for move in facts.moves]
    assert not {move.source for move in moves} & {move.destination for move in moves}, "a place gains or loses"
    deltas = _deltas(moves)
    with connection.cursor() as cursor:
        cursor.execute(_NEW_BOOK, [first.house_id, first.book, chain.GENESIS])
        cursor.execute(_LOCK_BOOK, [first.house_id, first.book])
        book_id, number, digest = cursor.fetchone()
        cursor.execute(_IDS, [len(entries)])
        posted = _linked(entries, [entry_id for (entry_id,) in cursor.fetchall()], number, bytes(digest))
        cursor.execute(_ADVANCE_BOOK, [posted[-1].number, posted[-1].digest, book_id])
        names = sorted(deltas)
        cursor.execute(_MOVE, [[deltas[name] for name in names], names, first.house_id])
        _make_places(cursor, first.house_id, deltas, [name for (name,) in cursor.fetchall()])
        _copy_rows(cursor, list(zip(entries, posted, strict=True)), book_id, day_id)
    return posted


def _linked(entries: Sequence[EntryFacts], ids: Sequence[int], number: int, digest: bytes) -> list[Posted]:
    """Each entry's number and link, after the book's last."""
    posted = []
    for place, (facts, entry_id) in enumerate(zip(entries, ids, strict=True), number + 1):
        digest = chain.link(digest, place, entry_id, chain.content(facts))
        posted.append(Posted(entry_id, place, digest))
    return posted


def _copy_rows(cursor: CursorWrapper, entries: Sequence[tuple[EntryFacts, Posted]], book_id: int, day_id: int) -> None:
    with connection.wrap_database_errors, cursor.copy(_COPY_ENTRIES) as copy:
        for facts, posted in entries:
            copy.write_row([
                posted.entry_id, facts.house_id, book_id, posted.number, posted.digest, facts.code, facts.subject,
                facts.at, day_id, facts.actor_id, facts.reason, facts.reference, facts.reverses, facts.evidence,
                facts.key_digest,
            ])  # fmt: skip
    with connection.wrap_database_errors, cursor.copy(_COPY_TRANSFERS) as copy:
        for facts, posted in entries:
            for position, move in enumerate(facts.moves, 1):
                copy.write_row([posted.entry_id, position, *move])
    with connection.wrap_database_errors, cursor.copy(_COPY_ASSESSMENTS) as copy:
        for facts, posted in entries:
            if facts.assessment is not None:
                copy.write_row([posted.entry_id, facts.house_id, day_id, *_assessed(facts.assessment)])


def _deltas(moves: Sequence[Move]) -> dict[str, int]:
    """The change of each place's balance; a place whose sum is 0 (a pot) is left out, so it is never locked."""
    deltas: dict[str, int] = {}
    for source, destination, cents in moves:
        deltas[source] = deltas.get(source, 0) - cents
        deltas[destination] = deltas.get(destination, 0) + cents
    assert sum(deltas.values()) == 0
    return {name: cents for name, cents in deltas.items() if cents}


def _values(facts: EntryFacts, day_id: int, deltas: dict[str, int]) -> dict[str, Value]:
    names = sorted(deltas)
    values: dict[str, Value] = {
        "content": chain.content(facts),
        "house": facts.house_id,
        "book": facts.book,
        "names": names,
        "deltas": [deltas[name] for name in names],
        "code": facts.code,
        "subject": facts.subject,
        "at": facts.at,
        "day": day_id,
        "actor": facts.actor_id,
        "reason": facts.reason,
        "reference": facts.reference,
        "reverses": facts.reverses,
        "evidence": facts.evidence,
        "key_digest": facts.key_digest,
        "sources": [move.source for move in facts.moves],
        "destinations": [move.destination for move in facts.moves],
        "amounts": [move.amount_cents for move in facts.moves],
    }
    if facts.assessment is not None:
        for name in AssessmentFacts.__dataclass_fields__:
            values[_ASSESSMENT_NAMES.get(name, name)] = getattr(facts.assessment, name)
    if facts.wager is not None:
        values |= {f"wager_{name}": getattr(facts.wager, name) for name in WagerFacts.__dataclass_fields__}
    return values


def _refusal(error: IntegrityError) -> Exception:
    known = _REFUSED_BY_DATABASE.get(constraint(error))
    return Refusal(known[0], known[1]) if known else error
