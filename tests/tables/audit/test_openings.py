"""Openings of tables are what the entries of their floats say; findings are what their history says."""

import pytest

from accounting.models import Entry, Finding
from tables.models import Session
from tests import builders
from tests.forging import changed, found, sealed_evening
from tests.played_house import played_house

pytestmark = pytest.mark.django_db

SOMEBODY_ELSE = "(SELECT id FROM casino_user WHERE username = 'second-manager')"


# What the proof says of an opening, by what was changed of it.
CHANGES = {
    "began with another float, elsewhere, or by somebody else": [
        "UPDATE tables_session SET float_cents = float_cents - 10000",
        f"UPDATE tables_session SET opened_by_id = {SOMEBODY_ELSE}",
        "UPDATE tables_table SET code = 'T08'",
    ],
    "ended with another float, elsewhere, or by somebody else": [
        "UPDATE tables_session SET counted_float_cents = counted_float_cents - 10000",
        f"UPDATE tables_session SET closed_by_id = {SOMEBODY_ELSE}",
        "UPDATE tables_session SET state = 'open', closed_at = NULL, closed_by_id = NULL",
    ],
    "is filed under another gaming day": [
        "UPDATE tables_session SET gaming_day_id = (SELECT max(id) FROM accounting_gamingday)",
    ],
}


@pytest.mark.release("every column by itself, twice proven; the gate tampers with one of each kind")
def test_an_opening_is_what_its_entries_say():
    sealed_evening()
    [session] = Session.objects.all()
    numbers = {code: Entry.objects.get(code=code).number for code in ("float_in", "float_out")}
    assert found() == []
    for what, changes in CHANGES.items():
        for sql in changes:
            said = changed(sql)
            named = [text for book, number, text in said if book == "table/T07" and number in numbers.values()]
            assert f"session {session.pk} {what}" in named, (sql, said)


def test_a_float_that_was_short_cannot_be_made_whole_afterwards():
    """Both sums written down to what was left: the entries still say what was brought."""
    sealed_evening()
    said = changed("UPDATE tables_session SET float_cents = 40000, counted_float_cents = 40000")
    assert [book for book, _number, _what in said] == ["tables_session"] * 2 + ["table/T07"] * 2


def test_an_opening_that_was_taken_away_is_missed():
    sealed_evening()
    said = changed("DELETE FROM tables_session")
    assert "its opening of the table is not there" in [text for _book, _number, text in said]


def test_a_table_carried_over_is_in_its_next_day():
    """Played honestly over roll-over, by denomination and as a sum: nothing is said."""
    played_house(8)
    assert found() == []


@pytest.mark.release("each change proven twice; the gate changes openings")
def test_a_finding_is_what_its_history_says():
    evening = sealed_evening()
    [row] = Finding.objects.all()
    assert row.state == Finding.State.RESOLVED
    for sql in (
        "UPDATE accounting_finding SET comment = 'all is well'",
        "UPDATE accounting_finding SET amount_cents = 0",
        f"UPDATE accounting_finding SET resolved_by_id = {evening.second_manager.pk + 1}",
        (
            "UPDATE accounting_finding SET state = 'open', resolution = '', resolved_by_id = NULL, resolved_at = NULL,"
            " decision_number = NULL"
        ),
    ):
        assert changed(sql) == [("accounting_finding", row.pk, "it is not what its history says")], sql
    assert changed("DELETE FROM accounting_finding") == [("accounting_finding", row.pk, "it is not there any more")]


def test_nothing_is_said_of_a_house_in_which_nothing_happened():
    builders.evening()
    assert found() == []
