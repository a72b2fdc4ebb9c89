"""What a refused call leaves as it was, tournaments too."""

from tables.models import (
    ChipCount,
    ChipRace,
    ClockEvent,
    Deal,
    Draw,
    Elimination,
    Entrant,
    Prize,
    Purchase,
    SeatChange,
    Tournament,
    TournamentHand,
    TournamentTable,
)
from tests.api_client import everything
from tests.builders import counts_of

FACTS = (
    ChipCount, ChipRace, ClockEvent, Deal, Draw, Elimination, Prize, Purchase, SeatChange, TournamentHand,
    TournamentTable,
)  # fmt: skip


def whole() -> tuple[object, ...]:
    """Everything there is, and all of tournaments."""
    return (
        everything(),
        list(Tournament.objects.order_by("pk").values()),
        list(Entrant.objects.order_by("pk").values()),
        counts_of(FACTS),
    )
