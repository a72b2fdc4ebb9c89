"""The public display: games, stakes and free seats, without names or sums of money.  One query."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.db import connection

from casino import house_time

PLANNED_AT: Final = 13
"""The column with the planned openings, which is the same in every row."""

# Taken seats, and those kept for called guests, are only counted: no guest is read.
_GAMES = """
SELECT h.name, h.currency, h.time_zone, g.id, g.name, g.variant, g.betting, g.small_blind_cents, g.big_blind_cents,
       g.min_buy_in_cents, g.max_buy_in_cents, g.min_box_cents, g.max_box_cents,
       (SELECT json_agg(json_build_array(pt.code, pg.name, pg.small_blind_cents, pg.big_blind_cents,
                                         extract(epoch FROM p.starts_at)::bigint,
                                         (SELECT count(*) FROM tables_waitingentry w
                                            JOIN tables_waitinglist l ON l.id = w.waiting_list_id
                                           WHERE l.game_id = pg.id AND w.ended_at IS NULL))
                        ORDER BY p.starts_at, pt.code)
          FROM tables_plannedopening p JOIN tables_table pt ON pt.id = p.table_id
          JOIN tables_game pg ON pg.id = p.game_id
         WHERE pt.house_id = h.id AND p.session_id IS NULL AND p.cancelled_at IS NULL
           AND p.starts_at < %(now)s + interval '24 hours'),
       t.code, s.state, s.last_hands_left,
       (SELECT json_build_array(n.small_blind_cents, n.big_blind_cents, step.after_hands,
                                extract(epoch FROM s.opened_at + make_interval(mins => step.after_minutes::int,
                                                                               secs => s.paused_seconds))::bigint)
          FROM tables_stakestep step JOIN tables_game n ON n.id = step.game_id
         WHERE step.session_id = s.id AND step.state = 'planned' AND n.big_blind_cents > g.big_blind_cents
         ORDER BY step.after_minutes, step.after_hands LIMIT 1),
       t.seats - (SELECT count(*) FROM tables_sitting p WHERE p.table_id = t.id AND p.left_at IS NULL)
               - (SELECT count(*) FROM tables_waitingentry w WHERE w.table_id = t.id AND
                         (w.state = 'locked_up' OR w.state = 'called' AND w.due_at > %(now)s))
  FROM accounting_house h
  LEFT JOIN tables_table t ON t.house_id = h.id AND t.is_active
       AND EXISTS (SELECT FROM tables_session x WHERE x.table_id = t.id AND x.state <> 'closed')
  LEFT JOIN tables_session s ON s.table_id = t.id AND s.state <> 'closed'
  LEFT JOIN tables_game g ON g.id = s.game_id
 WHERE h.id = (SELECT id FROM accounting_house WHERE %(house)s::text IS NULL OR code = %(house)s
                 ORDER BY is_active DESC, id LIMIT 1)
 ORDER BY g.big_blind_cents, g.name, g.id, t.code
"""


@dataclass(frozen=True, slots=True)
class NextStake:
    """The next planned blinds of a table, from a hand or from a time on (`due_at`: None while it is paused)."""

    small_blind_cents: int
    big_blind_cents: int
    from_hand: int | None
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A planned opening of a table; `waiting`: the number of guests on its game's list."""

    code: str
    game: str
    small_blind_cents: int
    big_blind_cents: int
    starts_at: datetime
    waiting: int


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table; `free`: its seats neither taken nor kept for a called guest."""

    code: str
    is_paused: bool
    last_hands_left: int | None
    next_stake: NextStake | None
    free: int


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game in play with its stakes, buy-ins and tables."""

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
        """Whether it is played against the house: then the stakes are limits per box."""
        return self.min_box_cents > 0

    @property
    def free(self) -> int:
        return sum(table.free for table in self.tables)


@dataclass(frozen=True, slots=True)
class Wall:
    """All that the display shows, games with the lowest stakes first; empty before a house is set up."""

    house: str = ""
    currency: str = ""
    games: tuple[RunningGame, ...] = ()
    planned: tuple[PlannedTable, ...] = ()
    time_zone: str = "UTC"


def wall(house: str | None) -> Wall:
    """Load the display of a house (its code; None: the first) as it is now."""
    with connection.cursor() as cursor:
        cursor.execute(_GAMES, {"house": house, "now": house_time.now()})
        rows = cursor.fetchall()
    if not rows:
        return Wall()
    found: dict[int, tuple[tuple[Any, ...], list[OpenTable]]] = {}
    for _house, _currency, _zone, game_id, *terms, _planned, code, state, left, step, free in rows:
        if game_id is not None:
            is_paused = state == "paused"
            table = OpenTable(code, is_paused, left, _next_stake(step, is_paused=is_paused), free)
            found.setdefault(game_id, (tuple(terms), []))[1].append(table)
    games = tuple(RunningGame(*(*terms, tuple(tables))) for terms, tables in found.values())
    planned = tuple(
        PlannedTable(code, game, small_cents, big_cents, _moment(seconds), waiting)
        for code, game, small_cents, big_cents, seconds, waiting in rows[0][PLANNED_AT] or ()
    )
    name, currency, time_zone, *_rest = rows[0]
    return Wall(name, currency, games, planned, time_zone)


def _next_stake(step: list[int | None] | None, *, is_paused: bool) -> NextStake | None:
    if step is None:
        return None
    small_cents, big_cents, after_hands, due = step
    assert small_cents is not None
    assert big_cents is not None
    from_hand = None if after_hands is None else after_hands + 1
    return NextStake(small_cents, big_cents, from_hand, None if due is None or is_paused else _moment(due))


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)
