"""The hours that count against what else is known of a gaming day: clock, roster and downs.

Shares are by hours of attendance, as each house agrees (docs/domain.md, 4.10); a dealer's downs are evidence of theirs.
The rules of the tronc say which record counts (docs/tronc.md, "The hours").
"""

from datetime import UTC, datetime, timedelta

import pytest

from accounting.policy.tronc import hours, terms
from accounting.policy.tronc.hours import Span, Worked
from accounting.policy.tronc.terms import Hours, Terms
from casino.errors import Malformed
from tests.stories.tips import TERMS

NOON = datetime(2026, 10, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=1)
ANNA, BEN = 1, 2


def span(source: Hours, begins: float, ends: float | None, *, person: int = ANNA, shift: int | None = None) -> Span:
    """From so many hours after noon until so many."""
    ended = None if ends is None else NOON + timedelta(hours=ends)
    return Span(person, 1, NOON + timedelta(hours=begins), ended, source, shift)


def clock(begins: float, ends: float | None, *, person: int = ANNA, shift: int = 7) -> Span:
    return span(Hours.CLOCK, begins, ends, person=person, shift=shift)


def plan(begins: float, ends: float, *, person: int = ANNA, shift: int = 7) -> Span:
    return span(Hours.ROSTER, begins, ends, person=person, shift=shift)


def down(begins: float, ends: float | None, *, person: int = ANNA) -> Span:
    return span(Hours.DOWNS, begins, ends, person=person)


def by_day(*spans: Span) -> list[Worked]:
    """By gaming days that begin at noon."""
    return hours.by_day(spans, lambda one: (one.begins_at - timedelta(hours=12)).date())


def rules(**changes: object) -> Terms:
    return terms.parse(TERMS | changes)


def apart(*spans: Span, now: datetime = LATER, **changes: object) -> dict[int, int]:
    """By person the minutes that are apart, of days with a difference."""
    found = hours.differences(by_day(*spans), rules(**changes), now)
    return {one.worked.person_id: one.apart_minutes for one in found}


class TestTheTerms:
    def test_the_clock_counts_unless_the_rules_say_otherwise(self) -> None:
        """Rules of before are read as they were, and dumped without the new terms."""
        rule = rules()
        assert (rule.hours, rule.hours_tolerance_minutes) == (Hours.CLOCK, 30)
        assert {"hours", "hours_tolerance_minutes"} & terms.dump(rule).keys() == set()

    @pytest.mark.parametrize("word", ["roster", "downs"])
    def test_are_read_and_dumped(self, word: str) -> None:
        rule = rules(hours=word, hours_tolerance_minutes=0)
        dumped = terms.dump(rule)
        assert (dumped["hours"], dumped["hours_tolerance_minutes"], terms.parse(dumped)) == (word, 0, rule)

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"hours": "tips"}, "/hours"),
            ({"hours_tolerance_minutes": -1}, "/hours_tolerance_minutes"),
            ({"hours_tolerance_minutes": 1_441}, "/hours_tolerance_minutes"),
        ],
    )
    def test_that_say_nothing_are_refused(self, changes: dict[str, object], field: str) -> None:
        with pytest.raises(Malformed) as refused:
            rules(**changes)
        assert (refused.value.code, refused.value.facts["field"]) == ("bad_terms", field)


class TestByTheClock:
    def test_a_dealer_who_dealt_and_was_never_clocked_is_found(self) -> None:
        """Eight hours of downs and no coming."""
        assert apart(down(0, 8)) == {ANNA: 480}

    def test_breaks_are_no_difference(self) -> None:
        assert apart(clock(0, 8), down(0, 1), down(1.5, 3), down(4, 8)) == {}

    def test_downs_after_somebody_went_are_one(self) -> None:
        assert apart(clock(0, 4), down(0, 4), down(4, 6)) == {ANNA: 120}

    def test_the_tolerance_is_no_difference_and_a_minute_more_is_one(self) -> None:
        assert apart(clock(0.5, 8), down(0, 8)) == {}
        assert apart(clock(0.5, 8), down(0, 8), hours_tolerance_minutes=29) == {ANNA: 30}

    def test_a_shift_that_was_planned_longer_or_shorter_than_it_was_is_found(self) -> None:
        assert apart(plan(0, 8), clock(0, 6)) == {ANNA: 120}
        assert apart(plan(0, 6), clock(0, 8)) == {ANNA: 120}
        assert apart(plan(0, 8), clock(0.25, 8.25)) == {}

    def test_somebody_who_did_not_come_to_their_shift_is_found(self) -> None:
        assert apart(plan(0, 8)) == {ANNA: 480}

    def test_a_shift_that_is_not_over_is_none_yet(self) -> None:
        at_four = NOON + timedelta(hours=4)
        assert apart(plan(6, 14), now=at_four) == {}
        assert apart(plan(0, 8), clock(0, None), now=at_four) == {}
        assert apart(down(0, None), now=at_four) == {}

    def test_somebody_without_a_planned_shift_has_nothing_to_differ_from(self) -> None:
        assert apart(clock(0, 8), plan(0, 8, person=BEN, shift=8), clock(0, 8, person=BEN, shift=8)) == {}

    def test_a_down_past_the_end_of_the_gaming_day_is_in_the_shift_that_began_on_it(self) -> None:
        """The shift began at 8 in the evening and ended at 2 after the next noon."""
        assert apart(clock(8, 26), down(8, 23.5), down(24, 26)) == {}

    def test_a_shift_that_was_begun_before_the_day_it_was_planned_for_is_one(self) -> None:
        assert apart(plan(24.25, 32), clock(23.9, 31.9)) == {}


class TestByTheRoster:
    ROSTER = "roster"

    def test_somebody_clocked_without_a_planned_shift_is_found(self) -> None:
        assert apart(clock(0, 8), hours=self.ROSTER) == {ANNA: 480}

    def test_no_house_without_a_clock_is_compared_with_it(self) -> None:
        assert apart(plan(0, 8), down(0, 7), hours=self.ROSTER) == {}

    def test_a_planned_shift_to_which_nobody_was_clocked_is_found_where_others_were(self) -> None:
        ben = plan(0, 8, person=BEN, shift=8), clock(0, 8, person=BEN, shift=8)
        assert apart(plan(0, 8), *ben, hours=self.ROSTER) == {ANNA: 480}

    def test_downs_outside_of_the_plan_are_found(self) -> None:
        assert apart(plan(0, 4), down(0, 5), hours=self.ROSTER) == {ANNA: 60}


class TestByTheDowns:
    DOWNS = "downs"

    def test_clocked_time_without_a_down_is_no_difference(self) -> None:
        assert apart(clock(0, 8), down(0, 5), hours=self.DOWNS) == {}

    def test_downs_of_somebody_who_was_not_clocked_are_found_where_others_were(self) -> None:
        assert apart(down(0, 8), hours=self.DOWNS) == {}
        assert apart(down(0, 8), clock(0, 8, person=BEN), hours=self.DOWNS) == {ANNA: 480}


class TestWhatCounts:
    def test_is_of_the_source_that_the_rules_name(self) -> None:
        (worked,) = by_day(plan(0, 8), clock(0.5, 7), down(1, 2), down(3, 6))
        of = {one: [minutes for _begins, _ends, minutes in hours.that_count(worked, one)] for one in Hours}
        assert of == {Hours.CLOCK: [390], Hours.ROSTER: [480], Hours.DOWNS: [240]}

    def test_the_seconds_of_downs_are_not_lost(self) -> None:
        """Sixty downs of a minute and 30 seconds are an hour and a half; each in full minutes they would be an hour."""
        (worked,) = by_day(*(down(at, at + 1 / 40) for at in (number / 10 for number in range(60))))
        assert [minutes for _begins, _ends, minutes in hours.that_count(worked, Hours.DOWNS)] == [90]

    def test_somebody_who_still_deals_has_no_end(self) -> None:
        (worked,) = by_day(down(0, 1), down(2, None))
        assert [ends for _begins, ends, _minutes in hours.that_count(worked, Hours.DOWNS)] == [None]
