"""Corrections: replace a hand that was keyed wrong, and enter a hand late that was not keyed.

Recorded rows never change.  The books show the original, its reversal and the new hand, which names the one it
replaces, each with the reason; the person who booked a hand cannot correct it.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import IntegrityError

from accounting.ledger.services import ledger
from accounting.models import ScheduleVersion
from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import booking, hands, recording, withdrawal
from tables.hands.services.booking import Context
from tables.hands.services.recording import Summary
from tables.hands.services.withdrawal import Loan
from tables.locks import LockedHand
from tables.models import CarryOver, Game, Hand, Session
from tables.play.selectors import game_history, sittings
from tables.play.selectors.situations import Charge
from tables.play.services import pools, refusals, rows
from tables.play.services.refusals import CLOCK_SKEW
from tables.settlement import Settlement

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.void_hand", password=True)
def correct(*, hand_id: int, version: int | None, summary: Summary, reason: str, actor: "User") -> RecordedHand:
    """Reverse a hand of which the outcome was recorded, and book the right figures under the session's next number.

    Both rows are the same dealt hand: its time, dealer, game and schedule version stay, and `summary.dealt_at` is
    ignored.  Refuses the person who booked it (`two_people`), a hand with every action (`hand_with_actions`: void it),
    a void hand (`hand_void`), unchanged figures (`nothing_corrected`), and what `recording.record_summary` refuses.
    """
    return corrected(hands.with_table(hand_id), version=version, summary=summary, reason=reason, actor=actor)


def corrected(locked: LockedHand, *, version: int | None, summary: Summary, reason: str, actor: "User") -> RecordedHand:
    """Correct a hand as `correct` does.  An inner step: the table and the hand are locked, the actor may do it."""
    old = locked.hand
    locks.check_version(version, old.version, actor)
    reason = reasons.given(reason)
    _refuse_uncorrectable(locked)
    game = game_history.as_of(old.game_id, old.started_at)
    charge = _charge(old.schedule_version_id)
    # A tablet's clock may be slow: any guest seated between its time and ours can have been dealt in.
    seats = sittings.seats_between(old.session_id, old.started_at, old.ended_at or old.started_at)
    settled = _settled(locked.table_code, summary, game, charge, seats)
    pools.check_corrected(old, game, summary)
    if settled.result == old.result:
        raise Refusal("nothing_corrected", N_("This is exactly what is already booked."))
    loan = withdrawal.take_back(old, locked.table_code, reason=reason, actor=actor, new=withdrawal.taken_by(settled))
    rows.void_hand(old, reason, house_time.now(), actor_id=actor.pk)
    new = Hand(
        house_id=old.house_id,
        table_id=old.table_id,
        session_id=old.session_id,
        game_id=old.game_id,
        schedule_version_id=old.schedule_version_id,
        dealer_id=old.dealer_id,
        button_seat=old.button_seat,
        started_at=old.started_at,
        ended_at=old.ended_at,
        corrects_id=old.pk,
        client_uuid=summary.client_uuid,
    )
    hour = old.ended_at if loan.day.pk == old.gaming_day_id else None
    _book(new, settled, Context(loan.day, locked.table_code, game.name, charge.terms), loan, hour)
    if summary.contributions:
        pools.measure(new.session_id)
    return RecordedHand(new, locked.table_code, (), None)


@use_case("tables.void_hand", password=True)
def enter_late(*, session_id: int, summary: Summary, dealt_at: datetime, reason: str, actor: "User") -> RecordedHand:
    """Book a hand from paper at a table that was closed or carried over since it was dealt (downtime procedure).

    It gets the session's next number, and the dealer and terms of the time it was dealt.  Its chips have been counted,
    so none moves.  Refuses a time outside the session, a table where it can still be keyed (`record_at_table`), and
    what `recording.record_summary` refuses; the pot is only checked against all chips ever brought to the table, since
    earlier hands may still be on paper.
    """
    session = _locked_session(session_id)
    now = house_time.now()
    day_id = _day_of(session, dealt_at, now)
    reason = reasons.given(reason)
    game = _game_at(session, dealt_at)
    if game.recording != Game.Recording.SUMMARY:
        raise Refusal("recording_differs", N_("This game is recorded by %(recording)s."), recording=game.recording)
    charge = refusals.charged_by(game, dealt_at)
    table_code = session.table.code
    # Guests who sat down while the system was down were keyed later, too.
    seats = sittings.seats_between(session.pk, dealt_at, session.closed_at or now)
    settled = _settled(table_code, summary, game, charge, seats)
    pools.check_late(session.pk, summary)
    day = booking.day_for(day_id)
    loan = Loan(day, table_code, withdrawal.NOTHING, withdrawal.taken_by(settled), withdrawal.GONE, reason, actor)
    late = Hand(
        house_id=session.table.house_id,
        table_id=session.table_id,
        session_id=session.pk,
        game_id=game.pk,
        schedule_version_id=charge.id,
        dealer_id=sittings.dealer_at(session.pk, dealt_at),
        started_at=dealt_at,
        ended_at=now,
        client_uuid=summary.client_uuid,
    )
    context = Context(day, table_code, game.name, charge.terms)
    _book(late, settled, context, loan, dealt_at if day.pk == day_id else None)
    return RecordedHand(late, table_code, (), None)


def _book(hand: Hand, settled: Settlement, context: Context, loan: Loan, hour: datetime | None) -> None:
    """Insert a settled summary and post it, with a loan where its chips have left the table."""
    hand.gaming_day_id = context.day.pk
    hand.state, hand.recording, hand.result = Hand.State.SETTLED, Game.Recording.SUMMARY, dict(settled.result)
    try:
        rows.insert_late(hand)
    except IntegrityError as error:
        if "client_uuid" in str(error):
            raise refusals.recorded_already(hand.client_uuid) from None
        raise
    if hand.corrects_id is None:
        loan.lend(hand.pk)
    at = house_time.now()
    entry = booking.entry(hand, context, settled, (), at=at, actor=loan.actor, hour=hour, reason=loan.reason)
    ledger.post_facts(entry, day_id=context.day.pk)
    loan.give_back(hand.pk)


def _settled(table_code: str, summary: Summary, game: Game, charge: Charge, seats: set[int]) -> Settlement:
    """Settle the summary; refuses more players than these seats, and winners on other seats."""
    recording.check_players(summary, seats, sorted(seats))
    for seat in summary.winners:
        if seat not in seats:
            raise Refusal("seat_empty", N_("Nobody is in seat %(seat)s."), seat=seat)
    return recording.settled_summary(table_code, summary, game, charge)


def _refuse_uncorrectable(locked: LockedHand) -> None:
    row = locked.hand
    if row.setup is not None or row.recording != Game.Recording.SUMMARY:
        raise Refusal(
            "hand_with_actions",
            N_("Every action of this hand was recorded, so there are no figures to correct. Void it instead."),
        )
    if row.state != Hand.State.SETTLED:
        raise Refusal("hand_void", N_("This hand is already void."))
    hands.refuse_irreversible(locked)


def _locked_session(session_id: int) -> Session:
    """The session, its table locked; refuses `no_such_session`."""
    table_id = Session.objects.filter(pk=session_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise NotFound("no_such_session", N_("The table had not been opened then."))
    locks.tables([table_id])
    return Session.objects.select_related("table").get(pk=session_id)


def _day_of(session: Session, dealt_at: datetime, now: datetime) -> int:
    """The id of the gaming day on which the hand was dealt; refuses times outside the session and `record_at_table`."""
    if dealt_at > now + CLOCK_SKEW:
        raise Refusal("dealt_in_future", N_("The hand cannot have been dealt in the future."), dealt_at=str(dealt_at))
    if not session.opened_at <= dealt_at <= (session.closed_at or now + CLOCK_SKEW):
        raise Refusal(
            "dealt_outside_session",
            N_("The table was not open then."),
            dealt_at=str(dealt_at),
            opened_at=str(session.opened_at),
            closed_at=str(session.closed_at) if session.closed_at else None,
        )
    carried = CarryOver.objects.filter(session=session, at__gte=dealt_at).order_by("at").first()
    if carried is not None:
        return carried.from_day_id
    if session.closed_at is None:
        raise Refusal(
            "record_at_table", N_("Table %(table)s is still open: enter the hand there."), table=session.table.code
        )
    return session.gaming_day_id


def _game_at(session: Session, at: datetime) -> Game:
    """The game played at that time with its terms then: that of the last hand before, else of the session's first.

    Without any hand, the session's present game.
    """
    played = Hand.objects.filter(session=session)
    hand = played.filter(started_at__lte=at).order_by("-started_at").first() or played.order_by("started_at").first()
    return game_history.as_of(hand.game_id if hand else session.game_id, at)


def _charge(version_id: int) -> Charge:
    return Charge.of(ScheduleVersion.objects.get(pk=version_id))
