"""The tournament clock: derived from instants, so that it can neither drift nor forget (S4, K2, WSOP 79)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.tournaments import clocks
from tables.rules.tournaments.clocks import ClockView, Event, EventKind
from tables.rules.tournaments.shipped import EVENING, TURBO
from tables.rules.tournaments.structures import Break

MINUTE = 60_000
START = 1_700_000_000_000
TOTAL = TURBO.minutes * MINUTE
STARTED = Event(EventKind.STARTED, START)


def event(kind: EventKind, minutes: int, item: int = 0, milliseconds: int | None = None) -> Event:
    return Event(kind, START + minutes * MINUTE, item, milliseconds)


def shown(*events: Event, minutes: int) -> ClockView:
    return clocks.at(EVENING, [STARTED, *events], START + minutes * MINUTE)


def number(view: ClockView) -> int | None:
    return view.level.number if view.level else None


class TestRunning:
    def test_before_the_start_the_whole_first_level_is_left(self) -> None:
        view = clocks.at(EVENING, [], START)
        assert (number(view), view.remaining_ms, view.is_started, view.is_running) == (1, 20 * MINUTE, False, False)

    def test_levels_follow_one_another_without_an_event(self) -> None:
        """S4: "after x minutes"."""
        found = [(number(view), view.remaining_ms) for view in (shown(minutes=at) for at in (0, 19, 20, 79, 80, 95))]
        minute = MINUTE
        assert found == [
            (1, 20 * minute),
            (1, minute),
            (2, 20 * minute),
            (4, minute),
            (None, 15 * minute),
            (5, 20 * minute),
        ]

    def test_what_comes_next_is_told(self) -> None:
        view = shown(minutes=50)
        assert view.next_level is not None
        assert (view.next_level.number, view.break_in_ms) == (4, 30 * MINUTE)
        assert view.next_break == EVENING.items[4]
        assert shown(minutes=85).next_break == EVENING.items[9]

    def test_after_the_last_break_there_is_no_next_one(self) -> None:
        view = clocks.at(TURBO, [STARTED], START + TOTAL - 1)
        assert (view.next_level, view.next_break, view.break_in_ms, view.remaining_ms) == (None, None, None, 1)

    def test_the_clock_stops_at_the_end_of_the_last_level(self) -> None:
        view = clocks.at(TURBO, [STARTED], START + TOTAL + 5 * MINUTE)
        assert (view.is_over, view.is_running, view.remaining_ms, view.elapsed_ms) == (True, False, 0, TOTAL)

    def test_an_instant_before_the_last_event_shows_that_event(self) -> None:
        """Two servers' clocks are never quite the same."""
        more = event(EventKind.ADJUSTED, 5, milliseconds=MINUTE)
        assert shown(more, minutes=4) == shown(more, minutes=5)


class TestEvents:
    def test_a_pause_stops_the_time(self) -> None:
        pause = event(EventKind.PAUSED, 5)
        assert shown(pause, minutes=500).remaining_ms == 15 * MINUTE
        view = shown(pause, event(EventKind.RESUMED, 65), minutes=70)
        assert (number(view), view.remaining_ms, view.elapsed_ms) == (1, 10 * MINUTE, 10 * MINUTE)

    def test_moved_a_level_up_and_down(self) -> None:
        up = event(EventKind.MOVED, 5, 1)
        assert (number(shown(up, minutes=5)), shown(up, minutes=5).remaining_ms) == (2, 20 * MINUTE)
        down = event(EventKind.MOVED, 6, 0, 90_000)
        assert (number(shown(up, down, minutes=7)), shown(up, down, minutes=7).remaining_ms) == (1, 30_000)
        assert number(shown(up, down, minutes=8)) == 2

    def test_moved_while_paused_it_stays_paused(self) -> None:
        view = shown(event(EventKind.PAUSED, 5), event(EventKind.MOVED, 6, 4), minutes=60)
        assert (view.item, view.remaining_ms, view.is_paused) == (EVENING.items[4], 15 * MINUTE, True)

    def test_moved_after_the_end_it_runs_again(self) -> None:
        end = EVENING.minutes
        view = shown(event(EventKind.MOVED, end + 10, 18), minutes=end + 11)
        assert (view.is_over, view.remaining_ms) == (False, EVENING.items[18].minutes * MINUTE - MINUTE)

    def test_time_is_taken_off_and_given_back(self) -> None:
        less = event(EventKind.ADJUSTED, 5, milliseconds=-2 * MINUTE)
        assert shown(less, minutes=5).remaining_ms == 13 * MINUTE
        assert shown(less, event(EventKind.ADJUSTED, 6, milliseconds=MINUTE), minutes=6).remaining_ms == 13 * MINUTE

    def test_with_all_its_time_taken_off_a_level_is_over(self) -> None:
        assert number(shown(event(EventKind.ADJUSTED, 19, milliseconds=-2 * MINUTE), minutes=19)) == 2

    def test_a_paused_clock_without_time_moves_on_when_it_runs_again(self) -> None:
        events = (event(EventKind.PAUSED, 19), event(EventKind.ADJUSTED, 19, milliseconds=-2 * MINUTE))
        assert (number(shown(*events, minutes=30)), shown(*events, minutes=30).remaining_ms) == (1, 0)
        assert number(shown(*events, event(EventKind.RESUMED, 31), minutes=31)) == 2

    @pytest.mark.parametrize(
        ("events", "code"),
        [
            ([event(EventKind.PAUSED, 1)], "clock_not_started"),
            ([STARTED, STARTED], "clock_started"),
            ([STARTED, event(EventKind.PAUSED, 1), event(EventKind.PAUSED, 2)], "clock_paused"),
            ([STARTED, event(EventKind.RESUMED, 1)], "clock_running"),
            ([STARTED, event(EventKind.PAUSED, 2), event(EventKind.RESUMED, 1)], "clock_backwards"),
            ([STARTED, event(EventKind.MOVED, 1, len(EVENING.items))], "clock_item_unknown"),
            ([STARTED, event(EventKind.MOVED, 1, 1, 0)], "clock_item_unknown"),
            ([STARTED, event(EventKind.PAUSED, 10_000)], "clock_over"),
        ],
    )
    def test_what_cannot_follow_is_refused(self, events: list[Event], code: str) -> None:
        with pytest.raises(Refusal) as caught:
            clocks.at(EVENING, events, START)
        assert caught.value.code == code


class TestTheNextHand:
    """S4: "the increase always applies only in the next game round"; WSOP 79: a new level from the next hand on."""

    def level(self, milliseconds: int) -> int:
        return clocks.level_of_next_hand(EVENING, [STARTED], START + milliseconds).number

    def test_a_hand_begun_before_the_instant_keeps_the_level(self) -> None:
        assert (self.level(20 * MINUTE - 1), self.level(20 * MINUTE)) == (1, 2)

    def test_the_hand_after_a_break_is_played_by_the_level_after_it(self) -> None:
        assert isinstance(EVENING.items[4], Break)
        assert self.level(81 * MINUTE) == 5


pauses = st.lists(st.tuples(st.integers(0, TOTAL), st.integers(0, 10 * TOTAL)), max_size=8)


def paused(steps: list[tuple[int, int]]) -> tuple[list[Event], int, int]:
    """Events for steps of running and standing; the instant of the last, and how long the clock ran until then."""
    events, now, ran = [STARTED], START, 0
    for run, stand in steps:
        if ran + run >= TOTAL:
            break
        events.append(Event(EventKind.PAUSED, now + run))
        events.append(Event(EventKind.RESUMED, now + run + stand))
        now, ran = now + run + stand, ran + run
    return events, now, ran


@given(pauses, st.integers(0, 2 * TOTAL))
def test_pauses_are_left_out_to_the_millisecond(steps: list[tuple[int, int]], more: int) -> None:
    """However often it stood, the clock shows what an unpaused one shows after the time it really ran."""
    events, now, ran = paused(steps)
    view = clocks.at(TURBO, events, now + more)
    assert view.elapsed_ms == min(ran + more, TOTAL)
    plain = clocks.at(TURBO, [STARTED], START + ran + more)
    assert view == plain


@given(st.lists(st.integers(0, TOTAL - 1), max_size=8), st.integers(0, 2 * TOTAL))
def test_it_makes_no_difference_how_often_the_way_is_cut(stops: list[int], passed: int) -> None:
    """A pause of no length changes nothing, at the edge of a level neither: no rounding that could add up."""
    cut = [Event(kind, START + at) for at in sorted(stops) for kind in (EventKind.PAUSED, EventKind.RESUMED)]
    last = START + max(passed, *stops, 0)
    assert clocks.at(TURBO, [STARTED, *cut], last) == clocks.at(TURBO, [STARTED], last)


@given(st.integers(0, TOTAL - 1))
def test_every_instant_lies_in_the_item_that_the_timetable_says(passed: int) -> None:
    view = clocks.at(TURBO, [STARTED], START + passed)
    before = sum(item.minutes for item in TURBO.items[: view.item_index]) * MINUTE
    assert before <= passed < before + view.item.minutes * MINUTE
    assert view.remaining_ms == before + view.item.minutes * MINUTE - passed
