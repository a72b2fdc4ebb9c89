"""A game's terms: what no game can be, all of it at once; and what is no game at all."""

import pytest

from accounting import money
from casino.errors import Refusal
from tables.games.services import game_terms, games
from tables.games.services.games import GameForm
from tables.models import Game
from tables.rules import banked
from tables.rules.forms import FORMS
from tables.rules.setup import FEWEST_PLAYERS, MOST_BOARDS
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


@pytest.mark.parametrize(
    ("terms", "least_cents"),
    [
        ({"small_blind_cents": 300, "big_blind_cents": 200}, 300),
        ({"small_blind_cents": 100, "big_blind_cents": 0}, 100),
        ({"small_blind_cents": 50, "big_blind_cents": 50, "chip_cents": 100}, 100),
    ],
)
def test_s3_a_big_blind_below_the_minimum_bet_is_refused(
    evening: Evening, terms: dict[str, object], least_cents: int
) -> None:
    """Seed 003: "The big blind is equal to or greater than the minimum bet"."""
    game = evening.game()
    before = Game.objects.values().get()
    for name, value in terms.items():
        setattr(game, name, value)
    found = {one.refusal.code: one for one in game_terms.faults(game)}["big_blind_below_minimum_bet"]
    assert (found.terms[0], found.refusal.facts["least_cents"]) == ("big_blind_cents", least_cents)
    with pytest.raises(Refusal):
        games.edit(game_id=game.pk, changes=terms, actor=evening.floor)
    assert Game.objects.values().get() == before


@pytest.mark.parametrize("blinds_cents", [(100, 200), (200, 500), (500, 500)])
def test_s3_the_small_blind_is_settable_up_to_the_minimum_bet(evening: Evening, blinds_cents: tuple[int, int]) -> None:
    """Seed 003: it is "usually equal to half the minimum bet", so a house may set another."""
    small, big = blinds_cents
    assert evening.game(small_blind_cents=small, big_blind_cents=big).pk


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


BOMB_POT = {"bomb_pot_ante_cents": 500, "bomb_pot_boards": 2, "bomb_pot_every": 20, "bomb_pot_at_dealer_change": True}


class TestForms:
    def test_every_form_of_poker_is_offered_and_nothing_else_among_guests(self) -> None:
        assert set(Game.Variant.values) == {*FORMS, *banked.VARIANTS}

    @pytest.mark.parametrize("variant", FORMS)
    @pytest.mark.parametrize("betting", Game.Betting)
    def test_a_game_of_each(self, evening: Evening, variant: str, betting: str) -> None:
        game = evening.game(variant=variant, betting=betting, boards=2, **BOMB_POT)
        assert not list(game_terms.faults(game))

    def test_the_deck_suffices_for_two_players_of_each_with_the_most_boards(self) -> None:
        """So no game needs a refusal of its boards for its cards."""
        assert min(form.most_players(MOST_BOARDS) for form in FORMS.values()) >= FEWEST_PLAYERS


class TestBoardsAndBombPots:
    @pytest.mark.parametrize(
        ("terms", "code", "field"),
        [
            ({"boards": 0}, "boards_wrong", "boards"),
            ({"boards": MOST_BOARDS + 1}, "boards_wrong", "boards"),
            ({**BOMB_POT, "bomb_pot_boards": MOST_BOARDS + 1}, "boards_wrong", "bomb_pot_boards"),
            ({"bomb_pot_every": 20}, "bomb_pot_without_ante", "bomb_pot_ante_cents"),
            ({"bomb_pot_at_dealer_change": True}, "bomb_pot_without_ante", "bomb_pot_ante_cents"),
            ({"bomb_pot_boards": 2}, "bomb_pot_without_ante", "bomb_pot_ante_cents"),
            ({"bomb_pot_ante_cents": 550}, "not_on_chip", "bomb_pot_ante_cents"),
            ({"bomb_pot_ante_cents": 0}, "terms_wrong", "bomb_pot_ante_cents"),
            ({"bomb_pot_ante_cents": -100}, "terms_wrong", "bomb_pot_ante_cents"),
            ({**BOMB_POT, "bomb_pot_every": 0}, "terms_wrong", "bomb_pot_every"),
            ({**BOMB_POT, "bomb_pot_every": 1_001}, "terms_wrong", "bomb_pot_every"),
        ],
    )
    def test_what_no_game_has(self, evening: Evening, terms: dict[str, object], code: str, field: str) -> None:
        game = evening.game()
        before = Game.objects.values().get()
        with pytest.raises(Refusal) as refusal:
            games.edit(game_id=game.pk, changes=terms, actor=evening.floor)
        assert refusal.value.code == code
        assert Game.objects.values().get() == before
        for name, value in terms.items():
            setattr(game, name, value)
        assert field in [one.terms[0] for one in game_terms.faults(game)]

    @pytest.mark.parametrize("terms", [{"boards": 2}, BOMB_POT])
    def test_against_the_house_there_are_none(self, evening: Evening, terms: dict[str, object]) -> None:
        with pytest.raises(Refusal) as refusal:
            evening.banked_game(**terms)
        assert (refusal.value.code, Game.objects.count()) == ("terms_wrong", 0)

    def test_an_ante_alone_is_enough(self, evening: Evening) -> None:
        """Then a bomb pot is dealt when the floor says so, and only then."""
        game = evening.game(bomb_pot_ante_cents=500)
        assert (game.offers_bomb_pots, game.bomb_pot_every, game.bomb_pot_at_dealer_change) == (True, None, False)


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
