"""The evening's clock and what happens when.

The demo's hands are spread over evenings that nobody played.  While it is played, the services are shown the evening's
time (`house_time`), so that entries, hours, gaming days and downs are written as on a real evening.  That is why the
demo is one transaction, refuses production, and lives in a house of its own.
"""

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

#: Something that happens, and after how long it happens again (None: once).
Happening = Callable[[], timedelta | None]


class Clock:
    """Shows a time of its own; it only goes forward."""

    def __init__(self, at: datetime) -> None:
        """Begin at a moment."""
        self.at = at

    def now(self) -> datetime:
        """What the clock shows."""
        return self.at

    def forward(self, at: datetime) -> None:
        """Put the clock forward."""
        assert at >= self.at, "an evening does not run backwards"
        self.at = at


def once(what: Callable[[], object]) -> Happening:
    """Something that happens once, whatever it answers."""

    def happen() -> None:
        what()

    return happen


class Agenda:
    """What happens next, at its time."""

    def __init__(self, clock: Clock) -> None:
        """Empty, from the clock's time on."""
        self.clock = clock
        self._order = count()
        self._due: list[tuple[datetime, int, Happening]] = []

    def at(self, moment: datetime, happening: Happening) -> None:
        """Put something on the agenda."""
        heapq.heappush(self._due, (moment, next(self._order), happening))

    def run(self, until: datetime) -> None:
        """Let everything happen that is due before `until`; the rest is struck off."""
        while self._due and self._due[0][0] < until:
            moment, _order, happening = heapq.heappop(self._due)
            self.clock.forward(max(moment, self.clock.at))
            again = happening()
            if again is not None:
                self.at(self.clock.at + again, happening)
        self._due.clear()
        self.clock.forward(until)
