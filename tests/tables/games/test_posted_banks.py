"""The sheet of a game against the house says what its rule set does, to the last line (S17, E6; seed 002)."""

import pytest
from django.utils import translation

from accounting.rake.selectors.terms import texts
from casino.errors import NotFound
from tables.games.selectors import posted_banked as banked
from tables.games.selectors.posted_banked import HANDS, Paid, PostedBank
from tables.games.selectors.posted_play import EXAMPLES
from tables.rules.banked.boxes import NAMES
from tables.rules.banked.categories import Category, category
from tables.rules.banked.rule_sets import EVEN_BP, RULE_SETS, PayTable
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def sheet(evening, key: str, **terms: object) -> PostedBank:
    found = banked.sheet(evening.banked_game(rule_set=key, variant=RULE_SETS[key].variant, **terms).pk)
    assert found is not None
    return found


def table(posted: PostedBank, spot: str) -> list[tuple[str, str | None]]:
    (paid,) = [paid for paid in posted.tables if paid.spot == spot]
    return [(texts([line.hand])[0], line.odds) for line in paid.lines]


def test_easy_holdem_as_seed_002_tells_it(evening):
    posted = sheet(evening, "easy-holdem/1", max_paid_cents=50_000_00)
    assert texts(posted.stakes) == [
        "The table has 7 boxes; a guest may play several.",
        "The ante for a box must be between 5.00 and 100.00.",
        "Nobody plays without chips: every guest buys in before their first hand.",
        "The smallest chip is 1.00.",
        "A box is paid no more than 50,000.00 per round, side bets included.",
    ]
    assert texts(posted.play) == [
        "Every box with an ante gets two cards, and so does the dealer.",
        "The cards are dealt one by one: one to each box, one to the dealer, then the second ones likewise.",
        (
            "The dealer's second card is the last. All lie face down until the board is complete; "
            "players look at their own only."
        ),
        "Three cards are laid open one by one (flop), after more bets a fourth (turn), then a fifth (river).",
        "Players must not talk to each other about their cards.",
        "Before the flop a box bets 1× or folds.",
        "After the flop a box bets 1× or checks.",
        "After the turn a box bets 1× or checks.",
        "1× is exactly the ante of the box.",
        "A box that folds loses its ante and returns its cards.",
    ]
    assert texts(posted.outcome)[-1] == "The dealer plays with any hand."
    assert table(posted, "ante") == [("straight or better", "1 : 1"), ("any other hand that wins", None)]
    assert table(posted, "flop bet") == [("any hand that wins", "1 : 1")]
    assert texts(posted.false_deal) == [
        "A wrong number of cards is a misdeal, and so is an exposed card, other than the dealer's last.",
        "The dealer announces a misdeal.",
        "After a misdeal the cards are shuffled and dealt again; all bets stand.",
    ]


def test_s17_the_nine_combinations_from_the_highest_to_the_lowest_with_the_seeds_examples(evening):
    """Seed 002, "Game combinations examples", from the royal flush down."""
    said = texts(sheet(evening, "easy-holdem/1").ranking)
    assert said == [
        "Royal flush: ace, king, queen, jack and ten of one suit. For example: 10, jack, queen, king and ace of clubs.",
        "Straight flush: five cards in sequence, all of one suit. For example: 6, 7, 8, 9 and 10 of hearts.",
        "Four of a kind: four cards of the same rank. For example: four eights.",
        "Full house: three of a kind and a pair. For example: three tens and two sixes.",
        "Flush: five cards of one suit. For example: five diamonds, not all in sequence.",
        (
            "Straight: five cards in sequence; the ace ranks above the king, or below the two. "
            "For example: 4, 5, 6, 7 and 8, not all of one suit."
        ),
        "Three of a kind: three cards of the same rank. For example: three fives.",
        "Two pair: two different pairs. For example: two sixes and two aces.",
        "One pair: two cards of the same rank. For example: two kings.",
        "High card: none of these; the highest card decides.",
    ]
    assert len(EXAMPLES) == 9


@pytest.mark.parametrize(
    ("key", "multiples"),
    [
        ("casino-holdem/1", ["2× is 2 times the ante of the box."]),
        (
            "ultimate-holdem/1",
            [
                "1× is exactly the ante of the box.",
                "2× is 2 times the ante of the box.",
                "3× is 3 times the ante of the box.",
                "4× is 4 times the ante of the box.",
            ],
        ),
    ],
)
def test_s17_each_multiple_is_one_of_the_ante(evening, key, multiples):
    """Seed 002: the flop bet "must exactly match the Ante bet"; other games have other multiples of it."""
    said = texts(sheet(evening, key, chip_cents=50).play)
    assert [sentence for sentence in said if "× is " in sentence] == multiples


def test_e6_only_games_whose_rules_say_so_forbid_to_speak_and_name_the_deal(evening):
    """Seed 002: "one card into each of the boxes … and one card for himself. Then he deals a second card"."""
    for key, rules in RULE_SETS.items():
        said = texts(sheet(evening, key, chip_cents=50).play)
        assert ("Players must not talk to each other about their cards." in said) is rules.silent
        assert any("one by one: one to each box" in sentence for sentence in said) is rules.dealt_singly
    assert RULE_SETS["easy-holdem/1"].silent
    assert RULE_SETS["easy-holdem/1"].dealt_singly


def test_ultimate_and_casino_holdem_have_their_own(evening):
    """wizardofodds.com/ultimatetexasholdem and seiplab.com/article/32, by way of domain §4.15."""
    ultimate = sheet(evening, "ultimate-holdem/1", chip_cents=50)
    said = texts([*ultimate.stakes, *ultimate.play, *ultimate.outcome])
    assert {
        "The blind bet equals the ante and is placed with it.",
        "An ante is a multiple of 1.00, so that every win is paid exactly.",
        "The trips bet is a side bet of up to 25.00, placed before the deal.",
        "Before the flop a box bets 4× / 3× or checks.",
        "After the river a box bets 1× or folds.",
        "Only one play bet per round: a player who has made it cannot bet again.",
        "The dealer plays only with a pair of 2 or better.",
        "If the dealer does not qualify, the ante is returned.",
        "The trips bet wins with three of a kind or better.",
        "The trips bet of a box that folds still counts.",
    } <= set(said)
    assert ("flush", "3 : 2") in table(ultimate, "blind bet")
    casino = sheet(evening, "casino-holdem/1")
    assert {
        "After the flop a box bets 2× or folds.",
        "The dealer plays only with a pair of 4 or better.",
        "If the dealer does not qualify, the ante is paid whatever the box holds.",
        "The aces bet wins with a pair of A or better.",
        "A box that folds also loses its aces bet.",
    } <= set(texts([*casino.play, *casino.outcome]))
    assert table(casino, "aces bet") == [
        ("royal flush", "100 : 1"), ("straight flush", "50 : 1"), ("four of a kind", "40 : 1"),
        ("full house", "30 : 1"), ("flush", "20 : 1"), ("any other hand that wins", "7 : 1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ultimate-holdem-rounded-up/1", "rounded up, in the guest's favour."),
        ("ultimate-holdem-rounded-down/1", "rounded down, in the house's favour."),
    ],
)
def test_a_rounding_is_posted(evening, key, said):
    """A flush pays 3:2, and half of a chip cannot be paid: the sheet says what becomes of it."""
    assert f"A win that is not a whole number of chips is {said}" in texts(sheet(evening, key).stakes)


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_pay_table_says_of_every_hand_what_it_is_paid(evening, key):
    rules = RULE_SETS[key]
    posted = sheet(evening, key, chip_cents=50)
    paid = {one.spot: one for one in posted.tables}
    for spot, payment in rules.payments.items():
        compare(paid.pop(NAMES[spot]), payment.table, Category.HIGH_CARD)
    for spot, bet in rules.side_bets.items():
        compare(paid.pop(NAMES[spot]), bet.table, category(bet.least))
    assert paid == {}


def compare(posted: Paid, right: PayTable, least: Category) -> None:
    names = {HANDS[each]: each for each in Category}
    said: dict[Category, str | None] = {}
    for line in posted.lines:
        hand = line.hand.facts.get("hand")
        if hand is not None:
            covered = [each for each in Category if each >= names[hand]]
        else:
            covered = [names[line.hand.message]] if line.hand.message in names else list(Category)
        said = dict.fromkeys(covered, line.odds) | said
    for each in Category:
        if each >= least:
            times, _colon, of = (said[each] or "0 : 1").partition(" : ")
            assert int(times) * EVEN_BP == right.rate_bp(each) * int(of), each


def test_a_game_among_guests_has_no_such_sheet(evening):
    assert banked.sheet(evening.game().pk) is None
    with pytest.raises(NotFound, match="no_such_game"):
        banked.sheet(4711)
