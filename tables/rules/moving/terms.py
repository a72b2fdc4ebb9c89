"""The rules of a house's moves (domain §4.8): how full a main game is kept, what a refusal or a change costs."""

from dataclasses import dataclass
from typing import ClassVar, Final

from casino.errors import N_
from tables.rules.house_rules import Rules, number


@dataclass(frozen=True, slots=True)
class MovingRules(Rules):
    """What a house sets of moves between seats and tables."""

    subject: ClassVar = "moving"

    main_short_by: int = number(
        1,
        0,
        5,
        N_("Seats that may stay free at a main game"),
        "Before its feeder must send somebody (WSOP live-action 97–99: seven of eight, six of seven).",
    )
    barred_minutes: int = number(
        60,
        0,
        1_440,
        N_("Minutes barred after refusing to move"),
        "Out of the game and off its list (WSOP live-action 97–99: one hour).",
    )
    passed_before_posting: int = number(
        2,
        0,
        9,
        N_("Players passed before a change of seat costs a blind"),
        "Active players past whom a seat is changed without posting (WSOP live-action 159: two).",
    )
    most_difference: int = number(
        2,
        1,
        9,
        N_("Allowed difference between tables (players)"),
        "Before the floor is told whom to ask; domain §4.8 has no number, this one is ours.",
    )
    stays_minutes: int = number(
        60,
        0,
        1_440,
        N_("Minutes until more than the maximum may be taken to another table"),
        "After coming to a table (WSOP live-action 59: one hour).",
    )


USUAL: Final = MovingRules()
