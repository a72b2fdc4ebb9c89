"""The versions of live pages: commits neither wait for each other nor deadlock, and no poll misses one.

Each property is first shown missing from a simpler way to count (`counted_by`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from accounting.models import House, Window
from casino.models import DeskCounter, Job
from tables.models import Table
from tests import racing

pytestmark = pytest.mark.django_db(transaction=True)

ONE_ROW = """
    INSERT INTO casino_deskcounter (desk, house_id, place, commits)
    SELECT desk, 0, 0, 1 FROM unnest(TG_ARGV[1:]) AS desk
        ON CONFLICT (desk, house_id, place) DO UPDATE SET commits = casino_deskcounter.commits + 1;
"""
A_SEQUENCE = "PERFORM nextval('told_by_number');"


@pytest.fixture
def house() -> House:
    house = House.objects.create(code="hd", name="Heidelberg")
    for code in ("T1", "T2"):
        Table.objects.create(house=house, code=code, seats=9)
    for code in ("K1", "K2"):
        Window.objects.create(house=house, code=code, name="Main")
    return house


@contextmanager
def counted_by(body: str) -> Iterator[None]:
    """Commits counted in another way."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('casino_tell_house'::regproc)")
        ((ours,),) = cursor.fetchall()
        cursor.execute("CREATE SEQUENCE told_by_number")
        cursor.execute(
            "CREATE OR REPLACE FUNCTION casino_tell_house() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER"
            f" SET search_path FROM CURRENT AS $$ BEGIN {body} RETURN NULL; END $$"
        )
        try:
            yield
        finally:
            cursor.execute(ours)
            cursor.execute("DROP SEQUENCE told_by_number")


def change(*codes: str) -> None:
    """Change these tables and windows, in this order, and tell of each as the end of the transaction does."""
    for code in codes:
        if code.startswith("K"):
            Window.objects.filter(code=code).update(name="Other")
        else:
            Table.objects.filter(code=code).update(seats=8)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def version(house: House, desk: str = "floor") -> str:
    return DeskCounter.version(desk, house.pk)


class TestTwoCommitsAtTwoTables:
    """While the first has been told and not yet committed, the second commits."""

    def second(self) -> Any:
        def commit() -> str:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '200ms'")
                change("T2")
            return "committed"

        with transaction.atomic():
            change("T1")
            (result,) = racing.at_once(commit)
        return result

    def test_they_queue_on_one_row(self, house: House) -> None:
        with counted_by(ONE_ROW):
            change("T1")
            assert isinstance(self.second(), OperationalError)

    def test_neither_waits(self, house: House) -> None:
        change("T1")
        before = version(house)
        assert self.second() == "committed"
        assert int(version(house)) == int(before) + 2
        assert DeskCounter.objects.filter(desk="floor").count() == 2, "the first held the only one"
        change("T1")
        assert DeskCounter.objects.filter(desk="floor").count() == 2, "a free one is taken"


class TestTwoCommitsThatChangeTwoDesks:
    """One changes the floor before the cage, the other the cage before the floor."""

    def race(self) -> list[Any]:
        point = racing.Meeting()

        def commit(first: str, second: str) -> Callable[[], str]:
            def run() -> str:
                with transaction.atomic():
                    change(first)
                    point.arrive()
                    change(second)
                return "committed"

            return run

        return racing.at_once(commit("T1", "K1"), commit("K2", "T2"))

    def test_they_deadlock_on_a_row_for_each_desk(self, house: House) -> None:
        with counted_by(ONE_ROW):
            assert any(isinstance(result, OperationalError) for result in self.race())

    def test_both_commit(self, house: House) -> None:
        assert self.race() == ["committed", "committed"]


class TestAPageThatIsReadInTheMiddleOfACommit:
    """It reads its version, then its rows: those of before.  The next poll must see another version."""

    def test_a_number_is_seen_before_its_commit(self, house: House) -> None:
        def number() -> int:
            with connection.cursor() as cursor:
                cursor.execute("SELECT last_value FROM told_by_number")
                (found,) = cursor.fetchone()
            return int(found)

        with counted_by(A_SEQUENCE):
            change("T1")
            with transaction.atomic():
                change("T2")
                ((shown, seats),) = racing.at_once(lambda: (number(), Table.objects.get(code="T2").seats))
            assert (seats, number() == shown) == (9, True), "the change is lost"

    def test_a_counter_is_seen_with_its_commit(self, house: House) -> None:
        with transaction.atomic():
            change("T2")
            ((shown, seats),) = racing.at_once(lambda: (version(house), Table.objects.get(code="T2").seats))
        assert (seats, version(house) == shown) == (9, False)


def test_a_transaction_counts_a_desk_once_and_again_what_was_rolled_back(house: House) -> None:
    def versions() -> list[int]:
        return [int(version(house, desk)) for desk in ("floor", "days", "cage")]

    before = versions()
    with transaction.atomic():
        change("T1", "T2", "K1")
    assert versions() == [number + 1 for number in before]
    with transaction.atomic():
        begun = transaction.savepoint()
        change("T1")
        transaction.savepoint_rollback(begun)
        change("T2")
    assert versions() == [before[0] + 2, before[1] + 2, before[2] + 1]


def test_what_happens_in_a_house_is_told_there(house: House) -> None:
    other = House.objects.create(code="wi", name="Wiesbaden")
    before = version(other)
    change("T1")
    assert version(other) == before == "0"
    assert DeskCounter.version("floor", None) == version(house), "a page of every house"
    jobs = version(other, "jobs")
    Job.objects.create(kind="audit", dedupe_key="1")
    assert version(other, "jobs") != jobs, "a job about every house"


def test_a_transaction_that_reads_one_snapshot_adds_its_own_counter(house: House) -> None:
    """An audit's piece reads for a minute while hands are booked: it must not fail for the pages' sake."""
    change("T1")
    before = version(house)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        assert Table.objects.count() == 2
        racing.at_once(lambda: change("T1"))
        change("T2")
    assert int(version(house)) == int(before) + 2
