"""A game's terms: what no game can be, all of it at once; and what is no game at all."""

import pytest

from accounting import money
from casino.errors import Refusal
from tables.models import Game
from tables.play.services import game_terms, games
from tables.play.services.games import GameForm
from tests import builders, databases
from tests.builders import Evening

pytestmark = pytest.mark.django_db

built, evening = databases.shared(builders.evening)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"variant": "chess"}, "unknown_variant"),
        ({"betting": "spread"}, "unknown_betting"),
        ({"recording": "by_ear"}, "unknown_recording"),
        ({"min_buy_in_cents": money.MOST_CENTS + 100}, "terms_wrong"),
        ({"ante_cents": -100}, "terms_wrong"),
        ({"chip_cents": 0}, "terms_wrong"),
    ],
)
def test_no_such_game_is_offered(evening: Evening, terms: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        evening.game(**terms)
    assert refusal.value.code == code
    assert not Game.objects.exists()


def test_all_that_is_wrong_is_said_at_once(evening: Evening) -> None:
    """Of rules that are not there, and of amounts in chips of nothing, no more is said than that."""
    game = evening.game()
    game.name, game.rule_set, game.chip_cents, game.last_hands = " ", "house/9", 0, 99
    found = [(one.refusal.code, one.terms[0]) for one in game_terms.faults(game)]
    assert found == [
        ("game_nameless", "name"),
        ("unknown_rule_set", "rule_set"),
        ("terms_wrong", "chip_cents"),
        ("terms_wrong", "last_hands"),
    ]


def test_a_house_that_is_not_there_offers_no_game(evening: Evening) -> None:
    with pytest.raises(Refusal) as refusal:
        games.create(house_id=4711, terms=GameForm(name="NLHE", variant="texas"), actor=evening.floor)
    assert refusal.value.code == "no_such_house"
    assert not Game.objects.exists()


def test_a_game_has_no_other_fields(evening: Evening) -> None:
    game = evening.game()
    before = Game.objects.values().get()
    with pytest.raises(Refusal) as refusal:
        games.edit(game_id=game.pk, changes={"name": "Other", "house_id": 4711}, actor=evening.floor)
    assert (refusal.value.code, refusal.value.facts["field"]) == ("unknown_field", "house_id")
    assert Game.objects.values().get() == before


ULTIMATE = {"variant": "ultimate_holdem", "rule_set": "ultimate-holdem/1"}


class TestStakesThatCanBePaid:
    """northwoodcasino.com/ultimate-texas-hold-em: the blind bet pays a flush "3 to 2", which is 7.50 for 5."""

    def test_stakes_whose_wins_are_no_whole_chips_are_refused(self, evening: Evening) -> None:
        with pytest.raises(Refusal) as refusal:
            evening.banked_game(**ULTIMATE, min_box_cents=500, chip_cents=100)
        assert refusal.value.code == "stakes_not_payable"
        assert (refusal.value.facts["chip_cents"], refusal.value.facts["unit_cents"]) == (100, 200)
        assert refusal.value.facts["rounded"] == ["ultimate-holdem-rounded-up/1", "ultimate-holdem-rounded-down/1"]
        assert not Game.objects.exists()

    @pytest.mark.parametrize(
        "terms",
        [
            ULTIMATE | {"min_box_cents": 600, "min_buy_in_cents": 600, "chip_cents": 100},
            ULTIMATE | {"min_box_cents": 500, "chip_cents": 50},
            ULTIMATE | {"rule_set": "ultimate-holdem-rounded-up/1"},
            ULTIMATE | {"rule_set": "ultimate-holdem-rounded-down/1"},
            {"rule_set": "easy-holdem/1"},
        ],
    )
    def test_what_would_be_right(self, evening: Evening, terms: dict[str, object]) -> None:
        assert evening.banked_game(**terms).pk

    def test_a_chip_of_nothing_says_no_more_than_that(self, evening: Evening) -> None:
        game = evening.banked_game(**ULTIMATE, chip_cents=50)
        game.chip_cents = 0
        assert [one.refusal.code for one in game_terms.faults(game)] == ["terms_wrong"]
