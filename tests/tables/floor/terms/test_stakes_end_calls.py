"""A planned stake takes a table from the list of its old game: who was called to a seat there is called no more."""

import pytest

from casino import house_time
from tables.models import WaitingEntry, WaitingEvent
from tables.play.selectors import kept_seats
from tables.waiting.services import entries, list_calls


@pytest.fixture
def called(rising):
    """Anna waits for 1/2 and is called to seat 5; after this hand the table plays 2/4."""
    rising.plan(rising.two_four, hands=1)
    return call(rising, rising.one_two, "Anna", 5)


def call(rising, game, name, seat):
    floor = rising.evening.floor
    row = entries.join(game_id=game.pk, guest_id=rising.evening.guest(name).pk, is_here=True, actor=floor)
    return list_calls.call(entry_id=row.pk, table_id=rising.table, seat=seat, actor=floor)


def told(row):
    return list(WaitingEvent.objects.filter(entry=row).order_by("pk").values_list("kind", "cause", "by__username"))


def test_before_the_step_the_call_stands(rising, called):
    rising.hand()
    assert list_calls.sweep() == 0
    assert kept_seats.kept_seats([rising.table], house_time.now()) == {(rising.table, 5): called.guest_id}


def test_with_the_step_it_ends_with_its_cause_and_the_guest_keeps_their_place(rising, called):
    rising.hand()
    rising.hand()
    assert rising.played[-1] == "NLHE 2/4"
    assert kept_seats.kept_seats([rising.table], house_time.now()) == {}, "nobody of the old game keeps the seat"
    assert list_calls.sweep() == 1
    row = WaitingEntry.objects.get(pk=called.pk)
    assert (row.state, row.table_id, row.seat, row.misses) == ("waiting", None, None, 0)
    assert told(called)[-1] == ("withdrawn", "table_broken", "floor")
    assert list_calls.sweep() == 0


def test_the_seat_is_the_new_games_at_once(rising, called):
    rising.hand()
    rising.hand()
    list_calls.sweep()
    boris = call(rising, rising.two_four, "Boris", 5)
    assert kept_seats.kept_seats([rising.table], house_time.now()) == {(rising.table, 5): boris.guest_id}
