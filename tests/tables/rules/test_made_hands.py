"""The five cards of a shown hand, in the order in which they count."""

import pytest
from django.utils import translation

from tables.hands.selectors import named
from tables.rules import cards
from tables.rules.forms import OMAHA, TEXAS, Form
from tables.rules.made_hands import MadeHand, best


def made(hole: str, board: str, form: Form = TEXAS) -> MadeHand:
    found = best(form, cards.parse(hole), cards.parse(board))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("hole", "board", "five", "english", "german"),
    [
        ("Ah 9d", "Kd 7s 4c 3h 2s", "Ah Kd 9d 7s 4c", "Ace high, king, nine, seven, four",
         "Höchste Karte Ass, König, Neun, Sieben, Vier"),
        ("Kh Ks", "Ad 9s 4c 3h 2s", "Kh Ks Ad 9s 4c", "Pair of kings, ace, nine, four", "Paar Könige, Ass, Neun, Vier"),
        ("Ah Ks", "Ad Kd Qc 3h 2s", "Ad Ah Kd Ks Qc", "Two pairs, aces and kings, queen",
         "Zwei Paare, Asse und Könige, Dame"),
        ("7h 7s", "7d Ad Kc 3h 2s", "7d 7h 7s Ad Kc", "Three sevens, ace, king", "Drilling Siebenen, Ass, König"),
        ("Ah 2s", "3d 4d 5c Kh Qs", "5c 4d 3d 2s Ah", "Straight, five high", "Straße, höchste Karte Fünf"),
        ("Th 9s", "Jd Qd Kc 3h 2s", "Kc Qd Jd Th 9s", "Straight, king high", "Straße, höchste Karte König"),
        ("Ah 9h", "Kh 7h 2h 3s 4d", "Ah Kh 9h 7h 2h", "Flush, ace high", "Flush, höchste Karte Ass"),
        ("Kh Kd", "Kc 7s 7d Qh 2c", "Kc Kd Kh 7d 7s", "Full house, kings and sevens",
         "Full House, Könige und Siebenen"),
        ("8h 8d", "8c 8s Ad Qh 2c", "8c 8d 8h 8s Ad", "Four eights, ace", "Vierling Achten, Ass"),
        ("9h 8h", "7h 6h 5h Ad Kc", "9h 8h 7h 6h 5h", "Straight flush, nine high",
         "Straight Flush, höchste Karte Neun"),
        ("Ah Kh", "Qh Jh Th 2c 3d", "Ah Kh Qh Jh Th", "Royal flush", "Royal Flush"),
    ],
)  # fmt: skip
def test_a_hand_is_told_as_a_room_tells_it(hole: str, board: str, five: str, english: str, german: str) -> None:
    found = made(hole, board)
    assert [card // 4 for card in found.cards] == [card // 4 for card in cards.parse(five)]
    assert set(found.cards) == set(cards.parse(five))
    for language, said in (("en", english), ("de", german)):
        with translation.override(language):
            assert named.name(found) == said


def test_in_omaha_exactly_two_hole_cards_count() -> None:
    """Kings full: with any hole cards it would be four kings, but two of the hole and three of the board must be."""
    found = made("Ks Kh Kd 5c", "Kc 7s 7d Qh 2c", OMAHA)
    assert set(cards.parse("Kc 7d 7s")) < set(found.cards)
    assert len(set(found.cards) & set(cards.parse("Ks Kh Kd 5c"))) == 2


def test_where_the_board_plays_no_hole_card_counts() -> None:
    found = made("2c 3d", "Ah Kh Qh Jh Th")
    assert set(found.cards) == set(cards.parse("Ah Kh Qh Jh Th"))


@pytest.mark.parametrize(("hole", "board"), [("As Ac", ""), ("As", "Kd 7s 4c 3h 2s")])
def test_there_is_no_hand_before_the_flop_nor_of_half_a_hand(hole: str, board: str) -> None:
    assert best(TEXAS, cards.parse(hole), cards.parse(board)) is None
