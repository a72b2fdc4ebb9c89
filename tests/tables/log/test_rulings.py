"""Rulings are recorded and stay (requirements S13, seed 001)."""

import pytest
from django.db import DatabaseError, connection, transaction

from accounting.models import Entry
from accounting.proof.services import proofs
from casino.errors import Refusal
from tables.floor.services import tables
from tables.log.services import rulings
from tables.models import Ruling
from tests import builders
from tests.forging import changed
from tests.tables.hands.playing import start

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def table(evening):
    table = evening.table()
    evening.sit(table, 20_000, 20_000)
    return table


def test_about_a_hand_and_about_the_game(evening, table):
    hand = start(evening, table).hand
    first = rulings.record(
        table_id=table, hand_id=hand.pk, text=" Seat 2 acted out of turn: call stands. ", actor=evening.floor
    )
    second = rulings.record(table_id=table, text="New deck at midnight.", actor=evening.manager)
    assert (first.text, first.hand, first.by, first.house) == (
        "Seat 2 acted out of turn: call stands.", hand, evening.floor, evening.house,
    )  # fmt: skip
    assert list(Ruling.objects.filter(table_id=table)) == [second, first]


def test_refusals(evening, table):
    other = evening.table(code="T08", dealt=False)
    hand = start(evening, table).hand
    for code, values in (
        ("not_allowed", {"text": "call stands", "actor": evening.dealer}),
        ("ruling_empty", {"text": " . "}),
        ("text_too_long", {"text": "x" * 1_001}),
        ("no_such_hand", {"text": "call stands", "table_id": other, "hand_id": hand.pk}),
        ("no_such_table", {"text": "call stands", "table_id": 4711, "hand_id": None}),
    ):
        with pytest.raises(Refusal, match=code):
            rulings.record(**({"table_id": table, "hand_id": hand.pk, "actor": evening.floor} | values))
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("statement", ["UPDATE tables_ruling SET text = 'other'", "DELETE FROM tables_ruling"])
def test_what_was_decided_stays(evening, table, statement):
    rulings.record(table_id=table, text="Call stands.", actor=evening.floor)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Ruling.objects.get().text == "Call stands."


def test_is_in_the_chain_beside_what_it_was_about(evening, table):
    hand = start(evening, table).hand
    row = rulings.record(table_id=table, hand_id=hand.pk, text="Call stands.", actor=evening.floor)
    entry = Entry.objects.latest("number")
    assert (entry.book.code, entry.code, entry.subject) == ("table/T07", "ruling", f"ruling:{row.pk}")
    assert (entry.actor, entry.at, entry.transfers.count()) == (evening.floor, row.at, 0)
    assert proofs.prove().ok
    said = changed("UPDATE tables_ruling SET text = 'Raise stands.' WHERE id = %s", row.pk)
    assert said == [("table/T07", entry.number, f"ruling {row.pk} was changed after it was booked")]
    said = changed("DELETE FROM tables_ruling WHERE id = %s", row.pk)
    assert said == [("table/T07", entry.number, "what it rests on is not there")]


def test_of_a_closed_table_is_of_the_house_s_day(evening, table):
    closed = evening.table(code="T08", dealt=False)
    tables.close_table(table_id=closed, version=evening.version(closed), counted_float_cents=0, actor=evening.floor)
    rulings.record(table_id=closed, text="The last pot was split.", actor=evening.floor)
    assert Entry.objects.get(code="ruling").gaming_day == evening.day


def test_no_gaming_day_no_ruling():
    evening = builders.evening()
    row = tables.create(house_id=evening.house.pk, code="T09", seats=9, actor=evening.floor)
    evening.close_day()
    with pytest.raises(Refusal, match="no_gaming_day"):
        rulings.record(table_id=row.pk, text="Closed for good.", actor=evening.floor)
    assert not Ruling.objects.exists()
