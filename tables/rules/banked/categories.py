"""The category of a hand, as pay tables name it."""

from bisect import bisect_left
from enum import IntEnum
from typing import Final


class Category(IntEnum):
    """Worst to best, so that "a straight or better" is `>=` (seed `002`, "Game combinations")."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


#: The worst rank of each category, best first: there are 7,462 five-card hands that differ.
_WORST: Final = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)


def category(rank: int) -> Category:
    """The category of a rank: 1 is the royal flush, 7462 the worst high card."""
    assert 1 <= rank <= _WORST[-1], rank
    return Category(Category.ROYAL_FLUSH - bisect_left(_WORST, rank))


#: The worst rank that still has a pair of these: 220 hands of each, aces first.
_PAIRS_FROM: Final = _WORST[7] + 1
_HANDS_OF_A_PAIR: Final = 220


def worst_with_pair_of(rank: str) -> int:
    """The worst rank of a hand with a pair of `rank` ("4") or better: the limit of a dealer who qualifies with it."""
    return _PAIRS_FROM - 1 + _HANDS_OF_A_PAIR * ("AKQJT98765432".index(rank) + 1)


def pair_named(rank: int) -> str | None:
    """The inverse: "4" where `rank` is the worst hand with a pair of fours; None where it is the worst of no pair."""
    return next((card for card in "AKQJT98765432" if worst_with_pair_of(card) == rank), None)
