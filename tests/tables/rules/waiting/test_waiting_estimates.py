"""An honest estimate: it knows when it does not know, and it is right as often as it says."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.rules.waiting import estimates
from tables.rules.waiting.estimates import Calls, Estimate, NextTables, Openings, Pace
from tables.rules.waiting.terms import USUAL

PACES = st.builds(Pace, count=st.integers(3, 40), minutes=st.integers(10, 400))
SEEN = st.builds(Openings, left=PACES, gave_up=PACES)


def chance(place: int, seen: Openings, minutes: int) -> float:
    return estimates.chance(place, seen, minutes) / estimates.WHOLE


def estimate(place: int, seen: Openings) -> Estimate:
    found = estimates.of(place, seen, USUAL)
    assert found is not None
    return found


def at_least(pace: Pace, most: int, minutes: int) -> list[float]:
    """The chances that 0, 1, … `most` come, or more."""
    exactly = [each / estimates.WHOLE for each in pace.exactly(most, minutes)]
    return [1 - sum(exactly[:number]) for number in range(most + 1)]


def opens_at(start: int, *minutes: int) -> NextTables:
    """Tables of nine that are opened as soon as so many wait, each from that minute on."""
    return NextTables(start, 9, minutes or (0,))


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
    assert estimate(1, Openings(Pace(3, 180))) == Estimate(47, 6, 208)


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
    by_seats = at_least(Pace(3, 180), 3, 60)
    expected = (1 - goes) ** 2 * by_seats[3] + 2 * goes * (1 - goes) * by_seats[2] + goes**2 * by_seats[1]
    assert chance(3, seen, 60) == pytest.approx(expected)
    assert expected > alone


class TestTheNextTable:
    """A house that opens a table as soon as enough wait."""

    def test_is_there_when_those_who_are_missing_have_come(self):
        """Three came in an hour, one is missing: a half by 60 * (2 ** (1/3) - 1) = 15.6 minutes."""
        seen = Openings(came=Pace(3, 60), waiting=5, next_tables=opens_at(6))
        assert estimate(4, seen).median == 16
        assert estimate(5, seen) == estimate(1, seen), "it seats them all at once"

    def test_has_no_seat_for_the_tenth(self):
        seen = Openings(Pace(3, 180), came=Pace(3, 60), waiting=10, next_tables=opens_at(6))
        assert estimate(10, seen) == estimate(10, Openings(Pace(3, 180)))
        assert estimate(9, seen) == Estimate(0, 0, 0)

    def test_and_the_one_after_it_has_a_seat_for_the_tenth_once_so_many_more_wait(self):
        """Ten wait, nine go to the first, five more are missing for the second."""
        seen = Openings(came=Pace(3, 60), waiting=10, next_tables=opens_at(6, 0, 0))
        assert estimate(10, seen) == estimate(1, Openings(came=Pace(3, 60), waiting=1, next_tables=opens_at(6)))

    def test_is_opened_now_when_enough_wait(self):
        assert estimate(7, Openings(waiting=7, next_tables=opens_at(7))) == Estimate(0, 0, 0)

    def test_is_opened_when_somebody_can_deal(self):
        assert estimate(7, Openings(waiting=7, next_tables=opens_at(7, 40))) == Estimate(40, 39, 40)
        seen = Openings(came=Pace(30, 60), waiting=6, next_tables=opens_at(7, 40))
        assert chance(6, seen, 39) == 0
        assert chance(6, seen, 40) == pytest.approx(1 - 0.6**30)

    def test_is_not_counted_on_where_too_few_came_to_say(self):
        seen = Openings(came=Pace(2, 60), waiting=4, next_tables=opens_at(6))
        assert estimates.of(4, seen, USUAL) is None

    def test_waits_until_who_is_called_to_a_free_seat_is_gone(self):
        """Two of six go to the seats that are free, so two more are missing."""
        seen = Openings(came=Pace(3, 60), free_now=2, waiting=6, next_tables=opens_at(6))
        assert estimate(6, seen) == estimate(4, Openings(came=Pace(3, 60), waiting=4, next_tables=opens_at(6)))


class TestWhoGoesMakesTheNextTableLater:
    """A table opens for so many who wait; who is called to a seat or goes home waits no longer."""

    def test_by_as_many_as_are_called(self):
        """Five wait, seven make a table, and a seat comes free as often as somebody comes."""
        both = Openings(Pace(40, 400), came=Pace(40, 400), waiting=5, next_tables=opens_at(7))
        assert chance(5, both, 30) == pytest.approx(counted(both, place=5, minutes=30), abs=0.02)
        by_seat = chance(5, Openings(Pace(40, 400)), 30)
        by_table = chance(5, Openings(came=Pace(40, 400), waiting=5, next_tables=opens_at(7)), 30)
        assert chance(5, both, 30) < 1 - (1 - by_seat) * (1 - by_table) - 0.1, "as if nobody were called meanwhile"

    def test_by_as_many_as_give_up(self):
        """Also of those behind him; one who goes home is told no likelier by another who went."""
        seen = Openings(gave_up=Pace(30, 600), came=Pace(20, 200), waiting=5, next_tables=opens_at(7))
        stay = Openings(came=Pace(20, 200), waiting=5, next_tables=opens_at(7))
        assert chance(1, seen, 20) < chance(1, stay, 20) - 0.1
        assert chance(1, seen, 20) == pytest.approx(counted(seen, place=1, minutes=20), abs=0.05)

    def test_as_often_as_it_says(self):
        """Where guests come, are called and go home by chance, half wait no longer than the median."""
        by_chance, told, within_median, within_range = random.Random(4_9), 0, 0, 0
        for _night in range(400):
            rates = by_chance.uniform(0.05, 0.4), by_chance.uniform(0.02, 0.2)
            came, left = (sum(by_chance.random() < rate for _minute in range(180)) for rate in rates)
            waiting = by_chance.randint(1, 6)
            seen = Openings(Pace(left, 180), came=Pace(came, 180), waiting=waiting, next_tables=opens_at(7))
            found = estimates.of(waiting, seen, USUAL)
            if found is None or None in (found.median, found.latest):
                continue
            wait = waited(by_chance, waiting, waiting, rates, opens=7)
            told += 1
            within_median += wait <= found.median
            within_range += found.soonest <= wait <= found.latest
        assert told > 350
        assert 44 * told < 100 * within_median < 60 * told
        assert 76 * told < 100 * within_range < 90 * told


def waited(by_chance: random.Random, place: int, waiting: int, rates: tuple[float, float], *, opens: int) -> float:
    """How long somebody waits where guests come and seats come free at such rates a minute."""
    at = 0.0
    while place > 0 and waiting < opens:
        at += by_chance.expovariate(sum(rates))
        if by_chance.random() * sum(rates) < rates[0]:
            waiting += 1
        else:
            waiting, place = waiting - 1, place - 1
    return at


def counted(seen: Openings, *, place: int, minutes: int) -> float:
    """The chance as it is counted in many nights, each with rates that what was seen allows."""
    by_chance, nights, seated = random.Random(3), 6_000, 0
    assert seen.next_tables is not None

    def rate(pace: Pace) -> float:
        return by_chance.gammavariate(pace.count, 1 / pace.minutes) if pace.count else 0.0

    for _night in range(nights):
        comes, leaves, gives_up = rate(seen.came), rate(seen.left), rate(seen.gave_up)
        here, ahead, at = seen.waiting, place - 1, 0.0
        patient = seen.waiting - 1  # of whom it was seen how long they wait; he himself stays
        while True:
            pace = comes + leaves + gives_up * patient
            at += by_chance.expovariate(pace)
            if at > minutes:
                break
            what = by_chance.random() * pace
            if what < comes:
                here += 1
            elif what < comes + leaves:
                here, ahead, patient = here - 1, ahead - 1, patient - (ahead > 0)
            else:
                ahead -= by_chance.random() * patient < ahead
                here, patient = here - 1, patient - 1
            if ahead < 0 or here >= seen.next_tables.start:
                seated += 1
                break
    return seated / nights


class TestCalls:
    """A called guest who does not come leaves the seat to the next guest."""

    def test_a_seat_that_nobody_takes_is_free_when_the_call_is_over(self):
        seen = Openings(Pace(3, 180), calls=Calls(open=2, missed=1, ended=10, minutes=5))
        none = 1 - chance(1, Openings(Pace(3, 180)), 5)
        assert chance(1, seen, 5) == pytest.approx(1 - none * 0.9**2)
        assert chance(1, seen, 60) == pytest.approx(1 - (1 - chance(1, Openings(Pace(3, 180)), 60)) * 0.9**2)

    def test_where_no_call_has_ended_all_are_thought_to_come(self):
        assert chance(1, Openings(Pace(3, 180), calls=Calls(open=9)), 60) == chance(1, Openings(Pace(3, 180)), 60)


class TestAnnounced:
    """Who leaves early says so in advance with precise timing (seed 000 §1)."""

    def test_a_seat_that_comes_is_known_without_anything_seen(self):
        assert estimate(1, Openings(announced=(25,))) == Estimate(25, 24, 25)
        assert estimate(2, Openings(announced=(25, 40))) == Estimate(40, 39, 40)
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
