"""On one board: how often each hand wins, ties and loses against the dealer's, and the value of each bet."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from tables.rules.banked.categories import Category, category
from tables.rules.banked.rule_sets import EVEN_BP, BankedRules, Payment, Spot, Unqualified
from tools.edge.ranking import HOLES, Ints, Ranking

DEALERS: Final = 990
"""Hands that the dealer can have beside a box's, on a board of five."""

_WORST: Final = 7462
_SHIFT: Final = 1 << 13
CATEGORY: Final = np.array([0, *(int(category(rank)) for rank in range(1, _WORST + 1))], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Counts:
    """For each hand its 990 dealer's hands by result; `…_out`: those with which the dealer does not qualify."""

    categories: Ints
    wins: Ints
    ties: Ints
    loses: Ints
    wins_out: Ints
    ties_out: Ints
    loses_out: Ints


class Counter:
    """Counts for any board; keeps tables that are the same for all."""

    def __init__(self) -> None:
        self._ranking = Ranking()
        # By card, the 51 hands that have it.
        self._with = np.array(
            [np.flatnonzero(np.isin(HOLES, [card]).any(axis=1)) for card in range(52)], dtype=np.int64
        )

    def holes(self, board: tuple[int, ...]) -> Ints:
        """Indexes of the 1,081 hands without these cards."""
        return np.flatnonzero(~np.isin(HOLES, board).any(axis=1))

    def count(self, board: tuple[int, ...], holes: Ints, qualifies: int | None) -> Counts:
        """Results of each of `holes` against all dealer's hands.

        All hands are sorted by rank, and so are, card by card, those that the hand's own cards make impossible.
        """
        every = np.full(len(HOLES), 0, dtype=np.int64)
        every[holes] = ranks = self._ranking.on(board, holes)
        inside = np.sort(ranks)
        live = [card for card in range(52) if card not in board]
        row = np.zeros(52, dtype=np.int64)
        row[live] = np.arange(len(live))
        by_card = every[self._with[live]]
        # Hands that share a card with the board have rank 0 and lie before all others of their row.
        keys = np.sort(by_card + _SHIFT * np.arange(len(live))[:, None], axis=1).ravel()
        own = row[HOLES[holes]]

        def above(limit: Ints, side: Literal["left", "right"]) -> Ints:
            """Dealer's hands with a rank beyond the limit (`right`), or at it and beyond (`left`)."""
            alone = len(inside) - np.searchsorted(inside, limit, side)
            shared = (own + 1) * self._with.shape[1] - np.searchsorted(keys, own * _SHIFT + limit[:, None], side)
            return np.asarray(alone - shared.sum(axis=1), dtype=np.int64)

        # The box's own hand is in each of the three counts, one too often taken away.
        worse = above(ranks, "right")
        ties = above(ranks, "left") + 1 - worse
        if qualifies is None:
            none = np.zeros_like(ranks)
            return Counts(CATEGORY[ranks], worse, ties, DEALERS - worse - ties, none, none, none)
        is_out = ranks > qualifies
        out = above(np.full_like(ranks, qualifies), "right") + is_out
        wins_out = np.where(is_out, worse, out)
        ties_out = np.where(is_out, ties, 0)
        loses_out = out - wins_out - ties_out
        return Counts(
            categories=CATEGORY[ranks],
            wins=worse - wins_out,
            ties=ties - ties_out,
            loses=DEALERS - worse - ties - loses_out,
            wins_out=wins_out,
            ties_out=ties_out,
            loses_out=loses_out,
        )


def worth(payment: Payment, counts: Counts) -> Ints:
    """The result of a bet of one unit over all dealer's hands, in basis points: won less lost."""
    rates = np.array([payment.table.rate_bp(each) for each in Category], dtype=np.int64)[counts.categories]
    main = counts.wins * rates - counts.loses * EVEN_BP
    match payment.unqualified:
        case Unqualified.PLAYS:
            return main + counts.wins_out * rates - counts.loses_out * EVEN_BP
        case Unqualified.PAYS:
            return main + (counts.wins_out + counts.ties_out + counts.loses_out) * rates
        case Unqualified.PUSHES:
            return main


def fixed_worth(rules: BankedRules, counts: Counts) -> Ints:
    """The result of the ante and of all bets equal to it, for a box that stays."""
    worths = [worth(rules.payments[spot], counts) for spot in (Spot.ANTE, *rules.equals_ante)]
    return np.asarray(np.sum(worths, axis=0), dtype=np.int64)
