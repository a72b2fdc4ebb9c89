"""Who pushes whom: domain §4.9, and the working time act by the minute."""

from datetime import UTC, datetime, timedelta

import pytest

from tables.rules.rota import line_up, pace, working_time
from tables.rules.rota.line_up import Box, Dealer, Duty, Obstacle
from tables.rules.rota.skills import needed
from tables.rules.rota.terms import USUAL, RotaRules
from tables.rules.rota.working_time import Span, Work

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TEXAS, OMAHA = frozenset({"texas/no_limit"}), frozenset({"omaha/pot_limit"})


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def ready(number: int, since: int, skills: frozenset[str] = TEXAS, **more: object) -> Dealer:
    return Dealer(number, Duty.READY, at(since), skills, Work(at(-60)), **more)


def deals(number: int, table: int, since: int, skills: frozenset[str] = TEXAS) -> Dealer:
    return Dealer(number, Duty.DEALING, at(since), skills, Work(at(-60)), table_id=table, last_table_id=table)


def comes(boxes, dealers, rules=USUAL) -> dict[int, int | None]:
    return {turn.table_id: turn.dealer_id for turn in line_up.line_up(boxes, dealers, rules, NOON)}


class TestWhoComes:
    def test_the_longest_rested_first(self):
        assert comes([Box(1, TEXAS)], [ready(1, -5), ready(2, -20)]) == {1: 2}

    def test_who_knows_one_game_only_is_not_kept_from_it_by_who_knows_both(self):
        """Two tables, and the longest rested is the only one who knows Omaha."""
        both = TEXAS | OMAHA
        assert comes([Box(1, TEXAS), Box(2, OMAHA)], [ready(1, -20, both), ready(2, -5)]) == {1: 2, 2: 1}

    def test_the_push_goes_down_the_line(self):
        """One is ready, two tables are due: whom he relieves pushes the other."""
        boxes = [Box(1, TEXAS, 1, at(-30)), Box(2, TEXAS, 2, at(-30))]
        dealers = [deals(1, 1, -30), deals(2, 2, -30), ready(3, -30)]
        turns = {turn.table_id: turn for turn in line_up.line_up(boxes, dealers, USUAL, NOON)}
        assert {turn.dealer_id for turn in turns.values()} < {1, 2, 3}
        moves = [turn for turn in turns.values() if turn.next_table_id is not None]
        rests = [turn for turn in turns.values() if turn.break_minutes is not None]
        assert (len(moves), len(rests), rests[0].break_minutes) == (1, 1, 30)
        assert turns[moves[0].next_table_id or 0].dealer_id == moves[0].relieved_id

    def test_two_dealers_do_not_merely_change_places(self):
        boxes = [Box(1, TEXAS, 1, at(-30)), Box(2, TEXAS, 2, at(-30))]
        assert comes(boxes, [deals(1, 1, -30), deals(2, 2, -30)]) == {1: None, 2: None}

    def test_a_table_that_is_not_due_is_told_who_will_come(self):
        """Who is on a break counts from when he is back."""
        box = Box(1, TEXAS, 1, at(-10))
        away = Dealer(2, Duty.ON_BREAK, at(-15), TEXAS, Work(at(-60), (Span(at(-15)),)), back_at=at(15))
        (turn,) = line_up.line_up([box], [deals(1, 1, -10), away], USUAL, NOON)
        assert (turn.is_due, turn.due_at, turn.dealer_id) == (False, at(20), 2)
        late = Dealer(2, Duty.ON_BREAK, at(-15), TEXAS, Work(at(-60), (Span(at(-15)),)), back_at=at(21))
        assert comes([box], [deals(1, 1, -10), late]) == {1: None}

    def test_nobody_is_sent_whose_shift_ends_before_the_down(self):
        assert comes([Box(1, TEXAS)], [ready(1, -20, ends_at=at(29)), ready(2, -5, ends_at=at(30))]) == {1: 2}

    def test_a_house_without_a_rota_asks_only_who_rests_longest(self):
        dealers = [Dealer(1, Duty.READY, at(-5)), Dealer(2, Duty.READY, None)]
        (turn,) = line_up.line_up([Box(1, TEXAS)], dealers, USUAL, NOON)
        assert (turn.dealer_id, turn.break_minutes) == (2, None)

    def test_without_shifts_whoever_has_dealt_longest_comes_out(self):
        """One is ready for two tables that are due: he relieves the one, who relieves the other."""
        boxes = [Box(1, TEXAS, 1, at(-40)), Box(2, TEXAS, 2, at(-30))]
        dealing = [Dealer(n, Duty.DEALING, at(since), table_id=n, last_table_id=n) for n, since in ((1, -40), (2, -30))]
        assert comes(boxes, [*dealing, Dealer(3, Duty.READY, None)]) == {1: 2, 2: 3}


class TestWhen:
    def test_a_down_is_half_an_hour(self):
        assert line_up.due_at(Box(1, TEXAS, 1, at(-10)), deals(1, 1, -10), USUAL, NOON) == at(20)

    def test_or_until_his_break_is_due(self):
        """ArbZG §4: six hours."""
        one = Dealer(1, Duty.DEALING, at(-10), TEXAS, Work(at(-350)), table_id=1)
        assert line_up.due_at(Box(1, TEXAS, 1, at(-10)), one, USUAL, NOON) == at(10)

    def test_what_is_due_within_the_lead_is_pushed_together(self):
        turns = line_up.line_up([Box(1, TEXAS, 1, at(-25)), Box(2, TEXAS, 2, at(-24))], [], USUAL, NOON)
        assert [turn.is_due for turn in turns] == [True, False]


class TestWorkingTime:
    @pytest.mark.parametrize(
        ("breaks", "break_by"),
        [
            ((), 360),  # six hours at a stretch
            (((100, 115),), 375),  # 15 of the 30 minutes that belong to six hours of work
            (((100, 130),), 490),  # six hours after the last break
            (((300, 330),), 570),  # 45 minutes belong to nine hours of work: before that
            (((300, 345),), 705),
            (((100, 114),), 360),  # what is shorter than a quarter of an hour is no break
        ],
    )
    def test_when_the_next_break_is_due(self, breaks, break_by):
        """ArbZG §4, by the minute from when he came."""
        work = Work(NOON, tuple(Span(at(begins), at(ends)) for begins, ends in breaks))
        assert working_time.of(work, at(350), USUAL).break_by == at(break_by)

    def test_eight_hours_and_ten(self):
        """ArbZG §3: breaks are not worked."""
        time = working_time.of(Work(NOON, (Span(at(100), at(145)),)), at(200), USUAL)
        assert (time.usual_until, time.most_until) == (at(525), at(645))

    def test_the_limits_are_obstacles_the_moment_they_are_reached(self):
        one, box = ready(1, -5), Box(1, TEXAS)
        assert line_up.obstacles(one, box, [box], USUAL, at(299)) == []
        assert line_up.obstacles(one, box, [box], USUAL, at(300)) == [Obstacle.BREAK_DUE]

    def test_eleven_hours_of_rest(self):
        """ArbZG §5."""
        assert working_time.has_rested(NOON, at(660), USUAL)
        assert not working_time.has_rested(NOON, at(659), USUAL)


def test_what_it_takes_to_deal():
    assert needed("omaha", "pot_limit") == {"omaha/pot_limit"}
    assert needed("ultimate_holdem", "fixed_limit") == {"ultimate_holdem"}
    assert needed("texas", "no_limit", in_tournament=True) == {"texas/no_limit", "tournament"}


def test_a_house_may_let_a_dealer_stay_at_his_table():
    one, boxes = ready(1, -5, last_table_id=1), [Box(1, TEXAS), Box(2, TEXAS)]
    assert line_up.obstacles(one, boxes[0], boxes, USUAL, NOON) == [Obstacle.SAME_TABLE]
    assert line_up.obstacles(one, boxes[0], boxes, RotaRules(same_table_again=True), NOON) == []


class TestPace:
    def test_an_hour_to_the_nearest(self):
        assert pace.an_hour(16, timedelta(minutes=31)) == 31

    def test_too_short_says_nothing(self):
        """A small number of downs misleads."""
        assert pace.an_hour(9, timedelta(minutes=14)) is None

    def test_the_middle_of_enough_downs(self):
        assert pace.median([30, 20, 40, 50, 25]) == 30
        assert pace.median([30, 20, 40, 50]) is None
