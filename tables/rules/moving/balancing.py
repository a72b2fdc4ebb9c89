"""Tables of one game: to which a newcomer goes, and whom to ask when they have grown uneven (WSOP live-action 86)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tables.rules.moving.requests import Request
from tables.rules.moving.terms import MovingRules


@dataclass(frozen=True, slots=True)
class Load:
    """A table of a game.  `free`: its seats that are nobody's and kept for nobody.

    `arrivals`: who sits there, the first to come first.  `feeder`: from which table it is kept full, if from one.
    """

    table: int
    free: int
    arrivals: tuple[int, ...]
    feeder: int | None = None

    @property
    def players(self) -> int:
        """How many sit there."""
        return len(self.arrivals)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Ask somebody of the fullest table to go to the shortest.

    `request`: who has asked for it already; else `guest`, the last to come.
    """

    from_table: int
    to_table: int
    guest: int
    request: int | None


def neediest(loads: Iterable[Load]) -> int | None:
    """The table a newcomer goes to: the one with most free seats, the shorter game, the first of them.

    A main game is filled from its feeder while anybody sits there.
    """
    tables = list(loads)
    players = {one.table: one.players for one in tables}
    open_to = [one for one in tables if one.free and not (one.feeder is not None and players.get(one.feeder, 0))]
    return min(open_to, key=lambda one: (-one.free, one.players, one.table)).table if open_to else None


def suggestion(
    loads: Iterable[Load], requests: Sequence[Request], seated: dict[int, int], rules: MovingRules
) -> Suggestion | None:
    """Whom to ask when the fullest and the shortest table differ by more than the house bears; None when they do not.

    Tables of a must-move are not balanced: the main game is kept full on purpose.  `seated`: who made each request.
    """
    tables = list(loads)
    coupled = {one.feeder for one in tables} | {one.table for one in tables if one.feeder is not None}
    even = [one for one in tables if one.table not in coupled]
    if not even:
        return None
    fullest = max(even, key=lambda one: (one.players, -one.table))
    shortest = min(even, key=lambda one: (one.players, one.table))
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
