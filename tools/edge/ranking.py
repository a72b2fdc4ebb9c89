"""Ranks of many seven-card hands at once, by two tables made with the rules' own evaluator."""

from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tables.rules.evaluate import rank
from tables.rules.forms import TEXAS

Ints = NDArray[np.int64]

HOLES: Final = np.array(list(combinations(range(52), 2)), dtype=np.int64)
"""All 1,326 hands of two cards, the lower card first."""

#: Sums of seven of these, at most four of each, differ for every two hands that differ in rank (checked below).
_WEIGHTS: Final = np.array(
    [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181], dtype=np.int64
)  # fmt: skip
_FLUSH: Final = 5


class Ranking:
    """One table by the sum of the ranks' weights, one by the ranks of a suit."""

    def __init__(self) -> None:
        self._by_sum = np.zeros(int(_WEIGHTS[-1]) * 4 + int(_WEIGHTS[-2]) * 3 + 1, dtype=np.int16)
        for ranks in combinations_with_replacement(range(13), 7):
            if max(ranks.count(one) for one in ranks) > 4:
                continue
            at = int(_WEIGHTS[list(ranks)].sum())
            assert self._by_sum[at] == 0, "two hands have one sum"
            # Suits in turn: no card twice, never five of a suit.
            self._by_sum[at] = _rank([4 * one + place % 4 for place, one in enumerate(ranks)])
        self._by_suit = np.zeros(1 << 13, dtype=np.int16)
        for count in (5, 6, 7):
            for ranks in combinations(range(13), count):
                self._by_suit[sum(1 << one for one in ranks)] = _rank([4 * one for one in ranks])
        self._weight = _WEIGHTS[HOLES // 4].sum(axis=1)
        suits = HOLES[:, :, None] % 4 == np.arange(4)
        self._in_suit = suits.sum(axis=1)
        self._mask = (suits * (1 << (HOLES // 4))[:, :, None]).sum(axis=1)

    def on(self, board: tuple[int, ...], holes: Ints) -> Ints:
        """The ranks of the hands with these indexes in `HOLES` over five cards on the board."""
        ranks = self._by_sum[self._weight[holes] + int(_WEIGHTS[[card // 4 for card in board]].sum())].astype(np.int64)
        for suit in range(4):
            suited = [card // 4 for card in board if card % 4 == suit]
            if len(suited) < _FLUSH - 2:
                continue
            flush = self._in_suit[holes, suit] + len(suited) >= _FLUSH
            mask = self._mask[holes, suit] | sum(1 << one for one in suited)
            ranks = np.where(flush, self._by_suit[mask], ranks)
        return np.asarray(ranks, dtype=np.int64)


def _rank(cards: list[int]) -> int:
    """The rank of five to seven cards."""
    return rank(TEXAS, cards[:2], cards[2:])
