"""Leaving a seat at a locked table: shared by cashing out and by picking up an absent guest's chips."""

from typing import TYPE_CHECKING

from accounting import places
from accounting.chain import Move
from accounting.models import EntryCode
from casino import reasons
from casino.errors import N_, Refusal
from tables.models import Absence, Hand, MoveRequest, Sitting
from tables.play.selectors.situations import Occupied, Situation
from tables.play.services import refusals, rows, stack_counts
from tables.play.services.stack_counts import CountedChips
from tables.seating.services.seating import Floor

if TYPE_CHECKING:
    from casino.models import User


def cash_out(
    floor: Floor, occupied: Occupied, counted_cents: int | None, *, explanation: str = "", actor: "User"
) -> None:
    """Pay a guest all their chips and free the seat; refusals as in `leave`."""
    cents = leave(floor, occupied, counted_cents, explanation=explanation, actor=actor)
    if cents:
        chips = Move(floor.stack(occupied.seat), places.guests(floor.table.code), cents)
        floor.post(EntryCode.CASH_OUT, occupied.sitting_id, chips, actor, reason=explanation.strip())
    rows.touch(floor.table)


def leave(floor: Floor, occupied: Occupied, counted_cents: int | None, *, explanation: str = "", actor: "User") -> int:
    """Free the seat and end the guest's absence and requests; returns the cents they leave with.

    The caller posts the chips.  Refuses during a hand the guest plays in, and as `leaving_with` does.  With an
    `explanation` a pool's count need not agree with the books; it is recorded, and leaves a finding.
    """
    refuse_in_hand(floor.situation, occupied.seat)
    explanation = reasons.if_any(explanation)
    cents = leaving_with(floor, occupied, counted_cents, is_explained=explanation != "")
    if explanation and not floor.has_stacks:
        counted = CountedChips(occupied, cents)
        stack_counts.record(floor.situation, [counted], explanation=explanation, actor=actor)
    now = floor.situation.now
    Sitting.objects.filter(pk=occupied.sitting_id).update(
        left_at=now, cashed_out_cents=cents, left_game_id=floor.game.pk
    )
    if occupied.is_away:
        Absence.objects.filter(sitting=occupied.sitting_id, until=None).update(until=now)
    MoveRequest.objects.filter(sitting=occupied.sitting_id, ended_at=None).update(
        end=MoveRequest.End.LEFT, ended_at=now, ended_by=actor
    )
    return cents


def refuse_in_hand(situation: Situation, seat: int) -> None:
    """Refuse during a hand in which the seat was dealt in, folded or not: its stack is fixed until the end (T1)."""
    if situation.hand_id is None:
        return
    setup = Hand.objects.values_list("setup", flat=True).get(pk=situation.hand_id)
    assert setup is not None, "an open hand records every action"
    if any(dealt["seat"] == seat for dealt in setup["seats"]):
        raise refusals.hand_in_progress(situation.table.code, situation.hand_id)


def leaving_with(floor: Floor, occupied: Occupied, counted_cents: int | None, *, is_explained: bool = False) -> int:
    """The guest's cents: the stack, or the count where the table keeps one pool; whole chips in any case.

    Refuses a count that differs from the stack (`stack_differs`), a missing one (`count_required`), one above the pool
    (`not_enough_chips`), and one that is impossible by the books (`stack_out_of_bounds`) and not explained.
    """
    leaves_cents = occupied.stack_cents if counted_cents is None else counted_cents
    refusals.whole_chips(leaves_cents, floor.game, least_cents=0)
    if floor.has_stacks:
        if counted_cents is not None and counted_cents != occupied.stack_cents:
            raise Refusal(
                "stack_differs",
                N_("The stack is %(stack_cents)s; a guest who leaves must take all of it."),
                counted_cents=counted_cents,
                stack_cents=occupied.stack_cents,
            )
        return occupied.stack_cents
    if counted_cents is None:
        raise Refusal("count_required", N_("This table keeps one pool: count the guest's chips."))
    pool_cents = floor.situation.pool_cents
    if counted_cents > pool_cents:
        short = N_("There are only %(pool_cents)s on the table.")
        raise Refusal("not_enough_chips", short, counted_cents=counted_cents, pool_cents=pool_cents)
    if not is_explained:
        stack_counts.check(floor.situation, occupied, counted_cents)
    return counted_cents
