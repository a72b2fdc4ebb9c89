"""A hand as recorded: its row, every recorded action, and the state replayed from those that stand."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import QuerySet

from casino.errors import N_, NotFound
from tables.evidence import Row
from tables.hands.selectors import visibility
from tables.models import Hand
from tables.rules import cards, setup
from tables.rules.actions import Action, Kind
from tables.rules.hand import State, replay
from tables.rules.setup import HandSetup

if TYPE_CHECKING:
    from casino.models import User

UNDO = "undo"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# Times as whole microseconds: every action reads all rows of its hand, and reading a time from text costs the most.
_ROWS = """
SELECT sequence, kind, seat, to_cents, cards, undoes, actor_id, (extract(epoch FROM at) * 1000000)::bigint
  FROM tables_handaction WHERE hand_id = %s ORDER BY sequence
"""


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """One recorded row; `live` is false for an undo and for the row it undoes."""

    sequence: int
    kind: str
    seat: int | None
    to_cents: int | None
    cards: str
    undoes: int | None
    actor_id: int
    at: datetime
    live: bool


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand with its recorded rows; `state` is None for a summary."""

    hand: Hand
    table_code: str
    rows: tuple[Row, ...]
    state: State | None

    @property
    def actions(self) -> list[RecordedAction]:
        """Every row in order, undone rows too."""
        undone = {row.undoes for row in self.rows}
        return [RecordedAction(*row, live=row.kind != UNDO and row.sequence not in undone) for row in self.rows]

    @property
    def assessment(self) -> dict[str, object] | None:
        """The rake as settled (`base_cents, due_cents, taken_cents, …`); None before settlement."""
        return self.hand.result["rake"] if self.hand.result else None


def rows_of(hand_id: int) -> tuple[Row, ...]:
    """All recorded rows of a hand, in order."""
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [hand_id])
        return tuple([Row._make((*row[:-1], _EPOCH + timedelta(microseconds=row[-1]))) for row in cursor.fetchall()])


def standing(rows: Sequence[Row]) -> list[Row]:
    """The rows that count: neither an undo nor undone."""
    undone = {row.undoes for row in rows}
    return [row for row in rows if row.kind != UNDO and row.sequence not in undone]


def action_of(row: Row) -> Action:
    """A stored row as an action of the rules."""
    return _action(row.kind, row.seat, row.to_cents, row.cards)


@lru_cache(maxsize=4_096)
def _action(kind: str, seat: int | None, to_cents: int | None, dealt: str) -> Action:
    return Action(Kind(kind), seat, to_cents, cards.parse(dealt) if dealt else ())


def state_of(hand: Hand, rows: Sequence[Row]) -> State:
    """The state of a hand with every action recorded, by replaying its standing rows."""
    assert hand.setup is not None
    return replay(_setup(json.dumps(hand.setup)), map(action_of, standing(rows)))


@lru_cache(maxsize=2_048)
def _setup(stored: str) -> HandSetup:
    """Parse a set-up; cached, since every action of a hand needs it again and it never changes."""
    return setup.from_json(json.loads(stored))


def recorded(hand: Hand, table_code: str, rows: Iterable[Row]) -> RecordedHand:
    """A hand with its rows, replayed when every action was recorded."""
    rows = tuple(rows)
    return RecordedHand(hand, table_code, rows, state_of(hand, rows) if hand.setup is not None else None)


def shown(hand_id: int, *, actor: "User") -> RecordedHand:
    """Read one hand that the actor may read (`visibility.visible`); refuses `no_such_hand`."""
    return _read(visibility.visible(Hand.objects.all(), actor=actor), hand_id)


def get(hand_id: int) -> RecordedHand:
    """Read one hand; refuses `no_such_hand`."""
    return _read(Hand.objects.all(), hand_id)


def _read(rows: QuerySet[Hand], hand_id: int) -> RecordedHand:
    hand = rows.select_related("table").filter(pk=hand_id).first()
    if hand is None:
        raise NotFound("no_such_hand", N_("Hand not found."))
    return recorded(hand, hand.table.code, rows_of(hand_id))
