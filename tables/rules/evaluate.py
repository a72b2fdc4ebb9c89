"""The rank of a hand; the only module that uses phevaluator.

Lower is better, as in phevaluator: 1 is a royal flush, 7462 the worst high card (H14).
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import combinations
from typing import Protocol, TypeAlias, cast

from tables.rules.forms import Form


class _Ranking(Protocol):
    def __call__(self, *cards: int) -> int: ...


_QUADS = (11, 166)  # ranks of four of a kind: behind the ten straight flushes, 13 times 12 of them

_texas = cast("_Ranking", import_module("phevaluator").evaluate_cards)
_omaha = cast("_Ranking", import_module("phevaluator").evaluate_omaha_cards)


Rank: TypeAlias = Callable[[Sequence[int], Sequence[int]], int]
"""The rank of a hand from its hole cards and those on the board; lower is better."""


def _of_seven(hole: Sequence[int], board: Sequence[int]) -> int:
    return _texas(*board, *hole)


def _two_of_four(hole: Sequence[int], board: Sequence[int]) -> int:
    return _omaha(*board, *hole)


_HIGH: dict[tuple[int | None, int], Rank] = {(None, 2): _of_seven, (2, 4): _two_of_four}


def high(form: Form) -> Rank:
    """How a form ranks its high hands: 1 best, 7462 worst.

    Any hole cards: the best five of seven; else exactly so many of them with the rest from the board (H13).
    """
    return _HIGH[form.plays, form.hole_cards]


def rank(form: Form, hole: Sequence[int], board: Sequence[int]) -> int:
    """The rank of one hand, as `high` gives it."""
    return high(form)(hole, board)


def of_five(cards: Sequence[int]) -> int:
    """The rank of exactly five cards."""
    return _texas(*cards)


def played(form: Form, hole: Sequence[int], board: Sequence[int]) -> list[tuple[int, int]]:
    """Each two hole cards with which the best hand can be made; in Omaha there always are such (H13)."""
    best = rank(form, hole, board)
    return [
        (first, second)
        for first, second in combinations(hole, 2)
        if any(of_five((first, second, *three)) == best for three in combinations(board, 3))
    ]


def is_four_of_a_kind(rank: int) -> bool:
    """Whether a rank is four of a kind."""
    return _QUADS[0] <= rank <= _QUADS[1]
