"""Forms of poker: what they are, and their ranks of high and low hands against every five cards that may be played."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from tables.rules import evaluate
from tables.rules.forms import FORMS, Form, Half
from tables.rules.setup import Variant

HANDS = 150
MANY = 5_000


def test_each_word_of_a_set_up_is_a_form() -> None:
    assert {variant.value for variant in Variant} == set(FORMS)


def test_the_deck_bounds_the_table() -> None:
    """Five cards on each board, and one burned before each of three streets."""
    assert {key: form.most_players() for key, form in FORMS.items()} == {
        "texas": 22, "texas_hi_lo": 22, "omaha": 11, "omaha_5": 8, "omaha_6": 7, "omaha_hi_lo": 11, "big_o": 8
    }  # fmt: skip
    assert FORMS["omaha_6"].most_players(boards=2) == 6


def fives(form: Form, hole: Sequence[int], board: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All hands of five cards that may be made."""
    if form.plays is None:
        yield from combinations((*hole, *board), 5)
        return
    for own in combinations(hole, form.plays):
        for others in combinations(board, 5 - form.plays):
            yield (*own, *others)


def is_low(five: Sequence[int]) -> bool:
    """Five different ranks, none above the eight; the ace is low."""
    ranks = {card // 4 for card in five}
    return len(ranks) == 5 and ranks <= {12, 0, 1, 2, 3, 4, 5, 6}


def as_low(five: Sequence[int]) -> list[int]:
    """The ranks as lows are compared: the highest card first, the ace as one."""
    return sorted(((card // 4 + 1) % 13 for card in five), reverse=True)


def compare(form: Form, count: int) -> int:
    """Compare random hands, half of them of low cards; returns how many made a low."""
    random, lows = Random(form.key), 0
    high, low = evaluate.high(form), evaluate.low(form)
    assert (low is None) == (Half.LOW_EIGHT not in form.halves)
    found: list[tuple[int, list[int]]] = []
    for number in range(count):
        deck = [card for card in range(52) if number % 2 or card // 4 in {12, *range(8)}]
        dealt = random.sample(deck, form.hole_cards + 5)
        hole, board = dealt[: form.hole_cards], dealt[form.hole_cards :]
        assert high(hole, board) == min(map(evaluate.of_five, fives(form, hole, board)))
        if low is not None:
            made = [as_low(five) for five in fives(form, hole, board) if is_low(five)]
            assert (low(hole, board) == evaluate.NO_LOW) == (not made)
            found += [(low(hole, board), min(made))] if made else []
            lows += bool(made)
    # The numbers stand in the order of the hands that they are for.
    assert [cards for _rank, cards in sorted(found)] == sorted(cards for _rank, cards in found)
    return lows


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_ranks_are_those_of_the_best_five_cards(form: Form) -> None:
    assert compare(form, HANDS) > HANDS // 10 or form.halves == (Half.HIGH,)


@pytest.mark.release("thousands of hands against every five cards")
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_ranks_of_many_hands_are_those_of_the_best_five_cards(form: Form) -> None:
    compare(form, MANY)
