"""What entries rest on beside hands: boxes, counts, slips, shifts at windows, and what reversals reverse."""

import pytest
from django.db import transaction

from accounting.cage.services import slips as money_slips
from accounting.cage.services import windows
from accounting.models import Drop, Entry, House, Slip, WindowShift
from accounting.proof.services import vouchers
from tables.floor.services import slips
from tests import builders, databases
from tests.builders import Evening
from tests.deciding import looking
from tests.forging import change, changed, found, sealed_evening

pytestmark = pytest.mark.django_db

built, evening = databases.shared(sealed_evening)
ANOTHER_USER = "(SELECT id FROM casino_user WHERE username = 'second-manager')"


def unsaid(changes, book, number):
    """The changes of which the proof did not say this, with what it said instead."""
    said = {sql: changed(sql) for sql in changes}
    return {sql: said[sql] for sql, what in changes.items() if (book, number, what) not in said[sql]}


@pytest.mark.release("every column by itself, twice proven; the gate tampers with one of each kind")
def test_a_box_is_what_its_entry_says(evening):
    row = Drop.objects.get(kind="rake")
    where, name = f"WHERE id = {row.pk}", f"box {row.pk}"
    recorded = f"{name} was changed after it was booked"
    elsewhere = f"{name} belongs to another book, house or gaming day"
    changes = {
        f"UPDATE accounting_drop SET booked_cents = booked_cents + 100 {where}": recorded,
        f"UPDATE accounting_drop SET dropped_at = dropped_at + interval '1 microsecond' {where}": recorded,
        f"UPDATE accounting_drop SET kind = 'tips' {where}": recorded,
        f"UPDATE accounting_drop SET session_number = 99 {where}": elsewhere,
        f"UPDATE accounting_drop SET table_code = 'T08' {where}": elsewhere,
        f"UPDATE accounting_drop SET gaming_day_id = (SELECT max(id) FROM accounting_gamingday) {where}": elsewhere,
        f"UPDATE accounting_drop SET dropped_by_id = {ANOTHER_USER} {where}": f"{name} is somebody else's",
        f"DELETE FROM accounting_drop {where}": "what it rests on is not there",
    }
    assert unsaid(changes, "table/T07", row.entry.number) == {}


@pytest.mark.release("every column by itself, twice proven; the gate tampers with one of each kind")
def test_a_count_is_what_its_entry_says(evening):
    row = Drop.objects.get(kind="tips")
    first = f"WHERE drop_id = {row.pk} AND number = 1"
    uncounted = "counted_cents = NULL, counted_at = NULL, count_entry_id = NULL"
    recorded = f"the count of box {row.pk} was changed after it was booked"
    changes = {
        f"UPDATE accounting_count SET chips = '{{\"100\": 2}}', counted_cents = 200, number = 3 {first}": recorded,
        f"UPDATE accounting_count SET at = at - interval '1 second' {first}": recorded,
        f"UPDATE accounting_count SET counted_by_id = {ANOTHER_USER} {first}": recorded,
        f"DELETE FROM accounting_count {first}": recorded,
        f"UPDATE accounting_drop SET counted_cents = counted_cents + 100 WHERE id = {row.pk}": recorded,
        f"UPDATE accounting_drop SET {uncounted} WHERE id = {row.pk}": "what it rests on is not there",
    }
    assert unsaid(changes, "count/T07", row.count_entry.number) == {}


def test_a_box_of_somebody_else_and_one_that_is_there_twice_are_named(evening: Evening) -> None:
    rake, tips = (Drop.objects.get(kind=kind) for kind in ("rake", "tips"))
    change("ALTER TABLE accounting_drop DROP CONSTRAINT accounting_drop_entry_id_key")
    change(f"UPDATE accounting_drop SET dropped_by_id = {ANOTHER_USER} WHERE id = %s", rake.pk)
    said = [(one.book, one.number, one.what) for one in vouchers.prove()]
    assert said == [("table/T07", rake.entry.number, f"box {rake.pk} is somebody else's")]
    change("UPDATE accounting_drop SET entry_id = %s WHERE id = %s", rake.entry_id, tips.pk)
    said = [(one.book, one.number, one.what) for one in vouchers.prove()]
    assert ("table/T07", None, f"box {max(rake.pk, tips.pk)} is there twice") in said


@pytest.fixture
def filled(evening):
    """In another house, a table that was brought chips from a window, which sold some too and is closed."""
    people = {role: getattr(evening, role) for role, *_ in builders.HIRED}
    evening = builders.evening(code="bad", people=people)
    table = evening.table(evening.game(recording="summary"), float_cents=50_000)
    window = windows.create(house_id=evening.house.pk, code="W1", name="Kasse 1", actor=evening.cage)
    windows.open_window(window_id=window.pk, chips={"1000": 100}, cash_cents=50_000, actor=evening.cage)
    for _ in range(2):
        asked = slips.ask(kind="fill", table_id=table, window_id=window.pk, chips={"1000": 5}, actor=evening.floor)
        looking(slips.carry_out)(slip_id=asked.pk, actor=evening.cage)
    asked = slips.ask(kind="fill", table_id=table, window_id=window.pk, chips={"1000": 7}, actor=evening.floor)
    looking(money_slips.cancel)(slip_id=asked.pk, reason="not needed", actor=evening.cage)
    count = {"window_id": window.pk, "chips": {"1000": 90}, "cash_cents": 50_000}
    builders.close_window(evening.cage, evening.second_cage, **count)
    assert found() == []
    return evening


def test_a_slip_is_what_its_entry_says(filled):
    row = Slip.objects.get(number=1)
    where, recorded = f"WHERE id = {row.pk}", "slip 1 was changed after it was booked"
    changes = {
        f"UPDATE accounting_slip SET chips = '{{\"500\": 10}}' {where}": recorded,
        f"UPDATE accounting_slip SET asked_by_id = {ANOTHER_USER} {where}": recorded,
        f"UPDATE accounting_slip SET done_at = done_at + interval '1 second' {where}": recorded,
        f"UPDATE accounting_slip SET table_code = 'T08' {where}": "slip 1 belongs to another book, house or gaming day",
        f"DELETE FROM accounting_slip {where}": "what it rests on is not there",
    }
    assert unsaid(changes, "table/T07", row.entry.number) == {}
    assert ("slips", 1, "slip 1 is missing") in changed(f"DELETE FROM accounting_slip {where}")


def test_a_slip_that_moved_no_chips_was_not_carried_out(filled):
    assert Slip.objects.get(number=3).state == "cancelled"
    said = changed("UPDATE accounting_slip SET state = 'done', reason = '', entry_id = 0 WHERE number = 3")
    assert said == [("table/T07", None, "slip 3 has no entry")]


def test_slips_are_numbered_house_by_house(filled):
    next_door = House.objects.get(code="dus")
    window = windows.create(house_id=next_door.pk, code="W1", name="Kasse 1", actor=filled.cage)
    windows.open_window(window_id=window.pk, chips={"1000": 100}, cash_cents=0, actor=filled.cage)
    asked = {"kind": Slip.Kind.FILL, "table_code": "T01", "window_id": window.pk, "chips": {"1000": 5}}
    with transaction.atomic():
        assert money_slips.ask(**asked, actor=filled.floor).number == 1
    assert found() == []


@pytest.mark.release("every column by itself, twice proven; the gate tampers with one of each kind")
def test_a_shift_is_what_its_entries_say(filled):
    row = WindowShift.objects.get()
    opening, closing = (
        f"the {what} of shift {row.pk} was changed after it was booked" for what in ("opening", "closing")
    )
    assert changed("UPDATE accounting_windowshift SET cash_cents = 40000") == [("cage/W1", 1, opening)]
    assert changed("UPDATE accounting_windowshift SET counted_cash_cents = 40000") == [("cage/W1", 2, closing)]
    assert changed("UPDATE accounting_windowshift SET explanation = 'x'") == [("cage/W1", 2, closing)]
    gone = "what it rests on is not there"
    assert changed("DELETE FROM accounting_windowshift") == [("cage/W1", 1, gone), ("cage/W1", 2, gone)]


@pytest.mark.release("every column by itself, twice proven; the gate tampers with one of each kind")
def test_a_reversal_mirrors_what_it_reverses(evening):
    """Held against the original itself, so that even a forger of digests must forge both."""
    reversal = Entry.objects.get(code="reversal")
    other = Entry.objects.get(code="float_in").pk
    changes = {
        f"UPDATE accounting_transfer SET amount_cents = amount_cents + 1 WHERE entry_id = {reversal.pk}": (
            "it does not mirror what it reverses"
        ),
        f"DELETE FROM accounting_transfer WHERE entry_id = {reversal.pk}": "it does not mirror what it reverses",
        f"UPDATE accounting_assessment SET taken_cents = due_cents WHERE entry_id = {reversal.pk}": (
            "its assessment does not mirror the one that it reverses"
        ),
        f"UPDATE accounting_assessment SET sign = 1 WHERE entry_id = {reversal.pk}": (
            "its assessment does not mirror the one that it reverses"
        ),
        f"UPDATE accounting_entry SET reverses_id = {reversal.pk} WHERE id = {reversal.pk}": "it reverses a reversal",
        f"UPDATE accounting_entry SET reverses_id = {other} WHERE id = {reversal.pk}": (
            "what it reverses belongs to another book or subject"
        ),
        f"UPDATE accounting_entry SET reverses_id = 0 WHERE id = {reversal.pk}": (
            "the entry that it reverses is not there"
        ),
    }
    assert unsaid(changes, "table/T07", reversal.number) == {}
