"""Tips: "In poker it is customary to tip 1% of the pot" (M2; seed 001)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.policy import tronc
from accounting.policy.tronc import Custom, Verdict

BAND = Custom(suggested_bp=100, low_bp=50, high_bp=1_000)


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
    assert tronc.suggestion(pot_cents, chip_cents=chip_cents) == suggested_cents


@given(st.integers(0, 10_000_000), st.sampled_from([1, 50, 100, 500]))
def test_the_suggestion_is_within_half_a_chip_of_one_percent(pot_cents: int, chip_cents: int) -> None:
    suggested_cents = tronc.suggestion(pot_cents, chip_cents=chip_cents)
    assert suggested_cents % chip_cents == 0
    assert abs(200 * suggested_cents - 2 * pot_cents) <= 100 * chip_cents


@pytest.mark.parametrize(
    ("tip_cents", "verdict"),
    [
        (0, Verdict.NONE),  # a gift is never owed
        (49, Verdict.BELOW),
        (50, Verdict.CUSTOMARY),
        (1_000, Verdict.CUSTOMARY),
        (1_001, Verdict.ABOVE),
    ],
)
def test_the_edges_belong_to_the_custom(tip_cents: int, verdict: Verdict) -> None:
    assert tronc.verdict(tip_cents, 10_000, custom=BAND) is verdict


def test_by_custom_a_small_tip_is_no_matter() -> None:
    assert tronc.verdict(1, 1_000_000) is Verdict.CUSTOMARY


@given(st.integers(0, 10_000_000))
def test_what_is_suggested_is_never_above_the_custom(pot_cents: int) -> None:
    assert tronc.verdict(tronc.suggestion(pot_cents, chip_cents=1), pot_cents) in (Verdict.NONE, Verdict.CUSTOMARY)


def test_a_band_the_suggestion_lies_outside_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError):
        Custom(suggested_bp=100, low_bp=200)
