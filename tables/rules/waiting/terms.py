"""The rules of a house's waiting lists: how long a call lasts, and what follows when nobody comes (domain §4.8)."""

from dataclasses import dataclass
from typing import ClassVar, Final

from casino.errors import N_, Malformed
from tables.rules.house_rules import Rules, flag, number


@dataclass(frozen=True, slots=True)
class WaitingRules(Rules):
    """What a house sets of its waiting lists; timers that run are not changed."""

    subject: ClassVar = "waiting"

    answer_seconds: int = number(300, 30, 3_600, N_("Seconds to answer a call"), "CardOpz: five minutes.")
    more_time_seconds: int = number(
        600, 30, 7_200, N_("Seconds for a player who asks for more time"), "Counted from the call (RWS: ten minutes)."
    )
    misses_until_struck: int = number(
        2, 1, 10, N_("Missed calls until taken off the list"), "Domain §4.8 has no number; this one is ours."
    )
    lock_up_minutes: int = number(
        10,
        1,
        120,
        N_("Minutes a seat is locked up"),
        "How long a seat is kept for a guest on their way while somebody waits (WSOP live-action 87).",
    )
    arrival_minutes: int = number(
        60,
        5,
        600,
        N_("Minutes to arrive from outside"),
        "Until a guest who joined from outside must be in the room (WSOP live-action 83).",
    )
    stays_on_other_lists: bool = flag(
        N_("A seated guest stays on their other lists"),
        "Whether a seated guest keeps their places on other lists.",
        usual=True,
    )
    players_to_start: int = number(
        6, 2, 10, N_("Guests needed to start a game"), "Guests who make a game worth opening; ours."
    )
    opens_tables: bool = flag(
        N_("Open another table when this many are waiting"),
        "Where a table stands free and somebody can deal; estimates count on it.",
        usual=False,
    )
    estimate_hours: int = number(3, 1, 24, N_("Hours an estimate looks back"), "Ours.")
    estimate_openings: int = number(
        3,
        1,
        50,
        N_("Free seats seen before an estimate is shown"),
        "Seats that must have come free in that time; ours.",
    )

    def refuse_contradictions(self) -> None:
        if self.more_time_seconds < self.answer_seconds:
            raise Malformed("time_shorter", N_("The time after a request for more must not be shorter than the first."))


USUAL: Final = WaitingRules()
