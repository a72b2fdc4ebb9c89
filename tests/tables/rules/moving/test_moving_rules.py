"""The law of moving: domain §4.8 with WSOP live-action 86, 94, 97–99 and 159, and S8 (seed 000)."""

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Malformed, Refusal
from tables.rules import cards, draws
from tables.rules.blinds import Positions, next_positions
from tables.rules.moving import balancing, breaking, must_move, posting, requests
from tables.rules.moving.balancing import Load
from tables.rules.moving.must_move import Mover
from tables.rules.moving.requests import End, Request
from tables.rules.moving.terms import USUAL, MovingRules
from tables.rules.rule_sets import rule_set
from tables.rules.seating import SeatsAt

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SEED = "ab" * 32
HOUSE = rule_set("house/1")


def code(call, *args, **values) -> str:
    with pytest.raises(Refusal) as refusal:
        call(*args, **values)
    return refusal.value.code


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


class TestRequests:
    """A table 1 with nine and a table 2 with seven."""

    players: ClassVar = {1: 9, 2: 7}
    anna, boris = Request(1, 1, 4, to_table=1), Request(2, 1, 5, to_table=1, to_seat=8)
    carla = Request(3, 1, 6, to_table=None)

    def test_a_seat_is_his_who_asked_for_it(self):
        assert requests.waiting_for([self.boris, self.anna], 1, 8, self.players) == [self.anna, self.boris]
        assert requests.waiting_for([self.boris, self.anna], 1, 7, self.players) == [self.anna]
        assert requests.waiting_for([self.carla], 2, 1, self.players) == [self.carla]
        assert requests.waiting_for([self.carla], 1, 8, self.players) == []

    def test_earliest_first(self):
        """WSOP 94."""
        both = [self.anna, self.boris]
        assert requests.check_grant(both, self.anna, 1, 8, self.players, has_reason=False) == []
        assert code(requests.check_grant, both, self.boris, 1, 8, self.players, has_reason=False) == "asked_earlier"
        assert requests.check_grant(both, self.boris, 1, 8, self.players, has_reason=True) == [1]

    def test_nobody_gets_what_he_did_not_ask_for(self):
        assert code(requests.check_grant, [], self.boris, 1, 7, self.players, has_reason=True) == "not_asked_for"
        assert code(requests.check_grant, [], self.boris, 2, 8, self.players, has_reason=True) == "not_asked_for"

    @pytest.mark.parametrize(("old", "new", "short"), [(9, 7, False), (8, 6, False), (8, 7, True), (7, 7, True)])
    def test_no_change_leaves_the_old_game_shorter(self, old, new, short):
        """WSOP 86: eight and seven would become seven and eight."""
        assert requests.leaves_short(old, new) == short
        players = {1: old, 2: new}
        grant = ([self.carla], self.carla, 2, 1, players)
        if short:
            assert code(requests.check_grant, *grant, has_reason=True) == "leaves_game_short"
        else:
            assert requests.check_grant(*grant, has_reason=False) == []

    def test_a_player_in_the_game_goes_before_a_newcomer(self):
        """WSOP 94; who could not have the seat stands in nobody's way."""
        assert code(requests.check_newcomer, [self.carla], 2, 1, self.players, has_reason=False) == "seat_asked_for"
        assert requests.check_newcomer([self.carla], 2, 1, self.players, has_reason=True) == [3]
        assert requests.check_newcomer([self.carla], 2, 1, {1: 7, 2: 7}, has_reason=False) == []
        assert requests.check_newcomer([self.boris], 1, 7, self.players, has_reason=False) == []

    def test_nobody_runs_off_with_more_than_the_maximum(self):
        """WSOP 59: in the first hour."""
        stack = (50_001, 50_000, NOON)
        assert code(requests.check_stack, *stack, at(59), USUAL) == "above_maximum_too_soon"
        requests.check_stack(*stack, at(60), USUAL)
        requests.check_stack(50_000, 50_000, NOON, at(1), USUAL)
        requests.check_stack(50_001, None, NOON, at(1), USUAL)

    def test_a_request_goes_along_until_it_is_had_or_left_behind(self):
        assert requests.after_move(self.anna, 1, 9, is_same_game=True) is End.GRANTED
        assert requests.after_move(self.boris, 1, 7, is_same_game=True) is None
        assert requests.after_move(self.boris, 2, 7, is_same_game=True) is End.LEFT
        assert requests.after_move(self.carla, 1, 7, is_same_game=True) is None
        assert requests.after_move(self.carla, 2, 7, is_same_game=True) is End.GRANTED
        assert requests.after_move(self.carla, 3, 7, is_same_game=False) is End.LEFT


@st.composite
def wishes(draw: st.DrawFn) -> list[Request]:
    """Any mixture of requests of guests at three tables, in any order."""
    ids = draw(st.lists(st.integers(1, 50), max_size=10, unique=True))
    found = []
    for number in ids:
        to_table = draw(st.sampled_from([None, 1, 2, 3]))
        to_seat = draw(st.none() | st.integers(1, 9)) if to_table else None
        found.append(Request(number, draw(st.integers(1, 3)), draw(st.integers(1, 9)), to_table, to_seat))
    return found


PLAYERS = st.fixed_dictionaries({1: st.integers(1, 9), 2: st.integers(1, 9), 3: st.integers(1, 9)})


@given(wishes(), PLAYERS, st.integers(1, 3), st.integers(1, 9))
def test_nobody_who_asked_is_overtaken_without_a_reason(asked, players, table, seat):
    queue = requests.waiting_for(asked, table, seat, players)
    assert [one.id for one in queue] == sorted(one.id for one in queue)
    for place, one in enumerate(queue):
        if place:
            assert code(requests.check_grant, asked, one, table, seat, players, has_reason=False) == "asked_earlier"
        passed = requests.check_grant(asked, one, table, seat, players, has_reason=True)
        assert passed == [each.id for each in queue[:place]]
        assert one.is_for_seat or players[one.table] - 1 >= players[table] + 1
    if queue:
        assert code(requests.check_newcomer, asked, table, seat, players, has_reason=False) == "seat_asked_for"
    else:
        assert requests.check_newcomer(asked, table, seat, players, has_reason=False) == []


class TestMustMove:
    def test_the_order_is_that_of_arrival(self):
        """WSOP 97: the list keeps its original order."""
        movers = [Mover(7, at(30)), Mover(9, at(10)), Mover(8, at(20))]
        assert [one.id for one in must_move.order(movers)] == [9, 8, 7]
        assert must_move.check_turn(movers, 9, has_reason=False) == []
        assert code(must_move.check_turn, movers, 7, has_reason=False) == "not_his_turn"
        assert must_move.check_turn(movers, 7, has_reason=True) == [9, 8]
        assert code(must_move.check_turn, movers, 4711, has_reason=True) == "not_in_feeder"

    @pytest.mark.parametrize(("seats", "kept"), [(9, 8), (8, 7), (7, 6), (2, 2)])
    def test_the_main_game_is_guaranteed(self, seats, kept):
        """WSOP 98: seven of eight, six of seven."""
        assert must_move.guaranteed(seats, USUAL) == kept

    def test_a_mover_takes_neither_small_blind_nor_button(self):
        """WSOP 99: button 3, small blind 4, big blind 5; the guests of 4 and 5 have left."""
        last = Positions(3, 4, 5)
        following = next_positions(last, [1, 2, 3, 6, 7, 8], HOUSE)
        assert (following.button_seat, following.small_blind_seat, following.big_blind_seat) == (4, 5, 6)
        assert must_move.open_seats(last, [1, 2, 3, 6, 7, 8], [4, 5, 9], HOUSE) == [9]
        assert must_move.open_seats(None, [1, 2, 3], [4, 5], HOUSE) == [4, 5]
        assert code(must_move.check_seat, 4, [9]) == "small_blind_or_button"

    def test_who_refuses_is_barred_for_an_hour(self):
        assert must_move.barred_until(NOON, USUAL) == at(60)


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(0, 500)), unique_by=lambda one: one[0], min_size=1))
def test_moving_the_next_keeps_the_order_of_all_others(arrived):
    movers = [Mover(number, at(minutes)) for number, minutes in arrived]
    queue = must_move.order(movers)
    gone = []
    while movers:
        first = must_move.order(movers)[0]
        assert must_move.check_turn(movers, first.id, has_reason=False) == []
        movers.remove(first)
        gone.append(first)
    assert gone == queue


@given(
    st.sets(st.integers(1, 9), min_size=2, max_size=8),
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9)),
)
def test_no_seat_that_is_offered_pays_or_holds_the_button(taken, last):
    free = set(range(1, 10)) - taken
    for seat in must_move.open_seats(Positions(*last), taken, free, HOUSE):
        following = next_positions(Positions(*last), sorted(taken | {seat}), HOUSE)
        assert seat not in (following.button_seat, following.small_blind_seat)


class TestPosting:
    """WSOP 159: big blind on seat 2 of a full table of nine."""

    active = range(1, 9)

    @pytest.mark.parametrize(
        ("old", "new", "posts"),
        [
            (3, 9, True),  # from next big blind to the last: past five
            (8, 9, False),  # one seat further: past nobody
            (6, 9, False),  # past seven and eight: two
            (5, 9, True),  # past three
            (8, 3, False),  # the big blind reaches him sooner
        ],
    )
    def test_past_more_than_two_players_posts(self, old, new, posts):
        active = set(self.active) - ({new} if new != 9 else set())
        assert posting.posts(2, active | {old}, old, new, USUAL) == posts

    def test_before_the_first_hand_nobody_owes_anything(self):
        assert not posting.posts(None, self.active, 3, 9, USUAL)


@given(st.sets(st.integers(1, 9), min_size=2, max_size=8), st.integers(1, 9), st.data())
def test_there_and_back_again_costs_once(active, big, data):
    """Whom a change brings nearer to the big blind owes nothing for it."""
    old = data.draw(st.sampled_from(sorted(active)))
    new = data.draw(st.sampled_from(sorted(set(range(1, 10)) - active)))
    there = posting.posts(big, active, old, new, USUAL)
    back = posting.posts(big, (active - {old}) | {new}, new, old, USUAL)
    assert not (there and back)


class TestBalancing:
    def load(self, table: int, players: int, feeder: int | None = None) -> Load:
        return Load(table, 9 - players, tuple(range(table * 100, table * 100 + players)), feeder)

    def test_a_newcomer_goes_to_the_neediest_game(self):
        """WSOP 86."""
        assert balancing.neediest([self.load(1, 8), self.load(2, 6), self.load(3, 7)]) == 2
        assert balancing.neediest([self.load(1, 9)]) is None

    def test_a_main_game_is_not_open_to_newcomers_while_its_feeder_has_guests(self):
        assert balancing.neediest([self.load(1, 7, feeder=2), self.load(2, 8)]) == 2
        assert balancing.neediest([self.load(1, 7, feeder=2), self.load(2, 0)]) == 2
        assert balancing.neediest([self.load(1, 7, feeder=2), self.load(2, 9)]) is None

    def test_who_asked_for_it_is_asked_first_else_who_came_last(self):
        loads = [self.load(1, 9), self.load(2, 6)]
        found = balancing.suggestion(loads, [], {}, USUAL)
        assert (found.from_table, found.to_table, found.guest, found.request) == (1, 2, 108, None)
        asked = [Request(5, 1, 3, None), Request(4, 1, 2, to_table=1)]
        found = balancing.suggestion(loads, asked, {5: 102, 4: 101}, USUAL)
        assert (found.guest, found.request) == (102, 5)

    def test_nothing_is_suggested_within_the_houses_bounds(self):
        assert balancing.suggestion([self.load(1, 8), self.load(2, 6)], [], {}, USUAL) is None
        assert balancing.suggestion([self.load(1, 9, feeder=2), self.load(2, 5)], [], {}, USUAL) is None
        assert balancing.suggestion([], [], {}, USUAL) is None


class TestBreaking:
    def test_what_was_opened_last_breaks_first_and_a_feeder_before_its_main(self):
        opened = {1: at(0), 2: at(10), 3: at(20)}
        assert breaking.order(opened, {}) == [3, 2, 1]
        assert breaking.order(opened, {3: 1}) == [1, 3, 2]
        breaking.check_order([3, 2, 1], 3, has_reason=False)
        breaking.check_order([3, 2, 1], 1, has_reason=True)
        assert code(breaking.check_order, [3, 2, 1], 1, has_reason=False) == "breaks_later"

    def test_the_cards_ascend_from_the_ace(self):
        """Seed 000: "so that you have an ascending order (e.g. A-2-3-4-5)"; the lowest sits on the seat named."""
        drawn = breaking.by_cards(SEED, "T1:1", [11, 12, 13, 14], 7, range(1, 10))
        assert {one.card for one in drawn} == set(cards.parse("As 2s 3s 4s"))
        by_card = sorted(drawn, key=lambda one: (one.card // 4 + 1) % 13)
        assert [one.seat for one in by_card] == [7, 8, 9, 1]

    def test_ten_players_draw_ten_cards(self):
        drawn = breaking.by_cards(SEED, "T1:1", range(10), 1, range(1, 11))
        assert {one.card for one in drawn} == set(cards.parse("As 2s 3s 4s 5s 6s 7s 8s 9s Ts"))
        assert {one.seat for one in drawn} == set(range(1, 11))


@given(st.integers(1, 9), st.lists(st.sets(st.integers(1, 9)), max_size=3), st.integers(0, 2**32))
def test_a_broken_tables_guests_go_somewhere_once(guests, rooms, seed):
    tables = [SeatsAt(number, 9 - len(free), tuple(sorted(free))) for number, free in enumerate(rooms, 2)]
    text = f"{seed:064x}"
    broken = breaking.scatter(text, "T1:1", range(guests), tables)
    seats = [(one.table, one.seat) for one in broken.seats]
    assert len(seats) == len(set(seats))
    assert all(seat in rooms[table - 2] for table, seat in seats)
    assert sorted([one.entrant for one in broken.seats] + list(broken.without)) == list(range(guests))
    assert not broken.without or len(seats) == sum(len(free) for free in rooms), "nobody stands while a seat is free"
    assert breaking.scatter(text, "T1:1", reversed(range(guests)), tables) == broken, "the order given steers nothing"
    assert draws.keeps(draws.commitment(text), text)


class TestTerms:
    def test_as_the_sources_have_them(self):
        assert (USUAL.main_short_by, USUAL.barred_minutes, USUAL.passed_before_posting) == (1, 60, 2)

    def test_only_what_is_a_rule_and_within_reason(self):
        assert USUAL.changed({"barred_minutes": 30}).barred_minutes == 30
        for changes in ({"luck": 1}, {"barred_minutes": -1}, {"most_difference": True}, {"main_short_by": "1"}):
            with pytest.raises(Malformed):
                USUAL.changed(changes)

    def test_kept_and_read_again(self):
        rules = USUAL.changed({"most_difference": 3})
        assert MovingRules.of(asdict(rules)) == rules
