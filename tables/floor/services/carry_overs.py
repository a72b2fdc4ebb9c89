"""A table in play at roll-over: counted, its boxes taken, and carried over into the next gaming day.

The guests play on: chips and seats stay as they are, and entries go into the new day from now on.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from accounting import chain, places
from accounting import locks as money_locks
from accounting.cage.services import boxes
from accounting.chain import Move
from accounting.days.services import days as money_days
from accounting.ledger.services import ledger
from accounting.models import EntryCode, GamingDay
from casino import house_time
from casino.errors import N_, Dated, Refusal
from casino.transactions import use_case
from tables import locks
from tables.floor.services import floats
from tables.floor.services.floats import CountedFloat
from tables.models import CarryOver, Game, Session
from tables.play.selectors import situations
from tables.play.selectors.situations import Situation
from tables.play.services import refusals, rows

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.open_table")
def carry_over(
    *,
    table_id: int,
    version: int | None,
    counted_float_cents: int | None = None,
    float_chips: Mapping[str, object] | None = None,
    counted_stacks_cents: int | None = None,
    explanation: str = "",
    actor: "User",
) -> int:
    """Count a table between two hands and carry it over into the day that has been opened.

    The float is counted by denomination (`float_chips`) or as a sum; the stacks as a sum, required where the table
    keeps one pool.  Refuses before the roll-over, in mid-hand, a count of stacks that differs from the books, and a
    float as `floats.counted` does.
    """
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    session, game = refusals.in_session(situation)
    refusals.between_hands(situation)
    day = refusals.open_day(situation)
    if day.state != GamingDay.State.CLOSING:
        raise Refusal("not_rolled_over", N_("The gaming day %(date)s is still running."), date=Dated(day.date))
    found = floats.counted(situation, session, float_chips, counted_float_cents, explanation, actor)
    row = CarryOver(
        session=session,
        from_day=day,
        to_day=money_days.current(table.house_id),
        at=situation.now,
        counted_by=actor,
        chips=found.stored_chips,
        float_cents=found.booked_cents,
        counted_float_cents=found.cents,
        stacks_cents=_stacks(situation, game),
        counted_stacks_cents=counted_stacks_cents,
    )
    _check_stacks(row, game)
    money_locks.share_day(row.to_day_id)  # nothing is posted there here, but it must not be closed meanwhile
    _post(row, situation, game, found)
    _take_boxes(row, situation, session, actor)
    row.save()
    Session.objects.filter(pk=session.pk).update(gaming_day=row.to_day)
    floats.note_drift(found, session.pk, day, situation.now)
    rows.touch(table)
    return table.id


def _take_boxes(row: CarryOver, situation: Situation, session: Session, actor: "User") -> None:
    """Take the boxes for the old day, so that the new one begins with empty boxes."""
    boxes.drop(
        day=row.from_day,
        table_code=situation.table.code,
        session_number=session.pk,
        was_played=session.hands_dealt + session.rounds_dealt > 0,
        at=row.at,
        actor=actor,
    )


def _stacks(situation: Situation, game: Game) -> int:
    if game.recording == Game.Recording.SUMMARY:
        return situation.pool_cents
    return sum(occupied.stack_cents for occupied in situation.seats)


def _check_stacks(row: CarryOver, game: Game) -> None:
    """Require a count of a pool; refuse a count of single stacks that differs from the books, as a miscount."""
    if game.recording == Game.Recording.SUMMARY:
        if row.counted_stacks_cents is None:
            raise Refusal("count_required", N_("This table keeps one pool: count the guests' chips."))
        refusals.whole_chips(row.counted_stacks_cents, game, least_cents=0)
    elif row.counted_stacks_cents not in (None, row.stacks_cents):
        raise Refusal(
            "stacks_differ",
            N_("The stacks total %(stacks_cents)s."),
            stacks_cents=row.stacks_cents,
            counted_cents=row.counted_stacks_cents,
        )


def _post(row: CarryOver, situation: Situation, game: Game, found: CountedFloat) -> None:
    code = situation.table.code
    moves = found.moves
    if game.recording == Game.Recording.SUMMARY and row.counted_stacks_cents is not None:
        over_cents = row.stacks_cents - row.counted_stacks_cents
        if over_cents > 0:
            moves.append(Move(places.pool(code), places.variance(code), over_cents))
        elif over_cents < 0:
            moves.append(Move(places.variance(code), places.pool(code), -over_cents))
    ledger.post(
        day=row.from_day,
        book=rows.book(code),
        code=EntryCode.CARRY,
        subject=f"session:{row.session_id}",
        moves=moves,
        actor=row.counted_by,
        reason=found.explanation,
        evidence=chain.evidence(facts(row)),
        at=row.at,
    )


def facts(row: CarryOver) -> list[object]:
    """The facts of a carry-over that its ledger entry holds the digest of."""
    return [
        row.session_id,
        row.from_day_id,
        row.to_day_id,
        chain.moment(row.at),
        row.chips,
        [row.float_cents, row.counted_float_cents, row.stacks_cents, row.counted_stacks_cents],
    ]
