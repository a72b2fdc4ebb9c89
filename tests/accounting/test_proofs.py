"""The proof finds whatever was changed behind the ledger's back: each column that means something, each missing row."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounting.models import Assessment, Book, Entry, House, Place, Transfer
from accounting.services import days, proofs
from tables.services import days as table_days
from tables.services import hands, recording, seats, tables
from tables.services.recording import Summary
from tests import builders

pytestmark = pytest.mark.django_db

# Names and order of rows, which nothing rests on.
MEANINGLESS = {"id", "position"}


@pytest.fixture
def evening():
    """One day of a table, closed and sealed: a hand, its reversal, another one; and a house next door."""
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"), float_cents=50_000, dealt=False)
    evening.sit(table, 40_000, 40_000)
    summary = Summary(20_000, True, 2, tip_cents=200, rake_cents=500, reason="chip unit")
    for _ in range(2):
        hand = recording.record_summary(
            table_id=table, version=evening.version(table), summary=summary, actor=evening.floor
        ).hand
    hands.void(hand_id=hand.pk, version=hand.version, reason="keyed twice", actor=evening.manager)
    for seat, cents in ((1, 40_000), (2, 39_300)):
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=seat, counted_cents=cents, actor=evening.floor
        )
    tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=50_000, actor=evening.floor)
    table_days.close_day(day_id=evening.day.pk, actor=evening.manager)
    next_door = House.objects.create(code="dus", name="Duisburg")
    Book.objects.create(house=next_door, code="table/T07")
    days.open_day(house_id=next_door.pk, actor=evening.manager)
    return evening


def change(sql, *values):
    """What somebody with the database's password might do."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(sql, values)
        cursor.execute("SET session_replication_role = DEFAULT")


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


def columns():
    for model in (Entry, Transfer, Assessment):
        for field in model._meta.concrete_fields:
            if field.attname not in MEANINGLESS:
                yield pytest.param(model, field, id=f"{model.__name__}.{field.attname}")


def test_an_honest_evening_is_proven(evening):
    proof = proofs.prove()
    assert (proof.broken, proof.entries, proof.transfers) == ([], Entry.objects.count(), Transfer.objects.count())
    assert proof.entries == 9


@pytest.mark.parametrize(("model", "field"), list(columns()))
def test_no_column_can_be_changed_unseen(evening, model, field):
    entry = Entry.objects.get(reverses__isnull=False) if field.attname == "reverses_id" else Entry.objects.get(number=4)
    row = entry if model is Entry else model.objects.filter(entry=entry).latest("pk")
    change(f"UPDATE {model._meta.db_table} SET {field.column} = %s WHERE id = %s", other(field, row), row.pk)
    assert not proofs.prove().ok


@pytest.mark.parametrize("model", [Entry, Transfer, Assessment])
def test_no_row_can_be_taken_away_unseen(evening, model):
    change(f"DELETE FROM {model._meta.db_table} WHERE id = %s", model.objects.latest("pk").pk)
    assert not proofs.prove().ok


def test_a_balance_is_what_the_transfers_add_up_to(evening):
    place = Place.objects.get(name="rake/T07")
    change("UPDATE accounting_place SET balance_cents = balance_cents - 100 WHERE id = %s", place.pk)
    broken = proofs.prove().broken
    assert [(one.book, one.what) for one in broken] == [("rake/T07", "the balance is 400, the transfers add up to 500")]


def test_a_whole_chain_written_anew_breaks_the_seal(evening):
    """Who can rewrite a book with all its digests cannot rewrite the seal that others hold."""
    last = Entry.objects.filter(book__house=evening.house).latest("number")
    before = Entry.objects.get(book=last.book, number=last.number - 1)
    change("DELETE FROM accounting_transfer WHERE entry_id = %s", last.pk)
    change("DELETE FROM accounting_entry WHERE id = %s", last.pk)
    change(
        "UPDATE accounting_book SET number = %s, digest = %s WHERE id = %s", before.number, before.digest, last.book_id
    )
    change("UPDATE accounting_place SET balance_cents = 50000 WHERE name = 'float/T07'")
    change("UPDATE accounting_place SET balance_cents = -50000 WHERE name = 'bank/main'")
    assert [one.what for one in proofs.prove().broken] == [f"the seal of {evening.day.date} does not fit the books"]


def test_yesterdays_seal_stays_right_while_today_is_played(evening, monkeypatch):
    tomorrow = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    days.open_day(house_id=evening.house.pk, actor=evening.manager)
    evening.table(evening.game(recording="summary"), code="T08", float_cents=10_000, dealt=False)
    assert proofs.prove().broken == []
