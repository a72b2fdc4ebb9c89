"""A practice game at a table: opened, seats taken and left, another game, all as at the start, closed.

Dealers of the house record here without being sent to the table: they practise, which is neither a down nor hours of
the tronc.  A table has one thing that is played at it: a session, a tournament, or practice (`refusals.not_played_at`).
"""

from datetime import datetime
from typing import TYPE_CHECKING

from accounting import chips
from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.locks import LockedTable
from tables.models import Game, PracticeGame, PracticeSeat
from tables.play.services import refusals, rows
from tables.practice.selectors import games
from tables.rules.terms import room

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.open_table")
def open_game(*, table_id: int, version: int | None, game_id: int, actor: "User") -> PracticeGame:
    """Open a table with a game of the house for chips without value; no gaming day, float or tax terms are needed.

    Refuses a table that is out of use or played at, a game that is not offered, and one against the house.
    """
    table = locks.table(table_id, version=version, actor=actor)
    refusals.in_use(table)
    refusals.not_played_at(table)
    made = PracticeGame.objects.create(
        table_id=table.id, game=_offered(game_id, table), opened_at=house_time.now(), opened_by=actor
    )
    rows.touch(table)
    return made


@use_case("tables.record_hand")
def sit(
    *, table_id: int, version: int | None, seat: int, chips_cents: int | None = None, actor: "User"
) -> PracticeGame:
    """Take a seat with chips of a face value in cents; None: the minimum buy-in of the game (S5).

    Refuses a seat that is taken or not there, and a worth outside the game's buy-ins or not payable in its chips.
    """
    table, practice = _between_hands(table_id, version, actor)
    if not 1 <= seat <= table.seats:
        raise Refusal("seat_unknown", N_("The seat must be between 1 and %(seats)s."), seat=seat, seats=table.seats)
    taken = games.seats(practice)
    if any(one.seat == seat for one in taken):
        raise Refusal("seat_taken", N_("Seat %(seat)s is taken."), seat=seat)
    room.refuse_more(len(taken) + 1, practice.game.most_players, practice.game.name)
    given = _bought(practice.game, chips_cents)
    PracticeSeat.objects.update_or_create(
        practice=practice, seat=seat, defaults={"chips_cents": given, "is_taken": True}
    )
    rows.touch(table)
    return practice


@use_case("tables.record_hand")
def add_chips(
    *, table_id: int, version: int | None, seat: int, chips_cents: int | None = None, actor: "User"
) -> PracticeGame:
    """Add chips to a seat between hands (T3); None: the minimum buy-in.  Refuses what `sit` refuses (`seat_empty`)."""
    table, practice = _between_hands(table_id, version, actor)
    taken = _taken(practice, seat)
    taken.chips_cents += _bought(practice.game, chips_cents, has=taken.chips_cents)
    taken.save(update_fields=["chips_cents"])
    rows.touch(table)
    return practice


@use_case("tables.record_hand")
def leave(*, table_id: int, version: int | None, seat: int, actor: "User") -> PracticeGame:
    """Leave a seat between hands, with all its chips, which are worth nothing (T2).  Refuses `seat_empty`."""
    table, practice = _between_hands(table_id, version, actor)
    taken = _taken(practice, seat)
    taken.is_taken, taken.chips_cents = False, 0
    taken.save(update_fields=["is_taken", "chips_cents"])
    rows.touch(table)
    return practice


@use_case("tables.open_table")
def change_game(*, table_id: int, version: int | None, game_id: int, actor: "User") -> PracticeGame:
    """Play another game of the house from the next hand on.

    Refuses what `open_game` refuses of a game, and a smallest chip into which a seat's chips cannot be changed.
    """
    table, practice = _between_hands(table_id, version, actor)
    game = _offered(game_id, table)
    taken = games.seats(practice)
    room.refuse_more(len(taken), game.most_players, game.name)
    for one in taken:
        chips.refuse_part(one.chips_cents, game.chip_cents, seat=one.seat)
    practice.game = game
    practice.save(update_fields=["game"])
    rows.touch(table)
    return practice


@use_case("tables.record_hand")
def reset(*, table_id: int, version: int | None, actor: "User") -> PracticeGame:
    """Begin again: the same game and seats, each with the minimum buy-in, no button yet; an open hand is void.

    The game before is closed and keeps its hands.
    """
    table = locks.table(table_id, version=version, actor=actor)
    before = games.open_at(table.id)
    taken = games.seats(before)
    now = _close(before, actor)
    practice = PracticeGame.objects.create(table_id=table.id, game=before.game, opened_at=now, opened_by=actor)
    worth = practice.game.min_buy_in_cents
    PracticeSeat.objects.bulk_create(
        [PracticeSeat(practice=practice, seat=one.seat, chips_cents=worth) for one in taken]
    )
    rows.touch(table)
    return practice


@use_case("tables.open_table")
def close(*, table_id: int, version: int | None, actor: "User") -> PracticeGame:
    """Close the practice game; an open hand is void, and no chip is owed to anybody.  Refuses `no_practice`."""
    table = locks.table(table_id, version=version, actor=actor)
    practice = games.open_at(table.id)
    _close(practice, actor)
    rows.touch(table)
    return practice


def _close(practice: PracticeGame, actor: "User") -> datetime:
    """Close the game, with a hand that is open; when that was."""
    played = games.open_hand(practice)
    if played is not None:
        played.state = played.State.VOID
        played.save(update_fields=["state"])
    now = house_time.now()
    practice.closed_at, practice.closed_by = now, actor
    practice.save(update_fields=["closed_at", "closed_by"])
    return now


def _between_hands(table_id: int, version: int | None, actor: "User") -> tuple[LockedTable, PracticeGame]:
    """The locked table and its practice game; refuses `no_practice`, `hand_in_progress`."""
    table = locks.table(table_id, version=version, actor=actor)
    practice = games.open_at(table.id)
    played = games.open_hand(practice)
    if played is not None:
        raise refusals.hand_in_progress(table.code, played.pk)
    return table, practice


def _taken(practice: PracticeGame, seat: int) -> PracticeSeat:
    found = PracticeSeat.objects.filter(practice=practice, seat=seat, is_taken=True).first()
    if found is None:
        raise Refusal("seat_empty", N_("Nobody is in seat %(seat)s."), seat=seat)
    return found


def _offered(game_id: int, table: LockedTable) -> Game:
    game = locks.game(game_id)
    if game.house_id != table.house_id:
        raise NotFound("no_such_game", N_("Game not found."))
    if not game.is_active:
        raise Refusal("game_not_offered", N_("The game “%(game)s” is no longer offered."), game=game.name)
    refusals.among_guests(game)
    return game


def _bought(game: Game, chips_cents: int | None, *, has: int = 0) -> int:
    """The chips handed out; with those that the seat has they are within the game's buy-ins (S5)."""
    given = game.min_buy_in_cents if chips_cents is None else chips_cents
    refusals.whole_chips(given, game, least_cents=max(game.min_buy_in_cents - has, game.chip_cents))
    most = game.max_buy_in_cents
    if most is not None and has + given > most:
        raise Refusal(
            "above_maximum_buy_in",
            N_("The maximum buy-in is %(max_buy_in_cents)s: no more than %(most_cents)s can be added."),
            max_buy_in_cents=most,
            most_cents=max(most - has, 0),
        )
    return given
