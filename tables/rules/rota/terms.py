"""The rules of a house's rota, as data: how long a down and a break are, and what the law allows at most."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Final

from casino.errors import Malformed, _
from tables.rules import house_rules


@dataclass(frozen=True, slots=True)
class RotaRules:
    """What a house may set, in minutes; who is named behind a number is its source.

    `down_minutes`: a stint at a table (domain §4.9: about 30, 20 to 60 by room).  `lead_minutes`: how long before the
    end of a down it is pushed together with others; ours.  `break_minutes`: a break, until he is to be back; ours.
    `least_break_minutes`: what is shorter is no break (ArbZG §4: 15).  `longest_stretch_minutes`: at work without one
    (§4: six hours).  `first_break_minutes` of breaks after `first_break_after_minutes` of work, `second_…` likewise
    (§4: 30 after six hours, 45 after nine).  `usual_work_minutes`: a day's work (§3: eight hours);
    `most_work_minutes`: what it may become (§3: ten).  `rest_minutes`: between two shifts (§5: eleven hours).
    `same_table_again`: whether a dealer's next down may be at the same table (domain §4.9: never).
    `checks_qualification`: whether a dealer needs the game's qualification.
    """

    down_minutes: int = 30
    lead_minutes: int = 5
    break_minutes: int = 30
    least_break_minutes: int = 15
    longest_stretch_minutes: int = 360
    first_break_after_minutes: int = 360
    first_break_minutes: int = 30
    second_break_after_minutes: int = 540
    second_break_minutes: int = 45
    usual_work_minutes: int = 480
    most_work_minutes: int = 600
    rest_minutes: int = 660
    same_table_again: bool = False
    checks_qualification: bool = True

    @property
    def down(self) -> timedelta:
        """A stint at a table."""
        return timedelta(minutes=self.down_minutes)

    @property
    def pause(self) -> timedelta:
        """A break."""
        return timedelta(minutes=self.break_minutes)

    @property
    def longest_shift(self) -> timedelta:
        """The most work with the breaks that belong to it."""
        return timedelta(minutes=self.most_work_minutes + self.second_break_minutes)


USUAL: Final = RotaRules()

LIMITS: Final[dict[str, tuple[int, int]]] = {
    "down_minutes": (10, 120),
    "lead_minutes": (0, 30),
    "break_minutes": (15, 120),
    "least_break_minutes": (15, 60),
    "longest_stretch_minutes": (60, 360),
    "first_break_after_minutes": (60, 360),
    "first_break_minutes": (30, 120),
    "second_break_after_minutes": (60, 540),
    "second_break_minutes": (45, 180),
    "usual_work_minutes": (60, 480),
    "most_work_minutes": (60, 600),
    "rest_minutes": (600, 1_440),
}
"""Between what each number must lie: a house may be stricter than the law, never laxer (rest of ten hours: §5 (2))."""


def changed(rules: RotaRules, changes: Mapping[str, object]) -> RotaRules:
    """The rules with some of them set anew.

    Refuses what is no rule (`rule_unknown`), a number outside `LIMITS` (`rule_out_of_range`), and limits of which the
    later is the smaller (`limits_crossed`).
    """
    new = house_rules.changed(rules, changes, LIMITS)
    if (
        new.usual_work_minutes > new.most_work_minutes
        or new.first_break_after_minutes > new.second_break_after_minutes
        or new.first_break_minutes > new.second_break_minutes
        or new.least_break_minutes > new.break_minutes
    ):
        raise Malformed("limits_crossed", _("Of two limits the later one cannot be the smaller."))
    return new


def to_json(rules: RotaRules) -> dict[str, object]:
    """All of them by name."""
    return asdict(rules)


def from_json(kept: Mapping[str, object]) -> RotaRules:
    """What a house has set; the rest is as usual."""
    return changed(USUAL, kept)
