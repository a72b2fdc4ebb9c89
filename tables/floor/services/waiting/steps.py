"""A list that is locked: what has run out on it takes effect, and whatever happens is written down beside it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import IntegrityError
from django.db.models import F

from casino import house_time
from casino.errors import Malformed, NotFound, Refusal, _
from tables import locks
from tables.floor.selectors.waiting import lists as selector
from tables.models import WaitingEntry, WaitingEvent, WaitingList
from tables.play.selectors import kept_seats
from tables.rules.waiting import calls
from tables.rules.waiting.calls import Happening, Outcome
from tables.rules.waiting.lists import ACTIVE, HOLDING, Cause, Waiter
from tables.rules.waiting.terms import WaitingRules

if TYPE_CHECKING:
    from casino.models import User

REASON_MIN, REASON_MAX = 3, 500
_OF_THE_LAW = ["rank", "misses", "is_here", "called_at", "has_more_time", "due_at"]


@dataclass(slots=True)
class Queue:
    """The places of a locked list that are not over, by their id."""

    row: WaitingList
    rules: WaitingRules
    now: datetime
    entries: dict[int, WaitingEntry]
    called: dict[int, int]
    has_changed: bool = False

    @property
    def waiters(self) -> list[Waiter]:
        """The same as the law sees them."""
        return [kept_seats.waiter(row, self.called) for row in self.entries.values()]

    def waiter(self, entry_id: int) -> Waiter:
        """One of them."""
        return kept_seats.waiter(self.entry(entry_id), self.called)

    def entry(self, entry_id: int) -> WaitingEntry:
        """The row; refuses one that is over (`wait_over`)."""
        if entry_id not in self.entries:
            raise Refusal("wait_over", _("The guest is not on this list any more."))
        return self.entries[entry_id]

    def of_guest(self, guest_id: int) -> WaitingEntry | None:
        """His place on this list, if he has one."""
        return next((row for row in self.entries.values() if row.guest_id == guest_id), None)

    def put(self, outcome: Outcome, *, by: "User | None", **said: object) -> WaitingEntry:
        """Write what has become of somebody, and what happened; `said`: more columns of the events."""
        row, after = self.entry(outcome.waiter.id), outcome.waiter
        call = _open_call(row)
        cause = outcome.cause.value if outcome.cause else ""
        said = {"table_id": row.table_id, "seat": row.seat, "cause": cause} | said
        row.state = after.state.value
        for name in _OF_THE_LAW:
            setattr(row, name, getattr(after, name))
        if after.state not in HOLDING:
            row.table_id = row.seat = None
        if after.state not in ACTIVE:
            row.ended_at = self.now
            del self.entries[row.pk]
        _saved(row)
        self.has_changed = True
        for happened in outcome.happened:
            self.note(row, happened, by=by, call=call, **said)
        return row

    def note(self, row: WaitingEntry, kind: Happening, *, by: "User | None", **said: object) -> WaitingEvent:
        """Write down what happened."""
        return WaitingEvent.objects.create(entry=row, kind=kind.value, at=self.now, by=by, **said)


def locked(list_id: int) -> Queue:
    """Lock a list; refuses `no_such_list`."""
    return of(locks.waiting_lists([list_id])[list_id])


def locked_with(entry_id: int) -> Queue:
    """Lock the list on which that place is; refuses `no_such_wait`."""
    return locked(list_of(entry_id))


def list_of(entry_id: int) -> int:
    """On which list the place is, which never changes; refuses `no_such_wait`."""
    found = WaitingEntry.objects.filter(pk=entry_id).values_list("waiting_list_id", flat=True).first()
    if found is None:
        raise NotFound("no_such_wait", _("There is no such place on a waiting list."))
    return found


def of(row: WaitingList) -> Queue:
    """The queue of a list that is locked, once everything that has run out has taken effect.

    So has a planned stake by which a table plays another game: a hand that begins takes the step under the lock of its
    table, which stands below that of the list, so the calls to its seats end here.
    """
    entries = {entry.pk: entry for entry in selector.active([row.pk])}
    called = selector.called_guests(entry.guest_id for entry in entries.values())
    queue = Queue(row, selector.rules(row.house_id), house_time.now(), entries, called)
    for outcome in calls.run_out(queue.waiters, queue.rules, queue.now):
        queue.put(outcome, by=None)
    for entry_id, planned_by in selector.called_in_vain(queue.entries.values()).items():
        planner = get_user_model().objects.get(pk=planned_by)
        queue.put(calls.withdrawn(queue.waiter(entry_id), Cause.TABLE_BROKEN), by=planner)
    return queue


def note_overtaken(queue: Queue, overtaken: Mapping[int, Cause], reason: str, *, by: "User", **said: object) -> None:
    """Tell everybody who is passed over, and why: as the law says it, or the person who decided so."""
    for each, cause in overtaken.items():
        why = reason if cause == Cause.FLOOR else ""
        queue.note(queue.entries[each], Happening.SKIPPED, by=by, cause=cause.value, reason=why, **said)


def seated_elsewhere(others: Iterable[Queue], guest_id: int, *, by: "User") -> None:
    """Take a guest who sits now off further lists."""
    for queue in others:
        row = queue.of_guest(guest_id)
        if row is not None:
            queue.put(calls.left(queue.waiter(row.pk), Cause.SEATED_ELSEWHERE), by=by)
        touch(queue)


def touch(queue: Queue) -> None:
    """Count up the list's version, so that whoever saw it before learns that it changed."""
    WaitingList.objects.filter(pk=queue.row.pk).update(version=F("version") + 1)


def reason_given(text: str) -> str:
    """A reason in a few words; refuses none at all (`reason_required`) and a novel."""
    text = text.strip()
    if len(text) < REASON_MIN:
        raise Refusal("reason_required", _("Say why, in a few words."))
    return reason_if_any(text)


def reason_if_any(text: str) -> str:
    """The same where there may be none."""
    if len(text.strip()) > REASON_MAX:
        raise Malformed("text_too_long", _("At most %(most)s characters."), most=REASON_MAX)
    return text.strip()


def _open_call(row: WaitingEntry) -> WaitingEvent | None:
    """The call that is not answered for yet."""
    if row.called_at is None:
        return None
    return row.events.filter(kind=WaitingEvent.Kind.CALLED).last()


def _saved(row: WaitingEntry) -> None:
    """Two lists are two locks: that nobody is called to two seats at once is the database's to decide."""
    try:
        row.save()
    except IntegrityError as error:
        if "waiting_called_to_one_seat" in str(error):
            raise Refusal("called_elsewhere", _("The guest is being called to another seat.")) from None
        if "waiting_seat_kept_for_one" in str(error):
            raise Refusal("seat_kept", _("The seat is kept for another guest."), seat=row.seat) from None
        raise
