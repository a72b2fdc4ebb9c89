"""Tips: "In poker it is customary to tip 1% of the pot" (M2; seed 001)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.policy import tips


@pytest.mark.parametrize(
    ("pot_cents", "chip_cents", "suggested_cents"),
    [
        (20_000, 100, 200),  # 1 % of 200.00
        (24_900, 100, 200),
        (25_000, 100, 300),  # the exact half goes up
        (4_900, 100, 0),  # of a small pot no chip is customary
        (12_345, 1, 123),
    ],
)
def test_one_percent_of_the_pot_in_whole_chips(pot_cents: int, chip_cents: int, suggested_cents: int) -> None:
    assert tips.suggestion(pot_cents, chip_cents=chip_cents) == suggested_cents


@given(st.integers(0, 10_000_000), st.sampled_from([1, 50, 100, 500]))
def test_the_suggestion_is_within_half_a_chip_of_one_percent(pot_cents: int, chip_cents: int) -> None:
    suggested_cents = tips.suggestion(pot_cents, chip_cents=chip_cents)
    assert suggested_cents % chip_cents == 0
    assert abs(200 * suggested_cents - 2 * pot_cents) <= 100 * chip_cents
