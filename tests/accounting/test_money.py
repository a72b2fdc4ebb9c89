"""Cents are divided in one place, once, in a named direction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting import money
from accounting.money import Rounding

cents = st.integers(0, money.MOST_CENTS)
chips = st.sampled_from([1, 5, 25, 50, 100, 500, 1_000, 2_500])
roundings = st.sampled_from(list(Rounding))


@pytest.mark.parametrize(
    ("amount_cents", "rounding", "rounded_cents"),
    [
        (249, Rounding.DOWN, 200),
        (249, Rounding.NEAREST, 200),
        (250, Rounding.NEAREST, 300),
        (201, Rounding.UP, 300),
        (300, Rounding.UP, 300),
        (0, Rounding.UP, 0),
    ],
)
def test_rounding_goes_where_it_says(amount_cents: int, rounding: Rounding, rounded_cents: int) -> None:
    assert money.to_unit(amount_cents, 100, rounding) == rounded_cents


@pytest.mark.parametrize(("amount_cents", "times"), [(0, 0), (4_999, 0), (5_000, 1), (9_999, 1), (10_000, 2)])
def test_only_what_is_full_counts(amount_cents: int, times: int) -> None:
    """The usual way of an increment: 5 for each full 50."""
    assert money.whole_times(amount_cents, 5_000) == times


def test_a_share_is_rounded_once_and_not_first_to_the_cent() -> None:
    # 10 % of 4.95 is 0.495: less than half a chip of 1.00.  By way of the cent it would be 0.50, and so a whole chip.
    assert money.share(495, 1_000, unit_cents=100, rounding=Rounding.NEAREST) == 0


@given(cents, st.integers(0, 10_000), chips, roundings)
def test_a_share_misses_the_exact_one_by_less_than_a_chip(
    amount_cents: int, rate_bp: int, unit_cents: int, rounding: Rounding
) -> None:
    shared = money.share(amount_cents, rate_bp, unit_cents=unit_cents, rounding=rounding)
    error = shared * 10_000 - amount_cents * rate_bp
    assert shared % unit_cents == 0
    assert {
        Rounding.DOWN: -unit_cents * 10_000 < error <= 0,
        Rounding.UP: 0 <= error < unit_cents * 10_000,
        Rounding.NEAREST: -unit_cents * 10_000 < 2 * error <= unit_cents * 10_000,
    }[rounding]


def test_a_split_gives_what_is_left_over_to_the_largest_remainders() -> None:
    # 100 by 1:1:1 leaves one; 10 by 5:3:3 is 4.54, 2.72, 2.72, so both left over go to the threes.
    assert money.split(100, [1, 1, 1]) == (34, 33, 33)
    assert money.split(10, [5, 3, 3]) == (4, 3, 3)


def test_a_split_in_chips_breaks_no_chip_but_the_first() -> None:
    # 10.50 in chips of 1.00 for three: 4 + 3 + 3 and the half goes with the odd chip.
    assert money.split(1_050, [1, 1, 1], unit_cents=100) == (450, 300, 300)


@given(cents, st.lists(st.integers(0, 1_000), min_size=1, max_size=12).filter(any), chips)
def test_a_split_loses_nothing_and_treats_equals_alike(amount_cents: int, weights: list[int], unit_cents: int) -> None:
    parts = money.split(amount_cents, weights, unit_cents=unit_cents)
    assert sum(parts) == amount_cents
    assert all(part == 0 for part, weight in zip(parts, weights, strict=True) if weight == 0)
    total = sum(weights)
    for part, weight in zip(parts, weights, strict=True):
        # Nobody is further than one unit (and the crumb below a unit) from the exact quota.
        assert abs(part * total - amount_cents * weight) < 2 * unit_cents * total


def test_amounts_are_taken_from_one_limit_after_the_other() -> None:
    assert money.in_order(500, [300, 900, 900]) == (300, 200, 0)


@pytest.mark.parametrize(
    ("millionths", "cents"),
    [(0, 0), (499_999, 0), (500_000, 1), (1_500_000, 2), (-499_999, 0), (-500_000, -1), (23_496 * 10_000, 235)],
)
def test_millionths_of_a_cent_go_to_the_nearest_cent(millionths: int, cents: int) -> None:
    assert money.of_millionths(millionths) == cents


@pytest.mark.parametrize("amount_cents", [-1, 2_101])
def test_more_than_all_limits_is_our_own_mistake(amount_cents: int) -> None:
    with pytest.raises(AssertionError):
        money.in_order(amount_cents, [300, 900, 900])


@pytest.mark.parametrize(
    ("part_cents", "whole_cents", "rate_bp"), [(1, 3, 3_333), (2, 3, 6_667), (-51, 6_482, -79), (0, 0, 0)]
)
def test_a_rate_is_to_the_nearest_basis_point(part_cents: int, whole_cents: int, rate_bp: int) -> None:
    assert money.rate_of(part_cents, whole_cents) == rate_bp


@pytest.mark.parametrize(
    ("amount_cents", "point", "minor_digits", "text"),
    [
        (0, ".", 2, "0.00"),
        (5, ",", 2, "0,05"),
        (-5, ".", 2, "-0.05"),
        (-1_205, ",", 2, "-12,05"),
        (123_456_789, ",", 2, "1234567,89"),
        (500, ".", 0, "500"),
    ],
)
def test_amounts_as_text_are_exact(amount_cents: int, point: str, minor_digits: int, text: str) -> None:
    assert money.decimal_text(amount_cents, point=point, minor_digits=minor_digits) == text


@given(st.integers(1, 10_000), st.lists(st.integers(0, 60 * money.BASIS_POINTS), min_size=1, max_size=4))
def test_the_payable_unit_is_the_least_stake_that_is_paid_in_whole_chips(chip_cents, rates_bp):
    unit_cents = money.payable_unit(chip_cents, rates_bp)
    assert all(unit_cents * rate_bp % (chip_cents * money.BASIS_POINTS) == 0 for rate_bp in rates_bp)
    chips = unit_cents // chip_cents
    for fewer in range(1, min(chips, 50)):
        assert any(fewer * rate_bp % money.BASIS_POINTS for rate_bp in rates_bp)


def test_three_to_two_in_chips_of_one_is_paid_on_two():
    assert money.payable_unit(100, [15_000, 10_000, 0]) == 200
    assert money.payable_unit(150, [15_000]) == 300
