"""The rules of a house for guests who are away from their seats, as data."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from casino.errors import Malformed, _
from tables.rules import house_rules


@dataclass(frozen=True, slots=True)
class AbsenceRules:
    """What a house may set (domain §4.8); who is named behind a number is its source.

    `absent_buttons`: after so many of them a guest's chips are picked up; `away_minutes`: or after so long (both WSOP
    live-action 73).  `break_minutes`: for so long it is his right to be away, no absent button is given (an Austrian
    room: 30 minutes); 0: there is no such right.  `away_most`: how many may be away from one table at once; whoever
    walks next is told so (second and third man walking: WSOP live-action 74, Jackson); 0: nobody counts them.
    """

    absent_buttons: int = 2
    away_minutes: int = 60
    break_minutes: int = 0
    away_most: int = 0


USUAL: Final = AbsenceRules()

LIMITS: Final[dict[str, tuple[int, int]]] = {
    "absent_buttons": (1, 10),
    "away_minutes": (5, 600),
    "break_minutes": (0, 240),
    "away_most": (0, 9),
}
"""Between what each number must lie: beyond it lies a slip of the finger."""


def changed(rules: AbsenceRules, changes: Mapping[str, object]) -> AbsenceRules:
    """The rules with some of them set anew.

    Refuses what is no rule (`rule_unknown`), a number outside `LIMITS` (`rule_out_of_range`), and a break that lasts
    longer than anybody may be away (`break_too_long`).
    """
    new = house_rules.changed(rules, changes, LIMITS)
    if new.break_minutes > new.away_minutes:
        raise Malformed("break_too_long", _("A break cannot last longer than a guest may be away."))
    return new


def to_json(rules: AbsenceRules) -> dict[str, object]:
    """All of them by name."""
    return asdict(rules)


def from_json(kept: Mapping[str, object]) -> AbsenceRules:
    """What a house has set; the rest is as usual."""
    return changed(USUAL, kept)
