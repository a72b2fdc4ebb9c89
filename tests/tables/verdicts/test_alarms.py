"""When the floor is called by its board: thresholds to the second, and what an acknowledgement is about."""

from datetime import UTC, datetime, timedelta

import pytest

from tables.rules.rota.terms import USUAL
from tables.verdicts import alarms
from tables.verdicts.alarms import Alarm, Kind, Money, Play

NOW = datetime(2026, 11, 21, 2, 14, 8, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def ago(minutes: int) -> datetime:
    return NOW - timedelta(minutes=minutes)


def play(**facts) -> Play:
    calm = {"is_open": True, "guests": 9, "down_id": 7, "dealt_since": ago(5), "quiet_since": ago(1)}
    return Play(code="T1", **(calm | facts))


def kinds(**facts) -> list[Kind]:
    return [alarm.kind for alarm in alarms.of_play(play(**facts), down=USUAL.down, now=NOW)]


def test_a_calm_table_says_nothing():
    assert kinds() == []
    assert list(alarms.of_money("T1", Money(difference_cents=-300, short_since=ago(3), short_entry=1))) == []


@pytest.mark.parametrize(("late", "expected"), [(-SECOND, []), (timedelta(), [Kind.PUSH])])
def test_a_dealer_is_relieved_after_half_an_hour(late, expected):
    """Domain §4.9: a down is about 30 minutes."""
    assert kinds(dealt_since=NOW - timedelta(minutes=30) - late) == expected


@pytest.mark.parametrize(("late", "expected"), [(-SECOND, []), (timedelta(), [Kind.IDLE])])
def test_no_hand_for_eight_minutes(late, expected):
    """Who pauses, and who has nobody to play against, waits for nothing."""
    quiet = NOW - timedelta(minutes=8) - late
    assert kinds(quiet_since=quiet) == expected
    assert kinds(quiet_since=quiet, is_open=False) == []
    assert kinds(quiet_since=quiet, guests=1) == []
    assert kinds(quiet_since=quiet, guests=2) == expected


def test_rake_short_by_more_than_three_euros():
    (alarm,) = alarms.of_money("T1", Money(difference_cents=-301, short_since=ago(12), short_entry=44))
    assert (alarm.kind, alarm.since, alarm.facts) == (Kind.SHORT, ago(12), {"missing_cents": 301})
    assert list(alarms.of_money("T1", Money(difference_cents=900))) == [], (
        "too much is an auditor's, not a matter of now"
    )


def test_an_acknowledged_dealer_is_called_for_again_when_another_half_hour_is_over():
    def of(minutes: int) -> Alarm:
        (alarm,) = alarms.of_play(play(dealt_since=ago(minutes)), down=USUAL.down, now=NOW)
        return alarm

    assert alarms.standing([of(35)], [of(31).name]) == []
    assert alarms.standing([of(65)], [of(31).name]) == [of(65)]
    (other,) = alarms.of_play(play(down_id=8, dealt_since=ago(35)), down=USUAL.down, now=NOW)
    assert alarms.standing([other], [of(31).name]) == [other], "the next dealer is another matter"


def test_chips_are_urgent_once_they_should_be_there():
    def of(minutes: int) -> Alarm:
        return alarms.of_chips("T1", "fill", 12, ago(minutes), now=NOW)

    assert not of(4).is_urgent
    assert of(5).is_urgent


@pytest.mark.parametrize("is_waited_for", [True, False])
def test_chips_that_may_be_picked_up_press_where_somebody_waits(is_waited_for):
    """Domain §4.8; it ends when somebody picks them up or the guest is back, so nobody waves it away."""
    alarm = alarms.of_absent("T1", 4, "Rossi", "17", ago(2), is_waited_for=is_waited_for)
    assert (alarm.kind, alarm.name, alarm.since) == (Kind.ABSENT, ("absent", "T1", "17"), ago(2))
    assert (dict(alarm.facts), alarm.is_urgent) == ({"seat": 4, "guest": "Rossi"}, is_waited_for)
    assert alarm.kind not in alarms.ACKNOWLEDGED


def test_the_most_pressing_first_then_what_waits_longest():
    call, pin = Alarm(Kind.CALL, "T1", ago(2), "1"), Alarm(Kind.PIN, "Tablet 1", ago(40), "1")
    fill, push = alarms.of_chips("T1", "fill", 1, ago(4), now=NOW), Alarm(Kind.PUSH, "T1", ago(2), "1-1")
    assert alarms.standing([push, fill, call, pin], []) == [pin, call, push, fill]


@pytest.mark.parametrize(("hands", "minutes", "pace"), [(31, 600, 31), (10, 20, 30), (5, 9, None)])
def test_the_pace_is_an_hours_and_says_nothing_at_once(hands, minutes, pace):
    assert alarms.hands_an_hour(hands, opened_at=ago(minutes), now=NOW) == pace


def test_the_clock_brings_the_next_alarm_when_the_first_of_them_is_due():
    def due(*, found: tuple[Alarm, ...] = (), **facts) -> datetime | None:
        return alarms.due_at([play(**facts)], found, down=USUAL.down, now=NOW)

    calm = {"dealt_since": None, "quiet_since": ago(9)}
    assert due(**calm) is None, "what stands already is not due"
    assert due(**calm | {"quiet_since": ago(7)}) == NOW + timedelta(minutes=1)
    assert due(**calm | {"quiet_since": ago(7)}, is_open=False) is None
    assert due(**calm | {"quiet_since": ago(7)}, guests=1) is None
    assert due(**calm | {"dealt_since": ago(29)}) == NOW + timedelta(minutes=1)
    assert due(**calm | {"dealt_since": ago(30)}) == NOW + timedelta(minutes=30), "one more down"
    assert due(**calm | {"dealt_since": ago(61)}) == NOW + timedelta(minutes=29)
    asked, late = (alarms.of_chips("T1", "fill", 12, ago(minutes), now=NOW) for minutes in (3, 5))
    assert due(**calm, found=(asked, late)) == NOW + timedelta(minutes=2)
    assert due(dealt_since=ago(28), quiet_since=ago(7), found=(asked,)) == NOW + timedelta(minutes=1), "the first"


@pytest.mark.parametrize("since", [ago(minutes) for minutes in (0, 7, 8, 29, 30, 45, 60)])
def test_until_it_is_due_the_clock_changes_nothing_and_then_it_does(since: datetime):
    table = play(dealt_since=since, quiet_since=since)

    def at(now: datetime) -> list[tuple[str, str, str]]:
        return [alarm.name for alarm in alarms.of_play(table, down=USUAL.down, now=now)]

    due = alarms.due_at([table], (), down=USUAL.down, now=NOW)
    assert due
    assert at(due - timedelta(microseconds=1)) == at(NOW) != at(due)
