"""The rank of a hand; the only module that uses phevaluator.

Lower is better, as in phevaluator: 1 is a royal flush, 7462 the worst high card (H14).
"""

from collections.abc import Sequence
from importlib import import_module
from itertools import combinations
from typing import Protocol, cast

from tables.rules.setup import Variant


class _Ranking(Protocol):
    def __call__(self, *cards: int) -> int: ...


_QUADS = (11, 166)  # ranks of four of a kind: behind the ten straight flushes, 13 times 12 of them

_texas = cast("_Ranking", import_module("phevaluator").evaluate_cards)
_omaha = cast("_Ranking", import_module("phevaluator").evaluate_omaha_cards)


def rank(variant: Variant, hole: Sequence[int], board: Sequence[int]) -> int:
    """The rank of two or four hole cards with five on the board: 1 best, 7462 worst.

    Texas: the best five of seven, any number of hole cards; Omaha: exactly two of four with three of the board (H13).
    """
    if variant is Variant.TEXAS:
        return _texas(*board, *hole)
    return _omaha(*board, *hole)


def of_five(cards: Sequence[int]) -> int:
    """The rank of exactly five cards."""
    return _texas(*cards)


def played(variant: Variant, hole: Sequence[int], board: Sequence[int]) -> list[tuple[int, int]]:
    """Each two hole cards with which the best hand can be made; in Omaha there always are such (H13)."""
    best = rank(variant, hole, board)
    return [
        (first, second)
        for first, second in combinations(hole, 2)
        if any(of_five((first, second, *three)) == best for three in combinations(board, 3))
    ]


def is_four_of_a_kind(rank: int) -> bool:
    """Whether a rank is four of a kind."""
    return _QUADS[0] <= rank <= _QUADS[1]
