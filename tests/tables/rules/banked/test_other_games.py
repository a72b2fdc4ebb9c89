"""Casino Hold'em and Ultimate Texas Hold'em: the same machine with other data; each rule with its source."""

from dataclasses import replace

import pytest

from casino.errors import Refusal
from tables.rules import cards
from tables.rules.banked import boxes, records, settling
from tables.rules.banked.categories import Category, worst_with_pair_of
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import CASINO_HOLDEM, ULTIMATE, ULTIMATE_DOWN, ULTIMATE_UP, BankedRules, Spot
from tables.rules.banked.settling import Comparison, Showing
from tables.rules.evaluate import rank
from tables.rules.forms import TEXAS
from tests.tables.rules.banked.scripts import BOARD, EURO, LIMITS, box, settled


class TestCasinoHoldem:
    """Published standard rules, domain §4.15 (seiplab.com/article/32)."""

    CALLED = box(ante=10, call=20)

    def test_the_dealer_qualifies_with_a_pair_of_fours(self) -> None:
        assert rank(TEXAS, cards.parse("4c 4d"), cards.parse("2c 3d 5h")) == worst_with_pair_of("4")
        assert rank(TEXAS, cards.parse("3c 3d"), cards.parse("Ac Kd Qh")) == worst_with_pair_of("4") + 1

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
    """wizardofodds.com/ultimatetexasholdem; domain §4.15."""

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

    def test_bets_are_laid_so_that_the_odds_are_paid_exactly(self) -> None:
        """northwoodcasino.com/ultimate-texas-hold-em: a flush pays "3 to 2", in chips of 0.50 on whole euros."""
        assert ULTIMATE.ante_unit_cents(LIMITS.chip_cents) == 100
        with pytest.raises(Refusal) as refusal:
            boxes.check(ULTIMATE, box(ante=5.5, blind=5.5, play=22), LIMITS)
        assert (refusal.value.code, refusal.value.facts["unit_cents"]) == ("not_payable", 100)
        found = settled(ULTIMATE, box(ante=5, blind=5, play=20), "Ah 5h", "4c 7s", "Kh 8h 4h 9c 2s")
        assert found["blind"] == 750, "not 700"

    @pytest.mark.parametrize(("rules", "blind_cents"), [(ULTIMATE_DOWN, 800), (ULTIMATE_UP, 850)])
    def test_odd_halves_are_paid_in_whole_chips_as_the_rules_name_it(
        self, rules: BankedRules, blind_cents: int
    ) -> None:
        """3:2 on 5.50 is 8.25: the table has chips of 0.50."""
        bets = box(ante=5.5, blind=5.5, play=22)
        found = settled(rules, bets, "Ah 5h", "4c 7s", "Kh 8h 4h 9c 2s")
        assert found["blind"] == blind_cents
        showing = Showing(Comparison.WINS, Category.FLUSH)
        rounded = {one.spot: one.rounded_cents for one in settling.settle(rules, bets, showing, LIMITS)}
        assert rounded == {Spot.ANTE: 0, Spot.BLIND: blind_cents - 825, Spot.PLAY: 0}

    def test_a_limit_that_cuts_a_win_is_no_rounding(self) -> None:
        showing, limits = Showing(Comparison.WINS, Category.FLUSH), replace(LIMITS, most_paid_cents=1_000)
        found = settling.settle(ULTIMATE_UP, box(ante=5.5, blind=5.5, play=22), showing, limits)
        assert [(one.paid_cents, one.rounded_cents) for one in found] == [(550, 0), (450, 0), (0, 0)]

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

    def test_a_side_bet_of_who_gave_up_may_be_said(self) -> None:
        """Quick: nobody keeps the cards, the dealer says with which hand the trips bet wins."""
        given_up = BoxRecord(
            box(ante=10, blind=10, trips=5), seat=1, side={Spot.TRIPS: Category.THREE_OF_A_KIND}
        )  # fmt: skip
        [found] = records.settle(ULTIMATE, RoundRecord((given_up,)), LIMITS, full=False)
        assert found.folded
        assert {one.spot.value: -one.house_cents for one in found.outcomes} == {
            "ante": -1000, "blind": -1000, "trips": 1500,
        }  # fmt: skip
