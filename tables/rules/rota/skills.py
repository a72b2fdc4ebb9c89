"""The qualifications of a dealer: a game by its variant and betting, a variant against the house, tournaments."""

from typing import Final

from tables.rules import banked
from tables.rules.forms import FORMS
from tables.rules.setup import Betting

TOURNAMENT: Final = "tournament"

SKILLS: Final = (*(f"{form}/{betting}" for form in FORMS for betting in Betting), *banked.VARIANTS, TOURNAMENT)


def needed(variant: str, betting: str, *, in_tournament: bool = False) -> frozenset[str]:
    """The skills it takes to deal this: against the house the variant alone, in a tournament `TOURNAMENT` as well."""
    game = variant if variant in banked.VARIANTS else f"{variant}/{betting}"
    return frozenset({game, TOURNAMENT}) if in_tournament else frozenset({game})
