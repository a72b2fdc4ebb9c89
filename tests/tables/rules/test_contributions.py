"""Who put in how much, where only outcomes are recorded: what cannot have been is refused (T1, H9, H10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.contributions import check, check_stacks, check_won
from tables.rules.pool_stakes import Holding

PUT_IN = {1: 40, 2: 40, 3: 10}


def refused(put_in=PUT_IN, pot=90, winners=(2,), *, dealt_in=4, dead=0):
    with pytest.raises(Refusal) as caught:
        check(put_in, pot, winners, dealt_in=dealt_in, dead_cents=dead)
    return caught.value


def test_what_was_put_in_is_the_pot():
    check(PUT_IN, 90, (2,), dealt_in=4, dead_cents=0)
    for pot in (89, 91):
        refusal = refused(pot=pot)
        assert (refusal.code, refusal.facts["sum_cents"], refusal.facts["pot_cents"]) == (
            "contributions_differ", 90, pot,
        )  # fmt: skip


def test_it_comes_from_players_dealt_in():
    assert refused(dealt_in=2).code == "contributions_differ"
    check(PUT_IN, 90, (2,), dealt_in=3, dead_cents=0)


def test_nobody_puts_in_more_than_another_matches():
    """Seed 000 (H10): the excess of an all-in goes back; dead money apart, which nobody matches."""
    refusal = refused({1: 40, 2: 41}, 81)
    assert (refusal.code, refusal.facts) == (
        "contribution_unmatched", {"seat": 2, "amount_cents": 41, "most_cents": 40},
    )  # fmt: skip
    check({1: 40, 2: 41}, 81, (2,), dealt_in=2, dead_cents=1)
    assert refused({1: 40, 2: 42}, 82, dead=1).facts["most_cents"] == 41


def test_an_all_in_wins_1_to_1_from_each_caller():
    """Seed 000 (H9): who put in 10 wins 10 of each; the rest is a side pot of the others."""
    refusal = refused(winners=(3,))
    assert (refusal.code, refusal.facts) == (
        "win_above_contributions", {"seats": [3], "paid_cents": 10, "most_cents": 30, "won_cents": 90},
    )  # fmt: skip
    check(PUT_IN, 90, (3, 1), dealt_in=4, dead_cents=0)
    check({1: 10, 2: 10, 3: 10}, 30, (3,), dealt_in=3, dead_cents=0)
    assert refused({1: 11, 2: 11, 3: 10}, 32, (3,)).facts["most_cents"] == 30, "one chip beyond"


def test_a_winner_put_something_in():
    assert refused(winners=(4,)).code == "winner_put_nothing_in"
    check(PUT_IN, 90, (), dealt_in=4, dead_cents=0)


@pytest.mark.parametrize(
    ("won", "code"),
    [
        ({1: 60, 3: 29}, "won_differs"),
        ({1: 61, 3: 30}, "won_differs"),
        ({1: 60, 2: 30}, "won_differs"),
        ({1: 59, 3: 31}, "win_above_contributions"),
    ],
)
def test_the_parts_of_the_winners_are_the_pot_and_1_to_1(won, code):
    """The main pot of three times 10 is the all-in's, the side pot of the others."""
    said = {"winners": (1, 3), "to_win_cents": 90, "dead_cents": 0}
    check_won({1: 60, 3: 30}, PUT_IN, **said)
    with pytest.raises(Refusal, match=code):
        check_won(won, PUT_IN, **said)


def test_parts_want_what_was_put_in():
    with pytest.raises(Refusal, match="winner_put_nothing_in"):
        check_won({1: 90}, {}, (1,), to_win_cents=90, dead_cents=0)


def test_nobody_puts_in_more_than_they_can_have():
    """T1: "a player cannot bet more money than he currently has on the table" (seed 001)."""
    stacks = {1: Holding(0, 40), 2: Holding(40, 40), 3: Holding(0, 9)}
    with pytest.raises(Refusal) as caught:
        check_stacks(PUT_IN, stacks)
    assert (caught.value.code, caught.value.facts) == (
        "contribution_above_stack", {"seat": 3, "amount_cents": 10, "most_cents": 9},
    )  # fmt: skip
    check_stacks(PUT_IN, stacks | {3: Holding(10, 10)})
    with pytest.raises(Refusal, match="seat_empty"):
        check_stacks({9: 10}, stacks)


@given(st.dictionaries(st.integers(1, 9), st.integers(1, 300), min_size=2))
def test_one_who_put_in_as_much_as_any_can_win_all_of_it_and_a_smaller_one_cannot(put_in):
    matched = sorted(put_in.values())[-2]
    put_in = {seat: min(cents, matched) for seat, cents in put_in.items()}
    pot = sum(put_in.values())
    for seat, cents in put_in.items():
        if cents == matched:
            check(put_in, pot, (seat,), dealt_in=9, dead_cents=0)
        else:
            assert refused(put_in, pot, (seat,), dealt_in=9).code == "win_above_contributions"
