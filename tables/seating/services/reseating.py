"""Moving a guest between seats of locked tables: shared by `seats.move` and the services in `moving`."""

from typing import TYPE_CHECKING

from accounting.chain import Move
from accounting.models import EntryCode
from casino.errors import N_, Refusal
from tables.models import MoveRequest, Sitting
from tables.play.selectors.situations import Occupied
from tables.play.services import absences, refusals, rows
from tables.rules.moving import requests
from tables.seating.services import leaving, seating
from tables.seating.services.seating import Floor

if TYPE_CHECKING:
    from casino.models import User


def move(
    source: Floor,
    target: Floor,
    occupied: Occupied,
    to_seat: int,
    *,
    counted_cents: int | None = None,
    is_new: bool | None = None,
    owes_big_blind: bool = False,
    was_called: bool = False,
    reason: str = "",
    actor: "User",
) -> Sitting:
    """Move a guest with all their chips to another seat, here or at another table.

    Missed blinds go along unless the guest arrives as a new player (`is_new`; None: as before); `owes_big_blind` adds
    one.  Between two tables that keep pools, `counted_cents` is required.  Refusals as in `seats.move`.
    """
    leaving.refuse_in_hand(source.situation, occupied.seat)
    refusals.seat_exists(target.situation, to_seat)
    seating.refuse_seat_taken(target.situation, to_seat)
    is_other = source.table.id != target.table.id
    seating.refuse_full(target, to_seat, more=int(is_other))
    if not was_called:
        seating.refuse_kept(target.situation, to_seat)
    if is_other and source.has_stacks != target.has_stacks:
        raise Refusal("stack_unknown", N_("One of the tables keeps one pool. Cash out and sit down again."))
    cents = leaving.leaving_with(source, occupied, counted_cents) if is_other else occupied.stack_cents
    refusals.whole_chips(cents, target.game, least_cents=0)
    old = Sitting.objects.get(pk=occupied.sitting_id)
    old.left_at = source.situation.now
    old.save(update_fields=["left_at"])
    owed = {"owes_small_blind": old.owes_small_blind, "owes_big_blind": old.owes_big_blind}
    if is_new:
        owed = dict.fromkeys(owed, False)
    owed["owes_big_blind"] |= owes_big_blind
    arrived = _create_sitting(old, target, to_seat, cents, is_new=old.is_new if is_new is None else is_new, **owed)
    if occupied.is_away:
        absences.moved(old.pk, arrived.pk)
    if cents and source.stack(occupied.seat) != target.stack(to_seat):
        source.post(EntryCode.MOVE, arrived.pk, Move(source.stack(occupied.seat), target.stack(to_seat), cents), actor)
    _update_requests(old, arrived, source, target, reason, actor)
    for floor in {source.table.id: source, target.table.id: target}.values():
        rows.touch(floor.table)
    return arrived


def _create_sitting(old: Sitting, target: Floor, to_seat: int, cents: int, **owed: bool) -> Sitting:
    return seating.seated(
        session=target.situation.session,
        table_id=target.table.id,
        seat=to_seat,
        guest_id=old.guest_id,
        is_away=old.is_away,
        sat_at=target.situation.now,
        buy_in_cents=cents,
        min_buy_in_cents=target.game.min_buy_in_cents,
        bought_in_cents=0,
        leaves_at=old.leaves_at,
        moved_from=old,
        **owed,
    )


def _update_requests(old: Sitting, arrived: Sitting, source: Floor, target: Floor, reason: str, actor: "User") -> None:
    """Carry the guest's open requests over to the new sitting; end those that are granted or no longer apply."""
    is_same_game = source.game.pk == target.game.pk
    for row in MoveRequest.objects.filter(sitting=old, ended_at=None):
        asked = requests.Request(row.pk, old.table_id, old.seat, row.to_table_id, row.to_seat)
        row.sitting = arrived
        end = requests.after_move(asked, arrived.table_id, arrived.seat, is_same_game=is_same_game)
        if end is not None:
            row.end, row.ended_at, row.ended_by = end.value, arrived.sat_at, actor
        if end is requests.End.GRANTED:
            row.granted, row.reason = arrived, reason
        row.save(update_fields=["sitting", "end", "ended_at", "ended_by", "granted", "reason"])
