"""The clock of a tournament, shown and moved; it runs in no process, so nothing here ticks."""

from collections.abc import Mapping
from typing import ClassVar

from casino.api.fields import FlagField, IntField
from casino.api.reading import Row
from casino.api.rendering import Json
from tables.models import Tournament
from tables.rules.tournaments.codec import MOST_LEVELS, MOST_MINUTES
from tables.tournaments.api.tournament import ClockNow, ClockSerializer, TournamentChange, clock_now
from tables.tournaments.services import clock

MOST_MS = MOST_MINUTES * 60_000


class Clock(Row):
    """The clock alone, for clients that show nothing else."""

    permission = "tables.read_tournaments"
    queryset = Tournament.objects.all()
    output = ClockSerializer

    def found(self, pk: int) -> ClockNow:
        return clock_now(super().found(pk))


class StartClock(TournamentChange):
    """Shuffle up and deal: everybody has a drawn seat, and the chip set was found complete."""

    service = clock.start
    idempotent = False


class PauseClock(TournamentChange):
    """Stop the clock."""

    service = clock.pause
    idempotent = False


class ResumeClock(TournamentChange):
    """Let the clock run again."""

    service = clock.resume
    idempotent = False


class MoveClock(TournamentChange):
    """To another level or break, with so much of it left; all of it where nothing is said."""

    service = clock.move
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {"Ten minutes of the fifth item": {
        "version": 9, "item": 4, "remaining_ms": 600_000,
    }}  # fmt: skip

    class Input(TournamentChange.Input):
        item = IntField(
            min_value=0, max_value=2 * MOST_LEVELS, help_text="The place among the structure's `items`, from 0."
        )
        remaining_ms = IntField(source="milliseconds", min_value=1, max_value=MOST_MS, required=False, allow_null=True)


class AdjustClock(TournamentChange):
    """So much more of the current level or break, or less."""

    service = clock.adjust
    examples: ClassVar[Mapping[str, Json]] = {"Two minutes less": {"version": 9, "by_ms": -120_000}}

    class Input(TournamentChange.Input):
        by_ms = IntField(source="milliseconds", min_value=-MOST_MS, max_value=MOST_MS)


class HandForHand(TournamentChange):
    """Whether all tables deal together from now on; entrants put out in one such round tie."""

    service = clock.hand_for_hand
    idempotent = False

    class Input(TournamentChange.Input):
        on = FlagField()
