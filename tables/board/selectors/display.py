"""The public display: games, stakes, free seats, calls, tournaments and jackpots, without guests' names."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import connection

from accounting.days.selectors import houses
from accounting.jackpots.selectors import jackpots
from accounting.jackpots.selectors.jackpots import Meter
from casino import house_time
from tables.models import Tournament, WaitingEntry
from tables.rules.setup import Betting, stakes
from tables.rules.terms import room
from tables.rules.tournaments.structures import Item
from tables.tournaments.selectors import board, standing

PLANNED_AT, PRACTICE_AT = 11, 12
"""The columns with the planned openings and with the practice games, which are the same in every row."""
SOON: Final = timedelta(hours=24)
_LETTERS: Final = 3

# Taken seats, and those kept for called guests, are only counted: no guest is read.
_GAMES = """
SELECT g.id, g.name, g.variant, g.betting, g.small_blind_cents, g.big_blind_cents,
       g.min_buy_in_cents, g.max_buy_in_cents, g.min_box_cents, g.max_box_cents,
       (SELECT count(*) FROM tables_waitingentry w JOIN tables_waitinglist l ON l.id = w.waiting_list_id
         WHERE l.game_id = g.id AND w.state = 'waiting'),
       (SELECT json_agg(json_build_array(pt.code, pg.name, pg.betting, pg.small_blind_cents, pg.big_blind_cents,
                                         extract(epoch FROM p.starts_at)::bigint,
                                         (SELECT count(*) FROM tables_waitingentry w
                                            JOIN tables_waitinglist l ON l.id = w.waiting_list_id
                                           WHERE l.game_id = pg.id AND w.ended_at IS NULL))
                        ORDER BY p.starts_at, pt.code)
          FROM tables_plannedopening p JOIN tables_table pt ON pt.id = p.table_id
          JOIN tables_game pg ON pg.id = p.game_id
         WHERE pt.house_id = h.id AND p.session_id IS NULL AND p.cancelled_at IS NULL
           AND p.starts_at < %(soon)s),
       (SELECT json_agg(json_build_array(pt.code, pg.name) ORDER BY pt.code)
          FROM tables_practicegame p JOIN tables_table pt ON pt.id = p.table_id JOIN tables_game pg ON pg.id = p.game_id
         WHERE pt.house_id = h.id AND p.closed_at IS NULL),
       t.code, s.state, s.last_hands_left,
       (SELECT json_build_array(n.betting, n.small_blind_cents, n.big_blind_cents, step.after_hands,
                                extract(epoch FROM s.opened_at + make_interval(mins => step.after_minutes::int,
                                                                               secs => s.paused_seconds))::bigint)
          FROM tables_stakestep step JOIN tables_game n ON n.id = step.game_id
         WHERE step.session_id = s.id AND step.state = 'planned' AND n.big_blind_cents > g.big_blind_cents
         ORDER BY step.after_minutes, step.after_hands LIMIT 1),
       t.seats, greatest(g.boards, g.bomb_pot_boards),
       (SELECT count(*) FROM tables_sitting p WHERE p.table_id = t.id AND p.left_at IS NULL)
     + (SELECT count(*) FROM tables_waitingentry w WHERE w.table_id = t.id AND
               (w.state = 'locked_up' OR w.state = 'called' AND w.due_at > %(now)s))
  FROM accounting_house h
  LEFT JOIN tables_table t ON t.house_id = h.id AND t.is_active
       AND EXISTS (SELECT FROM tables_session x WHERE x.table_id = t.id AND x.state <> 'closed')
  LEFT JOIN tables_session s ON s.table_id = t.id AND s.state <> 'closed'
  LEFT JOIN tables_game g ON g.id = s.game_id
 WHERE h.id = %(house)s
 ORDER BY g.big_blind_cents, g.name, g.id, t.code
"""


@dataclass(frozen=True, slots=True)
class NextStake:
    """The next planned stakes of a table, from a hand or from a time on (`due_at`: None while it is paused)."""

    betting: str
    small_blind_cents: int
    big_blind_cents: int
    from_hand: int | None
    due_at: datetime | None

    @property
    def stakes_cents(self) -> tuple[int, int]:
        return stakes(Betting(self.betting), self.small_blind_cents, self.big_blind_cents)


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A planned opening of a table; `waiting`: the number of guests on its game's list."""

    code: str
    game: str
    betting: str
    small_blind_cents: int
    big_blind_cents: int
    starts_at: datetime
    waiting: int

    @property
    def stakes_cents(self) -> tuple[int, int]:
        return stakes(Betting(self.betting), self.small_blind_cents, self.big_blind_cents)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table; `free`: for how many guests it has seats and cards that are kept for nobody."""

    code: str
    is_paused: bool
    last_hands_left: int | None
    next_stake: NextStake | None
    free: int


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game in play with its stakes, buy-ins and tables; `waiting`: guests on its list who are not called."""

    name: str
    variant: str
    betting: str
    small_blind_cents: int
    big_blind_cents: int
    min_buy_in_cents: int
    max_buy_in_cents: int | None
    min_box_cents: int
    max_box_cents: int
    waiting: int
    tables: tuple[OpenTable, ...]

    @property
    def is_banked(self) -> bool:
        """Whether it is played against the house: then the stakes are limits per box."""
        return self.min_box_cents > 0

    @property
    def free(self) -> int:
        return sum(table.free for table in self.tables)

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down at once: seats for which guests wait are given from the list."""
        return self.free > 0 and not self.waiting

    @property
    def stakes_cents(self) -> tuple[int, int]:
        """The two amounts it is known by; against the house the smallest and largest ante of a box."""
        if self.is_banked:
            return self.min_box_cents, self.max_box_cents
        return stakes(Betting(self.betting), self.small_blind_cents, self.big_blind_cents)


@dataclass(frozen=True, slots=True)
class Call:
    """A guest called to a seat."""

    initials: str
    game: str
    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class PlayedTournament:
    """A tournament in play; `item`: the level or break it is in."""

    name: str
    item: Item
    left: int
    entered: int
    average: int
    sells_entries: bool
    is_without_money: bool


@dataclass(frozen=True, slots=True)
class ComingTournament:
    """A tournament of the next day and night; `price_cents`: pool, fee and bounty together."""

    name: str
    starts_at: datetime
    price_cents: int


@dataclass(frozen=True, slots=True)
class PracticeTable:
    """A table that is played at with chips without value."""

    code: str
    game: str


@dataclass(frozen=True, slots=True)
class Wall:
    """All that the display shows, games with the lowest stakes first; empty before a house is set up."""

    house: str = ""
    currency: str = ""
    """Its code (ISO 4217)."""
    time_zone: str = "UTC"
    games: tuple[RunningGame, ...] = ()
    planned: tuple[PlannedTable, ...] = ()
    calls: tuple[Call, ...] = ()
    played: tuple[PlayedTournament, ...] = ()
    coming: tuple[ComingTournament, ...] = ()
    jackpots: tuple[Meter, ...] = ()
    practice: tuple[PracticeTable, ...] = ()

    @property
    def currency_sign(self) -> str:
        """The currency as people write it beside an amount: `€`; its code where they write that."""
        return "€" if self.currency == "EUR" else self.currency


def wall(code: str | None) -> Wall:
    """Load the display of a house (None: the first) as it is now."""
    house = houses.public(code)
    if house is None:
        return Wall()
    now = house_time.now()
    games, planned, practice = _games(house.pk, now)
    played, coming = _tournaments(house.pk, now)
    return Wall(
        house.name,
        house.currency,
        house.time_zone,
        games,
        planned,
        _calls(house.pk),
        played,
        coming,
        jackpots.meters(house.pk),
        practice,
    )


def initials(name: str) -> str:
    """`A. B.` for Anna Becker: enough for the guest, nothing for people who pass by."""
    return " ".join(f"{word[0].upper()}." for word in name.split()[:_LETTERS])


def _games(
    house_id: int, now: datetime
) -> tuple[tuple[RunningGame, ...], tuple[PlannedTable, ...], tuple[PracticeTable, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(_GAMES, {"house": house_id, "now": now, "soon": now + SOON})
        rows = cursor.fetchall()
    found: dict[int, tuple[tuple[Any, ...], list[OpenTable]]] = {}
    for game_id, *terms, _planned, _practice, code, state, left, step, seats, boards, taken in rows:
        if game_id is not None:
            free = room.room(seats, room.most_players(terms[1], boards), taken)
            is_paused = state == "paused"
            table = OpenTable(code, is_paused, left, _next_stake(step, is_paused=is_paused), free)
            found.setdefault(game_id, (tuple(terms), []))[1].append(table)
    games = tuple(RunningGame(*(*terms, tuple(tables))) for terms, tables in found.values())
    planned = tuple(
        PlannedTable(code, game, betting, small_cents, big_cents, _moment(seconds), waiting)
        for code, game, betting, small_cents, big_cents, seconds, waiting in rows[0][PLANNED_AT] or ()
    )
    practice = tuple(PracticeTable(code, game) for code, game in rows[0][PRACTICE_AT] or ())
    return games, planned, practice


def _calls(house_id: int) -> tuple[Call, ...]:
    rows = WaitingEntry.objects.filter(waiting_list__house_id=house_id, state=WaitingEntry.State.CALLED)
    facts = rows.order_by("called_at", "pk").values_list(
        "guest__name", "waiting_list__game__name", "table__code", "seat"
    )
    return tuple(Call(initials(name), game, str(table), seat or 0) for name, game, table, seat in facts)


def _tournaments(house_id: int, now: datetime) -> tuple[tuple[PlayedTournament, ...], tuple[ComingTournament, ...]]:
    state = Tournament.State
    rows = list(board.listed(house_id, [state.ANNOUNCED, state.REGISTERING, state.RUNNING]))
    played = tuple(_played(row, now) for row in rows if row.state == state.RUNNING)
    coming = tuple(
        ComingTournament(row.name, row.starts_at, row.buy_in_cents + row.fee_cents + row.bounty_cents)
        for row in rows
        if row.state != state.RUNNING and now - SOON < row.starts_at < now + SOON
    )
    return played, coming


def _played(row: Tournament, now: datetime) -> PlayedTournament:
    figures = standing.figures(row)
    return PlayedTournament(
        name=row.name,
        item=standing.clock(row, now).item,
        left=figures.left,
        entered=figures.entries + figures.re_entries,
        average=figures.average,
        sells_entries=row.sells_entries,
        is_without_money=row.is_without_money,
    )


def _next_stake(step: list[Any] | None, *, is_paused: bool) -> NextStake | None:
    if step is None:
        return None
    betting, small_cents, big_cents, after_hands, due = step
    from_hand = None if after_hands is None else after_hands + 1
    return NextStake(betting, small_cents, big_cents, from_hand, None if due is None or is_paused else _moment(due))


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)
