"""Walking and coming back (domain §4.8): since when, absent buttons by each new dealer, how many may walk."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from casino import house_time
from tables.floor.services import seats
from tables.models import Absence
from tables.play.selectors import absence
from tables.play.selectors import house_rules as rules_set
from tables.play.services import house_rules
from tables.rules.absence.terms import USUAL, AbsenceRules
from tables.waiting.services import entries

pytestmark = pytest.mark.django_db


def test_it_is_kept_since_when_and_until_when_somebody_was_away(absentees, later):
    later()
    absentees.away(2)
    gone = house_time.now()
    later(minutes=7)
    absentees.back(2)
    row = Absence.objects.get()
    assert (row.sitting.seat, row.since, row.until, row.by) == (2, gone, house_time.now(), absentees.evening.floor)
    assert absence.away(absentees.evening.house.pk) == []


def test_each_new_dealer_gives_a_button_to_whoever_is_away(absentees, later):
    """WSOP live-action 73; who is there gets none, and the next absence begins with none."""
    absentees.away(2)
    absentees.relieve()
    absentees.away(3)
    later(minutes=30)
    absentees.relieve()
    assert (absentees.absence(2).buttons, absentees.absence(3).buttons) == (2, 1)
    assert absentees.absence(2).last_button_at == house_time.now()
    absentees.back(2)
    absentees.away(2)
    assert absentees.absence(2).buttons == 0
    assert Absence.objects.count() == 3


def test_a_break_is_his_right(absentees, later):
    absentees.rule(break_minutes=30)
    later()
    absentees.away(2)
    later(minutes=29)
    absentees.relieve()
    assert absentees.absence(2).buttons == 0
    later(minutes=1)
    absentees.relieve()
    assert absentees.absence(2).buttons == 1


def test_he_takes_his_absence_with_him_to_another_table(absentees, later):
    other = absentees.evening.table(absentees.game, code="T08", dealt=False)
    absentees.away(2)
    absentees.relieve()
    before = absentees.absence(2)
    seats.move(**absentees.at, seat=2, to_table_id=other, to_seat=5)
    (view,) = absence.away(absentees.evening.house.pk, table_ids=[other])
    assert (view.absence_id, view.seat, view.absent.buttons) == (before.pk, 5, 1)
    assert view.absent.since == before.since


def test_whoever_cashes_out_while_away_is_away_no_more(absentees):
    absentees.away(2)
    absentees.cash_out(2)
    assert Absence.objects.get().until is not None


class TestWalking:
    """Second and third man walking: WSOP live-action 74, Jackson."""

    def test_usually_nobody_counts_them(self, absentees):
        for seat in (1, 2, 3):
            absentees.away(seat)
        assert Absence.objects.filter(until=None).count() == 3

    def test_the_third_is_told_so(self, absentees, refused):
        absentees.rule(away_most=2)
        absentees.away(1)
        absentees.away(2)
        refusal = refused(absentees.away, 3)
        assert (refusal.code, refusal.facts) == ("too_many_away", {"away": 2, "most": 2})

    def test_with_a_reason_he_may(self, absentees):
        absentees.rule(away_most=1)
        absentees.away(1)
        absentees.away(2, reason="Arzt")
        assert absentees.absence(2).reason == "Arzt"

    def test_a_reason_says_something(self, absentees, refused):
        absentees.rule(away_most=1)
        absentees.away(1)
        assert refused(absentees.away, 2, reason="x ").code == "reason_required"
        assert refused(absentees.away, 2, reason="x" * 501).code == "text_too_long"


def test_who_may_not(absentees, refused):
    absentees.away(2)
    assert refused(absentees.away, 2).code == "already_away"
    assert refused(absentees.back, 1).code == "not_away"
    assert refused(seats.away, **absentees.at | {"actor": absentees.evening.dealer}, seat=1).code == "not_allowed"
    dealer = absentees.evening.dealer
    of_house = {"house_id": absentees.evening.house.pk, "rules": AbsenceRules}
    assert refused(house_rules.change, **of_house, changes={}, actor=dealer).code == "not_allowed"


def test_the_rules_of_the_house(absentees):
    assert rules_set.of_house(absentees.evening.house.pk, AbsenceRules) == USUAL
    absentees.rule(absent_buttons=3)
    absentees.rule(away_minutes=90)
    rules = rules_set.of_house(absentees.evening.house.pk, AbsenceRules)
    assert (rules.absent_buttons, rules.away_minutes) == (3, 90)


def test_whether_somebody_waits_makes_it_urgent(absentees):
    absentees.away(2)
    (view,) = absence.away(absentees.evening.house.pk)
    assert not view.is_waited_for
    entries.join(game_id=absentees.game.pk, guest_id=absentees.evening.guest("Waits").pk, actor=absentees.evening.floor)
    (view,) = absence.away(absentees.evening.house.pk)
    assert view.is_waited_for


def test_the_database_knows_one_absence_at_a_time(absentees):
    absentees.away(2)
    open_one = absentees.absence(2)
    values = {"sitting": open_one.sitting, "since": house_time.now(), "by": absentees.evening.floor}
    with pytest.raises(IntegrityError, match="absence_one_at_a_time"), transaction.atomic():
        Absence.objects.create(**values)
    absentees.back(2)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Absence.objects.filter(pk=open_one.pk).update(until=None)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Absence.objects.filter(pk=open_one.pk).delete()


def test_a_push_where_nobody_is_away_asks_nothing_more(absentees):
    with CaptureQueriesContext(connection) as captured:
        absentees.relieve()
    assert not [one for one in captured if "absence" in one["sql"]]
