"""Counts of the chips in front of guests where the table keeps one pool (T1, T2).

From a count on, the guest's stack is bounded by it and by the hands since (`tables.rules.pool_stakes`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounting import chips
from accounting.findings.services import findings
from accounting.models import House
from casino import house_time, reasons, roles
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import Game, Session, StackCount
from tables.play.selectors import pools, situations
from tables.play.selectors import stack_counts as selector
from tables.play.selectors.pools import Stay
from tables.play.selectors.situations import Occupied, Situation
from tables.play.services import refusals, rows
from tables.rules import pool_stakes as rules
from tables.rules.pool_stakes import Holding
from tables.verdicts.stack_counts import of_stack

if TYPE_CHECKING:
    from casino.models import User

EXPLAINS = "tables.seat_guest"


@dataclass(frozen=True, slots=True)
class SeatCount:
    """The chips in front of a seat: as a sum, by denomination (`chips`), or both."""

    seat: int
    counted_cents: int | None = None
    chips: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class CountedChips:
    """A guest's chips as they are recorded."""

    occupied: Occupied
    cents: int
    pieces: chips.Chips | None = None


@use_case("tables.record_hand")
def count(
    *, table_id: int, version: int | None, counts: Sequence[SeatCount], explanation: str = "", actor: "User"
) -> int:
    """Record the chips in front of guests, between two hands: some of them, or all.

    Refuses a table that keeps stacks (`stacks_kept`), plays against the house or has since it was opened
    (`rounds_dealt`), no count at all (`count_required`), and a count that is impossible by the books
    (`stack_out_of_bounds`), which the floor may enter with an explanation; it leaves a finding.  Each count is measured
    by those before it: the last seat has what is left of the pool.
    """
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    refusals.require_dealer(actor, situation.dealer_id)
    session, game = refusals.in_session(situation)
    _refuse_unbounded(session, game)
    explanation = reasons.if_any(explanation)
    if explanation:
        roles.require(actor, EXPLAINS)
    if not counts:
        raise Refusal("count_required", N_("Count the chips of one guest at least."))
    house = House.objects.get(pk=table.house_id)
    record(situation, [_counted(situation, game, house, one) for one in counts], explanation=explanation, actor=actor)
    rows.touch(table)
    return table.id


def check(situation: Situation, occupied: Occupied, counted_cents: int) -> None:
    """Refuse a count that is impossible by the books (`stack_out_of_bounds`).  An inner step; the table is locked."""
    session, game = refusals.in_session(situation)
    if pools.bounds_stacks(session, game):
        bounds = pools.bounds(session.pk, situation.pool_cents)
        rules.check_count(counted_cents, bounds[occupied.sitting_id], seat=occupied.seat)


def record(situation: Situation, counted: Sequence[CountedChips], *, explanation: str = "", actor: "User") -> None:
    """Record counts at a locked table; refuses `stack_out_of_bounds` without an explanation.  An inner step."""
    session, game = refusals.in_session(situation)
    if not pools.bounds_stacks(session, game):
        return
    found = pools.seated(session.pk)
    held = {sitting_id: holding for sitting_id, (_stay, holding) in found.items()}
    written = []
    for one in counted:
        stay, _holding = found[one.occupied.sitting_id]
        bounds = dict(zip(held, rules.narrowed(list(held.values()), situation.pool_cents), strict=True))
        row = _row(situation, session, one, stay, bounds[stay.sitting_id], actor)
        if row.surplus_cents:
            if not explanation:
                rules.check_count(one.cents, bounds[stay.sitting_id], seat=one.occupied.seat)
            row.explanation = explanation
        held = {pk: _beside(holding, row.surplus_cents) for pk, holding in held.items()}
        held[stay.sitting_id] = Holding(one.cents, one.cents)
        row.save()
        written.append(row)
    Session.objects.filter(pk=session.pk).update(measures_stacks=True)
    verdicts = [verdict for one in selector.facts(written) for verdict in of_stack(one)]
    findings.note(situation.table.house_id, refusals.open_day(situation).pk, verdicts, situation.now)


def _refuse_unbounded(session: Session, game: Game) -> None:
    refusals.among_guests(game)
    if game.recording != Game.Recording.SUMMARY:
        raise Refusal("stacks_kept", N_("Every action is recorded here: the stacks are known."))
    if not pools.bounds_stacks(session, game):
        raise Refusal("rounds_dealt", N_("Rounds against the house were dealt here: a count would bound no stack."))


def _counted(situation: Situation, game: Game, house: House, given: SeatCount) -> CountedChips:
    occupied = refusals.seated(situation, given.seat)
    pieces, cents = chips.counted(given.chips, given.counted_cents, house.denominations_cents)
    refusals.whole_chips(cents, game, least_cents=0)
    return CountedChips(occupied, cents, pieces)


def _row(
    situation: Situation, session: Session, one: CountedChips, stay: Stay, bounds: Holding, actor: "User"
) -> StackCount:
    return StackCount(
        sitting_id=stay.sitting_id,
        gaming_day_id=refusals.open_day(situation).pk,
        after_hand=session.hands_dealt,
        counted_cents=one.cents,
        chips=None if one.pieces is None else chips.dump(one.pieces),
        brought_cents=stay.brought_cents,
        least_cents=bounds.least_cents,
        most_cents=bounds.most_cents,
        at=situation.now,
        by=actor,
    )


def _beside(holding: Holding, surplus_cents: int) -> Holding:
    """Another guest's bounds: what one has above the books, the others have less, and the other way round."""
    return Holding(max(0, holding.least_cents - max(0, surplus_cents)), holding.most_cents + max(0, -surplus_cents))
