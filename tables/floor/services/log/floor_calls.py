"""Calling the floor to a table, and answering; calls touch the table, so whoever looks at a board sees them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING
from uuid import UUID

from casino import house_time, roles
from casino.errors import Malformed, NotFound, Refusal, _
from casino.transactions import use_case
from tables import locks
from tables.floor.services.log import subjects
from tables.locks import LockedTable
from tables.models import CallKind, CallTaking, Down, FloorCall, Hand
from tables.play.services import refusals, rows

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "tables.record_ruling"
ANSWER_MIN, ANSWER_MAX = 3, 500
FACTS_MAX = 40  # names in what a tablet says of a refused hand


@use_case
def call(
    *, table_id: int, kind: str, hand_id: int | None = None, round_id: int | None = None, actor: "User"
) -> FloorCall:
    """Want somebody of the floor at a table.  Whoever calls again for the same waits already: nothing new is written.

    Refuses what no tablet calls for (`call_unknown`), a dealer of another table, and another table's hand or round.
    """
    table = _of_dealer(table_id, actor)
    if kind not in CallKind.values or kind == CallKind.REFUSED_HAND:
        raise Malformed("call_unknown", _("Nobody is called for that."), kind=kind)
    subjects.played_there(table_id, hand_id, round_id)
    waiting = FloorCall.objects.filter(table_id=table_id, kind=kind, answered_at=None).first()
    return waiting or _written(table, actor, kind=kind, hand_id=hand_id, round_id=round_id)


@use_case
def refused(*, table_id: int, hand_uuid: UUID, facts: Mapping[str, object], actor: "User") -> FloorCall:
    """Bring a hand that was refused before the floor, as the tablet keeps it; again gives the same call.

    Refuses a hand that is booked by now (`hand_recorded`): then there is nothing to decide.
    """
    table = _of_dealer(table_id, actor)
    if len(facts) > FACTS_MAX:
        raise Malformed("too_much_said", _("That is too much."), most=FACTS_MAX)
    waiting = FloorCall.objects.filter(hand_uuid=hand_uuid).first()
    if waiting is not None:
        return waiting
    if Hand.objects.filter(client_uuid=hand_uuid).exists():
        raise refusals.recorded_already(hand_uuid)
    return _written(table, actor, kind=CallKind.REFUSED_HAND, hand_uuid=hand_uuid, facts=dict(facts))


@use_case
def take(*, call_id: int, over_id: int | None = None, actor: "User") -> FloorCall:
    """Say that you go; `over_id` is the colleague from whom you take it over.  Who goes already, goes on.

    Refuses a call that somebody else has taken meanwhile (`call_taken`), and one that is answered.
    """
    table, row = _waiting(call_id, actor)
    if row.taken_by_id == actor.pk:
        return row
    if row.taken_by is not None and row.taken_by_id != over_id:
        raise Refusal("call_taken", _("%(who)s goes already."), who=str(row.taken_by), by=row.taken_by_id)
    row.taken_at, row.taken_by = house_time.now(), actor
    row.save(update_fields=["taken_at", "taken_by"])
    CallTaking.objects.create(call=row, number=row.takings.count() + 1, at=row.taken_at, by=actor)
    rows.touch(table)
    return row


@use_case
def answer(*, call_id: int, text: str = "", actor: "User") -> FloorCall:
    """Say that somebody has come, and what was decided; about a refused hand that must be said (`answer_required`).

    The tablet then forgets the hand: what is to be booked of it is entered late, by the floor.
    """
    table, row = _waiting(call_id, actor)
    text = text.strip()
    if row.kind == CallKind.REFUSED_HAND and len(text) < ANSWER_MIN:
        raise Refusal("answer_required", _("Say what was decided about the hand, in a few words."))
    if len(text) > ANSWER_MAX:
        raise Malformed("text_too_long", _("At most %(most)s characters."), most=ANSWER_MAX)
    return _answered(table, row, text, actor)


def came_of(table: LockedTable, call_id: int, text: str, actor: "User") -> FloorCall:
    """Answer a call by what came of it, a ruling or an incident.  An inner step: the caller holds the table.

    Refuses another table's call, and one that is answered.
    """
    row = FloorCall.objects.filter(pk=call_id, table_id=table.id).first()
    if row is None:
        raise _no_such_call()
    return _answered(table, _unanswered(row), text[:ANSWER_MAX], actor)


def _waiting(call_id: int, actor: "User") -> tuple[LockedTable, FloorCall]:
    roles.require(actor, PERMISSION)
    table_id = FloorCall.objects.filter(pk=call_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise _no_such_call()
    table = locks.tables([table_id])[table_id]
    return table, _unanswered(FloorCall.objects.select_related("taken_by").get(pk=call_id))


def _unanswered(row: FloorCall) -> FloorCall:
    if row.answered_at is not None:
        raise Refusal("call_answered", _("Somebody has answered this call already."))
    return row


def _answered(table: LockedTable, row: FloorCall, text: str, actor: "User") -> FloorCall:
    row.answered_at, row.answered_by, row.answer = house_time.now(), actor, text
    row.save(update_fields=["answered_at", "answered_by", "answer"])
    rows.touch(table)
    return row


def _no_such_call() -> NotFound:
    return NotFound("no_such_call", _("There is no such call."))


def _of_dealer(table_id: int, actor: "User") -> LockedTable:
    table = locks.tables([table_id])[table_id]
    dealer_id = Down.objects.filter(table_id=table_id, ended_at=None).values_list("dealer_id", flat=True).first()
    refusals.require_dealer(actor, "tables.record_hand", dealer_id)
    return table


def _written(table: LockedTable, actor: "User", **said: object) -> FloorCall:
    row = FloorCall.objects.create(
        house_id=table.house_id, table_id=table.id, called_at=house_time.now(), called_by=actor, **said
    )
    rows.touch(table)
    return row
