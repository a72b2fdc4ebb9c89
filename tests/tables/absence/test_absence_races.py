"""Two floor persons and one guest who is away: exactly one wins, and the other is told."""

import pytest

from tables import locks
from tables.absence.services import keeping
from tables.floor.services import seats
from tables.models import KeptChips, Sitting
from tables.play.services import rows
from tables.seating.services import leaving
from tests import builders, racing
from tests.tables.absence.absentees import Absentees

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def absentees():
    absentees = Absentees.of(builders.evening())
    absentees.away(2)
    absentees.relieve()
    absentees.relieve()
    return absentees


@pytest.fixture
def unlocked(monkeypatch):
    def unlock():
        monkeypatch.setattr(locks, "_TABLES", locks._TABLES.replace("FOR UPDATE", ""))

    return unlock


class TestPickedUpAsHeComesBack:
    """One picks up the chips while the other lets him sit in front of them again."""

    def race(self, absentees, monkeypatch):
        integrator = builders.user("integrator")
        any_version = {"table_id": absentees.table, "version": None, "seat": 2, "actor": integrator}
        racing.meeting(monkeypatch, rows, "touch")
        return racing.at_once(lambda: keeping.pick_up(**any_version), lambda: seats.back(**any_version))

    def test_without_the_lock_he_is_back_on_a_seat_without_chips(self, absentees, monkeypatch, unlocked):
        unlocked()
        results = self.race(absentees, monkeypatch)
        assert racing.refusals(results) in ([], ["busy"])

    def test_with_it_one_is_told(self, absentees, monkeypatch):
        assert racing.refusals(self.race(absentees, monkeypatch)) in (["not_away"], ["seat_empty"])
        sits = Sitting.objects.filter(seat=2, left_at=None).count()
        assert sits + KeptChips.objects.count() == 1
        assert sum(builders.balances("seat").values()) + sum(builders.balances("kept").values()) == 60_000


def test_chips_are_picked_up_once(absentees, monkeypatch):
    integrator = builders.user("integrator")
    racing.meeting(monkeypatch, leaving, "leave")
    call = {"table_id": absentees.table, "version": None, "seat": 2, "actor": integrator}
    results = racing.at_once(lambda: keeping.pick_up(**call), lambda: keeping.pick_up(**call))
    assert racing.refusals(results) == ["seat_empty"]
    assert list(KeptChips.objects.values_list("amount_cents", flat=True)) == [20_000]


def test_chips_are_handed_out_once(absentees, monkeypatch):
    row = absentees.pick_up(2)
    racing.meeting(monkeypatch, keeping, "_end")
    call = {"kept_id": row.pk, "actor": absentees.evening.floor}
    results = racing.at_once(lambda: keeping.hand_out(**call), lambda: keeping.hand_out(**call))
    assert racing.refusals(results) == ["kept_no_longer"]
    assert builders.balances("guests") == {"guests/T07": -40_000}


def test_without_the_lock_the_books_refuse_the_second(absentees, monkeypatch, unlocked):
    row = absentees.pick_up(2)
    unlocked()
    racing.meeting(monkeypatch, keeping, "_end")
    call = {"kept_id": row.pk, "actor": absentees.evening.floor}
    results = racing.at_once(lambda: keeping.hand_out(**call), lambda: keeping.hand_out(**call))
    assert len([one for one in results if isinstance(one, Exception)]) == 1
    assert builders.balances("guests") == {"guests/T07": -40_000}
