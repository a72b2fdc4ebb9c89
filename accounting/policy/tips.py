"""The customary tip.

"In poker it is customary to tip 1% of the pot" (seed `001`).  A tip is a gift and never owed;
the dealer's screen offers the suggestion.
"""

from typing import Final

from accounting import money
from accounting.money import Rounding

CUSTOM_BP: Final = 100
"""Seed `001`: 1 % of the pot."""


def suggestion(pot_cents: int, *, chip_cents: int, custom_bp: int = CUSTOM_BP) -> int:
    """The customary tip in cents, rounded to nearest in whole chips, exact halves up; 0 for a small pot."""
    return money.share(pot_cents, custom_bp, unit_cents=chip_cents, rounding=Rounding.NEAREST)
