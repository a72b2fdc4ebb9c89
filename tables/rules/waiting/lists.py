"""A waiting list: the order of its waiters, and those passed over when another guest gets the seat.

Waiters are ordered by rank.  A new one is ranked behind all others; a guest from a table that was closed is no
exception and does not jump the queue.  Nobody is overtaken without a cause: either the rules have one (the guest is not
in the room, or is being called to another game) or a person gives one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from casino.errors import N_, Refusal


class State(StrEnum):
    """From joining a list to leaving it."""

    WAITING = "waiting"
    CALLED = "called"  # to a seat; an answer is due
    LOCKED_UP = "locked_up"  # on the way; the seat is kept
    SEATED = "seated"
    LEFT = "left"
    STRUCK = "struck"


ACTIVE = frozenset({State.WAITING, State.CALLED, State.LOCKED_UP})
HOLDING = frozenset({State.CALLED, State.LOCKED_UP})
"""The states in which a seat is kept for the guest."""


class Cause(StrEnum):
    """Why a guest was passed over, put back or struck."""

    FLOOR = "floor"  # a person decided so, and gives a reason
    NOT_ARRIVED = "not_arrived"
    CALLED_ELSEWHERE = "called_elsewhere"
    CALL_MISSED = "call_missed"
    LOCK_UP_OVER = "lock_up_over"
    TABLE_BROKEN = "table_broken"
    SEATED_ELSEWHERE = "seated_elsewhere"


@dataclass(frozen=True, slots=True)
class Waiter:
    """One guest's place on one list.

    `due_at`: the deadline to arrive (waiting), answer (called) or sit down (locked up).  `is_called_elsewhere`: another
    list keeps a seat for the guest, and nobody is called to two.
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
        return self.state == State.WAITING and self.is_here and not self.is_called_elsewhere


def order(waiters: Iterable[Waiter]) -> tuple[Waiter, ...]:
    """The waiters in the state `WAITING`, first in line first; called guests are no longer in the queue."""
    return tuple(sorted((one for one in waiters if one.state == State.WAITING), key=lambda one: (one.rank, one.id)))


def position(waiters: Iterable[Waiter], waiter_id: int) -> int | None:
    """A waiter's place in the queue, from 1; None if not in it."""
    return next((place for place, one in enumerate(order(waiters), 1) if one.id == waiter_id), None)


def turns(waiters: Iterable[Waiter]) -> dict[int, int]:
    """The number of the next free seat that each waiter would get, from 1; those who cannot be called now use none."""
    found, turn = {}, 1
    for one in order(waiters):
        found[one.id] = turn
        turn += one.can_be_called
    return found


def next_rank(waiters: Iterable[Waiter]) -> int:
    """The rank at the bottom of the list."""
    return max((one.rank for one in waiters), default=0) + 1


def passed_over(waiters: Iterable[Waiter], waiter_id: int | None) -> dict[int, Cause]:
    """The waiters overtaken when this one gets the seat, with the cause; `FLOOR` where only a person can give one.

    A guest who is not on the list (None) overtakes all.
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
    """The waiters that a call would overtake, with the cause.

    Refuses `not_waiting`, `not_arrived` and `called_elsewhere`; a call out of turn without a reason (`out_of_turn`),
    and of a guest from a broken table even with one (`broken_table_waits`).
    """
    waiter = _waiting(waiters, waiter_id)
    if not waiter.is_here:
        raise Refusal("not_arrived", N_("The guest has not arrived yet."))
    if waiter.is_called_elsewhere:
        raise Refusal("called_elsewhere", N_("The guest is being called to another seat."))
    return _overtaken(waiters, waiter, has_reason=has_reason)


def check_walk_in(waiters: Sequence[Waiter], waiter_id: int | None, *, has_reason: bool) -> dict[int, Cause]:
    """The waiters overtaken by a guest who sits down without a call (`waiter_id` None: not on the list).

    A guest who is being called overtakes nobody.  Refuses to overtake without a reason (`out_of_turn`), and a guest
    from a broken table even with one (`broken_table_waits`).
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
            "out_of_turn",
            N_("Others are ahead of this guest. Give a reason why they are passed over."),
            overtaken=by_person,
        )
    return overtaken


def check_move(waiters: Sequence[Waiter], waiter_id: int, place: int) -> Waiter:
    """The waiter to put at a place of the queue (from 1).

    Refuses `not_waiting`, `place_unknown`, `at_place_already`, and to put a guest from a broken table further up
    (`broken_table_waits`).
    """
    queue = order(waiters)
    waiter = _waiting(queue, waiter_id)
    if not 1 <= place <= len(queue):
        raise Refusal("place_unknown", N_("The place must be between 1 and %(last)s."), last=len(queue))
    old = queue.index(waiter) + 1
    if place == old:
        raise Refusal("at_place_already", N_("The guest is already at place %(place)s."), place=place)
    if waiter.is_from_broken_table and place < old:
        raise _broken_table_waits()
    return waiter


def ranks_at(waiters: Iterable[Waiter], waiter_id: int, place: int) -> dict[int, int]:
    """The new ranks of all whose rank changes when a waiter is put at a place of the queue (from 1).

    The others keep their order, also those who are being called: a guest who goes up overtakes no more of them than
    they must, and one who goes down lets no more of them past.  Beyond the last place is the bottom of the list, behind
    everybody.
    """
    line = sorted((one for one in waiters if one.state in ACTIVE), key=lambda one: (one.rank, one.id))
    old = next(index for index, one in enumerate(line) if one.id == waiter_id)
    others = [one for one in order(line) if one.id != waiter_id]
    if place > len(others) + 1:
        return {waiter_id: next_rank(line)}
    ranks = [one.rank for one in line]
    waiter = line.pop(old)
    first = line.index(others[place - 2]) + 1 if place > 1 else 0
    last = line.index(others[place - 1]) if place <= len(others) else len(line)
    line.insert(min(max(old, first), last), waiter)
    return {one.id: rank for one, rank in zip(line, ranks, strict=True) if one.rank != rank}


def places_changed(before: Sequence[Waiter], after: Sequence[Waiter], waiter_id: int) -> dict[int, tuple[int, int]]:
    """The old and new place of a waiter whose rank has changed, and of all whom they have overtaken.

    A guest who is being called has the place to which they would return.  Empty for one who is off the list.
    """
    old, new = ({one.id: one.rank for one in waiters} for waiters in (before, after))
    if waiter_id not in new or old[waiter_id] == new[waiter_id]:
        return {}
    overtaken = [one for one in new if old[one] < old[waiter_id] and new[one] > new[waiter_id]]
    return {one: (place_of_rank(before, old[one]), place_of_rank(after, new[one])) for one in (waiter_id, *overtaken)}


def place_of_rank(waiters: Iterable[Waiter], rank: int) -> int:
    """The place in the queue (from 1) that goes with a rank, also with that of a guest who is being called."""
    return 1 + sum(one.rank < rank for one in order(waiters))


def _waiting(waiters: Iterable[Waiter], waiter_id: int) -> Waiter:
    for one in waiters:
        if one.id == waiter_id and one.state == State.WAITING:
            return one
    raise Refusal("not_waiting", N_("The guest is not on this list."))


def _broken_table_waits() -> Refusal:
    return Refusal("broken_table_waits", N_("Guests from a closed table do not jump the queue."))
