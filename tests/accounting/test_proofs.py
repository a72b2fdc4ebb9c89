"""The proof finds whatever was changed behind the ledger's back: each column that means something, each missing row."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounting import chain
from accounting.models import Assessment, Book, Entry, EntryCode, House, Place, ScheduleVersion, Seal, Transfer
from accounting.services import days, ledger, proofs
from tables.services import days as table_days
from tables.services import hands, recording, seats, tables
from tables.services.recording import Summary
from tests import builders, played_house

pytestmark = pytest.mark.django_db

BOOKED = {Entry: "id", Transfer: "entry_id", Assessment: "entry_id"}


@pytest.fixture
def evening():
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
    """What somebody with the database's password might do."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(sql, values)
        cursor.execute("SET session_replication_role = DEFAULT")


def found():
    """What the proof says: book, number and what is wrong."""
    return [(one.book, one.number, one.what) for one in proofs.prove().broken]


def changed(sql, *values):
    """What the proof says while something is changed; it is as it was afterwards."""
    with transaction.atomic():
        change(sql, *values)
        said = found()
        transaction.set_rollback(True)
    return said


def other(field, row):
    """Another value for a column, one that the constraints let pass."""
    value = getattr(row, field.attname)
    if field.is_relation and field.attname in ("house_id", "book_id", "gaming_day_id"):
        return field.related_model.objects.exclude(pk=value).latest("pk").pk
    match value:
        case bool():
            return not value
        case int():
            return -value if field.attname == "sign" else value + 1_000
        case str():
            return value + "x"
        case None:
            return 1
    return bytes(32) if isinstance(value, bytes | memoryview) else value + timedelta(microseconds=1)


def test_an_honest_evening_is_proven(evening):
    proof = proofs.prove()
    assert (proof.broken, proof.entries, proof.transfers) == ([], Entry.objects.count(), Transfer.objects.count())
    assert (proof.entries, proof.seals) == (13, 1)


def test_it_takes_as_many_statements_however_much_was_booked_and_asks_for_no_name():
    evening = builders.evening()
    with CaptureQueriesContext(connection) as before:
        proofs.prove()
    table = evening.table(evening.game(recording="summary"), float_cents=50_000)
    evening.sit(table, 40_000, 40_000, 40_000)
    with CaptureQueriesContext(connection) as after:
        assert proofs.prove().entries == 4
    assert len(after) == len(before)
    assert not [query["sql"] for query in after if "casino_user" in query["sql"]]


@pytest.mark.parametrize("model", list(BOOKED))
def test_no_column_can_be_changed_unseen(evening, model):
    """Book and number are named: those of the entry that the row belongs, or belonged, to."""
    unseen = []
    for field in model._meta.concrete_fields:
        is_reversal = field.attname == "reverses_id"
        entry = Entry.objects.get(code="reversal") if is_reversal else Entry.objects.get(code="hand", number=4)
        row = model.objects.filter(**{BOOKED[model]: entry.pk}).last()
        where = f"{BOOKED[model]} = {entry.pk}" + (f" AND position = {row.position}" if model is Transfer else "")
        said = changed(f"UPDATE {model._meta.db_table} SET {field.column} = %s WHERE {where}", other(field, row))
        if ("table/T07", entry.number) not in {(book, number) for book, number, _what in said}:
            unseen.append((field.attname, said))
    assert unseen == []


@pytest.mark.parametrize("model", list(BOOKED))
def test_no_row_can_be_taken_away_unseen(evening, model):
    entry = Entry.objects.get(code="hand", number=4)
    change(f"DELETE FROM {model._meta.db_table} WHERE {BOOKED[model]} = %s", entry.pk)
    assert found()[0][:2] == ("table/T07", 4)


def test_the_first_broken_link_is_named_and_nothing_else(evening):
    entry = Entry.objects.get(book__code="table/T07", number=5)
    change("UPDATE accounting_entry SET reason = 'x' WHERE id = %s", entry.pk)
    assert found() == [("table/T07", 5, "the digest does not fit the content")]


def test_a_changed_digest_accuses_its_own_entry_alone(evening):
    change("UPDATE accounting_entry SET digest = %s WHERE number = 2 AND code = 'buy_in'", bytes(32))
    assert found() == [("table/T07", 2, "the digest does not fit the content")]


def test_a_gap_is_named_by_its_number(evening):
    entry = Entry.objects.get(code="buy_in", number=2)
    change("UPDATE accounting_entry SET number = 77 WHERE id = %s", entry.pk)
    assert found()[0] == ("table/T07", 2, "number 2 is missing")


def test_the_last_entries_of_a_book_cannot_be_cut_off(evening):
    last = Entry.objects.filter(book__code="table/T07").latest("number")
    change("DELETE FROM accounting_transfer WHERE entry_id = %s", last.pk)
    change("DELETE FROM accounting_entry WHERE id = %s", last.pk)
    assert found()[0] == ("table/T07", last.number, f"number {last.number} is missing")


def test_transfers_are_numbered_from_one_on(evening):
    """Their order is in the digest by itself; their numbers only by this."""
    entry = Entry.objects.filter(code="hand").earliest("number")
    change("UPDATE accounting_transfer SET position = position + 3 WHERE entry_id = %s", entry.pk)
    assert found() == [("table/T07", entry.number, "its transfers are not numbered from one on")]


def test_times_that_no_calendar_has_are_found_and_stop_nothing(evening):
    change("UPDATE accounting_entry SET at = '200000-01-01' WHERE number = 3 AND code = 'buy_in'")
    change("UPDATE accounting_assessment SET hour = 'infinity' WHERE sign = -1")
    reversal = Entry.objects.get(code="reversal")
    unreadable = "what it says cannot be read"
    assert found() == [("table/T07", 3, unreadable), ("table/T07", reversal.number, unreadable)]


def test_a_balance_is_what_the_transfers_add_up_to(evening):
    change("UPDATE accounting_place SET balance_cents = balance_cents - 100 WHERE name = 'bank/rake'")
    assert found() == [("bank/rake", None, "the balance is 400, the transfers add up to 500")]


def rewrite(book_id, number, **changes):
    """Write a book anew from a number on, with all digests, as its head too: what a thorough forger does."""
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
            assessment=ledger._facts_of(entry),
        )
        previous = chain.link(previous, entry.number, entry.pk, chain.content(facts))
        change("UPDATE accounting_entry SET reason = %s, digest = %s WHERE id = %s", entry.reason, previous, entry.pk)
        change("UPDATE accounting_book SET digest = %s WHERE id = %s", previous, book_id)


def test_a_book_written_anew_as_a_whole_breaks_the_seal(evening):
    """Who can rewrite a book with all its digests cannot rewrite the seal."""
    book = Book.objects.get(house=evening.house, code="table/T07")
    rewrite(book.pk, 2, reason="was never there")
    assert found() == [("table/T07", book.number, f"it is not what was sealed on {evening.day.date}")]


def test_books_and_seals_written_anew_are_found_by_a_copy_of_the_seal(evening):
    """The day's sheet hangs in the safe: nobody who writes rows can write it."""
    kept = Seal.objects.get()
    book = Book.objects.get(house=evening.house, code="table/T07")
    rewrite(book.pk, 2, reason="was never there")
    heads = days.heads_of(evening.house.pk)
    digest = chain.seal(evening.house.pk, 1, evening.day.date, "", heads)
    change("UPDATE accounting_seal SET heads = %s, digest = %s", json.dumps(heads), digest)
    change("UPDATE accounting_gamingday SET seal = %s WHERE id = %s", digest, evening.day.pk)
    assert found() == []
    with pytest.raises(CommandError, match="do not prove"):
        prove_command("--seal", f"{evening.day.date}={kept.digest}")
    said = prove_command("--json", "--seal", f"{evening.day.date}={digest}")
    assert json.loads(said.splitlines()[-1])["copies"] == {f"{evening.day.date}={digest}": True}


def prove_command(*arguments):
    out = StringIO()
    call_command("prove", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_says_how_much_it_walked_and_with_which_copies(evening):
    printed = " ".join(Seal.objects.get().digest.upper()[at : at + 8] for at in range(0, 64, 8))
    assert prove_command("--seal", f"{evening.day.date}={printed}") == (
        "13 entries, 16 transfers, 1 seals, 1 compared with copies, 0 broken\n"
    )


@pytest.mark.parametrize("text", ["2026-11-21", "2026-11-21=abc", "2026-11-21=" + "ab" * 31, "21.11.2026=" + "ab" * 32])
def test_a_copy_that_cannot_be_a_seal_is_refused(db, text):
    with pytest.raises(CommandError, match="64 hexadecimal digits"):
        prove_command("--seal", text)


def test_no_seal_can_be_forged(evening):
    forgeries = [
        "UPDATE accounting_seal SET digest = repeat('0', 64)",
        "UPDATE accounting_seal SET number = 2",
        "UPDATE accounting_seal SET heads = jsonb_set(heads, '{table/T07,0}', '1')",
        "UPDATE accounting_seal SET heads = '[]'",
        "UPDATE accounting_seal SET house_id = (SELECT max(id) FROM accounting_house)",
        "DELETE FROM accounting_seal",
        "UPDATE accounting_gamingday SET seal = repeat('0', 64) WHERE state = 'closed'",
        "UPDATE accounting_gamingday SET date = date + 1 WHERE state = 'closed'",
    ]
    assert [sql for sql in forgeries if "seals" not in {book for book, _number, _what in changed(sql)}] == []


def test_sealed_terms_stay_as_they_are(evening):
    said = (
        f"schedule:{ScheduleVersion.objects.get().schedule_id}/1 has other terms than were sealed on {evening.day.date}"
    )
    changes = [
        "UPDATE accounting_scheduleversion SET terms = jsonb_set(terms, '{rate_bp}', '400')",
        "UPDATE accounting_scheduleversion SET valid_from = valid_from - interval '1 microsecond'",
        "UPDATE accounting_scheduleversion SET version = 7",
        "DELETE FROM accounting_scheduleversion",
    ]
    assert [sql for sql in changes if ("seals", 1, said) not in changed(sql)] == []


def reopen(evening):
    asked = days.ask_reopening(day_id=evening.day.pk, reason="Box vergessen", actor=evening.manager)
    days.approve_reopening(reopening_id=asked.pk, actor=evening.second_manager)


def test_a_day_opened_again_by_two_and_sealed_again_is_proven(evening):
    first = Seal.objects.get().digest
    reopen(evening)
    assert found() == []
    close(evening)
    assert found() == []
    assert [seal.number for seal in Seal.objects.order_by("number")] == [1, 2]
    assert f"{evening.day.date}={first}" in prove_command("--json", "--seal", f"{evening.day.date}={first}")


def test_a_day_opened_again_by_one_is_found(evening):
    reopen(evening)
    for sql in (
        "DELETE FROM accounting_reopening",
        "UPDATE accounting_reopening SET approved_by_id = NULL, approved_at = NULL",
    ):
        assert changed(sql) == [("seals", 1, f"{evening.day.date} was opened again, but not by two people")]


def test_nothing_is_booked_behind_the_seal(evening):
    """Somebody opens the day for a moment, past the guards, and books."""
    change(
        "UPDATE accounting_gamingday SET state = 'closing', seal = '', closed_at = NULL WHERE id = %s", evening.day.pk
    )
    evening.day.refresh_from_db()
    ledger.post(
        day=evening.day,
        book="table/T07",
        code=EntryCode.FLOAT_IN,
        subject="session:1",
        moves=[ledger.Move("bank/main", "float/T07", 100)],
        actor=evening.floor,
    )
    last = Book.objects.get(house=evening.house, code="table/T07").number
    change(
        "UPDATE accounting_gamingday SET state = 'closed', closed_at = now(), seal = %s WHERE id = %s",
        Seal.objects.get().digest,
        evening.day.pk,
    )
    assert found() == [("table/T07", last, f"booked into {evening.day.date} after it was sealed")]


def test_yesterdays_seal_stays_right_while_today_is_played(evening, monkeypatch):
    tomorrow = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    days.open_day(house_id=evening.house.pk, actor=evening.manager)
    evening.table(evening.game(recording="summary"), code="T08", float_cents=10_000, dealt=False)
    assert found() == []


def test_places_and_books_next_door_are_their_own(evening):
    place = Place.objects.get(house=evening.house, name="bank/rake")
    next_door = House.objects.get(code="dus")
    change("UPDATE accounting_place SET house_id = %s WHERE id = %s", next_door.pk, place.pk)
    assert [book for book, _number, _what in found()] == ["bank/rake", "bank/rake"]
