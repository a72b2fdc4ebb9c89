"""The proof finds a figure of a report that somebody has changed: at every level, and whichever column."""

import pytest
from django.db import connection, transaction

from accounting.models.rollups import Figures, HouseDay, HouseMonth, TableDay, TableHour
from accounting.proof.services import proofs
from accounting.reports.services import rollups
from tests.accounting.reports.conftest import BookedHands
from tests.forging import change

pytestmark = pytest.mark.django_db

LEVELS = {
    TableHour: "table and hour", TableDay: "table and day", HouseDay: "house and day", HouseMonth: "house and month",
}  # fmt: skip
FIGURES = [field.name for field in Figures._meta.local_fields]


def said() -> list[str]:
    """The roll-ups that the proof accuses, without the keys of their rows."""
    found = [one.book for one in proofs.prove().broken if one.book.startswith("roll-up")]
    return [level for book in found for level in (f"roll-up of {name}" for name in LEVELS.values()) if level in book]


@pytest.fixture
def rolled(booked: BookedHands) -> BookedHands:
    """Three hours at two tables, with a hand that was taken back, rolled up."""
    for hour in range(3):
        booked.hand("T1", hour=hour, dealer=booked.manager)
        booked.hand("T2", hour=hour)
    booked.reverse(booked.entries[0])
    rollups.roll_up()
    return booked


def test_honest_roll_ups_are_proven_also_while_hands_wait(rolled: BookedHands) -> None:
    assert said() == []
    rolled.hand("T1", hour=1)
    assert said() == [], "an hour that is due is no finding"
    rollups.roll_up()
    assert said() == []


@pytest.mark.parametrize("model", LEVELS)
@pytest.mark.release("every column by itself, twice proven; the gate tampers with one of each kind")
def test_no_figure_can_be_changed_unseen(rolled: BookedHands, model: type[Figures]) -> None:
    table = model._meta.db_table
    for name in FIGURES:
        with transaction.atomic():
            change(f"UPDATE {table} SET {name} = {name} + 1 WHERE ctid = (SELECT min(ctid) FROM {table})")
            assert f"roll-up of {LEVELS[model]}" in said(), name
            transaction.set_rollback(True)


@pytest.mark.parametrize("model", LEVELS)
def test_no_row_can_be_taken_away_or_moved_unseen(rolled: BookedHands, model: type[Figures]) -> None:
    table = model._meta.db_table
    elsewhere = {HouseDay: "gaming_day_id = 0", HouseMonth: "month = '2000-01-01'"}.get(model, "table_code = 'T9'")
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET {elsewhere}"):
        with transaction.atomic():
            change(f"{statement} WHERE ctid = (SELECT min(ctid) FROM {table})")
            assert f"roll-up of {LEVELS[model]}" in said(), statement
            transaction.set_rollback(True)


def test_a_row_that_is_there_twice_is_found_on_a_dump_without_keys(rolled: BookedHands) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE accounting_housemonth DROP CONSTRAINT house_month_once")
    names = "house_id, month, " + ", ".join(FIGURES)
    change(f"INSERT INTO accounting_housemonth ({names}) SELECT {names} FROM accounting_housemonth LIMIT 1")
    assert said() == ["roll-up of house and month"]
