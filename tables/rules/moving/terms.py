"""The rules of a house's moves, as data: how full a main game is kept, what a refusal costs, when a change costs."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from tables.rules import house_rules


@dataclass(frozen=True, slots=True)
class MovingRules:
    """What a house may set (domain §4.8); who is named behind a number is its source.

    `main_short_by`: so many seats of a main game may stay free before its feeder must send somebody (WSOP live-action
    97–99: seven of eight, six of seven).  `barred_minutes`: how long who refuses to move stays out of the game and off
    its list (the same: one hour).  `passed_before_posting`: past so many active players a seat may be changed without
    posting (WSOP live-action 159: two).  `most_difference`: by how many players tables of one game may differ before
    the floor is told whom to ask; §4.8 has no number, this one is ours.  `stays_minutes`: so long after he came to a
    table nobody changes to another one with more than the maximum buy-in (WSOP live-action 59: one hour).
    """

    main_short_by: int = 1
    barred_minutes: int = 60
    passed_before_posting: int = 2
    most_difference: int = 2
    stays_minutes: int = 60


USUAL: Final = MovingRules()

LIMITS: Final[dict[str, tuple[int, int]]] = {
    "main_short_by": (0, 5),
    "barred_minutes": (0, 1_440),
    "passed_before_posting": (0, 9),
    "most_difference": (1, 9),
    "stays_minutes": (0, 1_440),
}
"""Between what each number must lie: beyond it lies a slip of the finger."""


def changed(rules: MovingRules, changes: Mapping[str, object]) -> MovingRules:
    """The rules with some of them set anew.

    Refuses what is no rule (`rule_unknown`) and a number outside `LIMITS` (`rule_out_of_range`).
    """
    return house_rules.changed(rules, changes, LIMITS)


def to_json(rules: MovingRules) -> dict[str, object]:
    """All of them by name."""
    return asdict(rules)


def from_json(kept: Mapping[str, object]) -> MovingRules:
    """What a house has set; the rest is as usual."""
    return changed(USUAL, kept)
