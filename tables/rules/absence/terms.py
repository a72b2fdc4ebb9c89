"""The rules of a house for guests who are away from their seats (domain §4.8)."""

from dataclasses import dataclass
from typing import ClassVar, Final

from casino.errors import N_, Malformed
from tables.rules.house_rules import Rules, number


@dataclass(frozen=True, slots=True)
class AbsenceRules(Rules):
    """What a house sets of absences; it holds at once, also for guests who are away already."""

    subject: ClassVar = "absence"

    absent_buttons: int = number(
        2, 1, 10, N_("Absent buttons until chips are picked up"), "WSOP live-action 73, like `away_minutes`."
    )
    away_minutes: int = number(60, 5, 600, N_("Minutes away until chips are picked up"), "Or after so many buttons.")
    break_minutes: int = number(
        0,
        0,
        240,
        N_("Minutes of break a player is entitled to (0: none)"),
        "So long no absent button is given (an Austrian room: 30); 0: there is no such right.",
    )
    away_most: int = number(
        0,
        0,
        9,
        N_("Guests away from one table at once (0: no limit)"),
        "The next one to walk is told so (WSOP live-action 74, Jackson); 0: nobody counts them.",
    )

    def refuse_contradictions(self) -> None:
        if self.break_minutes > self.away_minutes:
            raise Malformed("break_too_long", N_("A break cannot be longer than a guest may be away."))


USUAL: Final = AbsenceRules()
