"""What a dealer is qualified for: a game by its variant and betting, a variant against the house, tournaments."""

from typing import Final

VARIANTS: Final = ("texas", "omaha")
BETTINGS: Final = ("no_limit", "pot_limit", "fixed_limit")
BANKED: Final = ("easy_holdem", "casino_holdem", "ultimate_holdem")
TOURNAMENT: Final = "tournament"

SKILLS: Final = (*(f"{variant}/{betting}" for variant in VARIANTS for betting in BETTINGS), *BANKED, TOURNAMENT)


def needed(variant: str, betting: str, *, in_tournament: bool = False) -> frozenset[str]:
    """What it takes to deal this: against the house the variant alone, in a tournament that it is one besides."""
    game = variant if variant in BANKED else f"{variant}/{betting}"
    return frozenset({game, TOURNAMENT}) if in_tournament else frozenset({game})
