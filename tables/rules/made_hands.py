"""The five cards that a shown hand is made of, and what they are called by."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tables.rules.banked.categories import Category, category
from tables.rules.evaluate import of_five
from tables.rules.forms import Form

_FEWEST_ON_BOARD = 3
_IN_SEQUENCE = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
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
