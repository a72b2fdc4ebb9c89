"""Easy Hold'em (seed `002`), and how a box is bet in any game against the house."""

import pytest

from casino.errors import Refusal
from tables.rules import cards
from tables.rules.banked import boxes, settling
from tables.rules.banked.boxes import Box
from tables.rules.banked.categories import Category
from tables.rules.banked.rule_sets import (
    CASINO_HOLDEM,
    EASY_HOLDEM,
    RULE_SETS,
    ULTIMATE,
    ULTIMATE_DOWN,
    ULTIMATE_UP,
    BankedRules,
    Spot,
    rule_set,
)
from tables.rules.banked.settling import Comparison, Outcome, Result
from tests.tables.rules.banked.scripts import EURO, LIMITS, box, settled


class TestEasyHoldem:
    """Seed `002`, rows E1 to E4."""

    ALL = box(ante=10, flop=10, turn=10, river=10)

    def test_lower_than_the_dealer_loses_all_bets(self) -> None:
        """Seed: "if a player's hand is lower than the one of the dealer, the dealer removes all bets"."""
        assert settled(EASY_HOLDEM, self.ALL, "Qs Jd", "Ks 4d") == dict.fromkeys(
            ("ante", "flop", "turn", "river"), -10 * EURO
        )

    def test_the_same_as_the_dealer_neither_wins_nor_loses(self) -> None:
        assert settled(EASY_HOLDEM, self.ALL, "Ks 4d", "Kd 4c") == dict.fromkeys(("ante", "flop", "turn", "river"), 0)

    def test_higher_wins_the_bets_one_to_one_but_not_the_ante(self) -> None:
        """Seed: "the Ante bet will be paid out in case the player's winning hand is a straight or better"."""
        found = settled(EASY_HOLDEM, self.ALL, "Ks 4d", "Qs Jd")
        assert found == {"ante": 0, "flop": 10 * EURO, "turn": 10 * EURO, "river": 10 * EURO}

    @pytest.mark.parametrize(
        ("hole", "board", "made"),
        [
            ("Jd Td", "Qs 9c 8h 3d 2s", Category.STRAIGHT),
            ("Ah 5h", "Kh 8h 3h 9c 2s", Category.FLUSH),
            ("Ks Kd", "Kh 8d 3s 8c 2h", Category.FULL_HOUSE),
            ("8s 8h", "Kh 8d 3s 8c 2h", Category.FOUR_OF_A_KIND),
            ("6h 7h", "8h 9h Th 2s 3s", Category.STRAIGHT_FLUSH),
            ("Ah Kh", "Qh Jh Th 2s 3s", Category.ROYAL_FLUSH),
        ],
    )
    def test_a_straight_or_better_wins_the_ante_too(self, hole: str, board: str, made: Category) -> None:
        showing = settling.show(EASY_HOLDEM, cards.parse(hole), cards.parse("4c 2d"), cards.parse(board))
        assert (showing.comparison, showing.category) == (Comparison.WINS, made)
        found = settled(EASY_HOLDEM, self.ALL, hole, "4c 2d", board)
        assert found == dict.fromkeys(("ante", "flop", "turn", "river"), 10 * EURO)

    def test_three_of_a_kind_does_not_win_the_ante(self) -> None:
        assert settled(EASY_HOLDEM, self.ALL, "Ks Kd", "Ac 2d")["ante"] == 0

    def test_the_board_plays_for_both(self) -> None:
        """Seed: "a combination of five best cards" out of two and five: five of the board, when they are best."""
        found = settled(EASY_HOLDEM, self.ALL, "2c 3d", "2d 3c", "Ah Kh Qh Jh Th")
        assert set(found.values()) == {0}

    def test_who_checks_stays_without_further_betting(self) -> None:
        """Seed: "check, which means to stay in the game"; turn and river each by itself."""
        assert settled(EASY_HOLDEM, box(ante=10, flop=10), "Ks 4d", "Qs Jd") == {"ante": 0, "flop": 10 * EURO}
        for spot in ("turn", "river"):
            assert settled(EASY_HOLDEM, box(ante=10, flop=10, **{spot: 10}), "Ks 4d", "Qs Jd")[spot] == 10 * EURO

    def test_who_gives_up_loses_the_ante(self) -> None:
        given_up = box(ante=10)
        boxes.check(EASY_HOLDEM, given_up, LIMITS)
        assert boxes.has_folded(EASY_HOLDEM, given_up)
        assert settling.settle(EASY_HOLDEM, given_up, None, LIMITS) == (Outcome(Spot.ANTE, 1000, Result.LOST),)

    def test_the_dealer_needs_nothing(self) -> None:
        assert EASY_HOLDEM.qualifies is None
        assert settled(EASY_HOLDEM, self.ALL, "Qs Jd", "Ad 4d", "9h 8d 3s 7c 2h")["flop"] == -10 * EURO


class TestHowABoxIsBet:
    @pytest.mark.parametrize(
        ("rules", "bets", "code"),
        [
            (EASY_HOLDEM, box(ante=4), "ante_limits"),
            (EASY_HOLDEM, box(ante=100.5), "ante_limits"),
            (EASY_HOLDEM, box(flop=10), "ante_limits"),
            (EASY_HOLDEM, box(ante=10.25), "chip_unit"),
            (EASY_HOLDEM, box(ante=10, flop=0), "chip_unit"),
            # "must exactly match the Ante bet"
            (EASY_HOLDEM, box(ante=10, flop=9.5), "bet_multiple"),
            (EASY_HOLDEM, box(ante=10, flop=20), "bet_multiple"),
            (EASY_HOLDEM, box(ante=10, flop=10, river=5), "bet_multiple"),
            (EASY_HOLDEM, box(ante=10, turn=10), "bet_after_fold"),
            (EASY_HOLDEM, box(ante=10, call=20), "spot_unknown"),
            (EASY_HOLDEM, Box(0, {Spot.ANTE: 1000}), "box_unknown"),
            (EASY_HOLDEM, Box(8, {Spot.ANTE: 1000}), "box_unknown"),
            (CASINO_HOLDEM, box(ante=10, call=10), "bet_multiple"),
            (CASINO_HOLDEM, box(ante=10, call=20, aces=26), "side_limits"),
            (ULTIMATE, box(ante=10, play=40), "bet_multiple"),
            (ULTIMATE, box(ante=10, blind=5, play=40), "bet_multiple"),
            (ULTIMATE, box(ante=10, blind=10, play=50), "bet_multiple"),
        ],
    )
    def test_other_bets_are_refused(self, rules: BankedRules, bets: Box, code: str) -> None:
        with pytest.raises(Refusal, match=code):
            boxes.check(rules, bets, LIMITS)

    def test_a_refusal_says_what_would_have_been_right(self) -> None:
        with pytest.raises(Refusal) as refused:
            boxes.check(ULTIMATE, box(ante=10, blind=10, play=50), LIMITS)
        assert refused.value.facts["wanted_cents"] == [40 * EURO, 30 * EURO, 20 * EURO, 10 * EURO]

    @pytest.mark.parametrize("times", [1, 2, 3, 4])
    def test_the_play_bet_says_when_it_was_made(self, times: int) -> None:
        """Ultimate Texas Hold'em: three or four times before the flop, twice after it, once after the river."""
        boxes.check(ULTIMATE, box(ante=10, blind=10, play=10 * times), LIMITS)

    def test_no_rule_set_that_was_never_shipped(self) -> None:
        with pytest.raises(Refusal, match="unknown_rule_set"):
            rule_set("easy-holdem/2")
        assert [rule_set(key) for key in RULE_SETS] == [
            EASY_HOLDEM,
            CASINO_HOLDEM,
            ULTIMATE,
            ULTIMATE_UP,
            ULTIMATE_DOWN,
        ]
