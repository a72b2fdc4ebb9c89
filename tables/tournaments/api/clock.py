"""The clock of a tournament, set and moved; it runs in no process, so nothing here ticks."""

from collections.abc import Mapping
from typing import Any, ClassVar

from casino.api.fields import FlagField, IntField
from casino.api.rendering import Json
from casino.models import User
from tables.rules.tournaments.codec import MOST_LEVELS, MOST_MINUTES
from tables.tournaments.api import views
from tables.tournaments.api.announcing import TournamentCommand
from tables.tournaments.services import clock

MOST_MS = MOST_MINUTES * 60_000


class StartClock(TournamentCommand):
    """Shuffle up and deal: everybody has a drawn seat, and the chip set was found complete."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Start it."""
        clock.start(tournament_id=pk, version=values.get("version"), actor=actor)
        return views.whole(pk)


class PauseClock(TournamentCommand):
    """Stop the clock."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Pause it."""
        clock.pause(tournament_id=pk, version=values.get("version"), actor=actor)
        return views.whole(pk)


class ResumeClock(TournamentCommand):
    """Let the clock run again."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Resume it."""
        clock.resume(tournament_id=pk, version=values.get("version"), actor=actor)
        return views.whole(pk)


class MoveClock(TournamentCommand):
    """To another level or break, with so much of it left; all of it where nothing is said."""

    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {"Ten minutes of the fifth item": {
        "version": 9, "item": 4, "remaining_ms": 600_000,
    }}  # fmt: skip

    class Input(TournamentCommand.Input):
        """Which of the structure's `items`, from 0, and what is left of it."""

        item = IntField(min_value=0, max_value=2 * MOST_LEVELS)
        remaining_ms = IntField(min_value=1, max_value=MOST_MS, required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Move it."""
        clock.move(
            tournament_id=pk,
            version=values.get("version"),
            item=values["item"],
            milliseconds=values.get("remaining_ms"),
            actor=actor,
        )
        return views.whole(pk)


class AdjustClock(TournamentCommand):
    """So much more of the current level or break, or less."""

    examples: ClassVar[Mapping[str, Json]] = {"Two minutes less": {"version": 9, "by_ms": -120_000}}

    class Input(TournamentCommand.Input):
        """By how much."""

        by_ms = IntField(min_value=-MOST_MS, max_value=MOST_MS)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Adjust it."""
        clock.adjust(tournament_id=pk, version=values.get("version"), milliseconds=values["by_ms"], actor=actor)
        return views.whole(pk)


class HandForHand(TournamentCommand):
    """All tables deal together from now on, or no longer; who goes out in one such round ties."""

    idempotent = False

    class Input(TournamentCommand.Input):
        """Whether they do."""

        on = FlagField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Say it."""
        clock.hand_for_hand(tournament_id=pk, version=values.get("version"), on=values["on"], actor=actor)
        return views.whole(pk)
