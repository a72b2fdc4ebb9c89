"""What a dealer's page must know of a table against the house: its game, who plays, and the boxes of the last round."""

from dataclasses import dataclass
from typing import Any

from tables.models import Game, Round, Session

ROUNDS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class RoundPad:
    """A session against the house; `last` has the boxes of its last round, since most play on as they did."""

    session_id: int
    game: Game
    rounds_dealt: int
    rounds: list[Round]

    @property
    def latest(self) -> Round | None:
        """The round booked last, or dealt falsely last."""
        return self.rounds[0] if self.rounds else None

    @property
    def last(self) -> dict[int, dict[str, Any]]:
        """By box: whose it was, and its bets; of the last round that was settled."""
        settled = next((row for row in self.rounds if row.state == Round.State.SETTLED), None)
        return {one["box"]: one for one in settled.record["boxes"]} if settled else {}


def of(table_id: int) -> RoundPad | None:
    """The page of a table that is open against the house; None elsewhere."""
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
