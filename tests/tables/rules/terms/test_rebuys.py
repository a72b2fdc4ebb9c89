"""Buying in again (S6; seed 000): allowed or not, at what stack, how much; by default as much as the buy-in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.terms import rebuys
from tables.rules.terms.rebuys import Rebuy


def refused(rebuy: Rebuy, stack_cents: int | None, amount_cents: int) -> str:
    with pytest.raises(Refusal) as refusal:
        rebuys.check(rebuy, stack_cents, amount_cents)
    return refusal.value.code


def test_nobody_buys_in_again() -> None:
    """Seed 000: "whether you want to allow a player to buy-in again"."""
    assert refused(Rebuy(is_allowed=False), 0, 10_000) == "rebuy_not_allowed"


def test_once_he_has_fallen_below_a_score() -> None:
    """Seed 000: "once he has lost all his chips or fallen below a certain score"."""
    rebuy = Rebuy(at_cents=2_000, amount_cents=10_000)
    rebuys.check(rebuy, 0, 10_000)
    rebuys.check(rebuy, 2_000, 10_000)
    assert refused(rebuy, 2_100, 10_000) == "stack_above_rebuy"


def test_the_same_amount_as_the_buy_in_unless_another_is_said() -> None:
    """Seed 000: "it is advisable to set the same amount for a re-buy as for the buy-in"."""
    usual = rebuys.policy(is_allowed=True, at_cents=0, amount_cents=None, min_buy_in_cents=10_000)
    assert usual == Rebuy(True, 0, 10_000)
    assert refused(usual, 0, 9_900) == "rebuy_differs"
    other = rebuys.policy(is_allowed=True, at_cents=0, amount_cents=15_000, min_buy_in_cents=10_000)
    assert other.amount_cents == 15_000


@pytest.mark.parametrize(
    ("at_cents", "amount_cents", "usual"), [(None, None, 10_000), (0, None, 10_000), (0, 15_000, 15_000)]
)
def test_s6_where_nobody_says_how_much_it_is_as_much_as_the_buy_in(at_cents, amount_cents, usual) -> None:
    """Seed 000: "it is advisable to set the same amount for a re-buy as for the buy-in"."""
    rebuy = rebuys.policy(is_allowed=True, at_cents=at_cents, amount_cents=amount_cents, min_buy_in_cents=10_000)
    cents = rebuys.usual_cents(rebuy, 10_000)
    assert cents == usual
    rebuys.check(rebuy, 0, cents)


def test_the_stack_of_a_pool_is_the_floors_to_see() -> None:
    rebuys.check(Rebuy(at_cents=2_000, amount_cents=10_000), None, 10_000)
    assert refused(Rebuy(at_cents=2_000, amount_cents=10_000), None, 5_000) == "rebuy_differs"


@given(stack_cents=st.integers(0, 10**7), amount_cents=st.integers(1, 10**7))
def test_without_a_policy_any_chips_with_any_stack(stack_cents: int, amount_cents: int) -> None:
    """As it was before there were policies."""
    usual = rebuys.policy(is_allowed=True, at_cents=None, amount_cents=None, min_buy_in_cents=10_000)
    rebuys.check(usual, stack_cents, amount_cents)
