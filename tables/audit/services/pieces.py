"""An audit's pieces: which hands it computes again, cut once, taken by any number of workers.

Each piece is done in one transaction.  A worker holds its piece by a row lock that others skip.  Findings, figures and
the mark “done” are written in the transaction that took the piece, so a killed worker leaves nothing behind and its
piece is free at once.  Doing a piece twice writes the same findings.  Workers share no counter and no row of the run.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import psycopg
from django.db import DataError, connection, transaction

from accounting.findings.services import findings
from accounting.verdicts import Rule, Verdict
from casino import house_time, replica
from casino.models import User
from casino.transactions import is_part, use_case
from tables.audit.selectors import evidence
from tables.audit.services import day
from tables.models import AuditPiece, AuditRun, Hand
from tables.verdicts import hand

HANDS_A_PIECE = 2_000
"""Tenths of a second of work for summaries, a second for full hands: a killed worker loses little."""

_BEGIN = """
INSERT INTO tables_auditrun (house_id, gaming_day_id, started_at, hands, agree, entries)
SELECT (SELECT house_id FROM accounting_gamingday WHERE id = %(day)s), %(day)s, %(now)s, 0, 0,
       (SELECT count(*) FROM accounting_entry WHERE %(day)s::bigint IS NULL OR gaming_day_id = %(day)s)
    ON CONFLICT DO NOTHING RETURNING id
"""

_CUT = """
INSERT INTO tables_auditpiece (run_id, kind, gaming_day_id, first_id, last_id, is_done, hands, agree)
SELECT %(run)s, 'hands', gaming_day_id, min(id), max(id), false, count(*), 0
  FROM (SELECT id, gaming_day_id, (row_number() OVER (PARTITION BY gaming_day_id ORDER BY id) - 1) / %(size)s AS part
          FROM tables_hand
         WHERE state <> 'open' AND (%(day)s::bigint IS NULL OR gaming_day_id = %(day)s)) cut
 GROUP BY gaming_day_id, part
 UNION ALL
SELECT %(run)s, 'day', id, 0, 0, false, 0, 0
  FROM accounting_gamingday WHERE %(day)s::bigint IS NULL OR id = %(day)s
"""

# The errors that tampered rows cause: invalid times, sums out of range, invalid chips, missing games.  Values read in
# binary form are refused by the driver itself.
_UNREADABLE = (
    DataError, psycopg.DataError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError,
    ValueError,
)  # fmt: skip

# The piece for a whole day becomes free when all its hands are done.
_FREE = """
SELECT piece.id FROM tables_auditpiece piece
 WHERE run_id = %s AND NOT is_done
   AND (kind = 'hands' OR NOT EXISTS (
       SELECT FROM tables_auditpiece other
        WHERE other.run_id = piece.run_id AND other.gaming_day_id = piece.gaming_day_id
          AND other.kind = 'hands' AND NOT other.is_done))
 ORDER BY piece.id LIMIT 1 FOR UPDATE OF piece SKIP LOCKED
"""

_FINISH = """
UPDATE tables_auditrun run SET finished_at = %(now)s, hands = done.hands, agree = done.agree
  FROM (SELECT COALESCE(sum(hands), 0) AS hands, COALESCE(sum(agree), 0) AS agree
          FROM tables_auditpiece WHERE run_id = %(run)s) done
 WHERE run.id = %(run)s AND run.finished_at IS NULL
   AND NOT EXISTS (SELECT FROM tables_auditpiece WHERE run_id = %(run)s AND NOT is_done)
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """A run's progress, in hands."""

    done: int
    total: int


@use_case(None)
def begin(*, day_id: int | None, hands_a_piece: int = HANDS_A_PIECE) -> AuditRun:
    """Begin the audit of a gaming day (None: all days), cut into pieces; return an unfinished one if there is."""
    values = {"day": day_id, "now": house_time.now(), "size": hands_a_piece}
    with connection.cursor() as cursor:
        while True:
            cursor.execute(_BEGIN, values)
            row = cursor.fetchone()
            if row is not None:
                cursor.execute(_CUT, {**values, "run": row[0]})
                return AuditRun.objects.get(pk=row[0])
            # The insert waited for a concurrent run, which may be finished by now.
            running = AuditRun.objects.filter(gaming_day_id=day_id, finished_at=None).first()
            if running is not None:
                return running


@use_case(None)
def take(*, run_id: int) -> bool:
    """Do one free piece; return False when there is none.

    Reads one snapshot, so a hand voided meanwhile is seen either before or after, never in between.  Raises `Busy` when
    another worker has just done the piece: call again.
    """
    with connection.cursor() as cursor:
        if not (connection.savepoint_ids or is_part()):
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute(_FREE, [run_id])
        free = cursor.fetchone()
    if free is None:
        return False
    piece = AuditPiece.objects.select_related("gaming_day").get(pk=free[0])
    with _without_gc(), _one_snapshot():
        found = _verdicts(piece)
    findings.note(piece.gaming_day.house_id, piece.gaming_day_id, _with_known_people(found), house_time.now())
    piece.is_done = True
    piece.save(update_fields=["is_done", "hands", "agree"])
    return True


@use_case(None)
def finish(*, run_id: int) -> bool:
    """Write the run's sums once all pieces are done; return False while some are not."""
    with connection.cursor() as cursor:
        cursor.execute(_FINISH, {"run": run_id, "now": house_time.now()})
    return AuditRun.objects.filter(pk=run_id, finished_at__isnull=False).exists()


def progress(run_id: int) -> Progress:
    """The number of hands done so far, and of all hands in the run."""
    pieces = AuditPiece.objects.filter(run_id=run_id).values_list("is_done", "hands")
    return Progress(sum(hands for is_done, hands in pieces if is_done), sum(hands for _is_done, hands in pieces))


def _verdicts(piece: AuditPiece) -> list[Verdict]:
    """The verdicts on a piece; an unreadable row is a finding of its own and hides no other."""
    if piece.kind == AuditPiece.Kind.HANDS:
        found = _hands(piece, piece.first_id, piece.last_id)
        piece.hands, piece.agree = found.hands, found.agree
        return found.verdicts
    try:
        with transaction.atomic():
            return _day(piece)
    except _UNREADABLE as error:
        return [_unreadable(piece, f"day:{piece.gaming_day.date}", error)]


@dataclass(slots=True)
class _Found:
    """The verdicts on some hands, their number, and how many of them agree."""

    verdicts: list[Verdict]
    hands: int = 0
    agree: int = 0


def _hands(piece: AuditPiece, first_id: int, last_id: int) -> _Found:
    """The verdicts on hands read together; where that fails, on each half of them, down to the row at fault."""
    try:
        with transaction.atomic():
            return _together(piece, first_id, last_id)
    except _UNREADABLE as error:
        among = Hand.objects.filter(gaming_day_id=piece.gaming_day_id, pk__range=(first_id, last_id))
        hand_ids = list(among.exclude(state=Hand.State.OPEN).order_by("pk").values_list("pk", flat=True))
        if len(hand_ids) == 1:
            return _Found([replace(_unreadable(piece, f"hand:{hand_ids[0]}", error), hand_id=hand_ids[0])], 1)
    found = _Found([])
    half = len(hand_ids) // 2
    for part in filter(None, (hand_ids[:half], hand_ids[half:])):
        one = _hands(piece, part[0], part[-1])
        found.verdicts += one.verdicts
        found.hands += one.hands
        found.agree += one.agree
    return found


def _together(piece: AuditPiece, first_id: int, last_id: int) -> _Found:
    found = _Found([])
    for booked in evidence.booked(piece.gaming_day_id, first_id, last_id):
        verdicts = hand.verdicts(booked)
        found.hands += 1
        found.agree += hand.agrees(verdicts)
        found.verdicts += verdicts
    return found


def _unreadable(piece: AuditPiece, subject: str, error: Exception) -> Verdict:
    message = f"{type(error).__name__}: {error}".partition("\n")[0][:200]
    return Verdict(Rule.NOT_COMPUTABLE, subject, facts={"error": message, "day": str(piece.gaming_day.date)})


def _day(piece: AuditPiece) -> list[Verdict]:
    found = [
        Verdict(
            rule=Rule.NO_HAND if stray.state is None else Rule.RECORD_CHANGED,
            subject=f"hand:{stray.hand_id}",
            amount_cents=stray.taken_cents,
            table_code=stray.table_code,
            hand_id=stray.hand_id,
            dealer_id=stray.dealer_id,
            booked_by=stray.actor_id,
            facts={"entry": stray.entry_id, "entry_number": stray.number, "state": stray.state},
        )
        for stray in evidence.strays(piece.gaming_day_id)
    ]
    return found + day.day_verdicts(piece.gaming_day_id)


def _with_known_people(found: list[Verdict]) -> list[Verdict]:
    """Clear unknown people: a tampered record may name users that do not exist, a finding may not."""
    named = {person for verdict in found for person in (verdict.dealer_id, verdict.booked_by) if person is not None}
    unknown = named - set(User.objects.filter(pk__in=named).values_list("pk", flat=True)) if named else set()
    if not unknown:
        return found
    return [
        replace(
            verdict,
            dealer_id=None if verdict.dealer_id in unknown else verdict.dealer_id,
            booked_by=None if verdict.booked_by in unknown else verdict.booked_by,
            facts={**verdict.facts, "unknown_people": True},
        )
        if {verdict.dealer_id, verdict.booked_by} & unknown
        else verdict
        for verdict in found
    ]


@contextmanager
def _one_snapshot() -> Iterator[None]:
    """Read from the replica, if there is one, in one snapshot as well."""
    with replica.reading(caught_up=True, beside=not is_part()) as is_replica:
        if not is_replica:
            yield
            return
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield


@contextmanager
def _without_gc() -> Iterator[None]:
    """Switch the cycle collector off: pieces make no reference cycles, and the search takes a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
