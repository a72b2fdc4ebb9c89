"""How large a Friday is, and what is offered on it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

EURO = 100
BEGIN = datetime(2026, 11, 20, 13, tzinfo=UTC)  # two in the afternoon in the house
SEATS = 9
TO_OPEN = 7
"""So many who wait for a game make another table worth opening."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One game: its blinds in euros, and the share of the guests who want it."""

    name: str
    small: int
    big: int
    guests: float
    variant: str = "texas"
    betting: str = "no_limit"
    recording: str = "summary"

    @property
    def buy_in_cents(self) -> int:
        """A hundred big blinds."""
        return 100 * self.big * EURO


OFFERS = (
    Offer("NLHE 1/2", 1, 2, 0.42),
    Offer("NLHE 2/4", 2, 4, 0.25),
    Offer("NLHE 5/10", 5, 10, 0.09),
    Offer("PLO 2/4", 2, 4, 0.16, variant="omaha", betting="pot_limit"),
    Offer("FL Texas 4/8", 2, 4, 0.08, betting="fixed_limit"),
)
FEATURE = Offer("NLHE 5/10 Feature", 5, 10, 0.0, recording="every_action")


@dataclass(frozen=True, slots=True)
class Size:
    """Tables, hours, guests, dealers, and the seed that decides everything else."""

    tables: int = 40
    hours: int = 12
    guests: int = 600
    dealers: int = 60
    seed: int = 20261120

    @property
    def end(self) -> datetime:
        """When the room closes."""
        return BEGIN + timedelta(hours=self.hours)


WHOLE = Size()
SMALL = Size(tables=6, hours=5, guests=70, dealers=14)
