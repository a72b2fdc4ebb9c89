"""Breaking and balancing (WSOP 65–68, TDA 9–11, domain §4.14): even tables, and nobody into the small blind."""

import hashlib
from dataclasses import replace

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.blinds import Positions, next_positions, positions_from_button
from tables.rules.rule_sets import rule_set
from tables.rules.tournaments import balancing
from tables.rules.tournaments.balancing import BalancingRules, Move, Plan, Reason, Table

SEED = hashlib.sha256(b"a seed").hexdigest()
RULES = BalancingRules()
DEAD_BUTTON = rule_set("house/1")


def table(number: int, *seats: int, button: int | None = None) -> Table:
    """A table at which these seats are taken, each by the entrant table × 100 + seat, and all played the last hand."""
    last = positions_from_button(button, seats, rule_set("house/1")) if button is not None else None
    return Table(number, {seat: 100 * number + seat for seat in seats}, last)


def full(number: int, players: int, button: int = 1) -> Table:
    return table(number, *range(1, players + 1), button=button)


def planned(*tables: Table, rules: BalancingRules = RULES, entries: int = 50, order: list[int] | None = None) -> Plan:
    order = order or [one.number for one in tables]
    return balancing.plan(tables, order, rules, seed=SEED, label="plan:1", entries=entries)


def after(tables: list[Table], plan: Plan) -> dict[int, dict[int, int]]:
    """Carry the plan out as the floor would: everybody gets up, then everybody sits down."""
    seats = {one.number: dict(one.taken) for one in tables}
    for move in plan.moves:
        assert seats[move.from_table].pop(move.from_seat) == move.entrant
    for move in plan.moves:
        assert move.to_seat not in seats[move.to_table], move
        seats[move.to_table][move.to_seat] = move.entrant
    for number in plan.broken:
        assert seats.pop(number) == {}
    return seats


class TestBalancing:
    def test_even_tables_are_left_alone(self) -> None:
        assert planned(full(1, 9), full(2, 8), full(3, 9)) == Plan(())

    def test_who_would_be_big_blind_next_moves_from_the_largest_table(self) -> None:
        """WSOP 65–68; the last big blind was seat 3, so seat 4 is next."""
        (move,) = planned(full(1, 9, button=1), full(2, 7), full(3, 8)).moves
        assert (move.entrant, move.from_table, move.from_seat, move.to_table) == (104, 1, 4, 2)
        assert move.reason is Reason.BALANCE

    def test_he_moves_to_the_worst_position(self) -> None:
        """At table 2 seat 3 was big blind: of the free seats 1, 5 and 8, seat 5 comes to the big blind first."""
        short = table(2, 2, 3, 4, 6, 7, 9, button=9)
        assert short.last == Positions(9, 2, 3)
        (move,) = planned(full(1, 8), short).moves
        assert move.to_seat == 5

    def test_even_if_he_is_big_blind_in_that_very_hand(self) -> None:
        """TDA 10 A: "including single big blind if available"."""
        short = table(2, 1, 2, 3, 5, 6, 7, button=1)
        (move,) = planned(full(1, 8), short).moves
        assert move.to_seat == 4
        assert short.last is not None
        assert next_positions(short.last, [*short.taken, 4], DEAD_BUTTON).big_blind_seat == 4

    def test_never_into_the_small_blind(self) -> None:
        """The last big blind, seat 3, is out: who sat down there would be small blind, so seats 4 to 9 come first."""
        gone = table(2, 1, 2, 3, 4, 5, 6, 7, button=1)
        short = replace(gone, taken={seat: one for seat, one in gone.taken.items() if seat != 3})
        (move,) = planned(full(1, 8), short).moves
        assert move.to_seat == 8
        assert move.is_dealt_in

    def test_between_button_and_small_blind_he_waits_a_hand(self) -> None:
        """TDA 9: "dealt in except between the small blind and button"."""
        last = Positions(5, 6, 8)  # seat 7 is free, seat 8 the dead small blind
        short = Table(2, {seat: 200 + seat for seat in (1, 2, 3, 4, 5, 6, 9)}, last)
        (move,) = planned(full(1, 9), short).moves
        assert (move.to_seat, move.is_dealt_in) == (7, False)

    def test_several_move_until_no_two_tables_differ_by_more_than_one(self) -> None:
        tables = [full(1, 9, button=4), full(2, 9, button=2), full(3, 5, button=1)]
        plan = planned(*tables)
        assert sorted(len(taken) for taken in after(tables, plan).values()) == [7, 8, 8]
        assert [(move.from_table, move.from_seat) for move in plan.moves] == [(1, 7), (2, 5)]

    def test_among_equals_the_posted_order_decides(self) -> None:
        """TDA 10 C: from the table that breaks first, to the one that breaks last."""
        (move,) = planned(full(1, 8), full(2, 8), full(3, 6), full(4, 7), order=[2, 1, 3, 4]).moves
        assert (move.from_table, move.to_table) == (2, 3)
        (move,) = planned(full(1, 9), full(2, 7), full(3, 7), order=[1, 3, 2]).moves
        assert (move.from_table, move.to_table) == (1, 2)

    def test_the_difference_is_a_setting(self) -> None:
        """Ante Up 2011 has a manager keep tables within two until four are left."""
        assert planned(full(1, 9), full(2, 7), rules=replace(RULES, most_difference=2)) == Plan(())

    def test_play_stops_at_a_table_that_is_three_short(self) -> None:
        """TDA 10 D, WSOP: "halt play at −3"."""
        assert planned(full(1, 9), full(2, 7), full(3, 6)).halted == (3,)

    def test_where_one_player_is_left_the_button_is_drawn_anew(self) -> None:
        """So there is no blind to wait for or to avoid, whatever the last hand was."""
        alone = Table(3, {5: 305}, Positions(2, 3, 4))
        plan = planned(full(1, 9), full(2, 9), alone)
        assert sorted(move.to_seat for move in plan.moves) == [1, 2, 3, 4, 6]

    def test_before_the_first_hand_there_is_no_blind_to_avoid(self) -> None:
        (move,) = planned(table(1, *range(1, 9)), table(2, *range(1, 7))).moves
        assert (move.from_seat, move.to_seat) == (1, 7)


class TestBreaking:
    def test_the_next_table_in_the_posted_order_breaks_when_its_players_fit(self) -> None:
        tables = [full(1, 6), full(2, 6), full(3, 6)]
        plan = planned(*tables, order=[2, 3, 1])
        assert plan.broken == (2,)
        assert {move.reason for move in plan.moves} == {Reason.BROKEN}
        assert [len(taken) for taken in after(tables, plan).values()] == [9, 9]

    def test_one_player_too_many_and_it_stays(self) -> None:
        assert planned(full(1, 7), full(2, 6), full(3, 6)).broken == ()

    def test_two_tables_combine_at_one_more_than_a_full_table(self) -> None:
        """WSOP: "final table = max seats + 1 combine"."""
        assert planned(full(1, 6), full(2, 5)).broken == ()
        tables = [full(1, 5), full(2, 5)]
        plan = planned(*tables)
        assert plan.broken == (1,)
        assert [sorted(taken) for taken in after(tables, plan).values()] == [list(range(1, 11))]

    def test_nobody_from_a_broken_table_draws_the_small_blind(self) -> None:
        """TDA 9 would let him; it is a setting, and then every seat is drawn."""
        gone = full(2, 6, button=1)
        dead = replace(gone, taken={seat: one for seat, one in gone.taken.items() if seat != 3})
        tables = [table(1, 1, 2, 3, button=1), dead]
        for i in range(30):
            plan = balancing.plan(tables, [1, 2], RULES, seed=SEED, label=str(i), entries=50)
            assert 3 not in {move.to_seat for move in plan.moves}
        allowed = replace(RULES, small_blind_drawn=True)
        plans = [balancing.plan(tables, [1, 2], allowed, seed=SEED, label=str(i), entries=50) for i in range(30)]
        drawn = [move for one in plans for move in one.moves if move.to_seat == 3]
        assert drawn
        assert all(move.is_dealt_in for move in drawn)

    def test_a_table_waits_while_only_the_small_blind_is_left(self) -> None:
        """Eighteen players, one free seat too few: the floor waits a hand."""
        gone = full(2, 7, button=1)
        dead = replace(gone, taken={seat: one for seat, one in gone.taken.items() if seat != 3})
        plan = planned(full(1, 6), dead, full(3, 6))
        assert (plan.broken, plan.waits_to_break, plan.moves) == ((), 1, ())
        assert planned(full(1, 6), dead, full(3, 6), rules=replace(RULES, small_blind_drawn=True)).broken == (1,)

    @pytest.mark.parametrize(("players", "entries", "redraw"), [(9, 100, True), (9, 99, False), (8, 100, True)])
    def test_seats_are_drawn_anew_for_three_tables(self, players: int, entries: int, redraw: bool) -> None:
        """WSOP: redraws at three tables, two, and the final one, from 100 entrants."""
        tables = [full(1, 2), full(2, players), full(3, players), full(4, 7)]
        # By the last hands, who comes to seat 5 would wait for the button; after a redraw there is no last hand.
        tables = [replace(one, last=Positions(3, 4, 6)) for one in tables]
        plan = planned(*tables, entries=entries)
        assert (plan.broken, plan.is_redraw) == ((1,), redraw)
        after(tables, plan)
        if redraw:
            assert {move.reason for move in plan.moves} == {Reason.REDRAW}
            assert len({move.from_table for move in plan.moves}) == 4
            assert 5 in {move.to_seat for move in plan.moves}
            assert all(move.is_dealt_in for move in plan.moves)

    def test_drawn_by_the_seed(self) -> None:
        tables = [full(1, 5), full(2, 5)]
        first = balancing.plan(tables, [1, 2], RULES, seed=SEED, label="a", entries=50)
        assert first == balancing.plan(tables[::-1], [1, 2], RULES, seed=SEED, label="a", entries=50)
        assert first != balancing.plan(tables, [1, 2], RULES, seed=SEED, label="b", entries=50)


class TestRefusing:
    @pytest.mark.parametrize(
        ("tables", "order", "code"),
        [
            ([full(1, 9), full(2, 9)], [1], "breaking_order_wrong"),
            ([full(1, 9), full(2, 9)], [1, 2, 2], "breaking_order_wrong"),
            ([full(1, 9), replace(full(2, 9), taken=full(1, 9).taken)], [1, 2], "entrant_twice"),
            ([full(1, 9), full(2, 10)], [1, 2], "seat_unknown"),
        ],
    )
    def test_a_room_that_cannot_be(self, tables: list[Table], order: list[int], code: str) -> None:
        with pytest.raises(Refusal) as caught:
            planned(*tables, order=order)
        assert caught.value.code == code

    def test_a_table_that_is_gone_may_stand_in_the_order(self) -> None:
        assert planned(full(2, 9), full(3, 9), order=[1, 2, 3]) == Plan(())


@st.composite
def rooms(draw: st.DrawFn, seats: int) -> list[Table]:
    """Tables that have just played a hand in which some went out."""
    found = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        played = draw(st.sets(st.integers(1, seats), min_size=2))
        last = positions_from_button(draw(st.integers(1, seats)), played, rule_set("house/1"))
        gone = draw(st.sets(st.sampled_from(sorted(played)), max_size=4))
        left = sorted(played - gone) or [min(played)]
        found.append(Table(number, {seat: 100 * number + seat for seat in left}, last))
    return found


@given(st.data(), st.integers(6, 9), st.sampled_from([20, 200]))
def test_after_the_plan_all_is_as_it_must_be(data: st.DataObject, seats: int, entries: int) -> None:
    rules = replace(RULES, seats=seats)
    tables = data.draw(rooms(seats))
    order = data.draw(st.permutations([one.number for one in tables]))
    plan = balancing.plan(tables, order, rules, seed=SEED, label="x", entries=entries)
    seated = after(tables, plan)  # no seat is taken twice
    event(f"broken {len(plan.broken)}, redraw {plan.is_redraw}, moves {bool(plan.moves)}")
    counts = [len(taken) for taken in seated.values()]
    assert max(counts) - min(counts) <= 1
    # Everybody still sits, once.
    everybody = sorted(entrant for one in tables for entrant in one.taken.values())
    assert sorted(entrant for taken in seated.values() for entrant in taken.values()) == everybody
    assert len({move.entrant for move in plan.moves}) == len(plan.moves)
    # The posted order is kept.
    assert plan.broken == tuple(order[: len(plan.broken)])
    most = seats + (1 if len(seated) == 1 else 0)
    assert all(1 <= seat <= max(most, seats) for taken in seated.values() for seat in taken)
    if not plan.is_redraw:
        for one in tables:
            if one.number in seated and len(one.taken) >= 2:
                assert_nobody_came_into_the_small_blind(one, seated[one.number], plan.moves)


def assert_nobody_came_into_the_small_blind(before: Table, taken: dict[int, int], moves: tuple[Move, ...]) -> None:
    assert before.last is not None
    if len(taken) < 2:
        return
    now = next_positions(before.last, taken, DEAD_BUTTON)
    assert now.small_blind_seat not in {move.to_seat for move in moves if move.to_table == before.number}


@given(st.data())
def test_a_plan_carried_out_leaves_nothing_to_do(data: st.DataObject) -> None:
    tables = data.draw(rooms(9))
    order = [one.number for one in tables]
    plan = balancing.plan(tables, order, RULES, seed=SEED, label="x", entries=20)
    seated = after(tables, plan)
    last = {one.number: one.last for one in tables}
    again = [Table(number, taken, last[number]) for number, taken in seated.items()]
    second = balancing.plan(again, order, RULES, seed=SEED, label="y", entries=20)
    assert (second.moves, second.broken) == ((), ())
