"""What is posted of a game among guests is what its rule set plays (S17; seed 001)."""

import pytest
from django.utils import translation

from accounting.rake.selectors.terms import texts
from casino import house_time
from casino.errors import NotFound, Refusal
from tables.games.selectors import posted_sheet as posted
from tables.models import Game, HouseRuleSet
from tables.rules.rule_sets import RULE_SETS, Straddle, switched
from tests import builders
from tests.tables.rules.scripts import play, table

pytestmark = pytest.mark.django_db

FIRST_TO_SHOW = {
    "last_aggressor": "At the showdown the last player to bet or raise in the last round shows first; "
    "otherwise the first after the button.",
    "left_of_button": "At the showdown the first player after the button shows first.",
    "left_of_last_caller": "At the showdown the player after the last caller shows first.",
}


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def sheet(evening, **changes):
    return posted.sheet(evening.game(**changes).pk, house_time.now())


def test_the_ranking_is_that_of_seed_001(evening):
    ranking = texts(sheet(evening).about_ranking)
    names = [sentence.partition(":")[0] for sentence in ranking[:10]]
    assert names == [
        "Royal flush", "Straight flush", "Four of a kind", "Full house", "Flush", "Straight", "Three of a kind",
        "Two pair", "One pair", "High card",
    ]  # fmt: skip
    assert ranking[10:] == [
        "Of two such hands the higher cards win: first those of the combination, then the others.",
        "Equal hands share the pot; suits never decide.",
    ]


@pytest.mark.parametrize("variant", [Game.Variant.TEXAS, Game.Variant.OMAHA])
def test_the_order_of_play_is_that_of_seed_001(evening, variant):
    play_of = texts(sheet(evening, variant=variant).about_play)
    cards = {"texas": 2, "omaha": 4}[variant]
    assert play_of == [
        "The button moves clockwise after every hand.",
        "Before the deal two blinds are posted: the small blind and, to its left, the big blind.",
        f"Each player gets {cards} cards, face down, one after the other, starting to the left of the button.",
        "The first betting round begins to the left of the big blind, who acts last in it and may still raise.",
        "Three cards are dealt face up (flop), then a fourth (turn) and a fifth (river), each time after a burn card.",
        "After each of them there is a betting round, which begins with the first player after the button.",
        "Each in turn checks or bets; once there is a bet, a player folds, calls or raises.",
        "A bet must be at least the big blind.",
        "A raise must be at least as much as the last bet or raise.",
        FIRST_TO_SHOW["last_aggressor"],
        "The last player left in a hand wins the pot without showing their cards.",
    ]


@pytest.mark.parametrize("key", sorted(RULE_SETS))
def test_each_rule_set_has_its_own(evening, key):
    rules = RULE_SETS[key]
    play_of = texts(sheet(evening, rule_set=key).about_play)
    assert FIRST_TO_SHOW[rules.showdown_order] in play_of
    assert ("A raise must be at least the minimum bet." in play_of) is (rules.minimum_raise == "minimum_bet")


def may_straddle(key: str) -> bool:
    """Whether the rules take one from the player after the big blind."""
    try:
        play(table([1_000] * 4, rules=key, straddles={3: Straddle.UNDER_THE_GUN}))
    except Refusal as refusal:
        return refusal.code != "straddle_not_allowed"
    return True


@pytest.mark.parametrize("key", sorted(RULE_SETS))
def test_a_straddle_is_posted_only_where_it_can_be_made(evening, key):
    """A game offers it; whether anybody may straddle is the rule set's to say."""
    if may_straddle(key):
        assert "A straddle is allowed." in texts(sheet(evening, rule_set=key, straddle=True).about_game)
    else:
        with pytest.raises(Refusal, match=r"terms_wrong.*has no straddle"):
            evening.game(rule_set=key, straddle=True)
    assert "A straddle is allowed." not in texts(sheet(evening, rule_set=key).about_game)


@pytest.mark.parametrize(
    ("terms", "sentences"),
    [
        ({}, []),
        ({"rebuy_allowed": False}, ["No re-buys."]),
        (
            {"rebuy_at_cents": 5_000, "rebuy_cents": 6_000},
            ["A player with 50.00 or less may buy in again.", "A re-buy must be 60.00."],
        ),
        (
            {"chip_set": {"2500": 1, "500": 2, "100": 5}},
            ["Each player gets the same chips for the minimum buy-in: 5 × 1 · 2 × 5 · 1 × 25."],
        ),
    ],
)
def test_re_buys_and_the_set_of_chips_are_posted_where_a_game_has_them(evening, terms, sentences):
    usual = texts(sheet(evening).about_game)
    assert [one for one in texts(sheet(evening, **terms).about_game) if one not in usual] == sentences


def test_a_game_that_is_not_there_has_no_sheet():
    with pytest.raises(NotFound, match="no_such_game"):
        posted.sheet(4711, house_time.now())


def test_a_limit_game_has_its_bets_posted_and_no_least_raise(evening):
    play_of = texts(sheet(evening, betting=Game.Betting.FIXED_LIMIT).about_play)
    assert not [sentence for sentence in play_of if "at least" in sentence]
    assert HALF_BET["house/2"] in play_of


BEGINS_WITH_TWO = "In a betting round that begins with two players, raises are not limited."
TWO_ARE_LEFT = "Once two players are left and the limit is not reached, raises are not limited."


@pytest.mark.parametrize(
    ("base", "lifted", "sentences"),
    [("house/2", "no", [BEGINS_WITH_TWO]), ("house/2", "yes", [TWO_ARE_LEFT]), ("tda/2", "no", [])],
)
def test_when_the_limit_of_raises_is_lifted_is_posted(evening, base, lifted, sentences):
    """WLA 127 and Robert's Rules differ; what the engine does is what players read."""
    key = switched(base, {"cap_lifted_in_round": lifted}).key
    if ";" in key:
        HouseRuleSet.objects.create(
            house=evening.house, name="Robert", version=1, key=key, state=HouseRuleSet.State.APPROVED,
            proposed_at=house_time.now(), proposed_by=evening.floor,
            decided_at=house_time.now(), decided_by=evening.manager,
        )  # fmt: skip
    posted_texts = texts(sheet(evening, rule_set=key, betting=Game.Betting.FIXED_LIMIT).about_game)
    assert [one for one in posted_texts if "raises are not limited" in one] == sentences


COUNTS = "An all-in of half a bet or more counts as a full bet: "
HALF_BET = {
    "house/1": COUNTS + "a raise then goes to the next whole bet.",
    "house/2": COUNTS + "a raise then goes a full bet above the all-in.",
    "pokerstars/2": COUNTS + "a raise then goes to the next whole bet.",
}


@pytest.mark.parametrize("key", HALF_BET)
def test_what_a_short_all_in_counts_is_posted_in_limit_games(evening, key):
    """WLA 129; which total a raise goes to is the rule set's."""
    of_limit = texts(sheet(evening, rule_set=key, betting=Game.Betting.FIXED_LIMIT).about_play)
    assert HALF_BET[key] in of_limit
    assert "The next player may raise an all-in that does not count to the full bet." in of_limit
    assert HALF_BET[key] not in texts(sheet(evening, rule_set=key).about_play)


ANTE = "The part of an ante that nobody else can match "


@pytest.mark.parametrize(
    ("key", "sentence"),
    [("tda/2", ANTE + "stays in the pot."), ("tda/3", ANTE + "is returned, as that of a bet is.")],
)
def test_what_becomes_of_an_unmatched_ante_is_posted_where_somebody_antes(evening, key, sentence):
    assert sentence in texts(sheet(evening, rule_set=key, ante_cents=100).about_play)
    game = evening.game(rule_set=key)
    assert sentence not in texts(posted.sheet(game.pk, house_time.now()).about_play)
    Game.objects.filter(pk=game.pk).update(bomb_pot_ante_cents=500)
    assert sentence in texts(posted.sheet(game.pk, house_time.now()).about_play)


def test_the_sheet_says_what_a_bomb_pot_pays_where_the_game_has_them(evening):
    """No flop, no drop never spares one; the evening's schedule has it and does not exempt bomb pots."""
    game = evening.game()
    said = "No flop, no drop does not spare a bomb pot: it always has a flop, and bears rake like any hand."
    assert said not in texts(posted.sheet(game.pk, house_time.now()).about_tax)
    game.bomb_pot_ante_cents = 500
    game.save()
    assert said in texts(posted.sheet(game.pk, house_time.now()).about_tax)
    with translation.override("de"):
        assert any(
            "verschont keinen Bombpot" in one for one in texts(posted.sheet(game.pk, house_time.now()).about_tax)
        )
