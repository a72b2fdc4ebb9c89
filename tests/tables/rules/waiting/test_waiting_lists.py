"""Whose turn it is, and that nobody is overtaken in silence (domain §4.8)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.waiting import lists
from tables.rules.waiting.lists import Cause, State, Waiter
from tests.tables.rules.waiting.people import lists_of


def queue(*ids: int) -> list[Waiter]:
    return [Waiter(number, rank) for rank, number in enumerate(ids, 1)]


def ranked(waiters: list[Waiter], ranks: dict[int, int]) -> list[int]:
    """Everybody in the order of their ranks, with new ones for some."""
    return [one.id for one in sorted(waiters, key=lambda one: ranks.get(one.id, one.rank))]


def next_up(waiters: list[Waiter]) -> Waiter | None:
    """The waiter to call to the next free seat, if any."""
    return next((one for one in lists.order(waiters) if one.can_be_called), None)


def code(waiters: list[Waiter], waiter_id: int, *, has_reason: bool = False) -> str:
    with pytest.raises(Refusal) as refusal:
        lists.check_call(waiters, waiter_id, has_reason=has_reason)
    return refusal.value.code


class TestOrder:
    def test_who_joined_first_is_called_first(self) -> None:
        waiters = queue(7, 3, 5)
        assert [one.id for one in lists.order(waiters)] == [7, 3, 5]
        assert next_up(waiters) == waiters[0]
        assert [lists.position(waiters, number) for number in (7, 3, 5, 9)] == [1, 2, 3, None]

    def test_who_is_called_waits_no_longer(self) -> None:
        first, second, third = queue(1, 2, 3)
        called = replace(first, state=State.CALLED)
        assert lists.position([called, second, third], 2) == 1
        assert lists.position([called, second, third], 1) is None

    def test_the_bottom_is_behind_everybody_also_behind_who_is_called(self) -> None:
        first, second = queue(1, 2)
        assert lists.next_rank([]) == 1
        assert lists.next_rank([first, replace(second, rank=9, state=State.CALLED)]) == 10

    def test_the_turn_counts_only_those_in_front_who_can_be_called(self) -> None:
        first, second, third, fourth = queue(1, 2, 3, 4)
        waiters = [replace(first, is_here=False), second, replace(third, is_called_elsewhere=True), fourth]
        assert lists.turns(waiters) == {1: 1, 2: 1, 3: 2, 4: 2}

    def test_the_next_is_in_the_room_and_not_called_elsewhere(self) -> None:
        first, second, third = queue(1, 2, 3)
        waiters = [replace(first, is_here=False), replace(second, is_called_elsewhere=True), third]
        assert next_up(waiters) == third
        assert lists.check_call(waiters, 3, has_reason=False) == {1: Cause.NOT_ARRIVED, 2: Cause.CALLED_ELSEWHERE}
        assert next_up(waiters[:2]) is None


class TestOvertaking:
    def test_the_first_is_called_without_a_word(self) -> None:
        assert lists.check_call(queue(1, 2), 1, has_reason=False) == {}

    def test_another_only_with_a_reason(self) -> None:
        assert code(queue(1, 2, 3), 3) == "out_of_turn"
        assert lists.check_call(queue(1, 2, 3), 3, has_reason=True) == {1: Cause.FLOOR, 2: Cause.FLOOR}

    def test_from_a_broken_table_not_even_with_one(self) -> None:
        """Domain §1: "the player moved in from a closed table must not jump the queue"."""
        first, second, third = queue(1, 2, 3)
        waiters = [first, second, replace(third, is_from_broken_table=True)]
        assert code(waiters, 3, has_reason=True) == "broken_table_waits"
        for place in (1, 2):
            with pytest.raises(Refusal, match="broken_table_waits"):
                lists.check_move(waiters, 3, place)
        assert lists.check_call([replace(first, is_here=False), waiters[2]], 3, has_reason=False) == {
            1: Cause.NOT_ARRIVED
        }

    def test_who_cannot_be_called(self) -> None:
        first, second = queue(1, 2)
        assert code([replace(first, is_here=False)], 1, has_reason=True) == "not_arrived"
        assert code([replace(first, is_called_elsewhere=True)], 1, has_reason=True) == "called_elsewhere"
        assert code([replace(first, state=State.CALLED), second], 1, has_reason=True) == "not_waiting"
        assert code([first, second], 3, has_reason=True) == "not_waiting"

    @given(lists_of(), st.integers(1, 8), st.booleans())
    def test_everybody_in_front_is_named_whatever_the_list(
        self, waiters: list[Waiter], wanted: int, has_reason: bool
    ) -> None:
        place = lists.position(waiters, wanted)
        try:
            overtaken = lists.check_call(waiters, wanted, has_reason=has_reason)
        except Refusal:
            return
        assert place is not None
        assert list(overtaken) == [one.id for one in lists.order(waiters)[: place - 1]]
        assert has_reason or Cause.FLOOR not in overtaken.values()

    @given(lists_of())
    def test_the_next_one_overtakes_nobody_whom_only_a_person_could_pass_over(self, waiters: list[Waiter]) -> None:
        first = next_up(waiters)
        if first is not None:
            assert Cause.FLOOR not in lists.check_call(waiters, first.id, has_reason=False).values()


class TestMoving:
    def test_up_and_down(self) -> None:
        waiters = queue(1, 2, 3, 4)
        assert lists.ranks_at(waiters, 4, 2) == {4: 2, 2: 3, 3: 4}
        assert lists.ranks_at(waiters, 1, 4) == {2: 1, 3: 2, 4: 3, 1: 4}
        assert lists.ranks_at(waiters, 2, 2) == {}

    def test_a_guest_who_is_called_keeps_their_place_among_the_others(self) -> None:
        first, called, third, fourth = queue(1, 2, 3, 4)
        waiters = [first, replace(called, state=State.CALLED), third, fourth]
        assert ranked(waiters, lists.ranks_at(waiters, 4, 2)) == [1, 2, 4, 3]
        assert ranked(waiters, lists.ranks_at(waiters, 4, 1)) == [4, 1, 2, 3]
        assert ranked(waiters, lists.ranks_at(waiters, 1, 2)) == [2, 3, 1, 4]
        assert ranked(waiters, lists.ranks_at(waiters, 2, 3)) == [1, 3, 2, 4]

    def test_beyond_the_last_place_is_behind_everybody(self) -> None:
        first, second, called = queue(1, 2, 3)
        waiters = [first, second, replace(called, state=State.CALLED)]
        assert ranked(waiters, lists.ranks_at(waiters, 1, 2)) == [2, 1, 3]
        assert lists.ranks_at(waiters, 1, 3) == {1: 4}

    def test_who_was_overtaken_and_from_where_to_where(self) -> None:
        first, called, third, fourth = queue(1, 2, 3, 4)
        before = [first, replace(called, state=State.CALLED), third, fourth]
        after = [replace(one, rank=rank) for one, rank in zip(before, (2, 3, 4, 1), strict=True)]
        assert lists.places_changed(before, after, 4) == {4: (3, 1), 1: (1, 2), 2: (2, 3), 3: (2, 3)}
        assert lists.places_changed(after, before, 4) == {4: (1, 3)}
        assert lists.places_changed(before, before, 4) == {}
        assert lists.places_changed(before, before[:3], 4) == {}

    def test_down_also_from_a_broken_table(self) -> None:
        first, second = queue(1, 2)
        waiters = [replace(first, is_from_broken_table=True), second]
        assert lists.check_move(waiters, 1, 2) == waiters[0]

    @pytest.mark.parametrize("place", [0, 3, -1])
    def test_to_no_such_place(self, place: int) -> None:
        with pytest.raises(Refusal, match="place_unknown"):
            lists.check_move(queue(1, 2), 1, place)

    def test_not_to_the_place_where_they_are(self) -> None:
        with pytest.raises(Refusal, match="at_place_already"):
            lists.check_move(queue(1, 2), 1, 1)

    @given(lists_of(), st.integers(1, 8), st.integers(1, 9))
    def test_the_others_keep_their_order_and_the_ranks_are_the_same(
        self, waiters: list[Waiter], wanted: int, place: int
    ) -> None:
        if wanted > len(waiters):
            return
        waiting = [one.id for one in lists.order(waiters) if one.id != wanted]
        ranks = lists.ranks_at(waiters, wanted, place)
        line = ranked(waiters, ranks)
        assert [one for one in line if one != wanted] == [one for one in ranked(waiters, {}) if one != wanted]
        assert [one for one in line[: line.index(wanted)] if one in waiting] == waiting[: place - 1]
        if place > len(waiting) + 1:
            assert (list(ranks), line[-1]) == ([wanted], wanted)
        else:
            ranks_before = {one.id: one.rank for one in waiters}
            assert sorted((ranks_before | ranks).values()) == sorted(ranks_before.values())

    @given(lists_of(), st.integers(1, 8), st.integers(1, 9))
    def test_nobody_is_passed_who_need_not_be(self, waiters: list[Waiter], wanted: int, place: int) -> None:
        """Of all lines in which the others keep their order and the guest has that place, the one nearest to before."""
        waiting = {one.id for one in lists.order(waiters)} - {wanted}
        if wanted > len(waiters) or place > len(waiting) + 1:
            return
        before = ranked(waiters, {})
        others = [one for one in before if one != wanted]
        possible = [
            index for index in range(len(others) + 1) if sum(one in waiting for one in others[:index]) == place - 1
        ]
        line = ranked(waiters, lists.ranks_at(waiters, wanted, place))
        old = before.index(wanted)
        assert abs(line.index(wanted) - old) == min(abs(index - old) for index in possible)
