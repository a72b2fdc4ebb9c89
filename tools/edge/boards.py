"""Classes of boards that differ only by naming suits: results for one member hold for all."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Final

import numpy as np

from tools.edge.ranking import HOLES, Ints

SUITS: Final = tuple(permutations(range(4)))
"""The 24 ways to rename the suits: suit `s` becomes `SUITS[way][s]`."""

_INDEX: Final = {(int(a), int(b)): at for at, (a, b) in enumerate(HOLES)}

Masks = tuple[int, int, int, int]


def renamed() -> Ints:
    """For each way and each hand, the index of the renamed hand: 24 × 1,326."""
    return np.array([[_INDEX[_pair(way, a, b)] for a, b in HOLES.tolist()] for way in SUITS], dtype=np.int64)


def _pair(way: tuple[int, ...], a: int, b: int) -> tuple[int, int]:
    first, second = sorted((_card(way, a), _card(way, b)))
    return first, second


def _card(way: tuple[int, ...], card: int) -> int:
    return card // 4 * 4 + way[card % 4]


@cache
def classes(count: int) -> dict[Masks, int]:
    """All classes of sets of `count` cards, as ranks by suit, the largest set first; each with a number."""
    sets = {size: [_mask(ranks) for ranks in combinations(range(13), size)] for size in range(count + 1)}
    found: list[Masks] = []
    for sizes in combinations_with_replacement(range(count, -1, -1), 4):
        if sum(sizes) == count:
            found += {_sorted(masks) for masks in product(*(sets[size] for size in sizes))}
    return {masks: number for number, masks in enumerate(dict.fromkeys(found))}


def cards_of(masks: Masks) -> tuple[int, ...]:
    """The cards of a class's first member, lowest first."""
    return tuple(4 * rank + suit for rank in range(13) for suit in range(4) if masks[suit] >> rank & 1)


def members(masks: Masks) -> int:
    """The number of sets of cards in the class."""
    return len(set(permutations(masks)))


@cache
def ways_to_class(cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The number of these cards' class, and all ways to rename suits that turn them into its first member."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card % 4] |= 1 << card // 4
    wanted = _sorted((masks[0], masks[1], masks[2], masks[3]))
    ways = [
        number
        for number, way in enumerate(SUITS)
        if all(wanted[way[suit]] == masks[suit] for suit in range(4))
    ]  # fmt: skip
    return classes(len(cards))[wanted], tuple(ways)


def parts(board: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
    """All sets of `count` cards of the board: the earlier boards it may come from."""
    return combinations(board, count)


def _mask(ranks: tuple[int, ...]) -> int:
    return sum(1 << rank for rank in ranks)


def _sorted(masks: Masks | tuple[int, ...]) -> Masks:
    first, second, third, fourth = sorted(masks, reverse=True)
    return first, second, third, fourth
