"""The tournament clock, computed from its recorded events: it never ticks, so it never drifts.

Events carry the instant at which they happened, in whole milliseconds; the clock at any instant is derived from them
and the structure alone.  Levels and breaks follow one another without an event.  Two displays with the same events show
the same, and so does a server that was started again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from casino.errors import N_, Refusal
from tables.rules.tournaments.structures import Break, Item, Level, Structure

_MINUTE_MS = 60_000


class EventKind(StrEnum):
    """The changes of the clock."""

    STARTED = "started"
    PAUSED = "paused"
    RESUMED = "resumed"
    MOVED = "moved"  # to an item, with a given time left: level up, level down, on to the break
    ADJUSTED = "adjusted"  # the current item is longer or shorter: two minutes off for each hand-for-hand hand


@dataclass(frozen=True, slots=True)
class Event:
    """One recorded change.

    `item`: the index of the structure's item (from 0) that a move leads to.  `milliseconds`: the time left of that item
    after a move (None: all of it), or the time that an adjustment adds (negative: takes away).
    """

    kind: EventKind
    at_ms: int
    item: int = 0
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock at an instant.

    `elapsed_ms`: the time it has run since the start, without pauses.  `next_level`, `next_break`: the next ones after
    the current item, or None.  `break_in_ms`: the time on the clock until that break.
    """

    item_index: int
    item: Item
    remaining_ms: int
    elapsed_ms: int
    is_started: bool
    is_paused: bool
    is_over: bool
    next_level: Level | None
    next_break: Break | None
    break_in_ms: int | None

    @property
    def is_running(self) -> bool:
        return self.is_started and not self.is_paused and not self.is_over

    @property
    def level(self) -> Level | None:
        """The level being played; None during a break."""
        return self.item if isinstance(self.item, Level) else None


@dataclass(frozen=True, slots=True)
class _Hands:
    """The clock's state at an instant."""

    at_ms: int
    item: int
    remaining_ms: int
    elapsed_ms: int = 0
    is_started: bool = False
    is_paused: bool = False
    is_over: bool = False


def at(structure: Structure, events: Iterable[Event], now_ms: int) -> ClockView:
    """The clock at `now_ms`; for an instant before the last event, the clock at that event.

    Refuses events that cannot follow one another, so a service checks a new event by passing it here: `clock_started`,
    `clock_not_started`, `clock_paused`, `clock_running`, `clock_over`, `clock_backwards`, `clock_item_unknown`.
    """
    hands = _Hands(0, 0, _length_ms(structure, 0))
    for event in events:
        hands = _apply(structure, hands, event)
    return _view(structure, _run(structure, hands, now_ms))


def level_of_next_hand(structure: Structure, events: Iterable[Event], dealt_at_ms: int) -> Level:
    """The level of a hand that begins at this instant; in a break the level after it.

    S4: an increase "always applies only in the next game round"; WSOP 79: a new level holds from the next hand on, so
    a hand that has begun keeps its level.
    """
    level = structure.level_from(at(structure, events, dealt_at_ms).item_index)
    assert level is not None, "a structure ends with a level"
    return level


def _apply(structure: Structure, hands: _Hands, event: Event) -> _Hands:
    if hands.is_started and event.at_ms < hands.at_ms:
        raise Refusal("clock_backwards", N_("The clock cannot be set to a time before its last event."))
    if event.kind is EventKind.STARTED:
        if hands.is_started:
            raise Refusal("clock_started", N_("The clock has already been started."))
        return replace(hands, at_ms=event.at_ms, is_started=True)
    if not hands.is_started:
        raise Refusal("clock_not_started", N_("The clock has not been started."))
    hands = _run(structure, hands, event.at_ms)
    if event.kind is EventKind.MOVED:
        return _moved(structure, hands, event)
    if hands.is_over:
        raise Refusal("clock_over", N_("The last level is over."))
    if event.kind is EventKind.ADJUSTED:
        # At 0 the next item begins, at once or when the clock runs again.
        return replace(hands, remaining_ms=max(0, hands.remaining_ms + (event.milliseconds or 0)))
    pausing = event.kind is EventKind.PAUSED
    if pausing and hands.is_paused:
        raise Refusal("clock_paused", N_("The clock is already stopped."))
    if not pausing and not hands.is_paused:
        raise Refusal("clock_running", N_("The clock is already running."))
    return replace(hands, is_paused=pausing)


def _moved(structure: Structure, hands: _Hands, event: Event) -> _Hands:
    """The clock after a move: a paused one stays paused, one that had come to its end runs again."""
    if not 0 <= event.item < len(structure.items):
        raise Refusal("clock_item_unknown", N_("Level not found in this structure."), item=event.item)
    remaining_ms = _length_ms(structure, event.item) if event.milliseconds is None else event.milliseconds
    if remaining_ms <= 0:
        raise Refusal("clock_item_unknown", N_("Some of the level must be left to play."), item=event.item)
    return replace(hands, item=event.item, remaining_ms=remaining_ms, is_over=False)


def _run(structure: Structure, hands: _Hands, now_ms: int) -> _Hands:
    """Let time pass until `now_ms`: through as many items as it takes, or none while the clock stands."""
    passed_ms = now_ms - hands.at_ms
    if not hands.is_started or passed_ms < 0:
        return hands
    hands = replace(hands, at_ms=now_ms)
    if hands.is_paused or hands.is_over:
        return hands
    item, remaining_ms, left_ms = hands.item, hands.remaining_ms, passed_ms
    while left_ms >= remaining_ms and item + 1 < len(structure.items):
        left_ms -= remaining_ms
        item += 1
        remaining_ms = _length_ms(structure, item)
    ran_ms = min(left_ms, remaining_ms)
    return replace(
        hands,
        item=item,
        remaining_ms=remaining_ms - ran_ms,
        elapsed_ms=hands.elapsed_ms + passed_ms - (left_ms - ran_ms),
        is_over=ran_ms == remaining_ms,
    )


def _length_ms(structure: Structure, item: int) -> int:
    return structure.items[item].minutes * _MINUTE_MS


def _view(structure: Structure, hands: _Hands) -> ClockView:
    after = range(hands.item + 1, len(structure.items))
    break_at = next((i for i in after if isinstance(structure.items[i], Break)), None)
    break_in_ms = None
    if break_at is not None:
        break_in_ms = hands.remaining_ms + sum(_length_ms(structure, i) for i in range(hands.item + 1, break_at))
    return ClockView(
        item_index=hands.item,
        item=structure.items[hands.item],
        remaining_ms=hands.remaining_ms,
        elapsed_ms=hands.elapsed_ms,
        is_started=hands.is_started,
        is_paused=hands.is_paused,
        is_over=hands.is_over,
        next_level=structure.level_from(hands.item + 1),
        next_break=next((item for item in structure.items[hands.item + 1 :] if isinstance(item, Break)), None),
        break_in_ms=break_in_ms,
    )
