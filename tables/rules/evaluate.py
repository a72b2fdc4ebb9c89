"""The rank of a hand; the only module that uses phevaluator.

Lower is better, as in phevaluator: 1 is a royal flush, 7462 the worst high card (H14).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from typing import Protocol, TypeAlias, cast

from tables.rules.forms import FORMS, Form, Half


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


def _two_of_five(hole: Sequence[int], board: Sequence[int]) -> int:
    """Three fours hold each of the ten pairs of five cards; the wheels of phevaluator have no tables for five."""
    a, b, c, d, e = hole
    return min(_omaha(*board, a, b, c, d), _omaha(*board, a, b, c, e), _omaha(*board, a, b, d, e))


def _two_of_six(hole: Sequence[int], board: Sequence[int]) -> int:
    """Three fours hold each of the fifteen pairs of six cards."""
    a, b, c, d, e, f = hole
    return min(_omaha(*board, a, b, c, d), _omaha(*board, a, b, e, f), _omaha(*board, c, d, e, f))


_HIGH: dict[tuple[int | None, int], Rank] = {
    (None, 2): _of_seven,
    (2, 4): _two_of_four,
    (2, 5): _two_of_five,
    (2, 6): _two_of_six,
}


def high(form: Form) -> Rank:
    """How a form ranks its high hands: 1 best, 7462 worst.

    Any hole cards: the best five of seven; else exactly so many of them with the rest from the board (H13).
    """
    return _HIGH[form.plays, form.hole_cards]


_LOW_BIT = tuple([1 << (card // 4 + 1) if card // 4 < 7 else 1 if card // 4 == 12 else 0 for card in range(52)])
"""The bit of a card's rank in a low: the ace is the lowest; ranks above the eight have none."""
_LOW_CARDS = 5
NO_LOW = 256
"""The rank of a hand that makes no low, behind the worst low (8 7 6 5 4)."""


def low(form: Form) -> Rank | None:
    """How a form ranks its low hands, `NO_LOW` for one that does not qualify; None where low wins nothing.

    The number has one bit for each rank of the five, so the highest card counts first (ace to five, eight or better).
    """
    if Half.LOW_EIGHT not in form.halves:
        return None
    plays = form.plays
    return lambda hole, board: _low(_low_ranks(hole), _low_ranks(board), plays)


def _low_ranks(cards: Sequence[int]) -> int:
    ranks = 0
    for card in cards:
        ranks |= _LOW_BIT[card]
    return ranks


@lru_cache(maxsize=1 << 16)
def _low(hole: int, board: int, plays: int | None) -> int:
    """The lowest five different ranks, from the sets of low ranks in the hole and on the board."""
    if plays is None:
        return min(_subsets(hole | board, _LOW_CARDS), default=NO_LOW)
    own, others = _subsets(hole, plays), _subsets(board, _LOW_CARDS - plays)
    return min([mine | theirs for mine in own for theirs in others if not mine & theirs], default=NO_LOW)


@lru_cache(maxsize=2_048)
def _subsets(ranks: int, count: int) -> tuple[int, ...]:
    bits = [1 << bit for bit in range(8) if ranks >> bit & 1]
    return tuple([sum(some) for some in combinations(bits, count)])


RANKS: dict[str, tuple[Rank, Rank | None]] = {key: (high(form), low(form)) for key, form in FORMS.items()}
"""How each form ranks its high and its low hands, by the form's key."""


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
