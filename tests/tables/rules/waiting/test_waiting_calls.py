"""What a call asks and what silence costs: domain §4.8, each number with its source."""

from dataclasses import asdict, replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.waiting import calls, lists
from tables.rules.waiting.calls import Answer, Happening
from tables.rules.waiting.lists import Cause, State, Waiter
from tables.rules.waiting.terms import USUAL, WaitingRules
from tests.tables.rules.waiting.people import NOON, lists_of, minutes

ANNA, BORIS, CLARA = Waiter(1, 1), Waiter(2, 2), Waiter(3, 3)
CALLED = calls.called(ANNA, USUAL, NOON).waiter
COMING = calls.answered(CALLED, Answer.ON_MY_WAY, USUAL, NOON).waiter


def applied(waiters: dict[int, Waiter], outcome: calls.Outcome) -> dict[int, Waiter]:
    """The list after an outcome."""
    ranked = {key: replace(one, rank=outcome.other_ranks.get(key, one.rank)) for key, one in waiters.items()}
    return ranked | {outcome.waiter.id: outcome.waiter}


class TestCall:
    def test_five_minutes_to_answer(self) -> None:
        """CardOpz's default."""
        assert (CALLED.state, CALLED.called_at, CALLED.due_at) == (State.CALLED, NOON, minutes(5))

    def test_more_time_makes_ten_minutes_from_the_call_and_is_given_once(self) -> None:
        """RWS: ten minutes."""
        given_time = calls.answered(CALLED, Answer.MORE_TIME, USUAL, minutes(4)).waiter
        assert (given_time.state, given_time.due_at) == (State.CALLED, minutes(10))
        with pytest.raises(Refusal, match="more_time_once"):
            calls.answered(given_time, Answer.MORE_TIME, USUAL, minutes(9))
        back = calls.missed(given_time, [given_time], USUAL).waiter
        again = calls.called(back, USUAL, minutes(30)).waiter
        assert calls.answered(again, Answer.MORE_TIME, USUAL, minutes(31)).waiter.due_at == minutes(40)

    def test_on_my_way_locks_the_seat_up(self) -> None:
        assert (COMING.state, COMING.due_at) == (State.LOCKED_UP, minutes(10))

    @pytest.mark.parametrize("held", [CALLED, COMING])
    def test_who_cancels_is_off_the_list(self, held: Waiter) -> None:
        outcome = calls.answered(held, Answer.CANCEL, USUAL, NOON)
        assert (outcome.waiter.state, outcome.waiter.due_at) == (State.LEFT, None)
        assert outcome.happened == (Happening.ANSWERED, Happening.LEFT)

    def test_what_cannot_be_answered(self) -> None:
        for waiter, answer in ((ANNA, Answer.CANCEL), (COMING, Answer.MORE_TIME), (COMING, Answer.ON_MY_WAY)):
            with pytest.raises(Refusal, match="not_called"):
                calls.answered(waiter, answer, USUAL, NOON)
        with pytest.raises(Refusal, match="not_called"):
            calls.missed(ANNA, [ANNA], USUAL)

    def test_the_seat_is_kept_while_the_call_lasts_and_while_it_is_locked_up(self) -> None:
        assert calls.holds_seat(CALLED.state, CALLED.due_at, minutes(5) - timedelta(seconds=1))
        assert not calls.holds_seat(CALLED.state, CALLED.due_at, minutes(5))
        assert calls.holds_seat(COMING.state, COMING.due_at, minutes(11))
        assert not calls.holds_seat(ANNA.state, ANNA.due_at, NOON)


class TestSilence:
    def test_a_missed_call_puts_him_at_the_bottom(self) -> None:
        """CardOpz: "auto to bottom"."""
        (outcome,) = calls.run_out([CALLED, BORIS, CLARA], USUAL, minutes(5))
        assert (outcome.happened, outcome.cause) == ((Happening.MISSED,), Cause.CALL_MISSED)
        waiters = [outcome.waiter, BORIS, CLARA]
        assert [lists.position(waiters, number) for number in (2, 3, 1)] == [1, 2, 3]
        assert (outcome.waiter.misses, outcome.waiter.due_at) == (1, None)

    def test_the_second_strikes_him(self) -> None:
        (outcome,) = calls.run_out([replace(CALLED, misses=1)], USUAL, minutes(5))
        assert outcome.waiter.state == State.STRUCK
        assert outcome.happened == (Happening.MISSED, Happening.STRUCK)

    def test_a_lock_up_ends_after_ten_minutes_only_if_someone_waits(self) -> None:
        """WSOP live-action 87."""
        assert calls.run_out([COMING], USUAL, minutes(30)) == ()
        assert calls.run_out([COMING, replace(BORIS, is_here=False)], USUAL, minutes(30)) == ()
        assert calls.run_out([COMING, BORIS], USUAL, minutes(9)) == ()
        (outcome,) = calls.run_out([COMING, BORIS], USUAL, minutes(10))
        assert (outcome.waiter.state, outcome.cause) == (State.WAITING, Cause.LOCK_UP_OVER)

    def test_who_joined_from_outside_must_come_within_the_hour(self) -> None:
        """WSOP live-action 83."""
        assert calls.joined(USUAL, NOON, is_here=True) is None
        due_at = calls.joined(USUAL, NOON, is_here=False)
        expected = replace(ANNA, is_here=False, due_at=due_at)
        assert calls.run_out([expected], USUAL, minutes(59)) == ()
        (outcome,) = calls.run_out([expected], USUAL, minutes(60))
        assert (outcome.waiter.state, outcome.happened) == (State.STRUCK, (Happening.STRUCK,))
        assert outcome.cause == Cause.NOT_ARRIVED

    @given(lists_of(), st.integers(0, 120))
    def test_asked_again_nothing_more_follows(self, waiters: list[Waiter], late: int) -> None:
        now = minutes(late)
        after = {one.id: one for one in waiters}
        outcomes = calls.run_out(waiters, USUAL, now)
        assert len({outcome.waiter.id for outcome in outcomes}) == len(outcomes)
        for outcome in outcomes:
            after = applied(after, outcome)
        assert calls.run_out(list(after.values()), USUAL, now) == ()

    @given(lists_of(), st.integers(0, 120))
    def test_nobody_who_waited_in_time_is_overtaken(self, waiters: list[Waiter], late: int) -> None:
        after = {one.id: one for one in waiters}
        for outcome in calls.run_out(waiters, USUAL, minutes(late)):
            after = applied(after, outcome)
        in_time = [one.id for one in lists.order(waiters) if not calls.is_over(one.due_at, minutes(late))]
        assert [one.id for one in lists.order(after.values())][: len(in_time)] == in_time

    @given(lists_of(), st.integers(0, 120))
    def test_only_who_is_late_is_touched_and_pays_for_it(self, waiters: list[Waiter], late: int) -> None:
        now = minutes(late)
        were = {one.id: one for one in waiters}
        for outcome in calls.run_out(waiters, USUAL, now):
            before = were[outcome.waiter.id]
            assert calls.is_over(before.due_at, now)
            assert outcome.cause is not None
            assert not calls.is_over(outcome.waiter.due_at, now)


class TestMoving:
    def test_a_person_puts_a_guest_at_another_place(self) -> None:
        outcome = calls.moved([ANNA, BORIS, CLARA], CLARA.id, 1)
        assert outcome == calls.Outcome(replace(CLARA, rank=1), (Happening.MOVED,), Cause.FLOOR, {1: 2, 2: 3})
        with pytest.raises(Refusal, match="at_place_already"):
            calls.moved([ANNA, BORIS, CLARA], CLARA.id, 3)


class TestRules:
    def test_the_usual_ones(self) -> None:
        """Domain §4.8: 5 min [CO-W]; 10 min [RWS]; 10 min [WLA 87]; 1 h [WLA 83]."""
        assert (USUAL.answer_seconds, USUAL.more_time_seconds) == (300, 600)
        assert (USUAL.lock_up_minutes, USUAL.arrival_minutes) == (10, 60)

    def test_a_house_sets_its_own(self) -> None:
        rules = USUAL.changed({"answer_seconds": 120, "stays_on_other_lists": False})
        assert rules == WaitingRules(answer_seconds=120, stays_on_other_lists=False)
        assert WaitingRules.of(asdict(rules)) == rules
        assert WaitingRules.of({}) == USUAL
        assert calls.called(ANNA, rules, NOON).waiter.due_at == minutes(2)

    def test_their_limits_hold(self) -> None:
        limits = {name: rule.limits for name, rule in WaitingRules.declared().items() if rule.limits}
        assert len(limits) > 5
        for name, (least, most) in limits.items():
            for value in (least - 1, most + 1, str(least), True, None):
                with pytest.raises(Refusal, match="rule_out_of_range"):
                    USUAL.changed({name: value})
        with pytest.raises(Refusal, match="rule_out_of_range"):
            USUAL.changed({"stays_on_other_lists": 1})
        with pytest.raises(Refusal, match="rule_unknown"):
            USUAL.changed({"answer_minutes": 5})
        with pytest.raises(Refusal, match="time_shorter"):
            USUAL.changed({"answer_seconds": 601})
