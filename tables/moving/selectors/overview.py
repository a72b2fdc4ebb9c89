"""The moves of a house by game: open requests, must-moves, a balancing suggestion, and the breaking order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tables.models import Game, MoveRequest, MustMove, SeatDraw, Session, Sitting
from tables.play.selectors import house_rules, kept_seats, positions
from tables.rules.moving import balancing, breaking, must_move, requests
from tables.rules.moving.balancing import Load
from tables.rules.moving.terms import MovingRules
from tables.rules.rule_sets import rule_set
from tables.seating.selectors import move_requests as moving


@dataclass(frozen=True, slots=True)
class TableLoad:
    """A table of the game; `free`: seats that are neither taken nor kept for a called guest, `room`: for how many.

    `has_begun`: a hand has been dealt.  `may_be_coupled`: it is part of no must-move, and another table plays the game.
    """

    table_id: int
    code: str
    seats: int
    players: int
    free: list[int]
    room: int
    keeps_pool: bool
    has_begun: bool
    may_be_coupled: bool
    draw_id: int | None
    """The draw announced for this table and not made yet."""

    def open_to(self, table_id: int) -> list[int]:
        """The seats that a guest of a table may take here; at their own table they are no further player."""
        return self.free if self.room or table_id == self.table_id else []


@dataclass(frozen=True, slots=True)
class RequestView:
    """An open request; `offers`: the seats that may be granted now, each as table id, table code and seat."""

    id: int
    guest_id: int
    guest_name: str
    guest_number: str
    kind: str
    table_id: int
    table_code: str
    seat: int
    to_table_id: int | None
    to_table_code: str | None
    to_seat: int | None
    asked_at: datetime
    reason: str
    offers: list[tuple[int, str, int]]


@dataclass(frozen=True, slots=True)
class MoverView:
    """A guest of a feeder table; `arrived_at` decides the order of moving."""

    sitting_id: int
    guest_name: str
    guest_number: str
    seat: int
    is_away: bool
    arrived_at: datetime


@dataclass(frozen=True, slots=True)
class CoupleView:
    """A must-move; `is_short`: the main game is below its guaranteed players.  `free`: seats a mover may take now."""

    main_id: int
    main_code: str
    feeder_id: int
    feeder_code: str
    players: int
    guaranteed: int
    is_short: bool
    free: list[int]
    movers: list[MoverView]


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A move that would balance uneven tables; `has_asked`: the guest has an open request for it."""

    guest_name: str
    from_code: str
    to_code: str
    has_asked: bool


@dataclass(frozen=True, slots=True)
class GameMoves:
    """The moves of one game; `neediest`: the table a newcomer goes to, `breaking`: tables, first to break first."""

    game_id: int
    game_name: str
    tables: list[TableLoad]
    requests: list[RequestView]
    couples: list[CoupleView]
    neediest: str | None
    suggestion: SuggestionView | None
    breaking: list[str]


@dataclass(frozen=True, slots=True)
class _Room:
    """Rows loaded for all games at once; sessions, guests and draws by table, rules by house."""

    sessions: Mapping[int, Session]
    seated: Mapping[int, Mapping[Sitting, datetime]]
    kept: Mapping[tuple[int, int], int]
    requests: Sequence[MoveRequest]
    couples: Sequence[MustMove]
    draws: Mapping[int, int]
    rules: Mapping[int, MovingRules]


def of_house(house_id: int, now: datetime) -> list[GameMoves]:
    """The moves of all games among guests that a house plays now, by name."""
    running = Game.objects.filter(house_id=house_id, sessions__in=Session.objects.exclude(state="closed"))
    return views(running.distinct(), now)


def views(wanted: Iterable[Game], now: datetime) -> list[GameMoves]:
    """The moves of these games, by name; games against the house are left out.  The number of queries is constant."""
    games = sorted([game for game in wanted if not game.is_banked], key=lambda game: (game.name, game.pk))
    ids = [game.pk for game in games]
    sessions = {session.table_id: session for session in moving.sessions(ids)}
    room = _Room(
        sessions=sessions,
        seated=moving.arrivals(sessions),
        kept=kept_seats.kept_seats(sessions, now),
        requests=moving.open_requests(ids),
        couples=moving.couples(sessions),
        draws=dict(SeatDraw.objects.filter(table_id__in=sessions, drawn_at=None).values_list("table_id", "pk")),
        rules=house_rules.of_houses((game.house_id for game in games), MovingRules),
    )
    return [_view(game, room) for game in games]


def _view(game: Game, room: _Room) -> GameMoves:
    sessions = {each: one for each, one in room.sessions.items() if one.game_id == game.pk}
    seated = {each: room.seated[each] for each in sessions}
    rows = [row for row in room.requests if row.sitting.session.game_id == game.pk]
    couples = [row for row in room.couples if row.main_id in sessions or row.feeder_id in sessions]
    feeders, rules = moving.feeders(couples), room.rules[game.house_id]
    tables = _tables(game, sessions, room, feeders)
    loads = [
        Load(each, one.room, tuple(row.guest_id for row in seated[each]), feeders.get(each))
        for each, one in tables.items()
    ]
    neediest = balancing.neediest(loads)
    return GameMoves(
        game_id=game.pk,
        game_name=game.name,
        tables=list(tables.values()),
        requests=[_request(row, rows, tables, feeders) for row in rows],
        couples=[_couple(row, game, sessions, seated, tables, rules) for row in couples],
        neediest=tables[neediest].code if neediest is not None else None,
        suggestion=_suggestion(loads, rows, seated, tables, rules),
        breaking=[
            tables[each].code
            for each in breaking.order({each: one.opened_at for each, one in sessions.items()}, feeders)
        ],
    )


def _tables(game: Game, sessions: Mapping[int, Session], room: _Room, feeders: dict[int, int]) -> dict[int, TableLoad]:
    coupled = {*feeders, *feeders.values()}
    free = {table_id: _free(session, room.seated[table_id], room.kept) for table_id, session in sessions.items()}
    return {
        table_id: TableLoad(
            table_id=table_id,
            code=session.table.code,
            seats=session.table.seats,
            players=len(room.seated[table_id]),
            free=free[table_id],
            room=game.room(session.table.seats, session.table.seats - len(free[table_id])),
            keeps_pool=game.recording == Game.Recording.SUMMARY,
            has_begun=session.hands_dealt > 0,
            may_be_coupled=len(sessions) > 1 and table_id not in coupled,
            draw_id=room.draws.get(table_id),
        )
        for table_id, session in sessions.items()
    }


def _free(session: Session, seated: Iterable[Sitting], kept: Iterable[tuple[int, int]]) -> list[int]:
    taken = {row.seat for row in seated} | {seat for table_id, seat in kept if table_id == session.table_id}
    return [seat for seat in range(1, session.table.seats + 1) if seat not in taken]


def _request(
    row: MoveRequest, rows: Sequence[MoveRequest], tables: dict[int, TableLoad], feeders: dict[int, int]
) -> RequestView:
    asked, own = [moving.request(each) for each in rows], moving.request(row)
    players = {table_id: one.players for table_id, one in tables.items()}
    coupled = {*feeders.items(), *((feeder, main) for main, feeder in feeders.items())}
    offers = [
        (one.table_id, one.code, seat)
        for one in tables.values()
        for seat in one.open_to(own.table)
        if (own.table, one.table_id) not in coupled
        and own.id in [each.id for each in requests.waiting_for(asked, one.table_id, seat, players)[:1]]
    ]
    return RequestView(
        id=row.pk,
        guest_id=row.guest_id,
        guest_name=row.guest.name,
        guest_number=row.guest.number,
        kind=row.kind,
        table_id=row.sitting.table_id,
        table_code=row.sitting.table.code,
        seat=row.sitting.seat,
        to_table_id=row.to_table_id,
        to_table_code=row.to_table.code if row.to_table else None,
        to_seat=row.to_seat,
        asked_at=row.asked_at,
        reason=row.reason,
        offers=offers,
    )


def _couple(
    row: MustMove,
    game: Game,
    sessions: Mapping[int, Session],
    seated: Mapping[int, Mapping[Sitting, datetime]],
    tables: dict[int, TableLoad],
    rules: MovingRules,
) -> CoupleView:
    guests = seated.get(row.feeder_id, {})
    main = tables.get(row.main_id)
    players = main.players if main else 0
    guaranteed = must_move.guaranteed(game.room(row.main.seats, 0), rules)
    return CoupleView(
        main_id=row.main_id,
        main_code=row.main.code,
        feeder_id=row.feeder_id,
        feeder_code=row.feeder.code,
        players=players,
        guaranteed=guaranteed,
        is_short=players < guaranteed and bool(guests),
        free=_open(sessions[row.main_id], seated[row.main_id], main.open_to(row.feeder_id)) if main else [],
        movers=[
            MoverView(one.pk, one.guest.name, one.guest.number, one.seat, one.is_away, at) for one, at in guests.items()
        ],
    )


def _open(session: Session, seated: Iterable[Sitting], free: Sequence[int]) -> list[int]:
    active = [row.seat for row in seated if not row.is_away]
    return must_move.open_seats(positions.last(session), active, free, rule_set(session.game.rule_set))


def _suggestion(
    loads: Sequence[Load],
    rows: Sequence[MoveRequest],
    seated: Mapping[int, Iterable[Sitting]],
    tables: dict[int, TableLoad],
    rules: MovingRules,
) -> SuggestionView | None:
    asked = [moving.request(row) for row in rows]
    found = balancing.suggestion(loads, asked, {row.pk: row.guest_id for row in rows}, rules)
    if found is None:
        return None
    name = next(row.guest.name for row in seated[found.from_table] if row.guest_id == found.guest)
    return SuggestionView(name, tables[found.from_table].code, tables[found.to_table].code, found.request is not None)
