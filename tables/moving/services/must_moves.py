"""Must-moves: coupling a main table with its feeder, moving the next guest, refusing (WSOP live-action 97–99)."""

from typing import TYPE_CHECKING

from django.db import IntegrityError
from django.db.models import Q

from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import MoveRequest, MustMove, MustMoveTurn
from tables.play.selectors import house_rules, positions
from tables.play.selectors.situations import Occupied
from tables.play.services import refusals, rows
from tables.rules.moving import must_move as must_move_rules
from tables.rules.moving import requests
from tables.rules.moving.terms import MovingRules
from tables.rules.rule_sets import rule_set
from tables.rules.waiting import calls
from tables.rules.waiting.lists import Cause
from tables.seating.selectors import move_requests as selector
from tables.seating.services import leaving, newcomers, reseating
from tables.seating.services.seating import Floor
from tables.waiting.services import list_calls, steps

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.open_table")
def couple(*, main_id: int, feeder_id: int, actor: "User") -> MustMove:
    """Make one table the feeder of another of the same game, which is then kept full from it.

    Refuses tables of two games, one table twice, and a table that is part of another must-move: no chains.
    """
    if main_id == feeder_id:
        raise Refusal("one_table", N_("A table cannot feed itself."))
    tables = locks.tables({main_id, feeder_id})
    main, feeder = Floor.at(tables[main_id]), Floor.at(tables[feeder_id])
    if main.table.house_id != feeder.table.house_id:
        raise NotFound("no_such_table", N_("Table not found."))
    refusals.among_guests(main.game)
    if main.game.pk != feeder.game.pk:
        raise Refusal("game_differs", N_("Table %(table)s plays another game."), table=feeder.table.code)
    try:
        row = MustMove.objects.create(
            game=main.game, main_id=main_id, feeder_id=feeder_id, coupled_at=main.situation.now, coupled_by=actor
        )
    except IntegrityError as error:
        if "must_move_table_once" not in str(error):
            raise
        raise Refusal("coupled_already", N_("One of the tables is already part of a must-move.")) from None
    for floor in (main, feeder):
        rows.touch(floor.table)
    return row


@use_case("tables.open_table")
def uncouple(*, main_id: int, actor: "User") -> MustMove:
    """End the must-move of a main table.  Refuses a table that has no feeder (`not_coupled`)."""
    row, _main, _feeder = _locked(main_id)
    row.uncoupled_at, row.uncoupled_by = house_time.now(), actor
    row.save(update_fields=["uncoupled_at", "uncoupled_by"])
    return row


@use_case("tables.seat_guest")
def move(
    *,
    main_id: int,
    sitting_id: int,
    seat: int,
    reason: str = "",
    counted_cents: int | None = None,
    actor: "User",
) -> MustMoveTurn:
    """Move the next guest of the feeder to a free seat of the main game; they post nothing for it.

    Refuses a seat that gets the small blind or the button, and as `seats.move` does.  Without a reason it also refuses
    a guest out of turn, and a seat that a player of the main game has asked for.
    """
    reason = reasons.if_any(reason)
    row, main, feeder = _locked(main_id)
    occupied = _next(row, feeder, sitting_id, has_reason=bool(reason))
    refusals.seat_exists(main.situation, seat)
    taken = [one.seat for one in main.situation.seats]
    if seat not in taken:
        must_move_rules.check_seat(seat, open_seats(main))
    if main.game.pk != feeder.game.pk:  # one of them has just gone over to another stake
        raise Refusal("game_differs", N_("Table %(table)s plays another game."), table=feeder.table.code)
    asked = [selector.request(each) for each in selector.open_requests([main.game.pk])]
    in_main = [one for one in asked if one.table == main_id]
    players = selector.players(main.game.pk)
    earlier = requests.check_newcomer(in_main, main_id, seat, players, has_reason=bool(reason))
    newcomers.note_passed_over(earlier, reason)
    arrived = reseating.move(
        feeder, main, occupied, seat, counted_cents=counted_cents, is_new=False, reason=reason, actor=actor
    )
    return _turn(row, occupied, main, reason, actor, moved_to=arrived)


@use_case("tables.seat_guest")
def refuse(
    *, main_id: int, sitting_id: int, reason: str, counted_cents: int | None = None, actor: "User"
) -> MustMoveTurn:
    """Cash out the next guest, who refuses to move: they are barred from the game and its list for a while.

    Refuses a guest who is not next, and as `seats.cash_out` does.
    """
    reason = reasons.given(reason)
    queue = list_calls.list_for(main_id)
    row, _main, feeder = _locked(main_id)
    occupied = _next(row, feeder, sitting_id, has_reason=False)
    leaving.cash_out(feeder, occupied, counted_cents, actor=actor)
    if queue is not None:
        entry = queue.of_guest(occupied.guest_id)
        if entry is not None:
            queue.put(calls.left(queue.waiter(entry.pk), Cause.FLOOR), by=actor, reason=reason)
            steps.touch(queue)
    until = must_move_rules.barred_until(feeder.situation.now, house_rules.of_house(feeder.table.house_id, MovingRules))
    return _turn(row, occupied, feeder, reason, actor, barred_until=until)


def game_over(table_id: int, *, actor: "User") -> None:
    """End the must-move of a table, and its guests' requests, since it is closed or plays another game.

    An inner step; the table is locked.
    """
    now = house_time.now()
    couples = MustMove.objects.filter(Q(main_id=table_id) | Q(feeder_id=table_id), uncoupled_at=None)
    couples.update(uncoupled_at=now, uncoupled_by=actor)
    MoveRequest.objects.filter(sitting__table_id=table_id, sitting__left_at=None, ended_at=None).update(
        end=requests.End.LEFT.value, ended_at=now, ended_by=actor
    )


def open_seats(main: Floor) -> list[int]:
    """The free seats of a main table that a guest from the feeder may take now."""
    assert main.situation.session is not None
    last = positions.last(main.situation.session)
    taken = {one.seat for one in main.situation.seats}
    active = [one.seat for one in main.situation.seats if not one.is_away]
    free = set(range(1, main.table.seats + 1)) - taken
    return must_move_rules.open_seats(last, active, free, rule_set(main.game.rule_set))


def _locked(main_id: int) -> tuple[MustMove, Floor, Floor]:
    """Lock a main table and its feeder; refuses a table that has no feeder (`not_coupled`)."""
    seen = selector.couple_of_main(main_id)
    tables = locks.tables({main_id, seen.feeder_id} if seen else {main_id})
    row = selector.couple_of_main(main_id)
    if seen is None or row is None or row.pk != seen.pk:
        raise Refusal("not_coupled", N_("This table has no feeder."))
    return row, Floor.at(tables[row.main_id]), Floor.at(tables[row.feeder_id])


def _next(row: MustMove, feeder: Floor, sitting_id: int, *, has_reason: bool) -> Occupied:
    movers = selector.movers(selector.arrivals([row.feeder_id])[row.feeder_id])
    must_move_rules.check_turn(movers, sitting_id, has_reason=has_reason)
    return next(one for one in feeder.situation.seats if one.sitting_id == sitting_id)


def _turn(
    row: MustMove, occupied: Occupied, floor: Floor, reason: str, actor: "User", **outcome: object
) -> MustMoveTurn:
    return MustMoveTurn.objects.create(
        couple=row,
        guest_id=occupied.guest_id,
        game=floor.game,
        sitting_id=occupied.sitting_id,
        reason=reason,
        at=floor.situation.now,
        by=actor,
        **outcome,
    )
