"""When the minimum stake goes up (S4; seed 000): by minutes of play or by hands, and for which hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.terms import stakes
from tables.rules.terms.stakes import Course, Stake, Step

EIGHT = datetime(2026, 11, 21, 20, tzinfo=UTC)


def stake(small: int, big: int, *, chip: int = 100, variant: str = "texas") -> Stake:
    return Stake(variant, "no_limit", "summary", small, big, chip)


def course(minutes: int = 0, *, hands: int = 0, paused: int = 0) -> Course:
    """So many minutes after eight, of which play was paused for some."""
    return Course(EIGHT, timedelta(minutes=paused), hands, EIGHT + timedelta(minutes=minutes))


def by_minutes(minutes: int, number: int = 1) -> Step:
    return Step(number, number, minutes, None)


def by_hands(hands: int, number: int = 1) -> Step:
    return Step(number, number, None, hands)


ONE_TWO, TWO_FOUR, FIVE_TEN = stake(100, 200), stake(200, 400), stake(500, 1_000)


class TestDue:
    def test_after_x_minutes(self) -> None:
        """Seed 000: "e.g. after x minutes"."""
        assert not stakes.is_due(by_minutes(60), course(59))
        assert stakes.is_due(by_minutes(60), course(60))

    def test_a_pause_does_not_count(self) -> None:
        assert not stakes.is_due(by_minutes(60), course(70, paused=15))
        assert stakes.is_due(by_minutes(60), course(75, paused=15))

    def test_after_x_hands(self) -> None:
        """Seed 000: "or after x game rounds": the 30 hands are played first."""
        assert not stakes.is_due(by_hands(30), course(600, hands=29))
        assert stakes.is_due(by_hands(30), course(0, hands=30))

    def test_a_hand_that_began_before_is_not_touched(self) -> None:
        """Seed 000: "never introduced within a current game round": its beginning counts, not its end."""
        assert stakes.due([by_minutes(60)], course(59, hands=500)) == ()

    @given(
        plan=st.lists(st.integers(1, 300), unique=True).map(
            lambda found: [by_minutes(after, number) for number, after in enumerate(found)]
        ),
        first=st.integers(0, 400),
        more=st.integers(0, 400),
        paused=st.integers(0, 100),
    )
    def test_what_is_due_stays_due_and_comes_in_order(
        self, plan: list[Step], first: int, more: int, paused: int
    ) -> None:
        early = stakes.due(plan, course(first, paused=paused))
        late = stakes.due(plan, course(first + more, paused=paused))
        assert late[: len(early)] == early
        assert [step.after for step in late] == sorted(step.after for step in late)
        assert set(late) == {step for step in plan if step.after <= first + more - paused}


class TestIncrease:
    def test_the_minimum_stake_goes_up(self) -> None:
        """Seed 000: the minimum stake is the big blind."""
        assert stakes.is_increase(ONE_TWO, TWO_FOUR)
        assert not stakes.is_increase(TWO_FOUR, ONE_TWO)
        assert not stakes.is_increase(ONE_TWO, ONE_TWO)
        assert not stakes.is_increase(TWO_FOUR, stake(100, 500))

    def test_nobody_is_left_with_chips_that_he_cannot_bet(self) -> None:
        assert not stakes.is_increase(ONE_TWO, stake(500, 1_000, chip=500))
        assert stakes.is_increase(stake(500, 1_000, chip=500), stake(500, 1_500, chip=100))

    def test_it_stays_the_same_play(self) -> None:
        assert not stakes.is_increase(ONE_TWO, stake(200, 400, variant="omaha"))

    @pytest.mark.parametrize("boards", [{"boards": 2}, {"bomb_pot_boards": 1}, {"bomb_pot_boards": 2}])
    def test_on_as_many_boards(self, boards: dict[str, int]) -> None:
        """More boards take cards of players who sit there already: six-card Omaha holds seven, on two boards six."""
        assert not stakes.is_increase(ONE_TWO, replace(TWO_FOUR, **boards))
        assert not stakes.is_increase(replace(ONE_TWO, **boards), TWO_FOUR)
        assert stakes.is_increase(replace(ONE_TWO, **boards), replace(TWO_FOUR, **boards))


class TestPlanning:
    @staticmethod
    def refused(step: Step, new: Stake, *plan: tuple[Step, Stake], at: Course | None = None) -> str:
        with pytest.raises(Refusal) as refusal:
            stakes.check(step, new, plan, ONE_TWO, at or course())
        return refusal.value.code

    def test_larger_after_what_is_before_and_smaller_than_what_comes(self) -> None:
        plan = [(by_minutes(60, 1), TWO_FOUR)]
        stakes.check(by_minutes(120, 2), FIVE_TEN, plan, ONE_TWO, course())
        assert self.refused(by_minutes(30), FIVE_TEN, *plan) == "stake_not_larger"
        assert self.refused(by_minutes(90), TWO_FOUR, *plan) == "stake_not_larger"
        assert self.refused(by_minutes(90), ONE_TWO) == "stake_not_larger"

    def test_one_measure_and_one_step_a_moment(self) -> None:
        plan = [(by_minutes(60, 1), TWO_FOUR)]
        assert self.refused(by_hands(60), FIVE_TEN, *plan) == "measures_differ"
        assert self.refused(by_minutes(60, 2), FIVE_TEN, *plan) == "step_planned"

    def test_only_ahead(self) -> None:
        assert self.refused(by_minutes(60), TWO_FOUR, at=course(60)) == "step_passed"
        assert self.refused(by_hands(10), TWO_FOUR, at=course(hands=10)) == "step_passed"

    def test_another_game_is_no_increase(self) -> None:
        assert self.refused(by_minutes(60), stake(200, 400, variant="omaha")) == "stake_other_kind"

    @pytest.mark.parametrize(
        "step", [Step(1, 1, None, None), Step(1, 1, 60, 60), by_minutes(0), by_minutes(1_441), by_hands(1_001)]
    )
    def test_a_number_that_is_none(self, step: Step) -> None:
        assert self.refused(step, TWO_FOUR) == "step_malformed"
