"""Hands, their entries and assessments are one to one: whatever is changed, taken away or put beside them is named."""

import pytest
from django.db import connection

from accounting.models import Entry
from tables.hands.services import hands
from tables.models import CarryOver, Hand, HandAction
from tables.rules.actions import Action, Kind
from tests import builders
from tests.forging import changed, found, sealed_evening
from tests.played_house import played_house
from tests.tables.hands import playing

pytestmark = pytest.mark.django_db

ANOTHER_USER = "(SELECT id FROM casino_user WHERE username = 'second-manager')"


@pytest.fixture
def evening():
    return sealed_evening()


def number_of(hand_id):
    return Entry.objects.get(reference=f"hand:{hand_id}").number


def unnamed(changes, number):
    """The changes of which the proof did not say this of the hand's entry, with what it said instead."""
    said = {sql: changed(sql) for sql in changes}
    return {sql: said[sql] for sql, what in changes.items() if ("table/T07", number, what) not in said[sql]}


@pytest.mark.release("every column by itself, twice proven; the gate tampers with one of each kind")
def test_a_settled_hand_is_what_its_entry_says(evening):
    hand = Hand.objects.get(state="settled")
    row = f"WHERE id = {hand.pk}"
    recorded = "its hand was changed after it was booked"
    elsewhere = "its hand belongs to another table, house or gaming day"
    assessed = "its assessment is of another table, dealer or schedule version than its hand"
    changes = {
        f"UPDATE tables_hand SET result = jsonb_set(result, '{{pot_cents}}', '20100') {row}": recorded,
        f"UPDATE tables_hand SET started_at = started_at - interval '1 microsecond' {row}": recorded,
        f"UPDATE tables_hand SET started_at = 'infinity' {row}": recorded,
        f"UPDATE tables_hand SET number = 9 {row}": recorded,
        f"UPDATE tables_hand SET button_seat = 7 {row}": recorded,
        f"UPDATE tables_hand SET client_uuid = gen_random_uuid() {row}": recorded,
        f"UPDATE tables_hand SET setup = '{{}}' {row}": recorded,
        f"UPDATE tables_hand SET corrects_id = {hand.pk + 1} {row}": recorded,
        f"UPDATE tables_hand SET house_id = (SELECT max(id) FROM accounting_house) {row}": elsewhere,
        f"UPDATE tables_hand SET gaming_day_id = (SELECT max(id) FROM accounting_gamingday) {row}": elsewhere,
        f"UPDATE tables_hand SET dealer_id = {ANOTHER_USER} {row}": assessed,
        f"UPDATE tables_hand SET schedule_version_id = 0 {row}": assessed,
        f"UPDATE tables_hand SET state = 'void', void_reason = 'x' {row}": "its hand is void, but it is not reversed",
        f"UPDATE tables_hand SET state = 'open', ended_at = NULL {row}": "its hand is still in play",
        f"DELETE FROM tables_hand {row}": "its hand is not there",
    }
    assert unnamed(changes, number_of(hand.pk)) == {}


def test_a_void_hand_is_what_its_reversal_says(evening):
    hand = Hand.objects.get(state="void")
    row = f"WHERE id = {hand.pk}"
    otherwise = "its hand was void for another reason, or by somebody else"
    changes = {
        f"UPDATE tables_hand SET state = 'settled', void_reason = '' {row}": "it is reversed, but its hand is not void",
        f"UPDATE tables_hand SET void_reason = 'misdeal' {row}": otherwise,
        f"UPDATE tables_hand SET voided_by_id = {ANOTHER_USER} {row}": otherwise,
    }
    assert unnamed(changes, number_of(hand.pk)) == {}


def test_a_hand_put_beside_the_booked_ones_is_found(evening):
    columns = [field.column for field in Hand._meta.concrete_fields if field.column not in ("id", "number")]
    names = ", ".join(columns)
    said = changed(
        f"INSERT INTO tables_hand (number, {names}) SELECT 77, {names} FROM tables_hand WHERE state = 'settled'"
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT last_value FROM tables_hand_id_seq")
        (hand_id,) = cursor.fetchone()
    session = Hand.objects.first().session_id
    assert said == [
        ("table/T07", None, f"hand {hand_id} is settled, but not booked"),
        ("table/T07", None, f"session {session}: 2 hands were dealt, 3 are there, numbered 1 to 77"),
    ]


def test_an_entry_whose_assessment_was_taken_away_says_so(evening):
    hand = Hand.objects.get(state="settled")
    entry = Entry.objects.get(reference=f"hand:{hand.pk}")
    said = changed("DELETE FROM accounting_assessment WHERE entry_id = %s", entry.pk)
    assert ("table/T07", entry.number, "it has no assessment") in said


def begun(evening):
    """A hand with every action in play: a call that was taken back, and done again."""
    table = evening.table(evening.game())
    evening.sit(table, 40_000, 40_000, 40_000)
    recorded = playing.act(evening, playing.start(evening, table), Action(Kind.CALL))
    undone = hands.undo(hand_id=recorded.hand.pk, version=recorded.hand.version, actor=evening.dealer)
    return playing.act(evening, undone, Action(Kind.CALL)).hand


def test_what_was_recorded_of_a_misdeal_stays_proven_undone_actions_too():
    evening = builders.evening()
    hand = begun(evening)
    hands.void(hand_id=hand.pk, version=hand.version, reason="Karte offen", actor=evening.floor)
    assert found() == []
    number, recorded = number_of(hand.pk), "its hand was changed after it was booked"
    row = f"WHERE hand_id = {hand.pk} AND sequence = 1"
    undo = f"WHERE hand_id = {hand.pk} AND kind = 'undo'"
    changes = {
        f"UPDATE tables_handaction SET actor_id = {ANOTHER_USER} {undo}": recorded,
        f"UPDATE tables_handaction SET at = at - interval '1 hour' {undo}": recorded,
        f"UPDATE tables_handaction SET at = at + interval '1 microsecond' {row}": recorded,
        f"UPDATE tables_handaction SET actor_id = {ANOTHER_USER} {row}": recorded,
        f"UPDATE tables_handaction SET kind = 'check' {row}": recorded,
        f"DELETE FROM tables_handaction {row}": recorded,
        f"UPDATE tables_handaction SET hand_id = {hand.pk + 500} {row}": recorded,
        f"UPDATE tables_hand SET state = 'settled', void_reason = '', result = '{{}}' WHERE id = {hand.pk}": (
            "its hand was settled and it says misdeal, or the other way round"
        ),
        f"UPDATE tables_hand SET void_reason = 'x' WHERE id = {hand.pk}": (
            "its hand was void for another reason, or by somebody else"
        ),
    }
    assert unnamed(changes, number) == {}
    strays = changed(f"UPDATE tables_handaction SET hand_id = {hand.pk + 500} {row}")
    assert ("", None, f"actions of hand {hand.pk + 500}, which is not there") in strays


def test_a_hand_in_play_is_not_in_the_chain_yet():
    """Its actions enter the chain when it is over; until then the proof cannot speak for them."""
    hand = begun(builders.evening())
    assert HandAction.objects.filter(hand=hand).count() == 3
    assert changed("UPDATE tables_handaction SET to_cents = 1") == []


@pytest.mark.release("every column by itself, twice proven; the gate tampers with one of each kind")
def test_a_carry_over_is_what_its_entry_says():
    played_house(8)
    for row in CarryOver.objects.select_related("session__table"):
        book = f"table/{row.session.table.code}"
        number = Entry.objects.get(code="carry", book__code=book).number
        where = f"WHERE id = {row.pk}"
        for sql in (
            f"UPDATE tables_carryover SET counted_float_cents = counted_float_cents + 100 {where}",
            f"UPDATE tables_carryover SET chips = '{{}}' {where}",
            f"UPDATE tables_carryover SET at = at + interval '1 second' {where}",
            f"UPDATE tables_carryover SET to_day_id = 0 {where}",
        ):
            assert (book, number, f"carry-over {row.pk} was changed after it was booked") in changed(sql)
        said = changed(f"UPDATE tables_carryover SET counted_by_id = {ANOTHER_USER} {where}")
        assert [one for one in said if one[0] == book] == [(book, number, f"carry-over {row.pk} is somebody else's")]
        assert (book, number, "what it rests on is not there") in changed(f"DELETE FROM tables_carryover {where}")
