"""The data of a dealer's page at a table against the house: its game, its latest rounds and their boxes."""

from dataclasses import dataclass
from typing import Any

from tables.models import Game, Round, Session

ROUNDS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class RoundPad:
    """A session against the house; the page proposes `last`, the boxes of its last round, for the next one."""

    session_id: int
    game: Game
    rounds_dealt: int
    rounds: list[Round]

    @property
    def latest(self) -> Round | None:
        """The latest round, settled or a false deal."""
        return self.rounds[0] if self.rounds else None

    @property
    def last(self) -> dict[int, dict[str, Any]]:
        """The boxes of the last settled round, with seat and bets, by box number."""
        settled = next((row for row in self.rounds if row.state == Round.State.SETTLED), None)
        return {one["box"]: one for one in settled.record["boxes"]} if settled else {}


def of(table_id: int) -> RoundPad | None:
    """The data of a table open with a game against the house; None for any other table."""
    session = Session.objects.filter(table_id=table_id, closed_at=None, game__rake_schedule=None)
    row = session.select_related("game").first()
    if row is None:
        return None
    rounds = Round.objects.filter(session=row).select_related("dealer").order_by("-number")[:ROUNDS_SHOWN]
    return RoundPad(row.pk, row.game, row.rounds_dealt, list(rounds))


def is_banked(table_id: int) -> bool:
    """Whether a table is open with a game against the house."""
    return Session.objects.filter(table_id=table_id, closed_at=None, game__rake_schedule=None).exists()


def round_at(session_id: int, number: int) -> Round | None:
    """The round of that number in a session."""
    return Round.objects.filter(session_id=session_id, number=number).first()
