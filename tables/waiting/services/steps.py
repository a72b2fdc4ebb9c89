"""A locked waiting list: expired timers take effect when it is loaded, and every change is recorded as an event."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import IntegrityError
from django.db.models import F

from casino import house_time
from casino.errors import N_, NotFound, Refusal
from tables import locks
from tables.models import WaitingEntry, WaitingEvent, WaitingList
from tables.play.selectors import house_rules, kept_seats
from tables.rules.waiting import calls, lists
from tables.rules.waiting.calls import Happening, Outcome
from tables.rules.waiting.lists import ACTIVE, HOLDING, Cause, Waiter
from tables.rules.waiting.terms import WaitingRules
from tables.waiting.selectors import lists as selector

if TYPE_CHECKING:
    from casino.models import User

_WAITER_FIELDS = ["rank", "misses", "is_here", "called_at", "has_more_time", "due_at"]


@dataclass(slots=True)
class Queue:
    """A locked list; `entries`: its active places by id, `called`: as `called_guests` gives it."""

    row: WaitingList
    rules: WaitingRules
    now: datetime
    entries: dict[int, WaitingEntry]
    called: dict[int, int]
    has_changed: bool = False

    @property
    def waiters(self) -> list[Waiter]:
        return [kept_seats.waiter(row, self.called) for row in self.entries.values()]

    def waiter(self, entry_id: int) -> Waiter:
        return kept_seats.waiter(self.entry(entry_id), self.called)

    def entry(self, entry_id: int) -> WaitingEntry:
        """An active place's row; refuses one that is over (`wait_over`)."""
        if entry_id not in self.entries:
            raise Refusal("wait_over", N_("The guest is no longer on this list."))
        return self.entries[entry_id]

    def of_guest(self, guest_id: int) -> WaitingEntry | None:
        """The guest's place on this list, if they have one."""
        return next((row for row in self.entries.values() if row.guest_id == guest_id), None)

    def put(self, outcome: Outcome, *, by: "User | None", **columns: object) -> WaitingEntry:
        """Save an outcome of the rules, and record its events and those of the guests overtaken.

        `columns`: more columns of those events.
        """
        row, after = self.entry(outcome.waiter.id), outcome.waiter
        before = self.waiters
        call = _open_call(row)
        cause = outcome.cause.value if outcome.cause else ""
        columns = {"table_id": row.table_id, "seat": row.seat, "cause": cause} | columns
        row.state = after.state.value
        for name in _WAITER_FIELDS:
            setattr(row, name, getattr(after, name))
        if after.state not in HOLDING:
            row.table_id = row.seat = None
        if after.state not in ACTIVE:
            row.ended_at = self.now
            del self.entries[row.pk]
        _save(row)
        for key, rank in outcome.other_ranks.items():
            self.entries[key].rank = rank
            self.entries[key].save(update_fields=["rank"])
        self.has_changed = True
        moved = lists.places_changed(before, self.waiters, row.pk)
        for happened in outcome.happened:
            self.note(row, happened, by=by, call=call, **columns, **_places(moved.get(row.pk)))
        for key, places in moved.items():
            if key != row.pk:
                self.note(self.entries[key], Happening.SKIPPED, by=by, **columns, **_places(places))
        return row

    def note(self, row: WaitingEntry, kind: Happening, *, by: "User | None", **columns: object) -> WaitingEvent:
        """Record one event of a place."""
        return WaitingEvent.objects.create(entry=row, kind=kind.value, at=self.now, by=by, **columns)


def locked(list_id: int) -> Queue:
    """Lock a list; refuses `no_such_list`."""
    return of(locks.waiting_lists([list_id])[list_id])


def locked_with(entry_id: int) -> Queue:
    """Lock the list that an entry belongs to; refuses `no_such_wait`."""
    return locked(list_of(entry_id))


def list_of(entry_id: int) -> int:
    """The id of an entry's list, which never changes; refuses `no_such_wait`."""
    found = WaitingEntry.objects.filter(pk=entry_id).values_list("waiting_list_id", flat=True).first()
    if found is None:
        raise NotFound("no_such_wait", N_("Waiting-list place not found."))
    return found


def of(row: WaitingList) -> Queue:
    """Load a locked list, and apply its expired timers.

    Calls to tables that have gone over to another stake are withdrawn here as well: a hand that begins takes such a
    planned step while it holds only the table's lock, and the lock order forbids it to lock the list then.
    """
    entries = {entry.pk: entry for entry in selector.active([row.pk])}
    called = selector.called_guests(entry.guest_id for entry in entries.values())
    queue = Queue(row, house_rules.of_house(row.house_id, WaitingRules), house_time.now(), entries, called)
    for outcome in calls.run_out(queue.waiters, queue.rules, queue.now):
        queue.put(outcome, by=None)
    for entry_id, planned_by in selector.called_in_vain(queue.entries.values()).items():
        planner = get_user_model().objects.get(pk=planned_by)
        queue.put(calls.withdrawn(queue.waiter(entry_id), Cause.TABLE_BROKEN), by=planner)
    return queue


def note_overtaken(queue: Queue, overtaken: Mapping[int, Cause], reason: str, *, by: "User", **columns: object) -> None:
    """Record for each guest passed over the cause of the rules, or the reason of the person who decided it."""
    for each, cause in overtaken.items():
        why = reason if cause == Cause.FLOOR else ""
        queue.note(queue.entries[each], Happening.SKIPPED, by=by, cause=cause.value, reason=why, **columns)


def seated_elsewhere(others: Iterable[Queue], guest_id: int, *, by: "User") -> None:
    """Take a guest who has been seated off other lists, which are locked."""
    for queue in others:
        row = queue.of_guest(guest_id)
        if row is not None:
            queue.put(calls.left(queue.waiter(row.pk), Cause.SEATED_ELSEWHERE), by=by)
        touch(queue)


def touch(queue: Queue) -> None:
    """Increase the list's version, so that commands based on an older one are refused."""
    WaitingList.objects.filter(pk=queue.row.pk).update(version=F("version") + 1)


def _places(change: tuple[int, int] | None) -> dict[str, int]:
    return {} if change is None else {"from_place": change[0], "to_place": change[1]}


def _open_call(row: WaitingEntry) -> WaitingEvent | None:
    """The event of the call in progress, if the guest is being called."""
    if row.called_at is None:
        return None
    return row.events.filter(kind=WaitingEvent.Kind.CALLED).last()


def _save(row: WaitingEntry) -> None:
    """Save an entry; refuses `called_elsewhere` and `seat_kept`.

    Two lists are two locks, so only the database's constraints keep a guest from being called to two seats at once.
    """
    try:
        row.save()
    except IntegrityError as error:
        if "waiting_called_to_one_seat" in str(error):
            raise Refusal("called_elsewhere", N_("The guest is being called to another seat.")) from None
        if "waiting_seat_kept_for_one" in str(error):
            raise Refusal("seat_kept", N_("The seat is held for another guest."), seat=row.seat) from None
        raise
