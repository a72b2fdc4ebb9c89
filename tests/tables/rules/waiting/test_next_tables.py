"""The tables that stand free are shared among the lists that they could be opened for."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tables.rules.waiting import next_tables
from tables.rules.waiting.estimates import Openings, Pace
from tables.rules.waiting.lists import State, Waiter

PACES = st.builds(Pace, count=st.integers(0, 40), minutes=st.integers(0, 400))
LISTS = st.dictionaries(
    st.integers(1, 9),
    st.builds(Openings, left=PACES, gave_up=PACES, came=PACES, waiting=st.integers(0, 30), free_now=st.integers(0, 3)),
    max_size=6,
)


def shared(lists: dict[int, Openings], *from_minutes: int) -> dict[int, tuple[int, ...]]:
    """What each list is left, where seven make a table of nine."""
    found = next_tables.shared(lists, from_minutes, start=7, seats=dict.fromkeys(lists, 9))
    return {key: seen.next_tables.from_minutes if seen.next_tables else () for key, seen in found.items()}


def test_who_is_not_here_does_not_count_towards_a_table():
    anna, boris = Waiter(id=1, rank=1), Waiter(id=2, rank=2, is_here=False)
    carla, dora = Waiter(id=3, rank=3, is_called_elsewhere=True), Waiter(id=4, rank=4, state=State.CALLED)
    assert next_tables.counted([anna, boris, carla, dora]) == 1


def test_one_table_is_opened_for_one_list_only():
    """The second needs two more and one comes every ten minutes; the first needs one in twenty."""
    lists = {1: Openings(came=Pace(9, 180), waiting=6), 2: Openings(came=Pace(18, 180), waiting=3)}
    assert shared(lists, 0) == {1: (0,), 2: ()}
    assert shared(lists, 0, 0) == {1: (0,), 2: (0,)}


def test_the_list_that_grows_faster_may_need_two_before_another_needs_one():
    lists = {1: Openings(came=Pace(9, 180), waiting=1), 2: Openings(came=Pace(90, 180), waiting=6)}
    assert shared(lists, 0, 0) == {1: (), 2: (0, 0)}


def test_who_are_called_and_give_up_make_a_list_grow_slower():
    """Ten came, four got up, and two of all who waited an hour together went: three of them wait."""
    seen = Openings(left=Pace(4, 100), came=Pace(10, 100), gave_up=Pace(2, 60), waiting=3)
    assert next_tables.growth(seen) == Fraction(10 - 4, 100) - 3 * Fraction(2, 60)
    lists = {1: Openings(left=Pace(17, 180), came=Pace(18, 180), waiting=6), 2: Openings(came=Pace(9, 180), waiting=5)}
    assert shared(lists, 0) == {1: (), 2: (0,)}, "the first needs one more, and loses as many as it gains"


def test_a_list_that_does_not_grow_has_what_the_others_leave():
    lists = {1: Openings(waiting=6), 2: Openings(came=Pace(9, 180), waiting=1)}
    assert shared(lists, 0) == {1: (), 2: (0,)}
    assert shared({1: Openings(waiting=6), 2: Openings(waiting=2)}, 0) == {1: (0,), 2: ()}


def test_where_enough_wait_the_next_dealer_is_theirs():
    lists = {1: Openings(came=Pace(9, 180), waiting=7), 2: Openings(came=Pace(9, 180), waiting=6)}
    assert shared(lists, 0, 50) == {1: (0,), 2: (50,)}


@given(LISTS, st.lists(st.integers(0, 300), max_size=8))
def test_no_table_is_counted_twice_and_no_more_than_there_are(lists: dict[int, Openings], minutes: list[int]):
    found = [one for each in shared(lists, *sorted(minutes)).values() for one in each]
    assert sorted(found) == (sorted(minutes) if lists else [])
