"""What holds for every game against the house: categories, payouts, conservation."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from accounting.money import Rounding
from tables.rules import cards
from tables.rules.banked import boxes, settling
from tables.rules.banked.boxes import Box, Limits
from tables.rules.banked.categories import Category, category
from tables.rules.banked.rule_sets import CASINO_HOLDEM, EVEN_BP, RULE_SETS, BankedRules, Otherwise, Spot
from tables.rules.banked.settling import Comparison, Result, Showing
from tables.rules.evaluate import rank
from tables.rules.forms import TEXAS
from tests.tables.rules.banked.scripts import LIMITS, box


def test_the_highest_payout_is_cut_from_what_is_settled_last() -> None:
    """Posted at the table (domain §4.15): a royal flush on 100 pays the ante 10,000, the call nothing more."""
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
        assert category(rank(TEXAS, five[:2], five[2:])) is made, hand


@st.composite
def rounds(draw: st.DrawFn) -> tuple[BankedRules, Box, Showing | None]:
    """A box as its game may be bet, and cards."""
    rules = draw(st.sampled_from(list(RULE_SETS.values())))
    unit_cents = rules.ante_unit_cents(LIMITS.chip_cents)
    ante = (
        draw(st.integers(-(-LIMITS.least_ante_cents // unit_cents), LIMITS.most_ante_cents // unit_cents)) * unit_cents
    )
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


def odds_bp(rules: BankedRules, spot: Spot, showing: Showing) -> int:
    """What the pay table of a bet that has won says."""
    if spot not in rules.side_bets:
        return settling.main_rate(rules.payments[spot], showing) or 0
    won_with = dict(showing.side)[spot]
    assert won_with is not None
    return rules.side_bets[spot].table.rate_bp(won_with)


@given(rounds())
def test_what_the_odds_say_is_paid_to_the_cent_unless_the_rules_name_a_rounding(
    dealt: tuple[BankedRules, Box, Showing | None],
) -> None:
    rules, own, showing = dealt
    for one in settling.settle(rules, own, showing, LIMITS):
        rate_bp = odds_bp(rules, one.spot, showing) if showing is not None and one.result is Result.WON else 0
        less = one.staked_cents * rate_bp - one.paid_cents * EVEN_BP
        if rules.rounding is None:
            assert less == 0 == one.rounded_cents
        else:
            assert abs(less) < LIMITS.chip_cents * EVEN_BP
            assert less == 0 or (less < 0) == (rules.rounding is Rounding.UP)
