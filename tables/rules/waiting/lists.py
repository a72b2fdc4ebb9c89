"""Who waits, in which order, and who is passed over when somebody else gets the seat.

A list is its waiters in the order of their ranks.  A new one is ranked behind all others, also who comes from a table
that was closed: he does not jump the queue.  Nobody is overtaken without a cause: either the law has one (he is not in
the room, he is being called to another game) or a person gives one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from casino.errors import Refusal, _


class State(StrEnum):
    """From joining a list to leaving it."""

    WAITING = "waiting"
    CALLED = "called"  # to a seat; he must answer
    LOCKED_UP = "locked_up"  # on his way; the seat is kept
    SEATED = "seated"
    LEFT = "left"
    STRUCK = "struck"


ACTIVE = frozenset({State.WAITING, State.CALLED, State.LOCKED_UP})
HOLDING = frozenset({State.CALLED, State.LOCKED_UP})
"""Those for whom a seat is kept."""


class Cause(StrEnum):
    """Why somebody was passed over, put back or struck."""

    FLOOR = "floor"  # a person decided so, and says why
    NOT_ARRIVED = "not_arrived"
    CALLED_ELSEWHERE = "called_elsewhere"
    CALL_MISSED = "call_missed"
    LOCK_UP_OVER = "lock_up_over"
    TABLE_BROKEN = "table_broken"
    SEATED_ELSEWHERE = "seated_elsewhere"


@dataclass(frozen=True, slots=True)
class Waiter:
    """One guest's place on one list.

    `due_at`: by when he must have arrived (waiting), answered (called) or sat down (locked up).  `is_called_elsewhere`:
    another list keeps a seat for him, and nobody is called to two.
    """

    id: int
    rank: int
    state: State = State.WAITING
    misses: int = 0
    is_here: bool = True
    is_called_elsewhere: bool = False
    is_from_broken_table: bool = False
    has_more_time: bool = False
    called_at: datetime | None = None
    due_at: datetime | None = None

    @property
    def can_be_called(self) -> bool:
        """Whether a seat could be his now."""
        return self.state == State.WAITING and self.is_here and not self.is_called_elsewhere


def order(waiters: Iterable[Waiter]) -> tuple[Waiter, ...]:
    """Those who wait for a seat, the first first; who has been called waits no longer."""
    return tuple(sorted((one for one in waiters if one.state == State.WAITING), key=lambda one: (one.rank, one.id)))


def position(waiters: Iterable[Waiter], waiter_id: int) -> int | None:
    """The place in the queue, from 1; None for who is not in it."""
    return next((place for place, one in enumerate(order(waiters), 1) if one.id == waiter_id), None)


def turns(waiters: Iterable[Waiter]) -> dict[int, int]:
    """Which of the next seats each who waits would get, from 1: whoever cannot be called now is passed over."""
    found, turn = {}, 1
    for one in order(waiters):
        found[one.id] = turn
        turn += one.can_be_called
    return found


def next_rank(waiters: Iterable[Waiter]) -> int:
    """The bottom of the list."""
    return max((one.rank for one in waiters), default=0) + 1


def next_up(waiters: Iterable[Waiter]) -> Waiter | None:
    """Whose the next free seat is."""
    return next((one for one in order(waiters) if one.can_be_called), None)


def passed_over(waiters: Iterable[Waiter], waiter_id: int | None) -> dict[int, Cause]:
    """Those in front of him who are overtaken when he gets the seat, and why; `FLOOR` where only a person can say.

    In front of who is not on the list (None) are all.
    """
    found = {}
    for one in order(waiters):
        if one.id == waiter_id:
            break
        if not one.is_here:
            found[one.id] = Cause.NOT_ARRIVED
        elif one.is_called_elsewhere:
            found[one.id] = Cause.CALLED_ELSEWHERE
        else:
            found[one.id] = Cause.FLOOR
    return found


def check_call(waiters: Sequence[Waiter], waiter_id: int, *, has_reason: bool) -> dict[int, Cause]:
    """Whom a call would overtake.

    Refuses who waits no longer (`not_waiting`), is not in the room (`not_arrived`) or is called elsewhere; one out of
    turn without a reason (`out_of_turn`), and one from a broken table at all (`broken_table_waits`).
    """
    waiter = _waiting(waiters, waiter_id)
    if not waiter.is_here:
        raise Refusal("not_arrived", _("The guest has not arrived yet."))
    if waiter.is_called_elsewhere:
        raise Refusal("called_elsewhere", _("The guest is being called to another seat."))
    return _overtaken(waiters, waiter, has_reason=has_reason)


def check_walk_in(waiters: Sequence[Waiter], waiter_id: int | None, *, has_reason: bool) -> dict[int, Cause]:
    """Whom somebody would overtake who sits down without a call; who is being called overtakes nobody.

    Refuses who is not the first of the list without a reason (`out_of_turn`), on the list or not, and who comes from a
    broken table at all (`broken_table_waits`).
    """
    waiter = next((one for one in waiters if one.id == waiter_id), None)
    if waiter is not None and waiter.state in HOLDING:
        return {}
    return _overtaken(waiters, waiter, has_reason=has_reason)


def _overtaken(waiters: Sequence[Waiter], waiter: Waiter | None, *, has_reason: bool) -> dict[int, Cause]:
    overtaken = passed_over(waiters, waiter.id if waiter else None)
    by_person = [one for one, cause in overtaken.items() if cause == Cause.FLOOR]
    if by_person and waiter is not None and waiter.is_from_broken_table:
        raise _broken_table_waits()
    if by_person and not has_reason:
        raise Refusal(
            "out_of_turn", _("Others are in front of this guest: say why they are passed over."), overtaken=by_person
        )
    return overtaken


def moved(waiters: Sequence[Waiter], waiter_id: int, place: int) -> Mapping[int, int]:
    """The new ranks of all who change theirs when somebody is put at a place of the queue (from 1).

    The others keep their order among themselves.  Refuses who does not wait, a place that is not there, and to put
    somebody from a broken table further up: he would jump the queue.
    """
    queue = list(order(waiters))
    waiter = _waiting(queue, waiter_id)
    if not 1 <= place <= len(queue):
        raise Refusal("place_unknown", _("The list has places 1 to %(last)s."), last=len(queue))
    old = queue.index(waiter)
    if waiter.is_from_broken_table and place < old + 1:
        raise _broken_table_waits()
    ranks = [one.rank for one in queue]
    queue.insert(place - 1, queue.pop(old))
    return {one.id: rank for one, rank in zip(queue, ranks, strict=True) if one.rank != rank}


def _waiting(waiters: Iterable[Waiter], waiter_id: int) -> Waiter:
    for one in waiters:
        if one.id == waiter_id and one.state == State.WAITING:
            return one
    raise Refusal("not_waiting", _("The guest does not wait on this list."))


def _broken_table_waits() -> Refusal:
    return Refusal("broken_table_waits", _("A guest from a table that was closed does not jump the queue."))
