"""Seating somebody who was not called: whoever waits for the game stands in front of him (domain §4.8).

Nobody is overtaken without a reason on record.  Who is the first of the list, or is being called, is seated from it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tables import locks
from tables.models import Sitting, WaitingEntry
from tables.rules.waiting import calls, lists
from tables.rules.waiting.lists import Cause
from tables.selectors import waiting as selector
from tables.services import seating
from tables.services.moving import newcomers
from tables.services.seating import Floor
from tables.services.waiting import steps
from tables.services.waiting.steps import Queue

if TYPE_CHECKING:
    from casino.models import User


def locked(table_id: int, guest_id: int) -> list[Queue]:
    """The lists that seating him there concerns, locked before the table; none at all where nobody waits."""
    wanted = selector.lists_before(table_id, guest_id)
    return [steps.of(row) for row in locks.waiting_lists(wanted).values()]


def seat(
    floor: Floor, queues: list[Queue], *, seat: int, guest_id: int, buy_in_cents: int, reason: str, actor: "User"
) -> Sitting:
    """Seat him at a table that is locked, past whoever waits there; they read why on their own places.

    Refuses as `lists.check_walk_in`, `newcomers.check` and `seating.sit` do.
    """
    reason = steps.reason_given(reason) if reason else ""
    own = next((queue for queue in queues if queue.row.game_id == floor.game.pk), None)
    row = own.of_guest(guest_id) if own else None
    is_his = row is not None and (row.table_id, row.seat) == (floor.table.id, seat)
    if not is_his:
        newcomers.check(floor, seat=seat, guest_id=guest_id, reason=reason)
    overtaken = lists.check_walk_in(own.waiters, row.pk if row else None, has_reason=bool(reason)) if own else {}
    sitting = seating.sit(
        floor, seat=seat, guest_id=guest_id, buy_in_cents=buy_in_cents, was_called=is_his, actor=actor
    )
    if own is not None:
        _seated(own, row, overtaken, reason, sitting, actor)
    steps.seated_elsewhere([queue for queue in queues if queue is not own], guest_id, by=actor)
    return sitting


def _seated(
    queue: Queue,
    row: WaitingEntry | None,
    overtaken: Mapping[int, Cause],
    reason: str,
    sitting: Sitting,
    actor: "User",
) -> None:
    where = {"table_id": sitting.table_id, "seat": sitting.seat}
    steps.note_overtaken(queue, overtaken, reason, by=actor, **where)
    if row is not None:
        row.sitting = sitting
        queue.put(calls.seated(queue.waiter(row.pk), was_called=False), by=actor, **where)
    steps.touch(queue)
