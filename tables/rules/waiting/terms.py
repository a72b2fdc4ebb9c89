"""The rules of a house's waiting lists, as data: how long a call lasts, and what follows when nobody comes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from casino.errors import Malformed, _
from tables.rules import house_rules


@dataclass(frozen=True, slots=True)
class WaitingRules:
    """What a house may set (domain §4.8); who is named behind a number is its source.

    `answer_seconds`: to answer a call (CardOpz: five minutes, then to the bottom).  `more_time_seconds`: the same,
    counted from the call, for who asks for time (RWS: ten minutes).  `misses_until_struck`: missed calls until a guest
    is off the list; §4.8 has no number, this one is ours.  `lock_up_minutes`: how long a seat is kept for who is on
    his way while somebody waits (WSOP live-action 87).  `arrival_minutes`: until who joined from outside must be in
    the room (WSOP live-action 83).  `stays_on_other_lists`: whether who is seated keeps his other places.
    `players_to_start`: guests who make a game worth opening; ours.  `opens_tables`: whether one more table is opened as
    soon as so many wait, where one stands free and somebody can deal; estimates count on it.  `estimate_hours`,
    `estimate_openings`: how far an estimate looks back, and the seats that must have come free in that time for it to
    say anything; ours.
    """

    answer_seconds: int = 300
    more_time_seconds: int = 600
    misses_until_struck: int = 2
    lock_up_minutes: int = 10
    arrival_minutes: int = 60
    stays_on_other_lists: bool = True
    players_to_start: int = 6
    opens_tables: bool = False
    estimate_hours: int = 3
    estimate_openings: int = 3


USUAL: Final = WaitingRules()

LIMITS: Final[dict[str, tuple[int, int]]] = {
    "answer_seconds": (30, 3_600),
    "more_time_seconds": (30, 7_200),
    "misses_until_struck": (1, 10),
    "lock_up_minutes": (1, 120),
    "arrival_minutes": (5, 600),
    "players_to_start": (2, 10),
    "estimate_hours": (1, 24),
    "estimate_openings": (1, 50),
}
"""Between what each number must lie: beyond it lies a slip of the finger."""


def changed(rules: WaitingRules, changes: Mapping[str, object]) -> WaitingRules:
    """The rules with some of them set anew.

    Refuses what is no rule (`rule_unknown`), a number outside `LIMITS` (`rule_out_of_range`), and less time for who
    asked for more (`time_shorter`).
    """
    new = house_rules.changed(rules, changes, LIMITS)
    if new.more_time_seconds < new.answer_seconds:
        raise Malformed("time_shorter", _("Who asks for more time cannot have less of it."))
    return new


def to_json(rules: WaitingRules) -> dict[str, object]:
    """All of them by name."""
    return asdict(rules)


def from_json(kept: Mapping[str, object]) -> WaitingRules:
    """What a house has set; the rest is as usual."""
    return changed(USUAL, kept)
