"""A box and its cards in one line, for the tests of games against the house."""

from typing import Any

from tables.rules import cards
from tables.rules.banked import boxes, settling
from tables.rules.banked.boxes import Box, Limits
from tables.rules.banked.rule_sets import BankedRules, Spot

EURO = 100
LIMITS = Limits(least_ante_cents=5 * EURO, most_ante_cents=100 * EURO, most_side_cents=25 * EURO, chip_cents=50)

BOARD = "Kh 8d 3s 9c 2h"


def box(**euros: float) -> Box:
    """Box 1 with these bets."""
    return Box(1, {Spot(spot): int(amount * EURO) for spot, amount in euros.items()})


def settled(rules: BankedRules, bets: Box, hole: str, dealer: str, board: str = BOARD) -> dict[str, Any]:
    """By spot: the cents it wins or loses the guest; a bet that goes back is 0."""
    boxes.check(rules, bets, LIMITS)
    showing = settling.show(rules, *(cards.parse(each) for each in (hole, dealer, board)))
    return {one.spot.value: -one.house_cents for one in settling.settle(rules, bets, showing, LIMITS)}
