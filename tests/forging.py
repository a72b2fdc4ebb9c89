"""What somebody with the database's password might do to a sealed evening, and what the proof says to it."""

from functools import cache

import pytest
from django.db import connection, transaction

from accounting import chain
from accounting.days.services import days
from accounting.ledger.services import ledger
from accounting.models import Book, Entry, House, Transfer
from accounting.proof.services import proofs
from tables.audit.services import days as table_days
from tables.floor.services import seats, tables
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tests import builders, kept_rows, played_house
from tests.builders import Evening


@kept_rows.rebuilt
def sealed_evening() -> Evening:
    """One day of a table, closed and sealed: a hand, its reversal, another one; and a house next door."""
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"), float_cents=50_000)
    evening.sit(table, 40_000, 40_000)
    summary = Summary(20_000, True, 2, tip_cents=200, rake_cents=500, reason="chip unit")
    for _ in range(2):
        hand = recording.record_summary(
            table_id=table, version=evening.version(table), summary=summary, actor=evening.dealer
        ).hand
    hands.void(hand_id=hand.pk, version=hand.version, reason="keyed twice", actor=evening.floor)
    for seat, cents in ((1, 40_000), (2, 39_300)):
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=seat, counted_cents=cents, actor=evening.floor
        )
    tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=50_000, actor=evening.floor)
    close(evening)
    next_door = House.objects.create(code="dus", name="Duisburg")
    Book.objects.create(house=next_door, code="table/T07")
    days.open_day(house_id=next_door.pk, actor=evening.manager)
    return evening


def close(evening):
    """The day closed, what the audit found having been looked at."""
    evening.make_ready()
    played_house.look_at_findings(evening)
    table_days.close_day(day_id=evening.day.pk, actor=evening.manager)


def change(sql, *values):
    """What somebody with the database's password might do; gives how many rows it concerned, -1 of a block."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(sql, values)
        concerned = cursor.rowcount
        cursor.execute("SET session_replication_role = DEFAULT")
    return concerned


def both_ways():
    """What is broken, PostgreSQL computing and Python alone; provers that compute alike in both are run once."""
    run = proofs._run_prover
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proofs, "_run_prover", cache(lambda name: list(run(name))))
        return [proofs.prove(independent=independent).broken for independent in (False, True)]


def found():
    """What the proof says, PostgreSQL computing and Python alone: book, number and what is wrong."""
    said, alone = ([(one.book, one.number, one.what) for one in broken] for broken in both_ways())
    assert said == alone, "whoever computes"
    return said


def changed(sql, *values):
    """What the proof says while something is changed; it is as it was afterwards."""
    with transaction.atomic():
        change(sql, *values)
        said = found()
        transaction.set_rollback(True)
    return said


def rewrite(book_id, number, **changes):
    """Write a book again from a number on, with all digests, as its head too: what a thorough forger does."""
    previous = bytes(Entry.objects.get(book_id=book_id, number=number - 1).digest)
    for entry in Entry.objects.filter(book_id=book_id, number__gte=number).order_by("number"):
        if entry.number == number:
            for name, value in changes.items():
                setattr(entry, name, value)
        facts = chain.EntryFacts(
            house_id=entry.house_id,
            book=entry.book.code,
            code=entry.code,
            subject=entry.subject,
            at=entry.at,
            gaming_day=entry.gaming_day.date,
            actor_id=entry.actor_id,
            reason=entry.reason,
            reference=entry.reference,
            reverses=entry.reverses_id,
            evidence=bytes(entry.evidence),
            moves=[
                ledger.Move(row.source, row.destination, row.amount_cents)
                for row in Transfer.objects.filter(entry=entry).order_by("position")
            ],
            assessment=entry.assessment.facts if hasattr(entry, "assessment") else None,
            wager=entry.wager.facts if hasattr(entry, "wager") else None,
            key_digest=None if entry.key_digest is None else bytes(entry.key_digest),
        )
        previous = chain.link(previous, entry.number, entry.pk, chain.content(facts))
        change("UPDATE accounting_entry SET reason = %s, digest = %s WHERE id = %s", entry.reason, previous, entry.pk)
        change("UPDATE accounting_book SET digest = %s WHERE id = %s", previous, book_id)
