"""The same set of chips for each player, worth the buy-in (S9; seed 000), and what is handed out for another sum."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting import chips
from casino.errors import Refusal
from tables.rules.terms import chip_sets

HOUSE = (50_000, 10_000, 2_500, 1_000, 500, 100)
SET = {2_500: 2, 500: 8, 100: 10}
"""100 euros: two of 25, eight of 5, ten of 1."""


def handed_out(cents: int, chip_set: Mapping[int, int] | None = None, chip_cents: int = 100) -> object:
    return chip_sets.handed_out(chip_set or SET, cents, denominations_cents=HOUSE, chip_cents=chip_cents)


class TestTheSet:
    def test_is_worth_the_buy_in(self) -> None:
        """Seed 000: a stack "which corresponds to the value of the buy-in"."""
        chip_sets.check(SET, min_buy_in_cents=10_000, chip_cents=100)
        with pytest.raises(Refusal, match="chip_set_differs") as refusal:
            chip_sets.check(SET, min_buy_in_cents=20_000, chip_cents=100)
        assert refusal.value.facts == {"chips_cents": 10_000, "min_buy_in_cents": 20_000}

    def test_has_no_chip_below_the_smallest(self) -> None:
        with pytest.raises(Refusal, match="not_on_chip"):
            chip_sets.check(SET, min_buy_in_cents=10_000, chip_cents=500)


class TestHandedOut:
    def test_to_each_the_same(self) -> None:
        """Seed 000: "whose denomination should be the same for each player"."""
        assert handed_out(10_000) == SET

    def test_three_sets_for_three_times_the_buy_in(self) -> None:
        assert handed_out(30_000) == {2_500: 6, 500: 24, 100: 30}

    def test_a_rest_in_the_fewest_chips(self) -> None:
        assert handed_out(13_700) == {2_500: 3, 1_000: 1, 500: 8, 100: 12}

    def test_values_that_are_no_multiples_of_each_other(self) -> None:
        """60 cents in coins of 25 and 20: taking the largest first would fail."""
        found = chip_sets.handed_out({25: 4}, 160, denominations_cents=(25, 20), chip_cents=5)
        assert found == {25: 4, 20: 3}

    def test_a_rest_that_no_chip_can_pay(self) -> None:
        assert handed_out(10_050, chip_cents=100) is None
        assert chip_sets.handed_out({25: 4}, 130, denominations_cents=(25, 20), chip_cents=5) is None

    @given(cents=st.integers(0, 5_000).map(lambda units: units * 100))
    def test_is_worth_exactly_the_buy_in(self, cents: int) -> None:
        found = chip_sets.handed_out(SET, cents, denominations_cents=HOUSE, chip_cents=100)
        assert found is not None
        assert chips.total_cents(found) == cents
        assert set(found) <= {*HOUSE, *SET}
