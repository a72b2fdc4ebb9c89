"""Seating a guest who was not called: the guests who wait for the game go first (domain §4.8).

Nobody is overtaken without a recorded reason.  A guest who is first on the list, or is being called, is seated from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casino import reasons
from tables import locks
from tables.models import Sitting, WaitingEntry
from tables.rules.waiting import calls, lists
from tables.rules.waiting.lists import Cause
from tables.seating.services import newcomers, seating
from tables.seating.services.seating import Floor
from tables.waiting.selectors import lists as selector
from tables.waiting.services import steps
from tables.waiting.services.steps import Queue

if TYPE_CHECKING:
    from casino.models import User


def locked(table_id: int, guest_id: int) -> list[Queue]:
    """Lock the lists that are affected by seating the guest there, before locking the table; empty if nobody waits."""
    wanted = selector.lists_before(table_id, guest_id)
    return [steps.of(row) for row in locks.waiting_lists(wanted).values()]


@dataclass(frozen=True, slots=True)
class WalkIn:
    """A guest who may sit down: their place on the game's list (`row`), if any, and the places they overtake."""

    queue: Queue | None
    others: list[Queue]
    row: WaitingEntry | None
    overtaken: Mapping[int, Cause]
    reason: str

    def holds(self, floor: Floor, seat: int) -> bool:
        """Whether the seat is kept for this guest."""
        return self.row is not None and (self.row.table_id, self.row.seat) == (floor.table.id, seat)


def checked(floor: Floor, queues: list[Queue], *, guest_id: int, reason: str) -> WalkIn:
    """Check whether a guest may sit down at a locked table without a call; refusals as in `lists.check_walk_in`."""
    reason = reasons.if_any(reason)
    own = next((queue for queue in queues if queue.row.game_id == floor.game.pk), None)
    row = own.of_guest(guest_id) if own else None
    overtaken = lists.check_walk_in(own.waiters, row.pk if row else None, has_reason=bool(reason)) if own else {}
    return WalkIn(own, [queue for queue in queues if queue is not own], row, overtaken, reason)


def record(walk_in: WalkIn, sitting: Sitting, actor: "User") -> None:
    """Record the seating on the lists: on the guest's own place, and on those they overtook."""
    queue, row = walk_in.queue, walk_in.row
    if queue is not None:
        where = {"table_id": sitting.table_id, "seat": sitting.seat}
        steps.note_overtaken(queue, walk_in.overtaken, walk_in.reason, by=actor, **where)
        if row is not None:
            row.sitting = sitting
            queue.put(calls.seated(queue.waiter(row.pk), was_called=False), by=actor, **where)
        steps.touch(queue)
    steps.seated_elsewhere(walk_in.others, sitting.guest_id, by=actor)


def seat(
    floor: Floor, queues: list[Queue], *, seat: int, guest_id: int, buy_in_cents: int, reason: str, actor: "User"
) -> Sitting:
    """Seat a guest at a locked table, and record the reason for the waiting guests they overtake.

    Refusals as in `checked`, `newcomers.check` and `seating.sit`.
    """
    walk_in = checked(floor, queues, guest_id=guest_id, reason=reason)
    was_called = walk_in.holds(floor, seat)
    if not was_called:
        newcomers.check(floor, seat=seat, guest_id=guest_id, reason=walk_in.reason)
    sitting = seating.sit(
        floor, seat=seat, guest_id=guest_id, buy_in_cents=buy_in_cents, was_called=was_called, actor=actor
    )
    record(walk_in, sitting, actor)
    return sitting
