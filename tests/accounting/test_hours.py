"""The gaming day by the house's clock: from roll-over to roll-over, 23 to 25 hours long.

Germany's clocks go forward on the last Sunday of March and back on the last of October, at 01:00 UTC (SoZV 2001 §§1–2,
Directive 2000/84/EC): on 29 March and on 25 October in 2026.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting import hours

BERLIN = "Europe/Berlin"
NOON = time(12)

moments = st.integers(0, 16 * 365 * 86_400).map(lambda s: datetime(2020, 1, 1, tzinfo=UTC) + timedelta(seconds=s))
days = st.dates(date(2020, 1, 2), date(2035, 12, 30))
roll_overs = st.times().map(lambda at: at.replace(second=0, microsecond=0))
zones = st.sampled_from([BERLIN, "Europe/London", "Europe/Lisbon", "America/New_York", "Asia/Tokyo", "UTC"])


def local(*moment: int, fold: int = 0) -> datetime:
    return datetime(*moment, tzinfo=ZoneInfo(BERLIN), fold=fold)


@given(moments, roll_overs, zones)
def test_every_moment_belongs_to_exactly_one_day(at: datetime, rolls: time, zone: str) -> None:
    day = hours.date_of(at, rolls, zone)
    assert hours.begins_at(day, rolls, zone) <= at < hours.ends_at(day, rolls, zone)


@given(days, roll_overs, zones)
def test_days_tile_time(day: date, rolls: time, zone: str) -> None:
    begins, ends = hours.begins_at(day, rolls, zone), hours.ends_at(day, rolls, zone)
    assert timedelta(hours=22) < ends - begins < timedelta(hours=26)
    assert ends == hours.begins_at(day + timedelta(days=1), rolls, zone)
    # Both sides of either border, told apart to the microsecond.
    blink = timedelta(microseconds=1)
    assert hours.date_of(begins, rolls, zone) == hours.date_of(ends - blink, rolls, zone) == day
    assert hours.date_of(begins - blink, rolls, zone) == day - timedelta(days=1)
    assert hours.date_of(ends, rolls, zone) == day + timedelta(days=1)


@given(moments, st.timedeltas(timedelta(0), timedelta(days=2)), roll_overs, zones)
def test_a_later_moment_is_never_of_an_earlier_day(at: datetime, later: timedelta, rolls: time, zone: str) -> None:
    assert hours.date_of(at, rolls, zone) <= hours.date_of(at + later, rolls, zone)


@pytest.mark.parametrize(
    ("day", "length"),
    [
        (date(2026, 3, 27), 24),
        (date(2026, 3, 28), 23),  # the night to Sunday 29 March
        (date(2026, 3, 29), 24),
        (date(2026, 10, 24), 25),  # the night to Sunday 25 October
        (date(2026, 10, 25), 24),
    ],
)
def test_how_long_a_day_from_noon_to_noon_is(day: date, length: int) -> None:
    assert hours.ends_at(day, NOON, BERLIN) - hours.begins_at(day, NOON, BERLIN) == timedelta(hours=length)
    assert hours.begins_at(day, NOON, BERLIN).astimezone(ZoneInfo(BERLIN)).hour == 12


def test_the_hour_that_comes_twice_is_one_night() -> None:
    """02:30 in summer time and 02:30 in winter time are an hour apart and of the same gaming day."""
    first, second = local(2026, 10, 25, 2, 30), local(2026, 10, 25, 2, 30, fold=1)
    assert second.astimezone(UTC) - first.astimezone(UTC) == timedelta(hours=1)
    assert {hours.date_of(at, NOON, BERLIN) for at in (first, second)} == {date(2026, 10, 24)}


def test_a_roll_over_inside_the_hour_that_comes_twice_happens_once() -> None:
    """At 02:15, the first of the two: who compares wall clocks has 02:05 the second time fall back into the old day."""
    rolls = time(2, 15)
    assert hours.begins_at(date(2026, 10, 25), rolls, BERLIN) == datetime(2026, 10, 25, 0, 15, tzinfo=UTC)
    told = [
        hours.date_of(at, rolls, BERLIN).day
        for at in (
            local(2026, 10, 25, 2, 14),
            local(2026, 10, 25, 2, 15),
            local(2026, 10, 25, 2, 59),
            local(2026, 10, 25, 2, 5, fold=1),
            local(2026, 10, 25, 2, 30, fold=1),
        )
    ]
    assert told == [24, 25, 25, 25, 25]


def test_a_roll_over_in_the_hour_that_does_not_come_is_where_the_clock_jumps_to() -> None:
    """02:30 on 29 March does not exist; 01:59 is followed by 03:00, and 02:30 counted on from 01:59 is 03:30."""
    rolls = time(2, 30)
    assert hours.begins_at(date(2026, 3, 29), rolls, BERLIN) == local(2026, 3, 29, 3, 30)
    assert hours.date_of(local(2026, 3, 29, 3, 29), rolls, BERLIN) == date(2026, 3, 28)
    assert hours.date_of(local(2026, 3, 29, 3, 30), rolls, BERLIN) == date(2026, 3, 29)


@given(moments, zones)
def test_a_moment_is_among_those_at_which_its_clock_shows_what_it_shows(at: datetime, zone: str) -> None:
    shown = at.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)
    found = hours.moments(shown, zone)
    assert at in found
    assert found == tuple(sorted(found))
    assert len(found) == 1 or found[1] - found[0] == timedelta(hours=1)


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("2026-10-25T01:59", ["23:59"]),
        ("2026-10-25T02:00", ["00:00", "01:00"]),
        ("2026-10-25T02:59", ["00:59", "01:59"]),
        ("2026-10-25T03:00", ["02:00"]),
        ("2026-03-29T01:59", ["00:59"]),
        ("2026-03-29T02:00", []),
        ("2026-03-29T02:59", []),
        ("2026-03-29T03:00", ["01:00"]),
    ],
)
def test_the_moments_at_which_the_clock_shows_a_time(shown: str, found: list[str]) -> None:
    assert [f"{at:%H:%M}" for at in hours.moments(datetime.fromisoformat(shown), BERLIN)] == found


def test_midnight_means_nothing() -> None:
    """SpielbG NRW 2007 §12: a gaming day runs from opening to closing; Bavaria plays until four in the morning."""
    assert hours.date_of(local(2026, 11, 21, 23, 59), NOON, BERLIN) == date(2026, 11, 21)
    assert hours.date_of(local(2026, 11, 22, 4, 0), NOON, BERLIN) == date(2026, 11, 21)
    assert hours.date_of(local(2026, 11, 22, 12, 0), NOON, BERLIN) == date(2026, 11, 22)


@pytest.mark.parametrize(
    ("day", "begins"),
    [
        (date(2026, 11, 21), ["11:00", "19:00", "01:30"]),
        (date(2026, 10, 24), ["10:00", "18:00", "00:30"]),  # 02:30 comes twice: the first time is meant
        (date(2026, 3, 28), ["11:00", "19:00", "01:30"]),  # 02:30 does not come: by then the clocks show 03:30
    ],
)
def test_shifts_begin_by_the_clock_on_the_wall(day: date, begins: list[str]) -> None:
    """The first with the gaming day; what is earlier than its roll-over is of the next morning."""
    found = hours.shifts_begin(day, NOON, [time(2, 30), time(20)], BERLIN)
    assert [f"{at:%H:%M}" for at in found] == begins


@given(days, roll_overs, st.lists(roll_overs, max_size=5, unique=True), zones)
def test_shifts_are_within_their_day_in_order(day: date, rolls: time, starts: list[time], zone: str) -> None:
    starts = [start for start in starts if start != rolls]
    found = hours.shifts_begin(day, rolls, starts, zone)
    assert found == sorted(found)
    assert len(found) == 1 + len(starts)
    assert found[0] == hours.begins_at(day, rolls, zone)
    # An hour that is left out is made up for, which may reach into the next day.
    assert found[-1] < hours.ends_at(day, rolls, zone) + timedelta(hours=1)
