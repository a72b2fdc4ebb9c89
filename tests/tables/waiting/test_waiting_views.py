"""A list as it is shown: places, timers, kept seats, and an estimate made of what was seen."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino import house_time
from casino.errors import Refusal
from tables.dealers.services import shifts
from tables.dealers.services.shifts import Plan
from tables.floor.services import last_hands, seats, tables
from tables.models import Session, Sitting, WaitingEntry, WaitingList
from tables.play.services import house_rules
from tables.rules.rota.terms import RotaRules
from tables.rules.waiting.calls import Answer
from tables.rules.waiting.estimates import Calls, Estimate, NextTables, Openings, Pace
from tables.rules.waiting.terms import USUAL
from tables.waiting.selectors import lists as selector
from tables.waiting.selectors.observations import Seen
from tables.waiting.services import entries, list_calls
from tests.builders import user


def view(queue):
    return selector.one(WaitingList.objects.get(game=queue.game).pk, house_time.now())


def opened(queue, hours):
    Session.objects.filter(table_id=queue.table).update(opened_at=house_time.now() - timedelta(hours=hours))


def leave(queue, seat, minutes_ago):
    """Somebody has left the seat so long ago."""
    evening = queue.evening
    seats.cash_out(table_id=queue.table, version=evening.version(queue.table), seat=seat, actor=evening.floor)
    then = house_time.now() - timedelta(minutes=minutes_ago)
    stay = Sitting.objects.filter(table_id=queue.table, seat=seat).latest("pk")
    Sitting.objects.filter(pk=stay.pk).update(sat_at=then - timedelta(minutes=5), left_at=then)


def sat_for(queue, minutes):
    """All who sit have sat so long."""
    then = house_time.now() - timedelta(minutes=minutes)
    Sitting.objects.filter(table_id=queue.table, left_at=None).update(sat_at=then)


def seen(queue, house_rules=USUAL, game=None):
    """What the estimates of a list rest on."""
    head = WaitingList.objects.get_or_create(game=game or queue.game, defaults={"house": queue.evening.house})[0]
    return selector.seen(queue.evening.house.pk, house_rules, house_time.now())[head.pk]


def test_what_was_seen_is_who_left_lately_and_how_long_all_sat(queue):
    opened(queue, 2)
    queue.evening.sit(queue.table, *[40_000] * 9)
    sat_for(queue, 120)
    assert seen(queue) == Seen(Openings(Pace(0, 120)), tables=1)
    for seat, minutes in ((1, 10), (2, 50), (3, 100)):
        leave(queue, seat, minutes)
    paces = Openings(Pace(3, (6 * 120 + 3 * 5) // 6), free_now=3)
    assert seen(queue) == Seen(paces, tables=1), "six sit who need so long to sit as long as all nine did"
    queue.call(queue.join("Anna"), 1)
    assert seen(queue).openings.free_now == 2, "a kept seat is nobody's"


def test_a_room_that_fills_up_is_seen_to_become_faster(queue):
    """Three left while three sat; nine sit now, so the next ones come three times as fast."""
    opened(queue, 3)
    queue.evening.sit(queue.table, *[40_000] * 3)
    for seat in (1, 2, 3):
        leave(queue, seat, 0)
    Sitting.objects.update(sat_at=house_time.now() - timedelta(minutes=170))
    queue.evening.sit(queue.table, *[40_000] * 9)
    assert seen(queue).openings.left == Pace(3, 3 * 170 // 9)


def test_beyond_the_hours_that_are_looked_at_nothing_counts(queue):
    """Three of them (ours)."""
    opened(queue, 10)
    queue.evening.sit(queue.table, 40_000, 40_000, 40_000)
    sat_for(queue, 600)
    leave(queue, 1, 200)
    leave(queue, 2, 100)
    assert seen(queue).openings == Openings(Pace(1, 180 + 5), free_now=8)


def test_a_move_within_the_game_brings_nobody_a_place(queue):
    second = queue.evening.table(queue.game, code="T08", dealt=False)
    queue.evening.sit(queue.table, 40_000)
    seats.move(
        table_id=queue.table, version=queue.evening.version(queue.table), seat=1, to_table_id=second, to_seat=1,
        actor=queue.evening.floor,
    )  # fmt: skip
    found = seen(queue)
    assert (found.openings.left.count, found.openings.free_now, found.tables) == (0, 17, 2)


def test_who_left_the_list_and_who_came_to_it_is_seen_too(queue):
    """Two waited an hour each, one of them went home; the hour begins with the first, so one came in it."""
    rows = [queue.join(name) for name in ("Anna", "Boris")]
    WaitingEntry.objects.update(joined_at=house_time.now() - timedelta(minutes=60))
    entries.leave(entry_id=rows[0].pk, actor=queue.evening.floor)
    found = seen(queue).openings
    assert (found.gave_up, found.came, found.waiting) == (Pace(1, 120), Pace(1, 60), 1)


def test_who_joins_from_outside_comes_when_he_arrives(queue):
    """Guests who are not in the room do not count towards a new table: they may never come."""
    queue.join("Anna")
    WaitingEntry.objects.update(joined_at=house_time.now() - timedelta(minutes=60))
    boris = queue.join("Boris", is_here=False)
    found = seen(queue).openings
    assert (found.came, found.waiting) == (Pace(0, 60), 1)
    entries.arrive(entry_id=boris.pk, actor=queue.evening.floor)
    found = seen(queue).openings
    assert (found.came, found.waiting) == (Pace(1, 60), 2)


def test_who_is_called_and_how_calls_ended_is_seen(queue):
    """One came, one cancelled, one did not come, one is being called."""
    rows = [queue.join(name) for name in ("Anna", "Boris", "Carla", "Dora")]
    for seat, row in enumerate(rows, 1):
        queue.call(row, seat)
    queue.seat(rows[0])
    queue.answer(rows[1], Answer.CANCEL)
    list_calls.miss(entry_id=rows[2].pk, actor=queue.evening.floor)
    found = seen(queue).openings
    assert (found.calls, found.waiting) == (Calls(open=1, missed=2, ended=3, minutes=5), 1)


class TestTheNextTable:
    """Estimates count on it where the house opens a table as soon as enough wait (ours)."""

    OPENS = replace(USUAL, opens_tables=True, players_to_start=6)

    def next_tables(self, queue, house_rules=OPENS, game=None):
        return seen(queue, house_rules, game).openings.next_tables

    def test_a_table_that_stands_free_is_counted_on(self, queue):
        assert self.next_tables(queue) is None, "the only one is played at"
        spare = tables.create(house_id=queue.evening.house.pk, code="T08", seats=8, actor=queue.evening.floor)
        assert self.next_tables(queue) == NextTables(start=6, seats=8, from_minutes=(0,))
        assert self.next_tables(queue, USUAL) is None
        tables.edit(table_id=spare.pk, seats=8, is_active=False, actor=queue.evening.floor)
        assert self.next_tables(queue) is None, "out of use"

    def test_one_is_counted_for_the_list_that_has_enough_first(self, queue):
        other = queue.evening.game(name="PLO")
        tables.create(house_id=queue.evening.house.pk, code="T08", seats=9, actor=queue.evening.floor)
        entries.join(game_id=other.pk, guest_id=queue.evening.guest("Anna").pk, actor=queue.evening.floor)
        assert self.next_tables(queue) is None
        assert self.next_tables(queue, game=other) == NextTables(start=6, seats=9, from_minutes=(0,))

    def test_with_a_rota_it_is_opened_when_somebody_can_deal(self, queue):
        evening = queue.evening
        tables.create(house_id=evening.house.pk, code="T08", seats=9, actor=evening.floor)
        house_rules.change(house_id=evening.house.pk, rules=RotaRules, changes={"is_on": True}, actor=evening.manager)
        assert self.next_tables(queue) is None, "nobody is on shift"
        now = house_time.now()
        people = [user("dealer", f"dealer-{number}") for number in range(3)]
        plans = [Plan(one.pk, now + timedelta(minutes=30), now + timedelta(hours=6)) for one in people]
        shifts.enter(house_id=evening.house.pk, plans=plans, actor=evening.manager)
        (minutes,) = self.next_tables(queue).from_minutes
        assert minutes in (29, 30), "three keep two tables, one is in play"


def test_the_estimate_follows_the_place(queue):
    opened(queue, 3)
    queue.evening.sit(queue.table, *[40_000] * 9)
    for seat, minutes in ((1, 10), (2, 50), (3, 100)):
        leave(queue, seat, minutes)
    queue.evening.sit(queue.table, *[40_000] * 3)
    sat_for(queue, 180)
    for name in ("Anna", "Boris"):
        queue.join(name)
    found = view(queue)
    assert [(one.guest_name, one.place) for one in found.places] == [("Anna", 1), ("Boris", 2)]
    first, second = (one.estimate for one in found.places)
    assert first == Estimate(48, 6, 209), "three seats in some three hours, one wanted"
    assert second.median > first.median
    assert (found.free_seats, found.tables_running, found.wanted) == (0, 1, 0)


def test_nobody_knows_before_enough_was_seen(queue):
    queue.evening.sit(queue.table, *[40_000] * 9)
    queue.join("Anna")
    assert view(queue).places[0].estimate is None


def test_interest_before_the_game(queue):
    other = queue.evening.game(name="PLO")
    for name in ("Anna", "Boris"):
        entries.join(game_id=other.pk, guest_id=queue.evening.guest(name).pk, actor=queue.evening.floor)
    found = selector.one(WaitingList.objects.get(game=other).pk, house_time.now())
    assert (found.tables_running, found.waiting, found.wanted, found.free_seats) == (0, 2, 4, 0)


def test_who_is_called_elsewhere_is_seen_on_his_other_lists(queue):
    other = queue.evening.game(name="PLO")
    anna = queue.join("Anna")
    entries.join(game_id=other.pk, guest_id=anna.guest_id, actor=queue.evening.floor)
    queue.call(anna)
    by_game = {one.game_id: one for one in selector.of_house(queue.evening.house.pk, house_time.now())}
    assert by_game[other.pk].places[0].is_called_elsewhere
    assert not by_game[queue.game.pk].places[0].is_called_elsewhere
    assert (by_game[queue.game.pk].places[0].table_code, by_game[queue.game.pk].places[0].place) == ("T07", None)


def test_a_long_list_costs_no_more_than_a_short_one(queue):
    def asked():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            view(queue)
        return len(captured)

    queue.join("Anna")
    one = asked()
    for number in range(5):
        queue.join(f"Guest {number}")
    assert asked() == one


def test_no_such_list(db):
    with pytest.raises(Refusal, match="no_such_list"):
        selector.one(4711, house_time.now())


def test_who_has_announced_when_they_leave_frees_a_seat_then(queue):
    """Seed 000 §1: "players who want to leave early should announce this in advance with precise timing"."""
    queue.evening.sit(queue.table, *[40_000] * 9)
    queue.join("Anna")
    assert view(queue).places[0].estimate is None, "nobody has got up yet, nobody knows"
    leaves_at = house_time.now() + timedelta(minutes=25)

    def announce(at):
        version = queue.evening.version(queue.table)
        last_hands.plan_leaving(table_id=queue.table, version=version, seat=4, leaves_at=at, actor=queue.evening.floor)

    announce(leaves_at)
    assert view(queue).places[0].estimate == Estimate(25, 24, 25)
    announce(None)
    assert view(queue).places[0].estimate is None, "taken back"
    announce(leaves_at)
    Sitting.objects.filter(table_id=queue.table, seat=4).update(leaves_at=house_time.now() - timedelta(minutes=1))
    assert view(queue).places[0].estimate is None, "who has stayed is like anybody else"
