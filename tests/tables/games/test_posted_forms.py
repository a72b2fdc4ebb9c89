"""The posted sheet of each form of poker says, in German and English, what the form's properties and its engine do."""

import re

import pytest
from django.utils import translation

from accounting.rake.selectors.terms import texts
from casino import house_time
from tables.games.selectors import posted_sheet as posted
from tables.games.selectors.posted_sheet import Posted
from tables.models import Game
from tables.rules import cards, evaluate
from tables.rules.evaluate import NO_LOW
from tables.rules.forms import FORMS, Half
from tests import builders, databases
from tests.builders import FIVE_PERCENT, Evening

pytestmark = pytest.mark.django_db

built, evening = databases.shared(builders.evening)

LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
LOW = {"en": "low hand", "de": "niedrige Hand"}
BOMB_POTS = {
    "bomb_pot_ante_cents": 2_500, "bomb_pot_boards": 2, "bomb_pot_every": 25, "bomb_pot_at_dealer_change": True
}  # fmt: skip
BOMB = {
    "en": [
        "Hands 25, 50, 75 and so on at the table are bomb pots.",
        "The first hand of a new dealer at the table is a bomb pot.",
        "The floor may announce a bomb pot for the next hand.",
        (
            "In a bomb pot every player at the table puts in an ante of 25.00 and is dealt in; there are no blinds and"
            " no straddle."
        ),
        "In a bomb pot there is no betting before the flop.",
        "A bomb pot has 2 boards, side by side.",
        "A blind that a player owes stays owed in a bomb pot; button and blinds move on as after every hand.",
    ],
    "de": [
        "Die Hände 25, 50, 75 und so weiter am Tisch sind Bombpots.",
        "Die erste Hand eines neuen Dealers am Tisch ist ein Bombpot.",
        "Der Floor kann für die nächste Hand einen Bombpot ansagen.",
        (
            "In einem Bombpot bringt jeder Spieler am Tisch ein Ante von 25,00 und erhält Karten; es gibt weder"
            " Blinds noch Straddle."
        ),
        "In einem Bombpot wird vor dem Flop nicht gesetzt.",
        "Ein Bombpot hat 2 Boards nebeneinander.",
        (
            "Ein Blind, den ein Spieler schuldet, bleibt in einem Bombpot geschuldet; Button und Blinds rücken weiter"
            " wie nach jeder Hand."
        ),
    ],
}
EQUAL_PARTS = {
    "en": "Each board decides an equal part of every pot; an odd chip between boards goes to the first board.",
    "de": "Jedes Board entscheidet über einen gleichen Teil jedes Pots; ein überzähliger Chip zwischen den Boards geht"
    " an das erste Board.",
}
SIDE_BY_SIDE = {"en": "Every hand has 2 boards, side by side.", "de": "Jede Hand hat 2 Boards nebeneinander."}
OTHER = {"en": "de", "de": "en"}


def sheet(evening: Evening, **changes: object) -> Posted:
    return posted.sheet(evening.game(**changes).pk, house_time.now())


def said(sheet: Posted, language: str) -> list[str]:
    with translation.override(language):
        return texts((*sheet.about_game, *sheet.about_play, *sheet.about_ranking))


@LANGUAGES
@pytest.mark.parametrize("key", FORMS)
def test_its_cards_and_halves_are_those_of_the_form(evening: Evening, key: str, language: str) -> None:
    form = FORMS[key]
    sentences = said(sheet(evening, variant=key), language)
    name, _colon, about = sentences[0].partition(": ")
    assert name == Game.Variant(key).label
    numbers = [int(number) for number in re.findall(r"\d+", about)]
    assert numbers == [form.hole_cards, *((form.plays, 5 - form.plays) if form.plays else (form.board_cards,))]
    dealt = next(one for one in sentences if one.startswith(("Each player gets", "Jeder Spieler erhält")))
    assert re.findall(r"\d+", dealt) == [str(form.hole_cards)]
    halved = [one for one in sentences if LOW[language] in one.lower() or LOW[language] in one]
    assert bool(halved) is (Half.LOW_EIGHT in form.halves)
    assert any("Hi-Lo" in one for one in sentences[1:]) is (Half.LOW_EIGHT in form.halves)
    too = [one for one in sentences if one.startswith(("For the low hand too exactly", "Auch für die niedrige Hand"))]
    assert [re.findall(r"\d+", one) for one in too] == (
        [[str(form.plays)]] if form.plays and len(form.halves) > 1 else []
    )


@LANGUAGES
@pytest.mark.parametrize("key", FORMS)
def test_no_sentence_is_left_in_the_other_language(evening: Evening, key: str, language: str) -> None:
    everything = sheet(evening, variant=key, boards=3, **BOMB_POTS)
    mine = said(everything, language)
    assert not set(mine) & set(said(everything, OTHER[language]))
    assert not [one for one in mine if "%(" in one]


def test_the_low_hands_named_are_the_first_and_the_last_that_the_engine_counts() -> None:
    """`posted_forms.about_low`: 5-4-3-2-A is the best, 8-7-6-5-4 the last; a straight or flush is as good."""
    form = FORMS["omaha_hi_lo"]
    low = evaluate.low(form)
    assert low is not None
    board = cards.parse("Kc Kd 3h 4h 5h")

    def of(hole: str) -> int:
        return low(cards.parse(hole), board)

    assert of("Ah 2h Ks Qs") == of("As 2c Ks Qs") < of("As 6c Ks Qs") < of("7s 8c Ks Qs") < NO_LOW
    assert of("9s Tc Ks Qs") == NO_LOW
    assert of("2s 3c Ks Qs") == NO_LOW, "a pair of threes leaves four ranks"
    last = low(cards.parse("4s 5c Ks Qs"), cards.parse("Kc Kd 6h 7h 8h"))
    assert of("7s 8c Ks Qs") < last < NO_LOW


RETURNED = {
    "en": "The part of an ante that nobody else can match is returned, as that of a bet is.",
    "de": "Der Teil eines Ante, den sonst niemand mitgehen kann, geht zurück, wie bei einem Einsatz.",
}


@LANGUAGES
def test_a_bomb_pot_is_posted_as_it_is_dealt(evening: Evening, language: str) -> None:
    usual = said(sheet(evening), language)
    told = said(sheet(evening, **BOMB_POTS), language)
    assert [one for one in told if one not in usual] == [EQUAL_PARTS[language], RETURNED[language], *BOMB[language]]
    assert not [one for one in usual if "bomb pot" in one.lower() or "Bombpot" in one]


def test_only_what_the_house_has_set_is_posted_of_bomb_pots(evening: Evening) -> None:
    told = said(sheet(evening, boards=2, bomb_pot_ante_cents=500), "en")
    assert [one for one in told if one in BOMB["en"]] == [BOMB["en"][2], BOMB["en"][4], BOMB["en"][6]]
    assert "A bomb pot has one board." in told


@LANGUAGES
def test_several_boards_are_posted(evening: Evening, language: str) -> None:
    usual, told = said(sheet(evening), language), said(sheet(evening, boards=2), language)
    more = [one for one in told if one not in usual]
    assert more[0] == SIDE_BY_SIDE[language]
    assert len(more) == 3, "the boards, their parts of the pot, and what is dealt on each"
    assert len([one for one in usual if one not in told]) == 1, "on one board, a burn card each time"


@LANGUAGES
@pytest.mark.parametrize(("terms", "is_said"), [({}, False), ({"boards": 2}, True), (BOMB_POTS, True)])
def test_where_there_is_a_jackpot_it_says_which_hands_play_for_none(
    evening: Evening, terms: dict[str, object], language: str, is_said: bool
) -> None:
    fund = evening.terms(
        "Mit Jackpot",
        FIVE_PERCENT | {"jackpot": {"fund": "bad-beat", "steps": [{"from_cents": 500, "total_cents": 100}]}},
    )
    sentence = {
        "en": "A hand with several boards counts for neither bad beat nor high hand.",
        "de": "Eine Hand mit mehreren Boards zählt weder als Bad Beat noch als High Hand.",
    }[language]
    assert (sentence in said(sheet(evening, rake_schedule_id=fund.schedule_id, **terms), language)) is is_said
    assert sentence not in said(sheet(evening, **terms), language)


def test_with_no_money_down_the_same_is_posted(evening: Evening) -> None:
    game = evening.game(variant="big_o", **BOMB_POTS)
    with translation.override("en"):
        practice = posted.practice(game.pk)
        told = texts((*practice.about_game, *practice.about_play, *practice.about_ranking))
    assert {*BOMB["en"], "Straights and flushes do not count against a low hand."} <= set(told)
