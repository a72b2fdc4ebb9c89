"""The rules a house usually cites in its rulings, offered for choice with one tap; any other is typed.

Numbers are those of the Tournament Directors Association (TDA 2024) and of the WSOP Live Action Rules 2024 ("WLA"), as
cited throughout these rules; sections of the house's own rules go by their names (seeds `000`, `001`).  Pure.
"""

from typing import Final

USUAL: Final = (
    "TDA 1",  # the floor decides, in the best interest of the game
    "TDA 9–10",  # broken tables and balance (`tables.rules.tournaments.balancing`)
    "TDA 47",  # raising again after a short all-in (`rule_sets.Reopening`)
    "TDA 54",  # a short blind counts as a full one in pot limit
    "WLA 75",  # change of the deck
    "WLA 104",  # misdeals
    "WLA 105",  # substantial action
    "WLA 137",  # one oversized chip without words is a call
    "WLA 148–149",  # odd chips
    "WLA 156",  # missed blinds
    "WLA 167",  # a board dealt too early
    "WLA 172–173",  # least raise, short all-ins
)
