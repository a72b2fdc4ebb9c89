"""A call to a seat: how long it lasts, what may be answered, and what follows when nobody does (domain §4.8)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from casino.errors import Refusal, _
from tables.rules.waiting import lists
from tables.rules.waiting.lists import Cause, State, Waiter
from tables.rules.waiting.terms import WaitingRules


class Happening(StrEnum):
    """What can be recorded of a place on a list."""

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
    """What a guest says to a call (RWS: on the way, more time, cancel)."""

    ON_MY_WAY = "on_my_way"
    MORE_TIME = "more_time"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A waiter as he stands after something happened, and what is to be recorded of it."""

    waiter: Waiter
    happened: tuple[Happening, ...]
    cause: Cause | None = None


def joined(rules: WaitingRules, now: datetime, *, is_here: bool) -> datetime | None:
    """By when who joins from outside must be in the room (WSOP live-action 83); None for who is in it."""
    return None if is_here else now + timedelta(minutes=rules.arrival_minutes)


def called(waiter: Waiter, rules: WaitingRules, now: datetime) -> Outcome:
    """Called to a seat: the timer runs."""
    due_at = now + timedelta(seconds=rules.answer_seconds)
    now_called = replace(waiter, state=State.CALLED, called_at=now, due_at=due_at, has_more_time=False)
    return Outcome(now_called, (Happening.CALLED,))


def answered(waiter: Waiter, answer: Answer, rules: WaitingRules, now: datetime) -> Outcome:
    """What an answer does: the seat is locked up, the timer runs longer, or the guest is off the list.

    Refuses who is not called (`not_called`), and time asked for twice (`more_time_once`).  Who is on his way may still
    cancel.
    """
    if waiter.state not in lists.HOLDING or (waiter.state == State.LOCKED_UP and answer != Answer.CANCEL):
        raise Refusal("not_called", _("The guest is not being called."))
    if answer == Answer.CANCEL:
        return Outcome(left(waiter).waiter, (Happening.ANSWERED, Happening.LEFT))
    if answer == Answer.ON_MY_WAY:
        due_at = now + timedelta(minutes=rules.lock_up_minutes)
        coming = replace(waiter, state=State.LOCKED_UP, due_at=due_at)
        return Outcome(coming, (Happening.ANSWERED, Happening.LOCKED_UP))
    if waiter.has_more_time:
        raise Refusal("more_time_once", _("More time is given once for a call."))
    assert waiter.called_at is not None
    due_at = waiter.called_at + timedelta(seconds=rules.more_time_seconds)
    return Outcome(replace(waiter, has_more_time=True, due_at=due_at), (Happening.ANSWERED,))


def arrived(waiter: Waiter) -> Outcome:
    """In the room: he keeps his place, and no deadline.  Refuses who is there already (`arrived_already`)."""
    if waiter.is_here:
        raise Refusal("arrived_already", _("The guest is in the room already."))
    return Outcome(replace(waiter, is_here=True, due_at=None), (Happening.ARRIVED,))


def left(waiter: Waiter, cause: Cause | None = None) -> Outcome:
    """Off the list: by his own wish, or because he sits elsewhere."""
    return Outcome(replace(waiter, state=State.LEFT, called_at=None, due_at=None), (Happening.LEFT,), cause)


def seated(waiter: Waiter, *, was_called: bool = True) -> Outcome:
    """On the seat he was called to, or on one that he was given without a call.  Refuses who is not called."""
    if was_called and waiter.state not in lists.HOLDING:
        raise Refusal("not_called", _("The guest is not being called."))
    return Outcome(replace(waiter, state=State.SEATED, called_at=None, due_at=None), (Happening.SEATED,))


def is_over(waiter: Waiter, now: datetime) -> bool:
    """Whether his time has run out."""
    return waiter.due_at is not None and waiter.due_at <= now


def holds_seat(waiter: Waiter, now: datetime) -> bool:
    """Whether the seat is still kept from others: a call until its time is over, a lock-up until it is released."""
    return waiter.state == State.LOCKED_UP or (waiter.state == State.CALLED and not is_over(waiter, now))


def run_out(waiters: Sequence[Waiter], rules: WaitingRules, now: datetime) -> tuple[Outcome, ...]:
    """What follows for everybody whose time is over; asked again, nothing more.

    Who was expected and has not come is struck.  A missed call puts him at the bottom, and after so many off the list.
    A lock-up is released only "if someone waits" (WSOP live-action 87), and then counts as a missed call.
    """
    outcomes: list[Outcome] = []
    rank = lists.next_rank(waiters)
    standing = {one.id: one for one in waiters}

    def put(outcome: Outcome) -> None:
        outcomes.append(outcome)
        standing[outcome.waiter.id] = outcome.waiter

    for one in _due(waiters, State.WAITING, now):
        put(Outcome(_gone(one), (Happening.STRUCK,), Cause.NOT_ARRIVED))
    for one in _due(waiters, State.CALLED, now):
        put(_missed(one, rules, rank, Cause.CALL_MISSED))
        rank += 1
    if any(one.can_be_called for one in standing.values()):
        for one in _due(waiters, State.LOCKED_UP, now):
            put(_missed(one, rules, rank, Cause.LOCK_UP_OVER))
            rank += 1
    return tuple(outcomes)


def missed(waiter: Waiter, rules: WaitingRules, rank: int) -> Outcome:
    """Called, and nobody came: seen by a person before the time is over.  Refuses who is not called."""
    if waiter.state not in lists.HOLDING:
        raise Refusal("not_called", _("The guest is not being called."))
    return _missed(waiter, rules, rank, Cause.CALL_MISSED)


def withdrawn(waiter: Waiter, cause: Cause = Cause.FLOOR) -> Outcome:
    """The house takes its call back: his place is as it was, and nothing counts against him.

    Refuses who is not called.
    """
    if waiter.state not in lists.HOLDING:
        raise Refusal("not_called", _("The guest is not being called."))
    return Outcome(_back(waiter), (Happening.WITHDRAWN,), cause)


def _due(waiters: Iterable[Waiter], state: State, now: datetime) -> list[Waiter]:
    """In the order of their deadlines."""
    late = [
        (one.due_at, one.rank, one.id, one)
        for one in waiters
        if one.state == state and one.due_at is not None and one.due_at <= now
    ]
    return [one for *_key, one in sorted(late, key=lambda row: row[:3])]


def _missed(waiter: Waiter, rules: WaitingRules, rank: int, cause: Cause) -> Outcome:
    counted = replace(waiter, misses=waiter.misses + 1)
    if counted.misses >= rules.misses_until_struck:
        return Outcome(_gone(counted), (Happening.MISSED, Happening.STRUCK), cause)
    return Outcome(replace(_back(counted), rank=rank), (Happening.MISSED,), cause)


def _back(waiter: Waiter) -> Waiter:
    return replace(waiter, state=State.WAITING, called_at=None, due_at=None, has_more_time=False)


def _gone(waiter: Waiter) -> Waiter:
    return replace(waiter, state=State.STRUCK, called_at=None, due_at=None)
