"""An honest estimate: it knows when it does not know, and it is right as often as it says."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.rules.waiting import estimates
from tables.rules.waiting.estimates import Estimate, NextTable, Openings, Pace
from tables.rules.waiting.terms import USUAL

PACES = st.builds(Pace, count=st.integers(3, 40), minutes=st.integers(10, 400))
SEEN = st.builds(Openings, left=PACES, gave_up=PACES)


def chance(place: int, seen: Openings, minutes: int) -> float:
    return estimates.chance(place, seen, minutes) / estimates.WHOLE


def estimate(place: int, seen: Openings) -> Estimate:
    found = estimates.of(place, seen, USUAL)
    assert found is not None
    return found


def test_with_too_little_seen_nothing_is_said():
    for seats, minutes in ((0, 180), (2, 180), (5, 0)):
        assert estimates.of(1, Openings(Pace(seats, minutes)), USUAL) is None
    assert estimates.of(1, Openings(Pace(3, 180)), USUAL) is not None


def test_a_free_seat_is_now():
    assert estimates.of(2, Openings(Pace(0, 0), free_now=2), USUAL) == Estimate(0, 0, 0)
    assert estimates.of(3, Openings(Pace(0, 0), free_now=2), USUAL) is None
    assert estimate(3, Openings(Pace(6, 180), free_now=2)) == estimate(1, Openings(Pace(6, 180)))


def test_known_to_the_minute():
    """Three seats in three hours, one wanted: by w minutes with the chance 1 - (180 / (w + 180)) ** 3.

    For a half that is w = 180 * (2 ** (1/3) - 1) = 46.8, for a tenth 6.4, for nine tenths 207.8.
    """
    assert estimate(1, Openings(Pace(3, 180))) == Estimate(47, 7, 208)


def test_beyond_a_night_no_figure_is_given():
    assert estimate(20, Openings(Pace(3, 180))).latest is None
    assert estimate(200, Openings(Pace(3, 180))) == Estimate(None, None, None)


def test_very_many_openings_are_scaled_down_and_change_nothing_of_the_pace():
    assert estimate(1, Openings(Pace(600, 600))) == estimate(1, Openings(Pace(60, 60)))


def test_it_is_right_as_often_as_it_says():
    """A room where seats come free at random, at a pace nobody knows: half wait no longer than the median."""
    chance, within_median, within_range, told = random.Random(4_8), 0, 0, 0
    for _night in range(1_500):
        pace = chance.uniform(0.02, 0.2)  # seats a minute
        gaps = iter(lambda pace=pace: chance.expovariate(pace), None)
        at, seats = next(gaps), 0
        while at <= 180:
            at, seats = at + next(gaps), seats + 1
        found = estimates.of(3, Openings(Pace(seats, 180)), USUAL)
        if found is None or None in (found.median, found.latest):
            continue
        wait = at - 180 + next(gaps) + next(gaps)
        told += 1
        within_median += wait <= found.median
        within_range += found.soonest <= wait <= found.latest
    assert told > 1_300
    assert 45 * told < 100 * within_median < 55 * told
    assert 75 * told < 100 * within_range < 86 * told


@given(SEEN, st.integers(1, 12))
def test_the_range_holds_the_median_and_the_next_place_waits_no_less(seen: Openings, place: int):
    here, behind = estimate(place, seen), estimate(place + 1, seen)
    ends = [estimates.MOST_MINUTES + 1 if end is None else end for end in (here.soonest, here.median, here.latest)]
    assert ends == sorted(ends)
    if here.median is not None and behind.median is not None:
        assert behind.median >= here.median


@given(SEEN, st.integers(1, 12))
def test_a_faster_room_waits_no_longer(seen: Openings, place: int):
    faster = Openings(Pace(seen.left.count + 1, seen.left.minutes), seen.gave_up)
    slow, fast = estimate(place, seen), estimate(place, faster)
    if slow.median is not None:
        assert fast.median is not None
        assert fast.median <= slow.median


def test_who_goes_home_in_front_makes_the_way_shorter():
    """Two in front, each of whom goes within w minutes with the chance 1 - (60 / (60 + w)) ** 3; nobody gets up."""
    seen = Openings(Pace(3, 180), gave_up=Pace(3, 60))
    assert chance(1, seen, 60) == pytest.approx(1 - 0.75**3)
    alone = chance(3, Openings(Pace(3, 180)), 60)
    goes = 1 - 0.5**3
    by_seats = [each / estimates.WHOLE for each in Pace(3, 180).at_least(3, 60)]
    expected = (1 - goes) ** 2 * by_seats[3] + 2 * goes * (1 - goes) * by_seats[2] + goes**2 * by_seats[1]
    assert chance(3, seen, 60) == pytest.approx(expected)
    assert expected > alone


class TestTheNextTable:
    """A house that opens a table as soon as enough wait."""

    def test_is_there_when_those_who_are_missing_have_joined(self):
        """Three joined in an hour, one is missing: a half by 60 * (2 ** (1/3) - 1) = 15.6 minutes."""
        seen = Openings(joined=Pace(3, 60), next_table=NextTable(1, 9))
        assert estimate(4, seen).median == 16
        assert estimate(9, seen) == estimate(1, seen), "it seats them all at once"

    def test_has_no_seat_for_the_tenth(self):
        seen = Openings(Pace(3, 180), joined=Pace(3, 60), next_table=NextTable(1, 9))
        assert estimate(10, seen) == estimate(10, Openings(Pace(3, 180)))

    def test_is_opened_now_when_enough_wait(self):
        assert estimate(7, Openings(next_table=NextTable(0, 9))) == Estimate(0, 0, 0)

    def test_is_not_counted_on_where_too_few_joined_to_say(self):
        assert estimates.of(4, Openings(joined=Pace(2, 60), next_table=NextTable(1, 9)), USUAL) is None

    def test_comes_beside_the_seats_that_come_free(self):
        both = Openings(Pace(3, 180), joined=Pace(3, 60), next_table=NextTable(1, 9))
        by_seat = chance(2, Openings(Pace(3, 180)), 30)
        by_table = chance(2, Openings(joined=Pace(3, 60), next_table=NextTable(1, 9)), 30)
        assert chance(2, both, 30) == pytest.approx(1 - (1 - by_seat) * (1 - by_table))


class TestAnnounced:
    """Who leaves early says so in advance with precise timing (seed 000 §1)."""

    def test_a_seat_that_comes_is_known_without_anything_seen(self):
        assert estimate(1, Openings(announced=(25,))) == Estimate(25, 25, 25)
        assert estimate(2, Openings(announced=(25, 40))) == Estimate(40, 40, 40)
        assert estimates.of(2, Openings(announced=(25,)), USUAL) is None, "who gets up after that nobody knows"

    def test_it_bounds_what_was_seen(self):
        seen = Openings(Pace(3, 180))
        soon = estimate(1, Openings(Pace(3, 180), announced=(30,)))
        assert (soon.median, soon.latest) == (30, 30), "later than the announced seat nobody waits"
        assert soon.soonest == estimate(1, seen).soonest, "another may still get up first"

    @given(st.integers(1, 12), st.lists(st.integers(1, 600), max_size=5), st.integers(1, 600), st.integers(0, 600))
    def test_one_more_never_makes_anybody_wait_longer(self, place, minutes, more, within):
        before = Openings(Pace(3, 180), announced=tuple(sorted(minutes)))
        after = Openings(Pace(3, 180), announced=tuple(sorted([*minutes, more])))
        assert estimates.chance(place, after, within) >= estimates.chance(place, before, within)
