"""Requests for another seat or table: asked for, withdrawn, declined, granted (WSOP live-action 59, 86, 94, 159)."""

from typing import TYPE_CHECKING

from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import MoveRequest
from tables.play.selectors import house_rules
from tables.play.selectors.situations import Occupied
from tables.play.services import refusals, rows
from tables.rules.moving import posting
from tables.rules.moving import requests as request_rules
from tables.rules.moving.requests import End
from tables.rules.moving.terms import MovingRules
from tables.seating.selectors import move_requests as selector
from tables.seating.services import leaving, newcomers, reseating
from tables.seating.services.seating import Floor

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.seat_guest")
def ask(
    *, table_id: int, seat: int, to_table_id: int | None = None, to_seat: int | None = None, actor: "User"
) -> MoveRequest:
    """Record a seated guest's request for another seat or table.

    `to_table_id`: the guest's own table for another seat there, None for any other table of the game.  `to_seat`: None
    for any.  Refuses a table that plays another game, the other table of a must-move (`must_move_order`), and a second
    open request of the same kind (`asked_already`).
    """
    floor = Floor.at(locks.tables([table_id])[table_id])
    refusals.among_guests(floor.game)
    occupied = refusals.seated(floor.situation, seat)
    kind = MoveRequest.Kind.SEAT if to_table_id == table_id else MoveRequest.Kind.TABLE
    if to_seat is not None and to_table_id is None:
        raise Refusal("seat_without_table", N_("Name the table."))
    if kind == MoveRequest.Kind.SEAT and to_seat is not None:
        refusals.seat_exists(floor.situation, to_seat)
        if to_seat == seat:
            raise Refusal("sits_there", N_("The guest is already sitting there."), seat=seat)
    if kind == MoveRequest.Kind.TABLE and to_table_id is not None:
        _refuse_table(floor, to_table_id, to_seat)
    if MoveRequest.objects.filter(guest_id=occupied.guest_id, kind=kind, ended_at=None).exists():
        raise Refusal("asked_already", N_("The guest has already asked."))
    row = MoveRequest.objects.create(
        guest_id=occupied.guest_id,
        game=floor.game,
        sitting_id=occupied.sitting_id,
        kind=kind,
        to_table_id=to_table_id,
        to_seat=to_seat,
        asked_at=floor.situation.now,
        asked_by=actor,
    )
    rows.touch(floor.table)
    return row


@use_case("tables.seat_guest")
def withdraw(*, move_id: int, actor: "User") -> MoveRequest:
    """End a request that the guest takes back.  Refuses one that is over (`request_over`)."""
    return _ended(move_id, End.WITHDRAWN, actor)


@use_case("tables.seat_guest")
def decline(*, move_id: int, actor: "User") -> MoveRequest:
    """End a request whose guest refused the seat offered.  Refuses one that is over (`request_over`)."""
    return _ended(move_id, End.DECLINED, actor)


@use_case("tables.seat_guest")
def grant(
    *,
    move_id: int,
    table_id: int,
    seat: int,
    reason: str = "",
    counted_cents: int | None = None,
    actor: "User",
) -> MoveRequest:
    """Move a guest with all their chips to a seat they asked for.

    At their own table they owe the big blind if they move past more active players than the house tolerates; at
    another table they are a new player.  Refuses a seat they did not ask for, passing over an earlier request without
    a reason, a change that leaves the old game short, and as `seats.move` does.
    """
    reason = reasons.if_any(reason)
    row = selector.one_request(move_id)
    tables = locks.tables({row.sitting.table_id, table_id})
    row = _open_request(move_id)
    if row.sitting.table_id not in tables:
        raise Refusal("moved_meanwhile", N_("The guest has just moved. Please look again."))
    source, target = Floor.at(tables[row.sitting.table_id]), Floor.at(tables[table_id])
    _refuse_target(source, target, seat)
    asked = [selector.request(each) for each in selector.open_requests([source.game.pk])]
    players = selector.players(source.game.pk)
    earlier = request_rules.check_grant(asked, selector.request(row), table_id, seat, players, has_reason=bool(reason))
    newcomers.note_passed_over(earlier, reason)
    occupied = refusals.seated(source.situation, row.sitting.seat)
    is_other = source.table.id != target.table.id
    if is_other:
        _refuse_large_stack(source, row, leaving.leaving_with(source, occupied, counted_cents))
    reseating.move(
        source,
        target,
        occupied,
        seat,
        counted_cents=counted_cents,
        is_new=True if is_other else None,
        owes_big_blind=not is_other and _posts(source, occupied, seat),
        reason=reason,
        actor=actor,
    )
    return selector.one_request(move_id)


def _refuse_target(source: Floor, target: Floor, seat: int) -> None:
    if source.table.house_id != target.table.house_id:
        raise NotFound("no_such_table", N_("Table not found."))
    if target.game.pk != source.game.pk:
        raise Refusal("game_differs", N_("Table %(table)s plays another game."), table=target.table.code)
    refusals.seat_exists(target.situation, seat)
    refuse_coupled(source.table.id, target.table.id)


def refuse_coupled(from_table_id: int, to_table_id: int) -> None:
    """Refuse a chosen move between main table and feeder: guests move in the order they came (`must_move_order`)."""
    for couple in selector.couples([from_table_id]):
        if from_table_id != to_table_id and {from_table_id, to_table_id} == {couple.main_id, couple.feeder_id}:
            raise Refusal(
                "must_move_order",
                N_("Guests move from table %(feeder)s to table %(main)s in the order in which they came."),
                feeder=couple.feeder.code,
                main=couple.main.code,
            )


def _refuse_table(floor: Floor, to_table_id: int, to_seat: int | None) -> None:
    found = {session.table_id: session.table for session in selector.sessions([floor.game.pk])}
    if to_table_id not in found:
        raise Refusal("game_differs", N_("Table %(table)s plays another game."), table=to_table_id)
    seats = found[to_table_id].seats
    if to_seat is not None and not 1 <= to_seat <= seats:
        raise Refusal("seat_unknown", N_("The seat must be between 1 and %(seats)s."), seat=to_seat, seats=seats)
    refuse_coupled(floor.table.id, to_table_id)


def _refuse_large_stack(floor: Floor, row: MoveRequest, stack_cents: int) -> None:
    since, rules = selector.arrived_at(row.sitting), house_rules.of_house(floor.table.house_id, MovingRules)
    request_rules.check_stack(stack_cents, floor.game.max_buy_in_cents, since, floor.situation.now, rules)


def _posts(floor: Floor, occupied: Occupied, to_seat: int) -> bool:
    session = floor.situation.session
    assert session is not None
    active = [one.seat for one in floor.situation.seats if not one.is_away]
    rules = house_rules.of_house(floor.table.house_id, MovingRules)
    return not occupied.is_new and posting.posts(session.big_blind_seat, active, occupied.seat, to_seat, rules)


def _ended(move_id: int, end: End, actor: "User") -> MoveRequest:
    table = locks.tables([selector.one_request(move_id).sitting.table_id])
    row = _open_request(move_id)
    row.end, row.ended_at, row.ended_by = end.value, house_time.now(), actor
    row.save(update_fields=["end", "ended_at", "ended_by"])
    rows.touch(*table.values())
    return row


def _open_request(move_id: int) -> MoveRequest:
    """Read a request again under the lock of its table; refuses one that is over (`request_over`)."""
    row = selector.one_request(move_id)
    if row.ended_at is not None:
        raise Refusal("request_over", N_("This request has been dealt with."))
    return row
