"""The tables that can still be opened, divided among the waiting lists whose games they could be opened for.

A table is opened once, for the first list with enough guests; the growth of the lists tells which that will be.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tables.rules.waiting.estimates import NextTables, Openings, Pace
from tables.rules.waiting.lists import Waiter


def counted(waiters: Iterable[Waiter]) -> int:
    """How many waiters count towards a table: guests not in the room, or called elsewhere, may never sit at it."""
    return sum(one.can_be_called for one in waiters)


def shared(
    lists: Mapping[int, Openings], from_minutes: Sequence[int], *, start: int, seats: Mapping[int, int]
) -> dict[int, Openings]:
    """The observations of each list, with the tables that are left for it.

    `from_minutes`: the minutes until each table can be opened at the soonest, the first first; `seats`: by list, how
    many of its guests such a table takes.
    """
    turns = sorted(
        turn for key, seen in lists.items() for turn in _turns(key, seen, len(from_minutes), start, seats[key])
    )
    taken: dict[int, list[int]] = {key: [] for key in lists}
    for minutes, (*_when, key) in zip(from_minutes, turns, strict=False):
        taken[key].append(minutes)
    return {
        key: replace(seen, next_tables=NextTables(start, seats[key], tuple(taken[key])) if taken[key] else None)
        for key, seen in lists.items()
    }


def growth(seen: Openings) -> Fraction:
    """The guests by which a list grows in a minute: arrivals, less calls and departures."""
    return _rate(seen.came) - _rate(seen.left) - seen.waiting * _rate(seen.gave_up)


def _turns(key: int, seen: Openings, most: int, start: int, seats: int) -> list[tuple[bool, Fraction, int, int]]:
    """When a list has enough guests for its first, second, … table, as a sort key: (never, minutes, missing, list).

    A list that does not grow comes after all others; among those, the one that needs fewer guests comes first.
    """
    grows = growth(seen)
    turns = []
    for before in range(most):
        missing = before * seats + start - (seen.waiting - seen.free_now)
        never = missing > 0 and grows <= 0
        minutes = Fraction(0) if never or missing <= 0 else Fraction(missing * grows.denominator, grows.numerator)
        turns.append((never, minutes, missing, key))
    return turns


def _rate(pace: Pace) -> Fraction:
    return Fraction(pace.count, pace.minutes) if pace.minutes else Fraction(0)
