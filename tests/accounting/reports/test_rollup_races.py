"""Posts and roll-ups at the same time, on several connections."""

import threading
from collections.abc import Callable
from functools import partial

from django.db import connection, transaction

from accounting.models import Assessment, HouseDay, TableDay
from accounting.reports.services import rollups
from tests.accounting.reports.conftest import BookedHands
from tests.patience import PATIENCE_S


def beside(work: Callable[[], object]) -> threading.Thread:
    """Run `work` on a connection of its own."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_a_hand_that_commits_late_is_not_missed(committed: BookedHands) -> None:
    booked = committed
    posted, may_commit = threading.Event(), threading.Event()

    def post_and_dawdle() -> None:
        with transaction.atomic():
            booked.hand("T1", taken_cents=400)
            posted.set()
            assert may_commit.wait(PATIENCE_S)

    dawdler = beside(post_and_dawdle)
    assert posted.wait(PATIENCE_S)
    booked.hand("T2", taken_cents=500, due_cents=500)
    rollups.roll_up()
    assert HouseDay.objects.get().taken_cents == 500

    may_commit.set()
    dawdler.join()
    # The trap a watermark on the row's id would fall into: the late hand's id lies below one that is rolled up already.
    late, early = Assessment.objects.get(table_code="T1"), Assessment.objects.get(table_code="T2")
    assert late.pk < early.pk
    rollups.roll_up()
    assert HouseDay.objects.get().taken_cents == 900


def test_of_two_at_once_one_works_and_one_leaves(committed: BookedHands) -> None:
    committed.hand()
    rolled, may_commit = threading.Event(), threading.Event()
    answers: list[rollups.RolledUp] = []

    def roll_up_slowly() -> None:
        with transaction.atomic():
            answers.append(rollups.roll_up.__wrapped__())
            rolled.set()
            assert may_commit.wait(PATIENCE_S)

    first = beside(roll_up_slowly)
    assert rolled.wait(PATIENCE_S)
    assert rollups.roll_up() == rollups.RolledUp(busy=True)
    may_commit.set()
    first.join()
    assert answers == [rollups.RolledUp(table_hours=1, gaming_days=1)]
    assert HouseDay.objects.get().hands == 1
    assert rollups.roll_up() == rollups.RolledUp()


def test_a_post_never_waits_for_a_roll_up(committed: BookedHands) -> None:
    committed.hand()
    with transaction.atomic():
        rollups.roll_up.__wrapped__()
        # On another connection: the same table and hour, while its figures are being made.
        poster = beside(partial(committed.hand, "T1"))
        poster.join(PATIENCE_S)
        assert not poster.is_alive()
        assert len(committed.entries) == 2
    rollups.roll_up()
    assert HouseDay.objects.get().hands == 2


def test_whatever_is_posted_while_figures_are_made_is_counted_once(committed: BookedHands) -> None:
    booked = committed
    tables = ("T1", "T2", "T3")

    def play(table: str) -> None:
        for number in range(25):
            entry = booked.hand(table, hour=number % 3, taken_cents=number, due_cents=number)
            if number % 5 == 0:
                booked.reverse(entry)

    players = [beside(partial(play, table)) for table in tables]
    rounds = 0
    while any(player.is_alive() for player in players):
        rollups.roll_up()
        rounds += 1
    rollups.roll_up()
    assert rounds > 1
    per_table = sum(number for number in range(25) if number % 5)
    assert dict(TableDay.objects.values_list("table_code", "taken_cents")) == dict.fromkeys(tables, per_table)
    assert HouseDay.objects.get().hands == len(tables) * 20
