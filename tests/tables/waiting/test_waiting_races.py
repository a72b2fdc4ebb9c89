"""Two floor persons at one list, or at two: exactly one wins, and the other is told."""

from datetime import timedelta

import pytest
from django.db import IntegrityError

from casino import house_time
from tables import locks
from tables.floor.services import seats, tables
from tables.models import Sitting, WaitingEntry, WaitingEvent, WaitingList
from tables.seating.services import seating
from tables.waiting.services import entries, list_calls, steps
from tests import builders, racing
from tests.tables.waiting.queues import Queue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def queue():
    return Queue.of(builders.evening())


@pytest.fixture
def unlocked(monkeypatch):
    """Take the locks of lists and tables away: what happens then is what they are there for."""

    def unlock():
        monkeypatch.setattr(locks, "_TABLES", locks._TABLES.replace("FOR UPDATE", ""))
        monkeypatch.setattr(
            locks, "waiting_lists", lambda ids: {row.pk: row for row in WaitingList.objects.filter(pk__in=list(ids))}
        )

    return unlock


class TestTwoGuestsOneSeat:
    """Both floor persons see seat 3 free, and each calls another guest to it."""

    def race(self, queue, monkeypatch):
        anna, boris = queue.join("Anna"), queue.join("Boris")
        racing.meeting(monkeypatch, steps, "_save")
        return racing.at_once(
            lambda: queue.call(anna, 3, reason="she is here"), lambda: queue.call(boris, 3, reason="he is here")
        )

    def test_without_the_locks_only_the_database_stands_between_them(self, queue, monkeypatch, unlocked):
        unlocked()
        assert racing.refusals(self.race(queue, monkeypatch)) in (["seat_kept"], ["busy"])
        assert WaitingEntry.objects.filter(state="called").count() == 1

    def test_the_second_is_told_that_it_is_kept(self, queue, monkeypatch):
        assert racing.refusals(self.race(queue, monkeypatch)) == ["seat_kept"]
        assert WaitingEvent.objects.filter(kind="called").count() == 1


class TestCalledAndWalkedIn:
    """One calls a guest to a seat while the other seats somebody on it who walked in."""

    def race(self, queue, monkeypatch):
        anna, guest = queue.join("Anna"), queue.evening.guest("Walk-in")
        integrator = builders.user("integrator")
        walk_in = {"table_id": queue.table, "version": None, "seat": 3, "reason": "in haste", "actor": integrator}
        return racing.meanwhile(
            monkeypatch, seating, "seated",
            lambda: queue.call(anna, 3),
            lambda: seats.sit(**walk_in, guest_id=guest.pk, buy_in_cents=40_000),
        )  # fmt: skip

    def test_without_the_locks_one_sits_on_a_seat_that_is_kept(self, queue, monkeypatch, unlocked):
        unlocked()
        assert racing.refusals(self.race(queue, monkeypatch)) == []
        assert (Sitting.objects.count(), WaitingEntry.objects.filter(state="called").count()) == (1, 1)

    def test_with_them_one_is_told(self, queue, monkeypatch):
        results = self.race(queue, monkeypatch)
        assert racing.refusals(results) == ["seat_taken"]
        assert Sitting.objects.count() + WaitingEntry.objects.filter(state="called").count() == 1


def test_one_guest_is_called_to_one_of_two_tables(queue, monkeypatch):
    """Two lists, two locks: that nobody is called to two seats is the database's to decide."""
    other = queue.evening.game(name="PLO")
    table = queue.evening.table(other, code="T08", dealt=False)
    anna = queue.join("Anna")
    again = entries.join(game_id=other.pk, guest_id=anna.guest_id, actor=queue.evening.floor)
    racing.meeting(monkeypatch, steps, "_save")
    results = racing.at_once(lambda: queue.call(anna), lambda: queue.call(again, table=table))
    assert racing.refusals(results) == ["called_elsewhere"]
    assert WaitingEntry.objects.filter(state="called").count() == 1
    assert WaitingEvent.objects.filter(kind="called").count() == 1


def test_one_guest_is_called_once_by_two(queue, monkeypatch):
    anna = queue.join("Anna")
    racing.meeting(monkeypatch, steps, "_save")
    assert racing.refusals(racing.at_once(lambda: queue.call(anna, 1), lambda: queue.call(anna, 2))) == ["not_waiting"]
    assert WaitingEvent.objects.filter(kind="called").count() == 1


def test_he_is_seated_once(queue):
    anna = queue.join("Anna")
    queue.call(anna)
    results = racing.at_once(lambda: queue.seat(anna), lambda: queue.seat(anna))
    assert racing.refusals(results) == ["wait_over"]
    assert builders.balances("seat") == {"seat/T07/1": 40_000}


class TestMissedOnce:
    """The clock's task and somebody who looks find the same call over."""

    def race(self, queue, monkeypatch):
        anna = queue.join("Anna")
        queue.call(anna)
        past = house_time.now() - timedelta(minutes=6)
        WaitingEntry.objects.filter(pk=anna.pk).update(called_at=past, due_at=past + timedelta(minutes=5))
        racing.meeting(monkeypatch, steps, "_save")
        return racing.at_once(list_calls.sweep, list_calls.sweep)

    def test_without_the_lock_only_the_database_stands_between_them(self, queue, monkeypatch, unlocked):
        unlocked()
        results = self.race(queue, monkeypatch)
        assert [type(result) for result in results].count(IntegrityError) == 1

    def test_with_it_once(self, queue, monkeypatch):
        assert racing.refusals(self.race(queue, monkeypatch)) == []
        assert WaitingEvent.objects.filter(kind="missed").count() == 1
        assert WaitingEntry.objects.get().misses == 1


def test_the_last_seat_goes_to_the_list_or_to_who_walks_in_past_it(queue, monkeypatch):
    """One joins the list and is told his place; the other sits down, and either is before the other."""
    walk_in, integrator = queue.evening.guest("Walk-in"), builders.user("integrator")
    queue.join("Anna")
    racing.meeting(monkeypatch, seating, "seated")
    sit = {"table_id": queue.table, "version": None, "guest_id": walk_in.pk, "buy_in_cents": 40_000, "reason": "haste"}
    results = racing.at_once(lambda: queue.join("Boris"), lambda: seats.sit(**sit, seat=3, actor=integrator))
    assert racing.refusals(results) == []
    assert WaitingEvent.objects.filter(kind="skipped", entry__guest__name="Anna").count() == 1


class TestCalledAndClosed:
    """One calls a guest to a table that the other closes."""

    def race(self, queue, monkeypatch):
        anna = queue.join("Anna")
        racing.meeting(monkeypatch, steps, "_save")
        version = queue.evening.version(queue.table)
        close = {"table_id": queue.table, "version": version, "counted_float_cents": 0, "actor": queue.evening.floor}
        return racing.at_once(lambda: queue.call(anna, 3), lambda: tables.close_table(**close))

    def test_nobody_is_called_to_a_table_that_is_closed(self, queue, monkeypatch):
        assert racing.refusals(self.race(queue, monkeypatch)) in ([], ["table_closed"])
        assert WaitingEntry.objects.get().state == "waiting"
