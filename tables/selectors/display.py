"""What the wall tells everybody: games, stakes, seats; no name, no money, nobody's business.  One query."""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from accounting.selectors import houses

# Seats that are taken, or kept for a guest who has been called, come as a number: whoever sits there is not even read.
_GAMES = f"""
SELECT h.name, h.currency, g.id, g.name, g.variant, g.betting, g.small_blind_cents, g.big_blind_cents,
       g.min_buy_in_cents, g.max_buy_in_cents, g.min_box_cents, g.max_box_cents, t.code, s.state,
       t.seats - (SELECT count(*) FROM tables_sitting p WHERE p.table_id = t.id AND p.left_at IS NULL)
               - (SELECT count(*) FROM tables_waitingentry w WHERE w.table_id = t.id AND
                         (w.state = 'locked_up' OR w.state = 'called' AND w.due_at > now()))
  FROM accounting_house h
  LEFT JOIN tables_table t ON t.house_id = h.id AND t.is_active
       AND EXISTS (SELECT FROM tables_session x WHERE x.table_id = t.id AND x.state <> 'closed')
  LEFT JOIN tables_session s ON s.table_id = t.id AND s.state <> 'closed'
  LEFT JOIN tables_game g ON g.id = s.game_id
 WHERE h.id = ({houses.FIRST})
 ORDER BY g.big_blind_cents, g.name, g.id, t.code
"""  # noqa: S608 -- a statement of ours


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table where the game is played; `is_paused`: not at this moment."""

    code: str
    is_paused: bool
    free: int


@dataclass(frozen=True, slots=True)
class RunningGame:
    """What is played, for how much, and where."""

    name: str
    variant: str
    betting: str
    small_blind_cents: int
    big_blind_cents: int
    min_buy_in_cents: int
    max_buy_in_cents: int | None
    min_box_cents: int
    max_box_cents: int
    tables: tuple[OpenTable, ...]

    @property
    def is_banked(self) -> bool:
        """Whether it is played against the house, so much to a box."""
        return self.min_box_cents > 0

    @property
    def free(self) -> int:
        """Seats to be had in it."""
        return sum(table.free for table in self.tables)


@dataclass(frozen=True, slots=True)
class Wall:
    """The house and its games, the lowest stakes first; empty before there is a house."""

    house: str = ""
    currency: str = ""
    games: tuple[RunningGame, ...] = ()


def wall() -> Wall:
    """As it is now."""
    with connection.cursor() as cursor:
        cursor.execute(_GAMES)
        rows = cursor.fetchall()
    if not rows:
        return Wall()
    found: dict[int, tuple[tuple[Any, ...], list[OpenTable]]] = {}
    for _house, _currency, game_id, *terms, code, state, free in rows:
        if game_id is not None:
            found.setdefault(game_id, (tuple(terms), []))[1].append(OpenTable(code, state == "paused", free))
    games = tuple(RunningGame(*(*terms, tuple(tables))) for terms, tables in found.values())
    return Wall(rows[0][0], rows[0][1], games)
