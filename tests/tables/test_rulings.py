"""Rulings are recorded and stay (requirements S13, seed 001)."""

import pytest
from django.db import DatabaseError, connection, transaction

from casino.errors import Refusal
from tables.models import Ruling
from tables.services import rulings
from tests import builders
from tests.tables.playing import start

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
