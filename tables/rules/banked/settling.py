"""The comparison of a box with the dealer, and the outcome of each bet.

Seed `002`: "a combination of five best cards" of seven; a lower one than the dealer's loses all bets, an equal one
neither wins nor loses, a higher one is paid.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from accounting import money
from accounting.money import Rounding
from tables.rules import cards
from tables.rules.banked.boxes import Box, Limits, has_folded
from tables.rules.banked.categories import Category, category
from tables.rules.banked.rule_sets import BankedRules, Payment, SideBet, Spot, Unqualified
from tables.rules.evaluate import rank
from tables.rules.forms import TEXAS


class Comparison(StrEnum):
    """The box's hand compared with the dealer's."""

    WINS = "wins"
    TIES = "ties"
    LOSES = "loses"


@dataclass(frozen=True, slots=True)
class Showing:
    """The facts on which payment depends, computed from the cards or given by the dealer.

    `category`: of the box's own hand, for pay tables.  `side`: the category each side bet wins with, None where it
    loses.
    """

    comparison: Comparison
    category: Category
    dealer_qualifies: bool = True
    side: tuple[tuple[Spot, Category | None], ...] = ()


class Result(StrEnum):
    """The result of a bet."""

    WON = "won"
    RETURNED = "returned"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One bet: its stake, its result, and the winnings that the house pays on top (0 unless it won).

    `rounded_cents`: by how much the winnings are more than the odds, negative if less; 0 where the limit of a box cut
    them.
    """

    spot: Spot
    staked_cents: int
    result: Result
    paid_cents: int = 0
    rounded_cents: int = 0

    @property
    def house_cents(self) -> int:
        """The house's gain: the stake if it is lost, less the winnings paid."""
        return (self.staked_cents if self.result is Result.LOST else 0) - self.paid_cents


def show(rules: BankedRules, hole: Sequence[int], dealer: Sequence[int], board: Sequence[int]) -> Showing:
    """Compare two cards of a box with the dealer's two over five on the board; refuses `card_twice`."""
    assert (len(hole), len(dealer), len(board)) == (2, 2, 5)
    cards.mask((*hole, *dealer, *board))
    own, banks = rank(TEXAS, hole, board), rank(TEXAS, dealer, board)
    comparison = Comparison.WINS if own < banks else Comparison.LOSES if own > banks else Comparison.TIES
    return Showing(
        comparison=comparison,
        category=category(own),
        dealer_qualifies=rules.qualifies is None or banks <= rules.qualifies,
        side=tuple((spot, side_category(bet, hole, board)) for spot, bet in rules.side_bets.items()),
    )


def side_category(bet: SideBet, hole: Sequence[int], board: Sequence[int]) -> Category | None:
    """The category a side bet wins with, by the box's cards and the first of the board; None: it loses."""
    own = rank(TEXAS, hole, board[: bet.board_cards])
    return category(own) if own <= bet.least else None


def settle(rules: BankedRules, box: Box, showing: Showing | None, limits: Limits) -> tuple[Outcome, ...]:
    """The outcome of each bet of the box, in the order of spots; `showing` is None only for a box that has given up.

    Winnings are whole chips, rounded as the rules name it, and together at most `limits.most_paid_cents`: the excess is
    cut from the bets settled last.  A box whose bets are not payable by the rules (`boxes.check`) is rounded down.
    """
    folded = has_folded(rules, box)
    assert folded or showing is not None, "a box that stays shows its cards"
    outcomes = []
    left_cents = limits.most_paid_cents
    for spot in (one for one in rules.spots if one in box.bets):
        staked_cents = box.bets[spot]
        rate_bp = _rate(rules, spot, showing, folded=folded)
        due_cents = _due(rules, staked_cents, rate_bp or 0, limits)
        paid_cents = due_cents
        if left_cents is not None:
            paid_cents = min(due_cents, left_cents)
            left_cents -= paid_cents
        exact_cents = money.share(staked_cents, rate_bp or 0, rounding=Rounding.NEAREST)
        result = Result.LOST if rate_bp is None else Result.WON if rate_bp else Result.RETURNED
        rounded_cents = due_cents - exact_cents if paid_cents == due_cents else 0
        outcomes.append(Outcome(spot, staked_cents, result, paid_cents, rounded_cents))
    assert all(one.paid_cents == 0 for one in outcomes if one.result is not Result.WON)
    return tuple(outcomes)


def _due(rules: BankedRules, staked_cents: int, rate_bp: int, limits: Limits) -> int:
    rounding = rules.rounding or Rounding.DOWN
    return money.share(staked_cents, rate_bp, unit_cents=limits.chip_cents, rounding=rounding)


def _rate(rules: BankedRules, spot: Spot, showing: Showing | None, *, folded: bool) -> int | None:
    """The rate at which a bet wins, in basis points: 0 gives it back, None loses it."""
    if spot in rules.side_bets:
        return _side_rate(rules.side_bets[spot], spot, showing, folded=folded)
    if folded or showing is None:
        return None
    return main_rate(rules.payments[spot], showing)


def _side_rate(bet: SideBet, spot: Spot, showing: Showing | None, *, folded: bool) -> int | None:
    won_with = dict(showing.side).get(spot) if showing is not None else None
    if won_with is None or (folded and bet.lost_by_fold):
        return None
    return bet.table.rate_bp(won_with)


def main_rate(payment: Payment, showing: Showing) -> int | None:
    """The rate of a bet of a box that stays, in basis points: 0 gives it back, None loses it."""
    if not showing.dealer_qualifies and payment.unqualified is Unqualified.PUSHES:
        return 0
    if not showing.dealer_qualifies and payment.unqualified is Unqualified.PAYS:
        return payment.table.rate_bp(showing.category)
    match showing.comparison:
        case Comparison.WINS:
            return payment.table.rate_bp(showing.category)
        case Comparison.TIES:
            return 0
        case Comparison.LOSES:
            return None
