"""Calling the floor to a table, and answering; a call changes the table's version, so that boards show it at once."""

from collections.abc import Mapping
from typing import TYPE_CHECKING
from uuid import UUID

from casino import house_time
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.locks import LockedTable
from tables.log.services import subjects
from tables.models import CallKind, CallTaking, Down, FloorCall, Hand, Round
from tables.play.services import refusals, rows

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "tables.record_ruling"
ANSWER_MIN, ANSWER_MAX = 3, 500
FACTS_MAX = 40  # keys in the facts a tablet sends with a refused hand


@use_case("tables.record_hand")
def call(
    *, table_id: int, kind: str, hand_id: int | None = None, round_id: int | None = None, actor: "User"
) -> FloorCall:
    """Call the floor to a table.  While a call of this kind is open, it is returned and no second one is created.

    Refuses a kind that tablets do not call for (`call_unknown`), a dealer of another table, and another table's hand or
    round.
    """
    table = _of_dealer(table_id, actor)
    if kind not in CallKind.values or kind == CallKind.REFUSED_HAND:
        raise Malformed("call_unknown", N_("Nobody is called for that."), kind=kind)
    subjects.check_played_at(table_id, hand_id, round_id)
    waiting = FloorCall.objects.filter(table_id=table_id, kind=kind, answered_at=None).first()
    return waiting or _create(table, actor, kind=kind, hand_id=hand_id, round_id=round_id)


@use_case("tables.record_hand")
def refused(*, table_id: int, hand_uuid: UUID, facts: Mapping[str, object], actor: "User") -> FloorCall:
    """Call the floor about a refused hand or round, with the tablet's facts; a repeated call returns the first one.

    Refuses one that is booked by now (`hand_recorded`), and too many facts (`too_much_said`).
    """
    table = _of_dealer(table_id, actor)
    if len(facts) > FACTS_MAX:
        raise Malformed("too_much_said", N_("A call can hold no more than %(most)s facts."), most=FACTS_MAX)
    waiting = FloorCall.objects.filter(hand_uuid=hand_uuid).first()
    if waiting is not None:
        return waiting
    if any(kind.objects.filter(client_uuid=hand_uuid).exists() for kind in (Hand, Round)):
        raise refusals.recorded_already(hand_uuid)
    return _create(table, actor, kind=CallKind.REFUSED_HAND, hand_uuid=hand_uuid, facts=dict(facts))


@use_case("tables.record_ruling")
def take(*, call_id: int, over_id: int | None = None, actor: "User") -> FloorCall:
    """Record that the actor goes to a call; `over_id`: the colleague they take it over from.

    Does nothing if the actor has taken it already.  Refuses a call that another colleague has taken (`call_taken`), and
    one that is answered (`call_answered`).
    """
    table, row = _locked(call_id)
    if row.taken_by_id == actor.pk:
        return row
    if row.taken_by is not None and row.taken_by_id != over_id:
        raise Refusal("call_taken", N_("%(who)s is already on the way."), who=str(row.taken_by), by=row.taken_by_id)
    row.taken_at, row.taken_by = house_time.now(), actor
    row.save(update_fields=["taken_at", "taken_by"])
    CallTaking.objects.create(call=row, number=row.takings.count() + 1, at=row.taken_at, by=actor)
    rows.touch(table)
    return row


@use_case("tables.record_ruling")
def answer(*, call_id: int, text: str = "", actor: "User") -> FloorCall:
    """Close a call with the decision, which is required about a refused hand (`answer_required`).

    The tablet then discards the hand; if it is to be booked, the floor enters it late.
    """
    table, row = _locked(call_id)
    text = text.strip()
    if row.kind == CallKind.REFUSED_HAND and len(text) < ANSWER_MIN:
        raise Refusal("answer_required", N_("Describe briefly what was decided about the hand."))
    if len(text) > ANSWER_MAX:
        raise Malformed("text_too_long", N_("Use no more than %(most)s characters."), most=ANSWER_MAX)
    return _close(table, row, text, actor)


def close_with(table: LockedTable, call_id: int, text: str, actor: "User") -> FloorCall:
    """Close a call with the text of the ruling or incident that came of it.  An inner step: the table is locked.

    Refuses another table's call (`no_such_call`), and one that is answered (`call_answered`).
    """
    row = FloorCall.objects.filter(pk=call_id, table_id=table.id).first()
    if row is None:
        raise _no_such_call()
    return _close(table, _unanswered(row), text[:ANSWER_MAX], actor)


def _locked(call_id: int) -> tuple[LockedTable, FloorCall]:
    table_id = FloorCall.objects.filter(pk=call_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise _no_such_call()
    table = locks.tables([table_id])[table_id]
    return table, _unanswered(FloorCall.objects.select_related("taken_by").get(pk=call_id))


def _unanswered(row: FloorCall) -> FloorCall:
    if row.answered_at is not None:
        raise Refusal("call_answered", N_("This call has already been answered."))
    return row


def _close(table: LockedTable, row: FloorCall, text: str, actor: "User") -> FloorCall:
    row.answered_at, row.answered_by, row.answer = house_time.now(), actor, text
    row.save(update_fields=["answered_at", "answered_by", "answer"])
    rows.touch(table)
    return row


def _no_such_call() -> NotFound:
    return NotFound("no_such_call", N_("Call not found."))


def _of_dealer(table_id: int, actor: "User") -> LockedTable:
    """Lock a table; refuses an actor who neither deals there nor may act for its dealer."""
    table = locks.tables([table_id])[table_id]
    dealer_id = Down.objects.filter(table_id=table_id, ended_at=None).values_list("dealer_id", flat=True).first()
    refusals.require_dealer(actor, dealer_id)
    return table


def _create(table: LockedTable, actor: "User", **columns: object) -> FloorCall:
    row = FloorCall.objects.create(
        house_id=table.house_id, table_id=table.id, called_at=house_time.now(), called_by=actor, **columns
    )
    rows.touch(table)
    return row
