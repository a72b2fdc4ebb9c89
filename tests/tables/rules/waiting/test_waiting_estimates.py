"""An honest estimate: it knows when it does not know, and it is right as often as it says."""

import random

from hypothesis import given
from hypothesis import strategies as st

from tables.rules.waiting import estimates
from tables.rules.waiting.estimates import Estimate, Openings
from tables.rules.waiting.terms import USUAL

SEEN = st.builds(Openings, seats=st.integers(3, 40), minutes=st.integers(10, 400))


def estimate(place: int, seen: Openings) -> Estimate:
    found = estimates.of(place, seen, USUAL)
    assert found is not None
    return found


def test_with_too_little_seen_nothing_is_said():
    for seats, minutes in ((0, 180), (2, 180), (5, 0)):
        assert estimates.of(1, Openings(seats, minutes), USUAL) is None
    assert estimates.of(1, Openings(3, 180), USUAL) is not None


def test_a_free_seat_is_now():
    assert estimates.of(2, Openings(0, 0, free_now=2), USUAL) == Estimate(0, 0, 0)
    assert estimates.of(3, Openings(0, 0, free_now=2), USUAL) is None
    assert estimate(3, Openings(6, 180, free_now=2)) == estimate(1, Openings(6, 180))


def test_known_to_the_minute():
    """Three seats in three hours, one wanted: by w minutes with the chance 1 - (180 / (w + 180)) ** 3.

    For a half that is w = 180 * (2 ** (1/3) - 1) = 46.8, for a tenth 6.4, for nine tenths 207.8.
    """
    assert estimate(1, Openings(3, 180)) == Estimate(47, 7, 208)


def test_beyond_a_night_no_figure_is_given():
    assert estimate(20, Openings(3, 180)).latest is None
    assert estimate(200, Openings(3, 180)) == Estimate(None, None, None)


def test_very_many_openings_are_scaled_down_and_change_nothing_of_the_pace():
    assert estimate(1, Openings(600, 600)) == estimate(1, Openings(60, 60))


def test_it_is_right_as_often_as_it_says():
    """A room where seats come free at random, at a pace nobody knows: half wait no longer than the median."""
    chance, within_median, within_range, told = random.Random(4_8), 0, 0, 0
    for _night in range(1_500):
        pace = chance.uniform(0.02, 0.2)  # seats a minute
        gaps = iter(lambda pace=pace: chance.expovariate(pace), None)
        at, seats = next(gaps), 0
        while at <= 180:
            at, seats = at + next(gaps), seats + 1
        found = estimates.of(3, Openings(seats, 180), USUAL)
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
    slow, fast = estimate(place, seen), estimate(place, Openings(seen.seats + 1, seen.minutes))
    if slow.median is not None:
        assert fast.median is not None
        assert fast.median <= slow.median
