"""The table as a picture, and the raises that its pad offers."""

import pytest
from django.utils import translation

from tables.hands.pages import play
from tables.play.pages import oval
from tables.play.pages.oval import Look, Name
from tables.rules import hand as rules
from tables.rules.setup import Betting, HandSetup, Variant
from tests.tables.rules.scripts import actions, table

pytestmark = pytest.mark.usefixtures("in_english")

NAMES = {1: "Thomas Engel", 2: "Rainer Busch", 3: "Heike Lange", 4: "Ralf Seidel", 5: "Petra Vogel"}


@pytest.fixture
def in_english():
    with translation.override("en"):
        yield


def seen(setup: HandSetup, script: str = ""):
    return rules.view(rules.replay(setup, actions(script)))


def picture(setup: HandSetup, script: str = "", *, places: int = 6):
    return oval.of_hand(seen(setup, script), setup, NAMES, places=places, won={}, stacks={})


def offered(setup: HandSetup, script: str = "") -> list[int]:
    return [preset.to_cents for preset in play.presets(seen(setup, script), setup.terms.chip_cents)]


@pytest.mark.parametrize(
    ("text", "surname", "given"),
    [
        ("Thomas Engel", "Engel", "Thomas"),
        ("Engel, Thomas", "Engel", "Thomas"),
        ("Weber", "Weber", ""),
        ("Friederike von der Osten-Sacken", "von der Osten-Sacken", "Friederike"),
        ("Anna Maria Müller", "Müller", "Anna Maria"),
        ("van Dyke", "Dyke", "van"),
        ("", "", ""),
    ],
)
def test_a_surname_comes_first(text, surname, given):
    assert oval.name_of(text) == Name(surname, given)


def test_only_a_long_surname_is_written_smaller():
    assert not oval.name_of("Anna Lindholm-Au").is_long
    assert oval.name_of("Max Schwarzenberger-Lindholm").is_long


@pytest.mark.parametrize(
    ("surname", "parts"),
    [
        ("Engel", ["Engel"]),
        ("Schwarzenberger-Lindholm", ["Schwar|zen|ber|ger-", "Lindholm"]),
        ("Krüger-Lüdenscheidt", ["Krüger-", "Lüden|scheidt"]),
        ("Kirchschläger", ["Kirchschlä|ger"]),
        ("von der Osten-Sacken", ["von der Osten-", "Sacken"]),
        ("", [""]),
    ],
)
def test_a_surname_breaks_at_its_hyphen_and_a_long_part_by_syllables(surname, parts):
    assert [part.replace("\N{SOFT HYPHEN}", "|") for part in Name(surname).parts] == parts


def test_every_place_of_the_table_is_drawn():
    """Seat 5 sits but was not dealt in, seat 6 is free; seat 3 is first to act behind the blinds."""
    plates = picture(table([1000, 1000, 1000, 1000])).plates
    looks = [plate.look for plate in plates]
    assert looks == [Look.TAKEN, Look.TAKEN, Look.TURN, Look.TAKEN, Look.AWAY, Look.FREE]
    assert [[mark.letters for mark in plate.marks] for plate in plates] == [["SB"], ["BB"], [], ["D"], [], []]
    assert [plate.bet for plate in plates] == [5, 10, 0, 0, 0, 0]
    assert [len(plate.backs) for plate in plates] == [2, 2, 2, 2, 0, 0]
    assert plates[4].words == ("not dealt in",)


def test_a_fold_is_said_in_a_word_too():
    plate = picture(table([1000, 1000, 1000]), "3 fold").plates[2]
    assert (plate.look, plate.words, len(plate.backs)) == (Look.FOLDED, ("folded",), 0)


def test_side_pots_name_the_seats_that_may_win_them():
    """Seat 4 is in for 30, the others for 60: 4 × 30 and 3 × 30."""
    shown = picture(table([1000, 1000, 1000, 30]), "3 raise 60, 4 call, 1 call, 2 call")
    assert [(pot.words, pot.amount, pot.eligible) for pot in shown.pots] == [
        ("Main pot", 120, (1, 2, 3, 4)),
        ("Side pot 1", 90, (1, 2, 3)),
    ]
    assert shown.plates[3].words == ("all-in",)
    assert picture(table([1000, 1000, 1000]), "3 call, 1 call, 2 check").pots == (), "one pot is the total"


def test_a_board_has_room_for_five_cards():
    setup = table([1000, 1000, 1000])
    assert picture(setup).boards == ()
    (board,) = picture(setup, "3 call, 1 call, 2 check, board AhKd2c").boards
    assert [card.text if card else None for card in board] == ["A♥", "K♦", "2♣", None, None]


class TestPresets:
    """Shares of the pot as it is after the call: blinds 5 and 10, seat 3 calls 10 into 15, so the pot is 25."""

    def test_half_three_quarters_all_of_it_and_all_in(self):
        assert offered(table([1000, 1000, 1000])) == [10 + 12, 10 + 18, 10 + 25, 1000]

    def test_in_whole_chips(self):
        assert offered(table([1000, 1000, 1000], chip=5)) == [10 + 10, 10 + 15, 10 + 25, 1000]

    def test_only_what_may_be_raised(self):
        """24 are less than a raise to 20 leaves room for: half the pot, then all-in."""
        assert offered(table([1000, 1000, 24])) == [22, 24]

    def test_at_pot_limit_the_pot_is_the_most(self):
        omaha = table([1000, 1000, 1000], betting=Betting.POT_LIMIT, variant=Variant.OMAHA)
        assert offered(omaha) == [22, 28, 35]

    def test_a_limit_game_has_one_amount(self):
        assert offered(table([1000, 1000, 1000], betting=Betting.FIXED_LIMIT)) == []

    def test_none_for_who_may_only_call(self):
        assert offered(table([1000, 1000, 8])) == []


def test_a_key_of_the_deck_says_where_its_card_lies():
    setup = table([1000, 1000])
    keys = play.deck(seen(setup, "2 call, 1 check, board AhKd2c"))
    assert len(keys) == 52
    assert [key.name for key in keys[:3]] == ["As", "Ks", "Qs"]
    assert {key.name for key in keys if key.at} == {"Ah", "Kd", "2c"}
