"""The port to the national ban file (OASIS): who is asked for, and what is kept of the answer.

A Spielbank must ask before anybody plays, and who is banned may not play (domain §4.16).  Of an answer only result,
time and reference stay: a reason has no place here, so none can be kept, even where the service sends one.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final, Protocol

REFERENCE_MOST: Final = 64
"""Characters of a reference that are kept."""


class Result(StrEnum):
    """What the service said; `UNKNOWN`: nothing that can be relied on."""

    ADMITTED = "admitted"
    BANNED = "banned"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Identity:
    """A person as the service knows people."""

    name: str
    birth_date: date


@dataclass(frozen=True, slots=True)
class Answer:
    """Result, the service's own reference, and when."""

    result: Result
    reference: str
    at: datetime


class BanFile(Protocol):
    """A register that can be asked."""

    def ask(self, identity: Identity) -> Answer:
        """Ask for one person.  Never raises for a service that is slow, broken or away: that is `UNKNOWN`."""
