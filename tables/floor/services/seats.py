"""Seats: sitting down, topping up, cashing out, moving, being away.

Table stakes (seeds 001, 003; T1–T3): chips are added to a seat only between the hands its guest plays in, and leave it
only all at once, with the guest.
"""

from typing import TYPE_CHECKING

from accounting import places
from accounting.chain import Move
from accounting.models import EntryCode
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.guests.services.admission import checking
from tables.models import Sitting
from tables.play.selectors.situations import Occupied
from tables.play.selectors.stakes import rebuy_of, usual_rebuy_cents
from tables.play.services import absences, pools, refusals, rows, stack_counts
from tables.play.services.stack_counts import CountedChips
from tables.rules import pool_stakes
from tables.rules.pool_stakes import Holding
from tables.rules.terms import rebuys
from tables.seating.services import leaving, reseating
from tables.seating.services.seating import Floor
from tables.waiting.services import walk_ins

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.seat_guest")
def sit(
    *,
    table_id: int,
    version: int | None,
    seat: int,
    guest_id: int,
    buy_in_cents: int,
    reason: str = "",
    actor: "User",
) -> int:
    """Seat a guest with a buy-in of `buy_in_cents`.  Returns the table's id, as every command here does.

    Refuses a taken seat, a guest who sits elsewhere, a buy-in outside the game's limits (S5) or not payable in its
    chips, and a guest who may not play, where the house checks its guests (`admission.checking`).  A guest who is not
    first on the game's waiting list is seated only with a reason, recorded for those passed over (`waiting.walk_ins`).
    """
    queues = walk_ins.locked(table_id, guest_id)
    floor = _floor(table_id, version, actor)
    walk_ins.seat(floor, queues, seat=seat, guest_id=guest_id, buy_in_cents=buy_in_cents, reason=reason, actor=actor)
    return floor.table.id


@use_case("tables.seat_guest")
def top_up(
    *,
    table_id: int,
    version: int | None,
    seat: int,
    amount_cents: int | None = None,
    counted_cents: int | None = None,
    actor: "User",
) -> int:
    """Add chips to a stack between hands (T3); without `amount_cents` the game's re-buy, by default the buy-in (S6).

    Refuses during a hand the guest plays in, what the game's re-buys do not allow (S6), more than the maximum buy-in,
    and an amount for which the house must know the guest's identity.  Afterwards the stack must reach the minimum: "at
    least up to the current minimum buy-in" (seed 001).  Where the table keeps one pool, `counted_cents` is the guest's
    chips before the top-up; it is required (`count_required`) where the amount alone does not settle these limits, and
    it is recorded (`stack_counts`).
    """
    floor = _floor(table_id, version, actor)
    occupied = refusals.seated(floor.situation, seat)
    leaving.refuse_in_hand(floor.situation, seat)
    game = floor.next_game
    if amount_cents is None:
        amount_cents = usual_rebuy_cents(game)
    refusals.whole_chips(amount_cents, game)
    if game.is_banked:
        rebuys.check(rebuy_of(game), None, amount_cents)  # against the house there is no other stack to match
    else:
        pool_stakes.check_top_up(
            _holding(floor, occupied, counted_cents, actor),
            amount_cents,
            rebuy_of(game),
            min_buy_in_cents=game.min_buy_in_cents,
            max_buy_in_cents=game.max_buy_in_cents,
        )
    sitting = Sitting.objects.select_related("guest").get(pk=occupied.sitting_id)
    checking.known(sitting.guest, amount_cents)
    sitting.bought_in_cents += amount_cents
    sitting.save(update_fields=["bought_in_cents"])
    floor.post(
        EntryCode.TOP_UP, sitting.pk, Move(places.guests(floor.table.code), floor.stack(seat), amount_cents), actor
    )
    rows.touch(floor.table)
    return floor.table.id


def _holding(floor: Floor, occupied: Occupied, counted_cents: int | None, actor: "User") -> Holding:
    """The chips in front of the guest: exact from the stack or a count, otherwise the bounds that the pool allows."""
    if not floor.has_stacks and counted_cents is None:
        return pools.of_guest(floor.situation, occupied.sitting_id)
    cents = leaving.leaving_with(floor, occupied, counted_cents)
    if not floor.has_stacks:
        stack_counts.record(floor.situation, [CountedChips(occupied, cents)], actor=actor)
    return Holding(cents, cents)


@use_case("tables.seat_guest")
def cash_out(
    *,
    table_id: int,
    version: int | None,
    seat: int,
    counted_cents: int | None = None,
    explanation: str = "",
    actor: "User",
) -> int:
    """Let a guest leave with all their chips (T2).

    Where stacks are kept, a count that differs from the stack is refused; where the table keeps one pool, the count
    is required and is the amount paid.  A count that is impossible by the books (`stack_out_of_bounds`) needs an
    `explanation`, which is the entry's reason.  Refuses during a hand the guest plays in.
    """
    floor = _floor(table_id, version, actor)
    leaving.cash_out(floor, refusals.seated(floor.situation, seat), counted_cents, explanation=explanation, actor=actor)
    return floor.table.id


@use_case("tables.seat_guest")
def move(
    *,
    table_id: int,
    version: int | None,
    seat: int,
    to_table_id: int,
    to_seat: int,
    counted_cents: int | None = None,
    reason: str = "",
    actor: "User",
) -> int:
    """Move a guest with their whole stack to another seat, at the same or another table; returns the new table's id.

    The stack stays the same even if it is below the minimum there (WSOP live-action 102); from one pool to another it
    is counted.  Refuses during a hand the guest plays in, a taken seat, chips smaller than the other table's
    (`not_on_chip`), and tables of which only one keeps a pool: there the guest cashes out and sits down again.  A move
    between games may not skip the other game's waiting list without a recorded reason (`waiting.walk_ins`).
    """
    guest_id = Sitting.objects.filter(table_id=table_id, seat=seat, left_at=None).values_list("guest_id").first()
    queues = walk_ins.locked(to_table_id, guest_id[0]) if guest_id and table_id != to_table_id else []
    tables = locks.tables({table_id, to_table_id})
    locks.check_version(version, tables[table_id].version, actor)
    if tables[table_id].house_id != tables[to_table_id].house_id:
        raise NotFound("no_such_table", N_("Table not found."))  # chips stay in the ledger of one house
    source, target = (Floor.at(tables[each]) for each in (table_id, to_table_id))
    occupied = refusals.seated(source.situation, seat)
    is_same_game = source.game.pk == target.game.pk
    walk_in = walk_ins.checked(target, [] if is_same_game else queues, guest_id=occupied.guest_id, reason=reason)
    arrived = reseating.move(
        source,
        target,
        occupied,
        to_seat,
        counted_cents=counted_cents,
        was_called=walk_in.holds(target, to_seat),
        actor=actor,
    )
    walk_ins.record(walk_in, arrived, actor)
    return target.table.id


@use_case("tables.seat_guest")
def away(*, table_id: int, version: int | None, seat: int, reason: str = "", actor: "User") -> int:
    """Mark a guest as away: they are not dealt in from the next hand on.

    While as many guests are away as the house allows, one more needs a reason (WSOP live-action 74).
    """
    floor = _floor(table_id, version, actor)
    occupied = refusals.seated(floor.situation, seat)
    if occupied.is_away:
        raise Refusal("already_away", N_("The guest is already away."), seat=seat)
    absences.walked(floor.situation, occupied, reason, actor)
    return _set_away(floor, occupied, is_away=True)


@use_case("tables.seat_guest")
def back(*, table_id: int, version: int | None, seat: int, actor: "User") -> int:
    """Mark a guest as back: they are dealt in from the next hand on and owe the blinds they missed."""
    floor = _floor(table_id, version, actor)
    occupied = refusals.seated(floor.situation, seat)
    if not occupied.is_away:
        raise Refusal("not_away", N_("The guest is not away."), seat=seat)
    absences.came_back(floor.situation, occupied)
    return _set_away(floor, occupied, is_away=False)


def _floor(table_id: int, version: int | None, actor: "User") -> Floor:
    return Floor.at(locks.table(table_id, version=version, actor=actor))


def _set_away(floor: Floor, occupied: Occupied, *, is_away: bool) -> int:
    Sitting.objects.filter(pk=occupied.sitting_id).update(is_away=is_away)
    rows.touch(floor.table)
    return floor.table.id
