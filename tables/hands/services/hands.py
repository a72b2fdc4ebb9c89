"""Hands whose every action is recorded: start, act, undo, void, settle.

No process keeps a live hand's state: each command replays the recorded actions (some 50 µs), applies the rules and
writes one row. Chips move once, in one entry, when the hand is settled.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from accounting.policy import rake
from casino import house_time, reasons, roles
from casino.errors import N_, NotAllowed, NotFound, Refusal
from casino.transactions import use_case
from tables import locks, settlement
from tables.evidence import Row
from tables.hands.selectors import hands, next_hand
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import booking, dealing, withdrawal
from tables.locks import LockedHand
from tables.models import Game, Hand, Session, Sitting
from tables.play.selectors import situations
from tables.play.services import refusals, stakes
from tables.play.services import rows as writing
from tables.rules import cards, hand, misdeal, setup
from tables.rules.actions import BETTING_KINDS, Action, check
from tables.rules.hand import Phase, State
from tables.rules.result import result
from tables.settlement import Tax, Tip

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.record_hand")
def start(
    *,
    table_id: int,
    version: int | None,
    button_seat: int | None = None,
    straddle_seat: int | None = None,
    actor: "User",
) -> RecordedHand:
    """Begin the next hand, with button, blinds and antes as the rules derive them from the seated players.

    Refuses at a closed or paused table, during a hand, with fewer than two players, and where only summaries are
    recorded (`summary_only`).
    """
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    refusals.require_dealer(actor, situation.dealer_id)
    situation = stakes.at_next_hand(situation)
    _session, game = refusals.playing(situation)
    refusals.among_guests(game)
    refusals.between_hands(situation)
    refusals.open_day(situation)
    refusals.charge(situation)
    if game.recording != Game.Recording.EVERY_ACTION:
        raise Refusal("summary_only", N_("At this table a hand is recorded when it is over."))
    deal = next_hand.next_deal(situation, game, button_seat, straddle_seat)
    state = hand.start(deal.setup)
    started = writing.insert_hand(
        situation,
        state=Hand.State.OPEN,
        actor_id=actor.pk,
        positions=deal.positions,
        setup=setup.to_json(deal.setup),
    )
    dealing.note(situation, deal)
    return RecordedHand(started, table.code, (), state)


@use_case("tables.record_hand")
def act(*, hand_id: int, version: int | None, action: Action, actor: "User") -> RecordedHand:
    """Record one action.  Refuses illegal actions; the refusal's facts have the legal actions and their limits."""
    check(action)
    locked = _open(hand_id, version, actor)
    rows = hands.rows_of(hand_id)
    before = hands.state_of(locked.hand, rows)
    after = hand.apply(before, action)
    row = Row(
        sequence=len(rows) + 1,
        kind=action.kind.value,
        seat=doer(before, action),
        to_cents=action.to_cents,
        cards=cards.format(action.cards),
        undoes=None,
        actor_id=actor.pk,
        at=house_time.now(),
    )
    return _written(locked, rows, row, after)


@use_case("tables.undo_action")
def undo(*, hand_id: int, version: int | None, actor: "User") -> RecordedHand:
    """Undo the last standing action by adding a row.  Refuses `nothing_to_undo`."""
    locked = _open(hand_id, version, actor)
    rows = hands.rows_of(hand_id)
    standing = hands.standing(rows)
    if not standing:
        raise Refusal("nothing_to_undo", N_("Nothing has been recorded yet."))
    row = Row(len(rows) + 1, hands.UNDO, None, None, "", standing[-1].sequence, actor.pk, house_time.now())
    return _written(locked, rows, row, hands.state_of(locked.hand, (*rows, row)))


@use_case("tables.record_hand")
def settle(
    *,
    hand_id: int,
    version: int | None,
    tips: Sequence[Tip] = (),
    rake_cents: int | None = None,
    reason: str = "",
    actor: "User",
) -> RecordedHand:
    """Settle a finished hand in one entry.

    Refuses an unfinished hand (`hand_not_over`), one that is settled or void, a closed day, a rake other than the rake
    due without a reason, and tips above the stack they come from.
    """
    locked = with_table(hand_id)
    refusals.require_dealer(actor, locked.dealer_id)
    locks.check_version(version, locked.hand.version, actor)
    _refuse_ended(locked.hand)
    rows = hands.rows_of(hand_id)
    state = hands.state_of(locked.hand, rows)
    if state.phase is not Phase.FINISHED:
        raise not_over(state)
    context = booking.context(locked.hand)
    settled = settlement.of_hand(
        table=locked.table_code,
        result=result(state),
        tips=tips,
        tax=Tax(rake.parse(context.terms), locked.hand.schedule_version_id, rake_cents, reason.strip()),
    )
    booking.book(locked.hand, context, settled, rows, actor=actor)
    return RecordedHand(locked.hand, locked.table_code, rows, state)


@use_case("tables.record_hand", password=True)
def void(*, hand_id: int, version: int | None, reason: str, actor: "User") -> RecordedHand:
    """Void a hand: misdeal or fouled deck (H15), or by ruling after it was settled.

    Before settlement no chip has moved, so the stacks stay; a dealer may call a misdeal until there was substantial
    action (WSOP live-action 104–105). Afterwards the floor reverses the entry, between hands, while the players whose
    stacks it changed still sit there; a hand booked from the table's pool also after its boxes were emptied or the
    table was closed (`withdrawal`). Refuses without a reason (`reason_required`), a void hand (`hand_void`), and the
    person who booked the hand (`two_people`).
    """
    locked = with_table(hand_id)
    _may_void(locked, actor)
    return voided(locked, version=version, reason=reason, actor=actor)


def voided(locked: LockedHand, *, version: int | None, reason: str, actor: "User") -> RecordedHand:
    """Void a hand as `void` does.  An inner step: the table and the hand are locked, the actor may do it."""
    locks.check_version(version, locked.hand.version, actor)
    reason = reasons.given(reason)
    if locked.hand.state == Hand.State.VOID:
        raise Refusal("hand_void", N_("This hand is already void."))
    if locked.hand.state == Hand.State.SETTLED:
        refuse_irreversible(locked)
        loan = withdrawal.take_back(locked.hand, locked.table_code, reason=reason, actor=actor)
        loan.give_back(locked.hand.pk)
    rows = hands.rows_of(locked.hand.pk)
    if locked.hand.state == Hand.State.OPEN:
        booking.misdeal(locked.hand, rows, reason=reason, actor=actor)
    writing.void_hand(locked.hand, reason, house_time.now(), actor_id=actor.pk)
    return hands.recorded(locked.hand, locked.table_code, rows)


def _may_void(locked: LockedHand, actor: "User") -> None:
    if roles.permits(actor, "tables.void_hand"):
        return
    if locked.hand.state != Hand.State.OPEN:
        roles.require(actor, "tables.void_hand")
    refusals.require_dealer(actor, locked.dealer_id)
    if not misdeal.may_be_called(map(hands.action_of, hands.standing(hands.rows_of(locked.hand.pk)))):
        raise NotAllowed("deal_stands", N_("There was substantial action: the deal stands. Call the floor."))


def refuse_irreversible(locked: LockedHand) -> None:
    """Refuse a reversal during a hand (`hand_in_progress`, T1), and after affected guests have left (`guests_gone`).

    A reversal changes stacks, and must not change those of guests who sat down later.
    """
    row = locked.hand
    if row.setup is None and Session.objects.filter(pk=row.session_id, closed_at__isnull=False).exists():
        return  # that session's chips are out of play, whatever is played at the table now
    played = Hand.objects.filter(table_id=row.table_id, state=Hand.State.OPEN).values_list("pk", flat=True).first()
    if played is not None:
        raise refusals.hand_in_progress(locked.table_code, played)
    if row.setup is None:
        return
    still_there = Sitting.objects.filter(table_id=row.table_id, left_at=None, sat_at__lte=row.ended_at)
    gone = sorted(settlement.changed_seats(row.setup, row.result) - set(still_there.values_list("seat", flat=True)))
    if gone:
        raise refusals.guests_gone(gone)


def _open(hand_id: int, version: int | None, actor: "User") -> LockedHand:
    locked = locks.hand(hand_id)
    refusals.require_dealer(actor, locked.dealer_id)
    locks.check_version(version, locked.hand.version, actor)
    _refuse_ended(locked.hand)
    return locked


def with_table(hand_id: int) -> LockedHand:
    """Lock the hand's table and then the hand, in lock order; for commands that move the table's chips."""
    table_id = Hand.objects.filter(pk=hand_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise NotFound("no_such_hand", N_("Hand not found."))
    locks.tables([table_id])
    return locks.hand(hand_id)


def _refuse_ended(row: Hand) -> None:
    if row.state != Hand.State.OPEN:
        raise Refusal("hand_" + row.state, N_("This hand is over."), state=row.state)


def doer(before: State, action: Action) -> int | None:
    """The seat of a recorded action; a betting action without a seat belongs to the player whose turn it is."""
    if action.seat is None and action.kind in BETTING_KINDS:
        return before.frame.seats[before.turn]
    return action.seat


def not_over(state: State) -> Refusal:
    """The refusal of settling an unfinished hand, with the seat to act and the legal actions."""
    allowed = hand.legal(state)
    return Refusal(
        "hand_not_over",
        N_("The hand is not over yet."),
        to_act=allowed.seat,
        legal=[option.to_json() for option in allowed.options],
    )


def _written(locked: LockedHand, rows: tuple[Row, ...], row: Row, after: State) -> RecordedHand:
    writing.insert_action(locked.hand, row)
    return RecordedHand(locked.hand, locked.table_code, (*rows, row), after)
