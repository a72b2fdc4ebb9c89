"""Hold'em against the house: how a box is bet, who wins, and what each bet gets; each rule with its source."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules import cards
from tables.rules.banked import boxes, settling
from tables.rules.banked.boxes import Box, Limits
from tables.rules.banked.categories import Category, category, worst_with_pair_of
from tables.rules.banked.rulesets import (
    CASINO_HOLDEM,
    EASY_HOLDEM,
    RULE_SETS,
    ULTIMATE,
    BankedRules,
    Otherwise,
    Spot,
    rule_set,
)
from tables.rules.banked.settling import Comparison, Outcome, Result, Showing
from tables.rules.evaluate import rank
from tables.rules.setup import Variant

EURO = 100
LIMITS = Limits(least_ante_cents=5 * EURO, most_ante_cents=100 * EURO, most_side_cents=25 * EURO, chip_cents=50)

BOARD = "Kh 8d 3s 9c 2h"


def box(**euros: float) -> Box:
    """Box 1 with these bets."""
    return Box(1, {Spot(spot): int(amount * EURO) for spot, amount in euros.items()})


def settled(rules: BankedRules, bets: Box, hole: str, dealer: str, board: str = BOARD) -> dict[str, Any]:
    """By spot: the cents it wins or loses the guest; a bet that goes back is 0."""
    boxes.check(rules, bets, LIMITS)
    showing = settling.show(rules, *(cards.parse(each) for each in (hole, dealer, board)))
    return {one.spot.value: -one.house_cents for one in settling.settle(rules, bets, showing, LIMITS)}


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
        assert [rule_set(key) for key in RULE_SETS] == [EASY_HOLDEM, CASINO_HOLDEM, ULTIMATE]


class TestCasinoHoldem:
    """Published standard rules, `domain.md` §4.15 (seiplab.com/article/32)."""

    CALLED = box(ante=10, call=20)

    def test_the_dealer_qualifies_with_a_pair_of_fours(self) -> None:
        assert rank(Variant.TEXAS, cards.parse("4c 4d"), cards.parse("2c 3d 5h")) == worst_with_pair_of("4")
        assert rank(Variant.TEXAS, cards.parse("3c 3d"), cards.parse("Ac Kd Qh")) == worst_with_pair_of("4") + 1

    def test_against_a_dealer_who_does_not_the_ante_is_paid_and_the_call_goes_back(self) -> None:
        lower = settled(CASINO_HOLDEM, self.CALLED, "5c 4d", "Ac Qd")
        assert lower == {"ante": 10 * EURO, "call": 0}, "whatever the box holds"
        flush = settled(CASINO_HOLDEM, self.CALLED, "Ah 5h", "Ac Qd", "Kh 8h 3s 9c 2h")
        assert flush == {"ante": 20 * EURO, "call": 0}

    @pytest.mark.parametrize(
        ("hole", "board", "times"),
        [
            ("Ah Ad", BOARD, 1),
            ("Jd Td", "Qs 9c 8h 4d 2s", 1),
            ("Ah 5h", "Kh 8h 4h 9c 2s", 2),
            ("Ks Kd", "Kh 8d 4s 8c 2h", 3),
            ("8s 8h", "Kh 8d 4s 8c 2h", 10),
            ("6h 7h", "8h 9h Th 4s 3s", 20),
            ("Ah Kh", "Qh Jh Th 4d 3s", 100),
        ],
    )
    def test_the_ante_is_paid_by_the_table_the_call_even(self, hole: str, board: str, times: int) -> None:
        dealer = "Qs Qd" if board == BOARD else "7c 7s"
        assert settled(CASINO_HOLDEM, self.CALLED, hole, dealer, board) == {"ante": times * 1000, "call": 20 * EURO}

    def test_ties_push_and_the_better_dealer_takes_both(self) -> None:
        assert settled(CASINO_HOLDEM, self.CALLED, "Ks 4d", "Kd 4c") == {"ante": 0, "call": 0}
        assert settled(CASINO_HOLDEM, self.CALLED, "9s 4d", "Kd 4c") == {"ante": -1000, "call": -2000}

    @pytest.mark.parametrize(
        ("hole", "board", "times"),
        [
            ("Ah Kd", "As 8d 3s Kc 2h", 7),
            ("Kh Kd", "As 8d 3s Kc 2h", None),
            ("Jd Td", "Qs 9c 8h 4d 2s", 7),
            ("Ah 5h", "Kh 8h 4h 9c 2s", 20),
            ("Ks Kd", "Kh 8d 8s 4c 2h", 30),
            ("8s 8h", "Kh 8d 8c 4s 2h", 40),
            ("6h 7h", "8h 9h Th 4s 3s", 50),
            ("Ah Kh", "Qh Jh Th 4d 3s", 100),
            ("Ah 5h", "Kh 8h 4s 9h 2s", None),
        ],
    )
    def test_the_aces_bet_is_on_the_first_five_cards(self, hole: str, board: str, times: int | None) -> None:
        found = settled(CASINO_HOLDEM, box(ante=10, call=20, aces=5), hole, "7c 7s", board)
        assert found["aces"] == (-5 * EURO if times is None else 5 * EURO * times)


class TestUltimate:
    """wizardofodds.com/ultimatetexasholdem; `domain.md` §4.15."""

    PLAYED = box(ante=10, blind=10, play=40)

    @pytest.mark.parametrize(
        ("hole", "board", "blind_cents"),
        [
            ("Ah Ad", BOARD, 0),
            ("Ks Kd", BOARD, 0),
            ("Jd Td", "Qs 9c 8h 4d 2s", 1_000),
            ("Ah 5h", "Kh 8h 4h 9c 2s", 1_500),
            ("Ks Kd", "Kh 8d 4s 8c 2h", 3_000),
            ("8s 8h", "Kh 8d 4s 8c 2h", 10_000),
            ("6h 7h", "8h 9h Th 4s 3s", 50_000),
            ("Ah Kh", "Qh Jh Th 4d 3s", 500_000),
        ],
    )
    def test_the_blind_is_paid_from_a_straight_on(self, hole: str, board: str, blind_cents: int) -> None:
        dealer = "9d 4h" if board == BOARD else "4c 7s"
        found = settled(ULTIMATE, self.PLAYED, hole, dealer, board)
        assert found == {"ante": 10 * EURO, "blind": blind_cents, "play": 40 * EURO}

    def test_against_a_dealer_without_a_pair_only_the_ante_goes_back(self) -> None:
        assert settled(ULTIMATE, self.PLAYED, "Ac Kc", "Qs Jd", "Th 8d 3s 5c 2h") == {
            "ante": 0, "blind": 0, "play": 40 * EURO,
        }  # fmt: skip
        assert settled(ULTIMATE, self.PLAYED, "Qc Jc", "As Kd", "Th 8d 3s 5c 2h") == {
            "ante": 0, "blind": -10 * EURO, "play": -40 * EURO,
        }  # fmt: skip

    def test_odd_halves_are_paid_in_whole_chips(self) -> None:
        """3:2 on 5.50 is 8.25: the table has chips of 0.50 and pays 8.00."""
        found = settled(ULTIMATE, box(ante=5.5, blind=5.5, play=22), "Ah 5h", "4c 7s", "Kh 8h 4h 9c 2s")
        assert found["blind"] == 800

    @pytest.mark.parametrize(
        ("hole", "times"), [("Ks Kd", 3), ("Kd Qd", None)],
    )  # fmt: skip
    def test_the_trips_bet_asks_nobody_what_the_dealer_has(self, hole: str, times: int | None) -> None:
        found = settled(ULTIMATE, box(ante=10, blind=10, play=10, trips=5), hole, "9s 9d")
        assert found["trips"] == (-500 if times is None else 500 * times)

    def test_who_gives_up_loses_ante_and_blind_and_keeps_the_trips_bet(self) -> None:
        given_up = box(ante=10, blind=10, trips=5)
        boxes.check(ULTIMATE, given_up, LIMITS)
        showing = settling.show(ULTIMATE, *(cards.parse(each) for each in ("4s 5d", "9s 9d", "Kh Kd Ks 2c 7h")))
        found = {one.spot: -one.house_cents for one in settling.settle(ULTIMATE, given_up, showing, LIMITS)}
        assert found == {Spot.ANTE: -1000, Spot.BLIND: -1000, Spot.TRIPS: 1500}


def test_the_highest_payout_is_cut_from_what_is_settled_last() -> None:
    """Posted at the table (`domain.md` §4.15): a royal flush on 100 pays the ante 10,000, the call nothing more."""
    limits = Limits(500, 10_000, 2_500, 50, most_paid_cents=1_000_000 + 5_000)
    showing = Showing(Comparison.WINS, Category.ROYAL_FLUSH)
    found = settling.settle(CASINO_HOLDEM, box(ante=100, call=200), showing, limits)
    assert [one.paid_cents for one in found] == [1_000_000, 5_000]


def test_every_category_begins_where_its_best_hand_stands() -> None:
    hands = {
        Category.ROYAL_FLUSH: "As Ks Qs Js Ts",
        Category.STRAIGHT_FLUSH: "5s 4s 3s 2s As",
        Category.FOUR_OF_A_KIND: "2s 2h 2d 2c 3s",
        Category.FULL_HOUSE: "2s 2h 2d 3c 3s",
        Category.FLUSH: "7s 5s 4s 3s 2s",
        Category.STRAIGHT: "5s 4h 3s 2s As",
        Category.THREE_OF_A_KIND: "2s 2h 2d 4c 3s",
        Category.TWO_PAIR: "3s 3h 2d 2c 4s",
        Category.PAIR: "2s 2h 3d 4c 5s",
        Category.HIGH_CARD: "7s 5h 4s 3s 2s",
    }
    for made, hand in hands.items():
        five = cards.parse(hand)
        assert category(rank(Variant.TEXAS, five[:2], five[2:])) is made, hand


@st.composite
def rounds(draw: st.DrawFn) -> tuple[BankedRules, Box, Showing | None]:
    """A box as its game may be bet, and cards."""
    rules = draw(st.sampled_from(list(RULE_SETS.values())))
    ante = draw(st.integers(10, 200)) * LIMITS.chip_cents
    bets = {Spot.ANTE: ante, **dict.fromkeys(rules.equals_ante, ante)}
    for spot in rules.side_bets:
        if side := draw(st.integers(0, 50)) * LIMITS.chip_cents:
            bets[spot] = side
    for decision in rules.decisions:
        times = draw(st.sampled_from((0, *decision.multiples)))
        if times and decision.spot not in bets:
            bets[decision.spot] = times * ante
        if not times and decision.otherwise is Otherwise.FOLD and decision.spot not in bets:
            break
    dealt = draw(st.permutations(range(52)))
    own = Box(draw(st.integers(1, rules.boxes)), bets)
    folded = boxes.has_folded(rules, own)
    showing = None if folded else settling.show(rules, dealt[:2], dealt[2:4], dealt[4:9])
    return rules, own, showing


@given(rounds())
def test_every_bet_is_lost_given_back_or_paid_and_nothing_else(dealt: tuple[BankedRules, Box, Showing | None]) -> None:
    rules, own, showing = dealt
    boxes.check(rules, own, LIMITS)
    outcomes = settling.settle(rules, own, showing, LIMITS)
    assert sum(one.staked_cents for one in outcomes) == own.staked_cents
    for one in outcomes:
        assert one.paid_cents % LIMITS.chip_cents == 0
        assert one.paid_cents >= 0
        assert (one.paid_cents > 0) <= (one.result is Result.WON)
    if showing is None:
        assert {one.result for one in outcomes} == {Result.LOST}
    elif showing.comparison is Comparison.TIES and showing.dealer_qualifies:
        assert all(one.result is Result.RETURNED for one in outcomes if one.spot not in rules.side_bets)


def test_no_two_bets_of_a_game_lie_on_one_spot() -> None:
    for rules in RULE_SETS.values():
        assert len(set(rules.spots)) == len(rules.spots)
        assert set(rules.payments) | set(rules.side_bets) == set(rules.spots)
        for one, other in combinations([each for each in rules.decisions if len(rules.decisions) > 1], 2):
            assert one.street < other.street
