"""Rounds against the house: recorded when they are over, voided by the floor, dealt again after a false deal.

A round is one entry in the table's book.  Losses of boxes move from the guests' chips to the table's float, wins the
other way; returned bets do not move.  So the float's balance is the sum expected at closing, and the house's result
of the table is the sum of its rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import IntegrityError
from django.db.models import F

from accounting.chain import Move, WagerFacts
from accounting.ledger.services import ledger
from accounting.models import Entry, EntryCode
from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.selectors.decisions import REVERSER
from casino.services import decisions
from casino.transactions import use_case
from tables import locks, settlement
from tables.hands.selectors.duties import ROUNDS
from tables.hands.services import booking
from tables.locks import LockedTable
from tables.models import CarryOver, Game, Round, Session, Sitting
from tables.play.selectors import situations
from tables.play.selectors.situations import Situation
from tables.play.services import refusals, rows
from tables.rounds.selectors import rounds as facts
from tables.rules.banked import records
from tables.rules.banked.boxes import Limits
from tables.rules.banked.records import RoundRecord, SettledBox
from tables.rules.banked.rule_sets import rule_set
from tables.rules.misdeal import Misdeal
from tables.settlement import Occasion, Tip

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class RoundDetails:
    """Details of a round beside its boxes: tips by seat, the tablet's own id of it, and the time it was dealt."""

    tips: tuple[Tip, ...] = ()
    client_uuid: UUID | None = None
    dealt_at: datetime | None = None


@use_case("tables.record_hand")
def record(
    *, table_id: int, version: int | None, round_record: RoundRecord, details: RoundDetails, actor: "User"
) -> Round:
    """Settle and book a round.

    Refuses a game among guests (`game_is_not_banked`), boxes of empty seats, what the rules refuse (`records.settle`),
    a float or guest without enough chips (`not_enough_chips`), and a round that was recorded before (`hand_recorded`).
    """
    situation, game = _ready(table_id, version, actor)
    return book(situation, game, round_record, details, actor=actor)


def book(situation: Situation, game: Game, round_record: RoundRecord, details: RoundDetails, *, actor: "User") -> Round:
    """Settle and book a round of a table that is `ready`.  An inner step: the table is locked."""
    _check_tips(details.tips, situation, game)
    for one in round_record.boxes:
        refusals.seated(situation, one.seat)
    limits, rules = limits_of(game), rule_set(game.rule_set)
    settled = computed(game, round_record)
    row = _row(situation, game, Round.State.SETTLED, details)
    row.record = records.to_json(round_record, limits)
    row.result = {**records.result_json(settled), "tips": [[tip.seat, tip.amount_cents] for tip in details.tips]}
    row.staked_cents = sum(one.box.staked_cents for one in round_record.boxes)
    row.lost_cents = sum(one.lost_cents for one in settled)
    row.paid_cents = sum(one.paid_cents for one in settled)
    row.tips_cents = sum(tip.amount_cents for tip in details.tips)
    _insert(row)
    _post(
        row,
        situation,
        EntryCode.ROUND,
        settlement.of_round(situation.table.code, game.recording, settled, details.tips),
        actor,
        wager=settlement.wager(_occasion(row, situation), rules, round_record, settled, details.tips),
    )
    return row


@use_case("tables.record_hand")
def false_deal(*, table_id: int, version: int | None, cause: Misdeal, actor: "User") -> Round:
    """Record a false deal: cards are dealt again, every bet stands (seed `002`; rows E5, H15).  No chip moves."""
    situation, game = _ready(table_id, version, actor)
    row = _row(situation, game, Round.State.VOID, RoundDetails())
    row.record, row.result, row.void_reason = {}, {}, cause.value
    row.voided_by = actor
    _insert(row)
    nothing = settlement.wager(_occasion(row, situation), rule_set(game.rule_set), RoundRecord(()), (), ())
    _post(row, situation, EntryCode.FALSE_DEAL, [], actor, wager=nothing, reason=cause.value)
    return row


@use_case("tables.void_hand", password=True)
def void(*, round_id: int, version: int | None, reason: str, actor: "User") -> Round:
    """Void a settled round by reversing its entry; the right round is then recorded again.

    Refuses the person who booked it (`two_people`), a void round (`round_void`), a float that was counted since
    (`float_counted`), and guests who have left since (`guests_gone`).
    """
    table, row = _locked(round_id)
    locks.check_version(version, row.version, actor)
    if row.state != Round.State.SETTLED:
        raise Refusal("round_void", N_("This round is already void."))
    reason = reasons.given(reason)
    decisions.refuse_same(ROUNDS, row, REVERSER, actor)
    _refuse_irreversible(row)
    entry = Entry.objects.get(reference=reference(row.pk))
    ledger.reverse(entry_id=entry.pk, day=booking.day_for(row.gaming_day_id), reason=reason, actor=actor)
    Round.objects.filter(pk=row.pk).update(
        state=Round.State.VOID, void_reason=reason, voided_by=actor, version=F("version") + 1
    )
    rows.touch(table)
    row.refresh_from_db()
    return row


def _refuse_irreversible(row: Round) -> None:
    """Refuse a reversal after the float was counted (`float_counted`) or affected guests have left (`guests_gone`).

    The count already shows the mistake, and guests who left took their winnings (see `hands.refuse_irreversible`).
    """
    is_counted = (
        Session.objects.filter(pk=row.session_id, closed_at__isnull=False).exists()
        or CarryOver.objects.filter(session_id=row.session_id, at__gte=row.recorded_at).exists()
    )
    if is_counted:
        raise Refusal("float_counted", N_("The table's float has been counted since: any error shows in that count."))
    if row.recording != Game.Recording.EVERY_ACTION:
        return
    still_there = Sitting.objects.filter(table_id=row.table_id, left_at=None, sat_at__lte=row.recorded_at)
    gone = sorted(records.changed_seats(row.result) - set(still_there.values_list("seat", flat=True)))
    if gone:
        raise refusals.guests_gone(gone)


def limits_of(game: Game) -> Limits:
    """The limits per box of this game."""
    return Limits(
        least_ante_cents=game.min_box_cents,
        most_ante_cents=game.max_box_cents,
        most_side_cents=game.max_side_cents,
        chip_cents=game.chip_cents,
        most_paid_cents=game.max_paid_cents,
    )


def computed(game: Game, round_record: RoundRecord) -> tuple[SettledBox, ...]:
    """The outcome of every box, as it would be booked; refuses what `records.settle` refuses."""
    full = game.recording == Game.Recording.EVERY_ACTION
    return records.settle(rule_set(game.rule_set), round_record, limits_of(game), full=full)


def reference(round_id: int) -> str:
    """The unique reference of the round's entry, which prevents booking it twice."""
    return f"round:{round_id}"


def _ready(table_id: int, version: int | None, actor: "User") -> tuple[Situation, Game]:
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    refusals.require_dealer(actor, situation.dealer_id)
    _session, game = ready(situation)
    return situation, game


def ready(situation: Situation) -> tuple[Session, Game]:
    """Session and game of a table where rounds may be dealt; refuses a game among guests, and a day that is closed."""
    session, game = refusals.playing(situation)
    refusals.against_the_house(game)
    refusals.open_day(situation)
    return session, game


def _check_tips(tips: Sequence[Tip], situation: Situation, game: Game) -> None:
    for tip in tips:
        refusals.seated(situation, tip.seat)
        refusals.whole_chips(tip.amount_cents, game)


def _row(situation: Situation, game: Game, state: Round.State, details: RoundDetails) -> Round:
    refusals.dealt_in_time(situation, details.dealt_at)
    assert situation.session is not None
    return Round(
        house_id=situation.table.house_id,
        table_id=situation.table.id,
        session=situation.session,
        gaming_day=refusals.open_day(situation),
        state=state,
        recording=game.recording,
        game=game,
        rule_set=game.rule_set,
        dealer_id=situation.dealer_id,
        dealt_at=details.dealt_at or situation.now,
        recorded_at=situation.now,
        client_uuid=details.client_uuid,
    )


def _occasion(row: Round, situation: Situation) -> Occasion:
    return Occasion(situation.now, situation.table.code, row.dealer_id, row.game.name)


def _insert(row: Round) -> None:
    """Insert the round under the session's next number; refuses `hand_recorded` if a tablet sends it again."""
    try:
        rows.insert_round(row)
    except IntegrityError as error:
        if "client_uuid" in str(error):
            raise refusals.recorded_already(row.client_uuid) from None
        raise


def _post(
    row: Round,
    situation: Situation,
    code: EntryCode,
    found: list[Move],
    actor: "User",
    *,
    wager: WagerFacts,
    reason: str = "",
) -> None:
    ledger.post(
        day=refusals.open_day(situation),
        book=rows.book(situation.table.code),
        code=code,
        subject=f"round:{row.pk}",
        moves=found,
        actor=actor,
        reason=reason,
        reference=reference(row.pk),
        evidence=facts.evidence(row),
        wager=wager,
        at=situation.now,
    )


def _locked(round_id: int) -> tuple[LockedTable, Round]:
    """The round and its table, locked; refuses `no_such_round`."""
    table_id = Round.objects.filter(pk=round_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise NotFound("no_such_round", N_("Round not found."))
    table = locks.tables([table_id])[table_id]
    return table, Round.objects.get(pk=round_id)
