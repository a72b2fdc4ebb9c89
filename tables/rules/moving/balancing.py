"""Tables of one game: the table for a newcomer, and whom to ask to move when they are uneven (WSOP live-action 86)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tables.rules.moving.requests import Request
from tables.rules.moving.terms import MovingRules


@dataclass(frozen=True, slots=True)
class Load:
    """A table of a game.  `free`: the number of seats that are neither taken nor kept.

    `arrivals`: the guests seated there, earliest arrival first.  `feeder`: the table it is filled from, if any.
    """

    table: int
    free: int
    arrivals: tuple[int, ...]
    feeder: int | None = None

    @property
    def players(self) -> int:
        return len(self.arrivals)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Ask `guest` to go from the fullest table to the shortest.

    `request`: their own request for it; None where nobody asked, so that the guest is the last who arrived.
    """

    from_table: int
    to_table: int
    guest: int
    request: int | None


def neediest(loads: Iterable[Load]) -> int | None:
    """The table for a newcomer: most free seats, then fewest players, then lowest id; None if no seat is free.

    A main game is no choice while anybody sits at its feeder.
    """
    tables = list(loads)
    players = {one.table: one.players for one in tables}
    open_to = [one for one in tables if one.free and not (one.feeder is not None and players.get(one.feeder, 0))]
    return min(open_to, key=lambda one: (-one.free, one.players, one.table)).table if open_to else None


def suggestion(
    loads: Iterable[Load], requests: Sequence[Request], seated: dict[int, int], rules: MovingRules
) -> Suggestion | None:
    """The move that evens out the fullest and the shortest table.

    None while they differ by at most `most_difference`, or the shortest has no free seat.  Tables of a must-move are
    not balanced: the main game is kept full on purpose.  `seated`: the guest of each request.
    """
    tables = list(loads)
    in_must_move = {one.feeder for one in tables} | {one.table for one in tables if one.feeder is not None}
    balanced = [one for one in tables if one.table not in in_must_move]
    if not balanced:
        return None
    fullest = max(balanced, key=lambda one: (one.players, -one.table))
    shortest = min(balanced, key=lambda one: (one.players, one.table))
    if fullest.players - shortest.players <= rules.most_difference or not shortest.free:
        return None
    asked = [
        one
        for one in sorted(requests, key=lambda one: one.id)
        if one.table == fullest.table and not one.is_for_seat and one.to_table in (None, shortest.table)
    ]
    if asked:
        return Suggestion(fullest.table, shortest.table, seated[asked[0].id], asked[0].id)
    return Suggestion(fullest.table, shortest.table, fullest.arrivals[-1], None)
