"""Walking and coming back (domain §4.8): since when, absent buttons by each new dealer, how many may walk."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables.models import Absence
from tables.rules.absence.terms import USUAL
from tables.selectors import absences
from tables.services import seats
from tables.services.absence import terms
from tables.services.waiting import entries
from tests.tables.absence.room import room as a_room

pytestmark = pytest.mark.django_db


@pytest.fixture
def room():
    return a_room()


def test_it_is_kept_since_when_and_until_when_somebody_was_away(room, later):
    later()
    room.away(2)
    gone = timezone.now()
    later(minutes=7)
    room.back(2)
    row = Absence.objects.get()
    assert (row.sitting.seat, row.since, row.until, row.by) == (2, gone, timezone.now(), room.night.floor)
    assert absences.away(room.night.house.pk) == []


def test_each_new_dealer_gives_a_button_to_whoever_is_away(room, later):
    """WSOP live-action 73; who is there gets none, and the next absence begins with none."""
    room.away(2)
    room.push()
    room.away(3)
    later(minutes=30)
    room.push()
    assert (room.absence(2).buttons, room.absence(3).buttons) == (2, 1)
    assert room.absence(2).last_button_at == timezone.now()
    room.back(2)
    room.away(2)
    assert room.absence(2).buttons == 0
    assert Absence.objects.count() == 3


def test_a_break_is_his_right(room, later):
    room.rule(break_minutes=30)
    later()
    room.away(2)
    later(minutes=29)
    room.push()
    assert room.absence(2).buttons == 0
    later(minutes=1)
    room.push()
    assert room.absence(2).buttons == 1


def test_he_takes_his_absence_with_him_to_another_table(room, later):
    other = room.night.table(room.game, code="T08", dealt=False)
    room.away(2)
    room.push()
    before = room.absence(2)
    seats.move(**room.at, seat=2, to_table_id=other, to_seat=5)
    (view,) = absences.away(room.night.house.pk, table_id=other)
    assert (view.absence_id, view.seat, view.absent.buttons) == (before.pk, 5, 1)
    assert view.absent.since == before.since


def test_whoever_cashes_out_while_away_is_away_no_more(room):
    room.away(2)
    room.cash_out(2)
    assert Absence.objects.get().until is not None


class TestWalking:
    """Second and third man walking: WSOP live-action 74, Jackson."""

    def test_usually_nobody_counts_them(self, room):
        for seat in (1, 2, 3):
            room.away(seat)
        assert Absence.objects.filter(until=None).count() == 3

    def test_the_third_is_told_so(self, room, refused):
        room.rule(away_most=2)
        room.away(1)
        room.away(2)
        refusal = refused(room.away, 3)
        assert (refusal.code, refusal.facts) == ("too_many_away", {"away": 2, "most": 2})

    def test_with_a_reason_he_may(self, room):
        room.rule(away_most=1)
        room.away(1)
        room.away(2, reason="Arzt")
        assert room.absence(2).reason == "Arzt"

    def test_a_reason_says_something(self, room, refused):
        room.rule(away_most=1)
        room.away(1)
        assert refused(room.away, 2, reason="x ").code == "reason_required"
        assert refused(room.away, 2, reason="x" * 501).code == "text_too_long"


def test_who_may_not(room, refused):
    room.away(2)
    assert refused(room.away, 2).code == "already_away"
    assert refused(room.back, 1).code == "not_away"
    assert refused(seats.away, **room.at | {"actor": room.night.dealer}, seat=1).code == "not_allowed"
    dealer = room.night.dealer
    assert refused(terms.change, house_id=room.night.house.pk, changes={}, actor=dealer).code == "not_allowed"


def test_the_rules_of_the_house(room):
    assert absences.rules(room.night.house.pk) == USUAL
    room.rule(absent_buttons=3)
    room.rule(away_minutes=90)
    rules = absences.rules(room.night.house.pk)
    assert (rules.absent_buttons, rules.away_minutes) == (3, 90)


def test_whether_somebody_waits_makes_it_urgent(room):
    room.away(2)
    (view,) = absences.away(room.night.house.pk)
    assert not view.is_waited_for
    entries.join(game_id=room.game.pk, guest_id=room.night.guest("Waits").pk, actor=room.night.floor)
    (view,) = absences.away(room.night.house.pk)
    assert view.is_waited_for


def test_the_database_knows_one_absence_at_a_time(room):
    room.away(2)
    open_one = room.absence(2)
    values = {"sitting": open_one.sitting, "since": timezone.now(), "by": room.night.floor}
    with pytest.raises(IntegrityError, match="absence_one_at_a_time"), transaction.atomic():
        Absence.objects.create(**values)
    room.back(2)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Absence.objects.filter(pk=open_one.pk).update(until=None)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Absence.objects.filter(pk=open_one.pk).delete()


def test_a_push_where_nobody_is_away_asks_nothing_more(room):
    with CaptureQueriesContext(connection) as captured:
        room.push()
    assert not [one for one in captured if "absence" in one["sql"]]
