"""A place on a list: the call to a seat, its timer, the answers to it, and the consequence of none (domain §4.8)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from casino.errors import N_, Refusal
from tables.rules.waiting import lists
from tables.rules.waiting.lists import Cause, State, Waiter
from tables.rules.waiting.terms import WaitingRules


class Happening(StrEnum):
    """The events that are recorded of a place on a list."""

    JOINED = "joined"
    ARRIVED = "arrived"
    CALLED = "called"
    ANSWERED = "answered"
    LOCKED_UP = "locked_up"
    MISSED = "missed"
    WITHDRAWN = "withdrawn"
    SKIPPED = "skipped"
    MOVED = "moved"
    SEATED = "seated"
    LEFT = "left"
    STRUCK = "struck"


class Answer(StrEnum):
    """A guest's answer to a call (RWS: on the way, more time, cancel)."""

    ON_MY_WAY = "on_my_way"
    MORE_TIME = "more_time"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A waiter after a change, the events to record for it, and the new ranks of other waiters by their id."""

    waiter: Waiter
    happened: tuple[Happening, ...]
    cause: Cause | None = None
    other_ranks: Mapping[int, int] = field(default_factory=dict)


def joined(rules: WaitingRules, now: datetime, *, is_here: bool) -> datetime | None:
    """The deadline for a guest who joins from outside to be in the room (WSOP live-action 83); None for one in it."""
    return None if is_here else now + timedelta(minutes=rules.arrival_minutes)


def called(waiter: Waiter, rules: WaitingRules, now: datetime) -> Outcome:
    """Call a waiter to a seat, and start the timer."""
    due_at = now + timedelta(seconds=rules.answer_seconds)
    now_called = replace(waiter, state=State.CALLED, called_at=now, due_at=due_at, has_more_time=False)
    return Outcome(now_called, (Happening.CALLED,))


def answered(waiter: Waiter, answer: Answer, rules: WaitingRules, now: datetime) -> Outcome:
    """Apply an answer: lock the seat up, extend the timer, or take the guest off the list.

    Refuses `not_called`, and more time asked for twice (`more_time_once`).  A guest on the way may still cancel.
    """
    _check_state(waiter, lists.HOLDING if answer == Answer.CANCEL else {State.CALLED})
    if answer == Answer.CANCEL:
        return Outcome(left(waiter).waiter, (Happening.ANSWERED, Happening.LEFT))
    if answer == Answer.ON_MY_WAY:
        due_at = now + timedelta(minutes=rules.lock_up_minutes)
        coming = replace(waiter, state=State.LOCKED_UP, due_at=due_at)
        return Outcome(coming, (Happening.ANSWERED, Happening.LOCKED_UP))
    if waiter.has_more_time:
        raise Refusal("more_time_once", N_("More time is given only once per call."))
    assert waiter.called_at is not None
    due_at = waiter.called_at + timedelta(seconds=rules.more_time_seconds)
    return Outcome(replace(waiter, has_more_time=True, due_at=due_at), (Happening.ANSWERED,))


def arrived(waiter: Waiter) -> Outcome:
    """Mark a guest as in the room: they keep their place, without a deadline.  Refuses `arrived_already`."""
    if waiter.is_here:
        raise Refusal("arrived_already", N_("The guest is already in the room."))
    return Outcome(replace(waiter, is_here=True, due_at=None), (Happening.ARRIVED,))


def left(waiter: Waiter, cause: Cause | None = None) -> Outcome:
    """Take a guest off the list: by their own wish, or because they sit elsewhere."""
    return Outcome(_ended(waiter, State.LEFT), (Happening.LEFT,), cause)


def moved(waiters: Sequence[Waiter], waiter_id: int, place: int) -> Outcome:
    """Put a waiter at another place of the queue (from 1), as a person decides; refusals as in `lists.check_move`."""
    waiter = lists.check_move(waiters, waiter_id, place)
    return _placed(waiter, waiters, place, Happening.MOVED, Cause.FLOOR)


def seated(waiter: Waiter, *, was_called: bool = True) -> Outcome:
    """Seat a guest after a call, or without one unless `was_called`.  Refuses `not_called`."""
    if was_called:
        _check_state(waiter, lists.HOLDING)
    return Outcome(_ended(waiter, State.SEATED), (Happening.SEATED,))


def is_over(due_at: datetime | None, now: datetime) -> bool:
    """Whether a waiter's deadline has passed."""
    return due_at is not None and due_at <= now


def holds_seat(state: State, due_at: datetime | None, now: datetime) -> bool:
    """Whether a seat is kept for a waiter: for a call until its deadline, for a lock-up until it is released."""
    return state == State.LOCKED_UP or (state == State.CALLED and not is_over(due_at, now))


def run_out(waiters: Sequence[Waiter], rules: WaitingRules, now: datetime) -> tuple[Outcome, ...]:
    """The outcomes for everybody whose deadline has passed; none for a list to which they were applied.

    A guest who was expected and has not arrived is struck.  A missed call puts a guest at the bottom, and the
    `misses_until_struck`th strikes them.  A lock-up is released only "if someone waits" (WSOP live-action 87), and then
    counts as a missed call.
    """
    outcomes: list[Outcome] = []
    standing = {one.id: one for one in waiters}

    def put(outcome: Outcome) -> None:
        outcomes.append(outcome)
        standing[outcome.waiter.id] = outcome.waiter
        standing.update({key: replace(standing[key], rank=rank) for key, rank in outcome.other_ranks.items()})

    for one in _due(waiters, State.WAITING, now):
        put(Outcome(_ended(one, State.STRUCK), (Happening.STRUCK,), Cause.NOT_ARRIVED))
    for one in _due(waiters, State.CALLED, now):
        put(_missed(standing[one.id], standing.values(), rules, Cause.CALL_MISSED))
    if any(one.can_be_called for one in standing.values()):
        for one in _due(waiters, State.LOCKED_UP, now):
            put(_missed(standing[one.id], standing.values(), rules, Cause.LOCK_UP_OVER))
    return tuple(outcomes)


def missed(waiter: Waiter, waiters: Collection[Waiter], rules: WaitingRules) -> Outcome:
    """Mark the call as missed before its timer ends; `waiters`: all of the list.  Refuses `not_called`."""
    _check_state(waiter, lists.HOLDING)
    return _missed(waiter, waiters, rules, Cause.CALL_MISSED)


def withdrawn(waiter: Waiter, cause: Cause = Cause.FLOOR) -> Outcome:
    """Take the house's call back: the guest keeps their place, and no miss is counted.  Refuses `not_called`."""
    _check_state(waiter, lists.HOLDING)
    return Outcome(_back(waiter), (Happening.WITHDRAWN,), cause)


def _check_state(waiter: Waiter, states: Collection[State]) -> None:
    if waiter.state not in states:
        raise Refusal("not_called", N_("The guest is not being called."))


def _due(waiters: Iterable[Waiter], state: State, now: datetime) -> list[Waiter]:
    """The waiters in that state whose deadline has passed, the earliest deadline first."""
    late = [one for one in waiters if one.state == state and is_over(one.due_at, now)]
    return sorted(late, key=lambda one: (one.due_at or now, one.rank, one.id))


def _missed(waiter: Waiter, waiters: Collection[Waiter], rules: WaitingRules, cause: Cause) -> Outcome:
    counted = replace(waiter, misses=waiter.misses + 1)
    if counted.misses >= rules.misses_until_struck:
        return Outcome(_ended(counted, State.STRUCK), (Happening.MISSED, Happening.STRUCK), cause)
    bottom = len(waiters) + 1
    return _placed(_back(counted), waiters, bottom, Happening.MISSED, cause)


def _placed(waiter: Waiter, waiters: Iterable[Waiter], place: int, happened: Happening, cause: Cause) -> Outcome:
    ranks = lists.ranks_at(waiters, waiter.id, place)
    return Outcome(replace(waiter, rank=ranks.pop(waiter.id, waiter.rank)), (happened,), cause, ranks)


def _back(waiter: Waiter) -> Waiter:
    return replace(waiter, state=State.WAITING, called_at=None, due_at=None, has_more_time=False)


def _ended(waiter: Waiter, state: State) -> Waiter:
    return replace(waiter, state=state, called_at=None, due_at=None)
