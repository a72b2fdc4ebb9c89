"""Calling a guest to a seat, their answer or silence, and seating them: list and table change in one transaction."""

from typing import TYPE_CHECKING

from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import WaitingEntry
from tables.play.selectors import house_rules
from tables.play.selectors.situations import Situation
from tables.play.services import refusals
from tables.rules.waiting import calls, lists
from tables.rules.waiting.calls import Answer
from tables.rules.waiting.lists import Cause
from tables.rules.waiting.terms import WaitingRules
from tables.seating.services import newcomers, seating
from tables.seating.services.seating import Floor
from tables.waiting.selectors import lists as selector
from tables.waiting.services import steps
from tables.waiting.services.steps import Queue

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.seat_guest")
def call(*, entry_id: int, table_id: int, seat: int, reason: str = "", actor: "User") -> WaitingEntry:
    """Call a guest to a free seat, which is kept for them until their timer ends.

    Guests in front of them are passed over with a cause of the rules, or with the reason given here.  Without a reason
    a call out of turn is refused, and so is a seat that a player of the game has asked for.  Also refuses a seat that
    is taken or kept, more guests than the game holds (`game_full`), a table that plays another game or is kept full
    from a feeder, and a guest who is not in the room or is called elsewhere.
    """
    reason = reasons.if_any(reason)
    queue = steps.locked_with(entry_id)
    row = queue.entry(entry_id)
    table = locks.tables([table_id])[table_id]
    if table.house_id != queue.row.house_id:
        raise NotFound("no_such_table", N_("Table not found."))
    floor = Floor.at(table)
    if floor.game.pk != queue.row.game_id:
        raise Refusal("game_differs", N_("Table %(table)s plays another game."), table=table.code)
    refusals.seat_exists(floor.situation, seat)
    seating.refuse_seat_taken(floor.situation, seat)
    seating.refuse_kept(floor.situation, seat)
    seating.refuse_full(floor, seat)
    newcomers.check(floor, seat=seat, guest_id=row.guest_id, reason=reason)
    overtaken = lists.check_call(queue.waiters, entry_id, has_reason=bool(reason))
    steps.note_overtaken(queue, overtaken, reason, by=actor)
    row.table_id, row.seat = table.id, seat
    queue.put(calls.called(queue.waiter(entry_id), queue.rules, queue.now), by=actor, reason=reason)
    steps.touch(queue)
    return row


@use_case("tables.seat_guest")
def answer(*, entry_id: int, answer: Answer, actor: "User") -> WaitingEntry:
    """Record a guest's answer to a call: on the way, more time, or cancel.  Refuses a guest who is not called."""
    queue = steps.locked_with(entry_id)
    row = queue.put(
        calls.answered(queue.waiter(entry_id), answer, queue.rules, queue.now), by=actor, answer=answer.value
    )
    steps.touch(queue)
    return row


@use_case("tables.seat_guest")
def miss(*, entry_id: int, actor: "User") -> WaitingEntry:
    """Mark the call as missed before its timer ends: the guest goes down the list, or off it.

    Refuses a guest who is not called (`not_called`).
    """
    queue = steps.locked_with(entry_id)
    row = queue.put(calls.missed(queue.waiter(entry_id), queue.waiters, queue.rules), by=actor)
    steps.touch(queue)
    return row


@use_case("tables.seat_guest")
def withdraw(*, entry_id: int, reason: str, actor: "User") -> WaitingEntry:
    """Take a call back, e.g. because the table closes: the guest keeps their place, and no miss is counted."""
    reason = reasons.given(reason)
    queue = steps.locked_with(entry_id)
    row = queue.put(calls.withdrawn(queue.waiter(entry_id)), by=actor, reason=reason)
    steps.touch(queue)
    return row


@use_case("tables.seat_guest")
def seat(*, entry_id: int, buy_in_cents: int, actor: "User") -> WaitingEntry:
    """Seat a guest on the seat they were called to, with their buy-in; refusals as in `seats.sit`.

    Unless the house lets guests stay on other lists, they are taken off them.
    """
    queue, others = _with_other_lists(entry_id)
    row, outcome = queue.entry(entry_id), calls.seated(queue.waiter(entry_id))
    assert row.table_id is not None
    assert row.seat is not None
    floor = Floor.at(locks.tables([row.table_id])[row.table_id])
    row.sitting = seating.sit(
        floor, seat=row.seat, guest_id=row.guest_id, buy_in_cents=buy_in_cents, was_called=True, actor=actor
    )
    queue.put(outcome, by=actor)
    steps.seated_elsewhere(others, row.guest_id, by=actor)
    steps.touch(queue)
    return row


def list_for(table_id: int) -> Queue | None:
    """Lock the list of the game that a table plays, before locking the table; None if nobody ever waited for it."""
    list_id = selector.list_at(table_id)
    return None if list_id is None else steps.locked(list_id)


def take_back(queue: Queue | None, situation: Situation, *, actor: "User") -> None:
    """Take back all calls to a table that stops playing the game: guests keep their places, and no miss is counted.

    An inner step of closing the table and of changing its game; list and table are locked.  Refuses if the table
    already plays another game than the list's (`game_differs`).
    """
    if queue is None:
        return
    if situation.game is None or situation.game.pk != queue.row.game_id:
        raise Refusal("game_differs", N_("The table has just been given another game."))
    for row in [each for each in queue.entries.values() if each.table_id == situation.table.id]:
        queue.put(calls.withdrawn(queue.waiter(row.pk), Cause.TABLE_BROKEN), by=actor)
    if queue.has_changed:
        steps.touch(queue)


@use_case(None)
def run_out(*, list_id: int) -> None:
    """Apply the expired timers of a list; running it again changes nothing more."""
    queue = steps.locked(list_id)
    if queue.has_changed:
        steps.touch(queue)


def sweep() -> int:
    """Apply all expired timers, one transaction for each list; returns the number of lists with any."""
    late = selector.due_lists(house_time.now())
    for list_id in late:
        run_out(list_id=list_id)
    return len(late)


def _with_other_lists(entry_id: int) -> tuple[Queue, list[Queue]]:
    """Lock the entry's list and, where seating the guest takes them off other lists, those too, in the lock order."""
    list_id = steps.list_of(entry_id)
    guest_id, house_id = WaitingEntry.objects.values_list("guest_id", "waiting_list__house_id").get(pk=entry_id)
    wanted = {list_id}
    if not house_rules.of_house(house_id, WaitingRules).stays_on_other_lists:
        wanted |= selector.lists_of_guest(guest_id)
    queues = {key: steps.of(row) for key, row in locks.waiting_lists(wanted).items()}
    own = queues.pop(list_id)
    return own, list(queues.values())
