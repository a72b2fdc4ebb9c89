"""A game's re-buys (S6) and its set of chips (S9), as the house offers and the seats apply them (seed 000)."""

import pytest

from tables.games.services import games
from tests.tables.floor.terms.rising import RisingStake

SET = {"2500": 1, "500": 2, "100": 5}
"""40 euros, the minimum buy-in of the builders' game."""


class TestRebuys:
    def rising(self, evening, **terms):
        return RisingStake.of(evening, "every_action", **terms)

    def test_any_chips_unless_the_house_says_otherwise(self, rising):
        rising.top_up(1, 100)
        assert rising.evening.view(rising.table).seats[0].stack_cents == 40_100

    def test_not_allowed(self, evening, refused):
        rising = self.rising(evening, rebuy_allowed=False)
        assert refused(rising.top_up, 1, 4_000) == "rebuy_not_allowed"

    def test_below_a_stack_and_as_much_as_the_buy_in(self, evening, refused):
        """Seed 000: "fallen below a certain score … the same amount for a re-buy as for the buy-in"."""
        rising = self.rising(evening, rebuy_at_cents=5_000)
        rising.evening.sit(rising.table, 5_000, first=4)
        assert refused(rising.top_up, 1, 4_000) == "stack_above_rebuy"
        assert refused(rising.top_up, 4, 4_100) == "rebuy_differs"
        rising.top_up(4, 4_000)
        assert rising.evening.view(rising.table).seats[3].stack_cents == 9_000

    @pytest.mark.parametrize(
        "terms",
        [
            {"rebuy_allowed": False, "rebuy_at_cents": 0},
            {"rebuy_cents": 3_900},
            {"rebuy_at_cents": 5_000, "max_buy_in_cents": 8_000},
            {"last_hands": 0},
            {"last_hands": 21},
        ],
    )
    def test_what_makes_no_sense(self, evening, refused, terms):
        assert refused(evening.game, **terms) == "terms_wrong"

    def test_off_the_chip(self, evening, refused):
        assert refused(evening.game, rebuy_cents=4_050) == "not_on_chip"


class TestChipSet:
    def test_is_worth_the_minimum_buy_in(self, evening, refused):
        """Seed 000: "a stack of chips … which corresponds to the value of the buy-in"."""
        assert evening.game(chip_set=SET).chip_set == SET
        assert refused(evening.game, chip_set={"500": 1}) == "chip_set_differs"
        assert refused(evening.game, chip_set={"300": 1}) == "denomination_unknown"
        assert refused(evening.game, chip_set={"100": -1}) == "bad_chips"
        assert refused(evening.game, chip_set=1) == "bad_chips"
        assert refused(evening.game, chip_set=["500"]) == "bad_chips"

    def test_goes_with_the_buy_in(self, evening, refused):
        game = evening.game(chip_set=SET)
        change = {"min_buy_in_cents": 5_000}
        assert refused(games.edit, game_id=game.pk, changes=change, actor=evening.floor) == "chip_set_differs"
        games.edit(game_id=game.pk, changes={**change, "chip_set": {"500": 10}}, actor=evening.floor)
