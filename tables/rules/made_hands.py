"""The five cards that a shown hand is made of, and what they are called by."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tables.rules.banked.categories import Category, category
from tables.rules.evaluate import of_five
from tables.rules.forms import Form, Half

_FEWEST_ON_BOARD = 3
_IN_SEQUENCE = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
_EIGHT = 7  # in the order of lows
_WHEEL = {12, 0, 1, 2, 3}  # ace to five: the ace is the lowest card


@dataclass(frozen=True, slots=True)
class MadeHand:
    """Five cards, those that count first: pairs before their kickers, the highest card before lower ones.

    `ranks`: each rank once, in the same order (0 is the two, 12 the ace).
    """

    category: Category
    ranks: tuple[int, ...]
    cards: tuple[int, ...]


def best(form: Form, hole: Sequence[int], board: Sequence[int]) -> MadeHand | None:
    """The best hand of these cards, on the board alone where the hole cards add nothing.

    None where there is none: before the flop, or where only some of the hole cards were shown.
    """
    if len(hole) != form.hole_cards or len(board) < _FEWEST_ON_BOARD:
        return None
    five = min(_hands(form, hole, board), key=lambda dealt: (of_five(dealt), len(set(dealt) & set(hole))))
    made = category(of_five(five))
    ranks = [card // 4 for card in five]
    is_wheel = made in _IN_SEQUENCE and set(ranks) == _WHEEL

    def counts(rank: int) -> tuple[int, int]:
        return ranks.count(rank), -1 if is_wheel and rank == max(_WHEEL) else rank

    return MadeHand(
        made,
        tuple(sorted(set(ranks), key=counts, reverse=True)),
        tuple(sorted(five, key=lambda card: counts(card // 4), reverse=True)),
    )


def _hands(form: Form, hole: Sequence[int], board: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Any five of all cards, or those of so many hole cards as must play with the rest of the board (H13)."""
    if form.plays is None:
        yield from combinations((*board, *hole), 5)
    else:
        for own in combinations(hole, form.plays):
            yield from ((*own, *others) for others in combinations(board, 5 - form.plays))


def best_low(form: Form, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...] | None:
    """The five cards of the best low, the highest first and the ace last; None where there is none, or none counts."""
    if Half.LOW_EIGHT not in form.halves or len(hole) != form.hole_cards or len(board) < _FEWEST_ON_BOARD:
        return None

    def rank(card: int) -> int:
        return (card // 4 + 1) % 13  # 0 is the ace, 7 the eight

    lows = [sorted(five, key=rank, reverse=True) for five in _hands(form, hole, board)]
    lows = [five for five in lows if rank(five[0]) <= _EIGHT and len({rank(card) for card in five}) == len(five)]
    found = min(lows, key=lambda five: ([rank(card) for card in five], len({*five} & {*hole})), default=None)
    return None if found is None else tuple(found)
