"""Two floor persons at one seat: exactly one moves his guest there, and the other is told."""

import pytest

from tables import locks
from tables.floor.services import seats
from tables.models import MoveRequest, MustMove, Sitting
from tables.moving.services import must_moves
from tables.seating.services import reseating, seating
from tests import builders, racing
from tests.tables.moving.moves import Moves, place, sitting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def moves():
    return Moves.of(builders.evening())


@pytest.fixture
def unlocked(monkeypatch):
    """Take the locks of tables away: what happens then is what they are there for."""
    return lambda: monkeypatch.setattr(locks, "_TABLES", locks._TABLES.replace("FOR UPDATE", ""))


class TestTwoGrants:
    """Both floor persons see seat 9 free, and each grants it to another guest."""

    def race(self, moves, monkeypatch):
        moves.evening.sit(moves.one, 40_000, 50_000)
        rows = [moves.ask(1, to=moves.one), moves.ask(2, to=moves.one)]
        racing.meeting(monkeypatch, seating, "seated")
        return racing.at_once(*[lambda row=row: moves.grant(row, moves.one, 9, reason="both") for row in rows])

    def test_without_the_lock_only_the_database_stands_between_them(self, moves, monkeypatch, unlocked):
        unlocked()
        results = self.race(moves, monkeypatch)
        assert sum(not isinstance(result, MoveRequest) for result in results) == 1
        assert Sitting.objects.filter(seat=9, left_at=None).count() == 1

    def test_the_second_is_told_that_it_is_taken(self, moves, monkeypatch):
        assert racing.refusals(self.race(moves, monkeypatch)) == ["seat_taken"]
        assert MoveRequest.objects.filter(end="granted").count() == 1
        assert sum(builders.balances("seat").values()) == 90_000


class TestMustMoveAndWalkIn:
    """One moves the feeder's next to seat 9 of the main game while the other seats a guest of the main game there."""

    def race(self, moves, monkeypatch):
        moves.evening.sit(moves.one, 40_000, 40_000)
        (mover, *_others) = moves.evening.sit(moves.two, 50_000, 60_000)
        moves.couple()
        guest = moves.evening.guest("Walk-in")
        integrator = builders.user("integrator")
        racing.meeting(monkeypatch, seating, "seated")
        walk_in = {"table_id": moves.one, "version": None, "seat": 9, "guest_id": guest.pk, "buy_in_cents": 40_000}
        return mover, racing.at_once(lambda: moves.must_move(mover, 9), lambda: seats.sit(**walk_in, actor=integrator))

    def test_the_walk_in_is_sent_to_the_feeder(self, moves, monkeypatch):
        mover, results = self.race(moves, monkeypatch)
        assert racing.refusals(results) in (["main_is_fed"], ["seat_taken"])
        assert place(mover) == (moves.one, 9)
        assert sum(builders.balances("seat").values()) == 190_000


def test_one_mover_is_moved_once(moves, monkeypatch):
    moves.evening.sit(moves.one, 40_000, 40_000)
    mover, _other = moves.evening.sit(moves.two, 50_000, 60_000)
    moves.couple()
    racing.meeting(monkeypatch, reseating.seating, "seated")
    call = {"main_id": moves.one, "sitting_id": sitting(mover).pk, "actor": moves.evening.floor}
    results = racing.at_once(lambda: must_moves.move(seat=8, **call), lambda: must_moves.move(seat=9, **call))
    assert racing.refusals(results) == ["not_in_feeder"]
    assert sum(builders.balances("seat").values()) == 190_000


def test_two_who_cross_are_both_moved(moves, monkeypatch):
    """From T1 to T2 and from T2 to T1 at once: both lock the tables in one order, so neither waits for the other."""
    guests = [moves.evening.sit(table, 40_000)[0] for table in (moves.one, moves.two)]
    integrator = builders.user("integrator")
    racing.meeting(monkeypatch, locks, "tables", each_time=True)

    def cross(here, there):
        call = {"table_id": here, "version": None, "seat": 1, "to_table_id": there, "to_seat": 9}
        return lambda: seats.move(**call, reason="both", actor=integrator)

    results = racing.at_once(cross(moves.one, moves.two), cross(moves.two, moves.one))
    assert racing.refusals(results) == []
    assert [place(guest) for guest in guests] == [(moves.two, 9), (moves.one, 9)]


def test_one_table_is_coupled_once(moves):
    """Two couples share a table, but not both their locks: the database decides."""
    third = moves.evening.table(moves.game, code="T3", dealt=False)
    floor = moves.evening.floor
    results = racing.at_once(
        lambda: must_moves.couple(main_id=moves.one, feeder_id=moves.two, actor=floor),
        lambda: must_moves.couple(main_id=moves.two, feeder_id=third, actor=floor),
    )
    assert racing.refusals(results) == ["coupled_already"]
    assert MustMove.objects.count() == 1
