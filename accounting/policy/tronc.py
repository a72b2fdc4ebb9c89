"""What guests customarily give the staff.

"In poker it is customary to tip 1% of the pot" (seed `001`).  A tip is a gift: nothing here is ever owed.  The
suggestion is what the dealer's screen offers, and the band is what an auditor is asked to look at, since a figure far
outside is more often a slip of the finger than a generous guest.
"""

from dataclasses import dataclass
from enum import StrEnum

from accounting import money
from accounting.money import BASIS_POINTS, Rounding


class Verdict(StrEnum):
    """How a tip compares to the custom; `none` is no tip at all, and no matter for anybody."""

    NONE = "none"
    BELOW = "below"
    CUSTOMARY = "customary"
    ABOVE = "above"


@dataclass(frozen=True, slots=True)
class Custom:
    """A house's custom, in basis points of the pot: what to suggest, and between what a tip needs no second look."""

    suggested_bp: int = 100
    low_bp: int = 0
    high_bp: int = 1_000

    def __post_init__(self) -> None:
        assert 0 <= self.low_bp <= self.suggested_bp <= self.high_bp <= BASIS_POINTS, self


WIESBADEN = Custom()
"""Seed `001`: 1 % of the pot.  The upper edge, ten times the custom, is the house's own choice and its to change."""


def suggestion(pot_cents: int, *, chip_cents: int, custom: Custom = WIESBADEN) -> int:
    """The customary tip in whole chips, nearest, exact halves up.  Of a small pot it may be nothing."""
    return money.share(pot_cents, custom.suggested_bp, unit_cents=chip_cents, rounding=Rounding.NEAREST)


def verdict(tip_cents: int, pot_cents: int, *, custom: Custom = WIESBADEN) -> Verdict:
    """Where a tip, or the tips of many hands against their pots, stands in the band; the edges belong to the custom."""
    assert min(tip_cents, pot_cents) >= 0, (tip_cents, pot_cents)
    if tip_cents == 0:
        return Verdict.NONE
    # Multiplied out instead of divided, so that the edge is exact.
    if tip_cents * BASIS_POINTS < pot_cents * custom.low_bp:
        return Verdict.BELOW
    if tip_cents * BASIS_POINTS > pot_cents * custom.high_bp:
        return Verdict.ABOVE
    return Verdict.CUSTOMARY
