"""Hold'em against the house: every box plays its own hand against the dealer's, over the same board.

The same code plays "Easy Hold'em" (seed `002`), "Casino Hold'em" and "Ultimate Texas Hold'em"; their differences are
data with a version (`rule_sets`).  Pure: bets and cards in, the outcome of each bet out.
"""

from typing import Final

VARIANTS: Final = ("easy_holdem", "casino_holdem", "ultimate_holdem")
