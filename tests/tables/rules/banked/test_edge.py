"""The house's edge is computed by sorting and symmetry; here both are held against the rules, card by card."""

from itertools import combinations, permutations
from math import comb
from random import Random

import numpy as np
import pytest

from tables.rules.banked import settling
from tables.rules.banked.rule_sets import EASY_HOLDEM, EVEN_BP, RULE_SETS, BankedRules, Spot, Street
from tables.rules.evaluate import rank
from tables.rules.forms import TEXAS
from tools.edge import boards, enumeration
from tools.edge.counting import DEALERS, Counter, worth
from tools.edge.ranking import HOLES, Ranking

SHOWN = {
    "nothing": (0, 21, 34, 47, 28),
    "pair": (0, 1, 34, 47, 28),
    "flush": (0, 20, 32, 47, 28),
    "straight": (16, 21, 26, 31, 33),
    "four": (0, 1, 2, 3, 28),
}
"""Kinds of boards on which other hands tie, and on which the dealer never or seldom qualifies."""


@pytest.fixture(scope="module")
def counter() -> Counter:
    return Counter()


def test_ranks_are_those_of_the_rules() -> None:
    ranking, chance = Ranking(), Random(11)
    for _try in range(60):
        board = tuple(chance.sample(range(52), 5))
        holes = np.flatnonzero(~np.isin(HOLES, board).any(axis=1))
        for at in chance.sample(range(len(holes)), 25):
            hole = HOLES[holes[at]].tolist()
            assert ranking.on(board, holes)[at] == rank(TEXAS, hole, board)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=list(RULE_SETS))
@pytest.mark.parametrize("board", SHOWN.values(), ids=list(SHOWN))
def test_counting_is_settling_all_990_hands_of_the_dealer(
    counter: Counter, rules: BankedRules, board: tuple[int, ...]
) -> None:
    holes = counter.holes(board)
    counts = counter.count(board, holes, rules.qualifies)
    chance = Random(7)
    for at in chance.sample(range(len(holes)), 4):
        hole = HOLES[holes[at]].tolist()
        rest = [card for card in range(52) if card not in board and card not in hole]
        showings = [settling.show(rules, hole, dealer, board) for dealer in combinations(rest, 2)]
        assert len(showings) == DEALERS
        for spot, payment in rules.payments.items():
            rates = [settling.main_rate(payment, showing) for showing in showings]
            assert worth(payment, counts)[at] == sum(-EVEN_BP if rate is None else rate for rate in rates), spot


def test_classes_of_boards_are_all_boards() -> None:
    for count, known in ((3, 1_755), (4, 16_432), (5, 134_459)):
        found = boards.classes(count)
        assert len(found) == known
        assert sum(boards.members(masks) for masks in found) == comb(52, count)


def test_naming_the_suits_anew_changes_nothing(counter: Counter) -> None:
    """A board and all that it is with other suits: every hand is worth what the renamed hand is worth there."""
    rules, renamed = RULE_SETS["ultimate-holdem/1"], boards.renamed()
    board = SHOWN["flush"]
    table = np.zeros((2, len(HOLES)), dtype=np.int64)
    for row, way in enumerate((0, 17)):
        there = tuple(card // 4 * 4 + boards.SUITS[way][card % 4] for card in board)
        holes = counter.holes(there)
        values = enumeration.fixed_worth(rules, counter.count(there, holes, rules.qualifies))
        table[row, holes] = values
    assert (table[0] == table[1][renamed[17]]).all()
    assert table.any()
    assert len(boards.SUITS) == len(set(permutations(range(4))))


def test_a_part_of_a_board_becomes_its_class() -> None:
    chance = Random(5)
    for count in (3, 4):
        for _try in range(50):
            cards = tuple(sorted(chance.sample(range(52), count)))
            number, ways = boards.ways_to_class(cards)
            first = boards.cards_of(list(boards.classes(count))[number])
            for way in ways:
                assert sorted(card // 4 * 4 + boards.SUITS[way][card % 4] for card in cards) == sorted(first)


@pytest.mark.release("enumerates all boards to come")
@pytest.mark.parametrize(("shown", "name"), [((0, 21, 34, 47), "river"), ((3, 7, 30), "turn"), ((0, 20, 32), "turn")])
def test_what_a_street_knows_is_the_sum_of_all_boards_to_come(
    counter: Counter, shown: tuple[int, ...], name: str
) -> None:
    """For one hand and what lies on the board: added up by classes, and card by card."""
    street, spot = Street(len(shown)), Spot(name)
    rest = [card for card in range(52) if card not in shown]
    final = [tuple(sorted((*shown, *more))) for more in combinations(rest, 5 - len(shown))]
    known = list(boards.classes(5))
    some = {known[boards.ways_to_class(board)[0]] for board in final}
    table = enumeration.edge(EASY_HOLDEM, [enumeration.summed(EASY_HOLDEM, some)]).table(street, name)
    number, ways = boards.ways_to_class(shown)
    renamed = boards.renamed()
    for hole in ((48, 51), (1, 2)):
        at = HOLES.tolist().index(list(hole))
        expected = 0
        for board in final:
            if not set(hole) & set(board):
                holes = counter.holes(board)
                counts = counter.count(board, holes, None)
                expected += int(worth(EASY_HOLDEM.payments[spot], counts)[holes == at][0])
        assert {int(table[number, renamed[way][at]]) for way in ways} == {24 * expected}
