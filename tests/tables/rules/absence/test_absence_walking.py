"""Who is away (domain §4.8): absent buttons, breaks, the moment at which chips may be picked up, and who may walk."""

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Malformed, Refusal
from tables.rules.absence import walking
from tables.rules.absence.terms import USUAL, AbsenceRules
from tables.rules.absence.walking import Absent

SINCE = datetime(2026, 11, 21, 20, tzinfo=UTC)
numbers = {name: st.integers(*rule.limits) for name, rule in AbsenceRules.declared().items() if rule.limits}
rules = st.builds(AbsenceRules, **numbers).filter(lambda one: one.break_minutes <= one.away_minutes)
pushes = st.lists(st.integers(0, 300), max_size=8).map(sorted)


def after(minutes: int) -> datetime:
    return SINCE + timedelta(minutes=minutes)


def pushed(absent: Absent, by: AbsenceRules, minutes: list[int]) -> Absent:
    for minute in minutes:
        absent = walking.dealer_came(absent, by, after(minute))
    return absent


def test_two_absent_buttons_or_an_hour():
    """WSOP live-action 73."""
    assert walking.pick_up_at(Absent(SINCE), USUAL) == after(60)
    assert walking.pick_up_at(pushed(Absent(SINCE), USUAL, [10]), USUAL) == after(60)
    assert walking.pick_up_at(pushed(Absent(SINCE), USUAL, [10, 40]), USUAL) == after(40)
    assert walking.pick_up_at(pushed(Absent(SINCE), USUAL, [10, 70]), USUAL) == after(60)


def test_nobody_gets_a_button_during_his_break():
    """The Austrian room's 30 minutes."""
    austria = replace(USUAL, break_minutes=30)
    assert pushed(Absent(SINCE), austria, [0, 29]).buttons == 0
    assert pushed(Absent(SINCE), austria, [29, 30]).buttons == 1
    assert walking.pick_up_at(pushed(Absent(SINCE), austria, [5, 30, 50]), austria) == after(50)


@given(rules, pushes)
def test_the_time_comes_exactly_once_and_never_in_a_break_or_after_the_longest_absence(by, minutes):
    absent = pushed(Absent(SINCE), by, minutes)
    due_at = walking.pick_up_at(absent, by)
    assert after(by.break_minutes) <= due_at <= after(by.away_minutes)
    assert absent.buttons <= by.absent_buttons
    given_buttons = [minute for minute in minutes if minute >= by.break_minutes]
    if len(given_buttons) < by.absent_buttons:
        assert due_at == after(by.away_minutes)
    else:
        assert due_at == after(min(given_buttons[by.absent_buttons - 1], by.away_minutes))


@given(rules, pushes, st.integers(0, 700))
def test_chips_are_picked_up_from_that_moment_on_and_not_before(by, minutes, minute):
    absent = pushed(Absent(SINCE), by, minutes)
    if after(minute) >= walking.pick_up_at(absent, by):
        walking.refuse_early(absent, by, after(minute))
    else:
        with pytest.raises(Refusal, match="absence_not_over"):
            walking.refuse_early(absent, by, after(minute))


@given(rules, st.integers(0, 9))
def test_one_more_walks_while_fewer_are_away_than_the_house_lets(by, away):
    if by.away_most == 0 or away < by.away_most:
        walking.refuse_too_many(away, by)
    else:
        with pytest.raises(Refusal, match="too_many_away") as refusal:
            walking.refuse_too_many(away, by)
        assert refusal.value.facts == {"away": away, "most": by.away_most}


@given(rules)
def test_rules_are_kept_as_they_are(by):
    assert AbsenceRules.of(asdict(by)) == by


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"buttons": 2}, "rule_unknown"),
        ({"absent_buttons": 0}, "rule_out_of_range"),
        ({"absent_buttons": True}, "rule_out_of_range"),
        ({"away_minutes": 4}, "rule_out_of_range"),
        ({"away_most": "2"}, "rule_out_of_range"),
        ({"break_minutes": 61}, "break_too_long"),
    ],
)
def test_what_is_no_rule(changes, code):
    with pytest.raises(Malformed, match=code):
        USUAL.changed(changes)
