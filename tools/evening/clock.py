"""The evening's clock and agenda.

The demo's hands are spread over invented evenings.  While they are played, the services are given the evening's time
(`house_time`), so that entries, hours, gaming days and downs are written as on a real evening.  That is why the demo is
one transaction, refuses production, and uses a house of its own.
"""

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

#: Runs something on the agenda; gives the time until it runs again (None: never).
Happening = Callable[[], timedelta | None]


class Clock:
    """A clock that only goes forward, and only when told to."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def forward(self, at: datetime) -> None:
        assert at >= self.at, "an evening does not run backwards"
        self.at = at


def once(what: Callable[[], object]) -> Happening:
    """A happening that is not repeated; the result of `what` is ignored."""

    def happen() -> None:
        what()

    return happen


class Agenda:
    """Happenings in the order of their times."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._order = count()
        self._due: list[tuple[datetime, int, Happening]] = []

    def at(self, moment: datetime, happening: Happening) -> None:
        heapq.heappush(self._due, (moment, next(self._order), happening))

    def run(self, until: datetime) -> None:
        """Run everything due before `until`; drop the rest, and set the clock to `until`."""
        while self._due and self._due[0][0] < until:
            moment, _order, happening = heapq.heappop(self._due)
            self.clock.forward(max(moment, self.clock.at))
            again = happening()
            if again is not None:
                self.at(self.clock.at + again, happening)
        self._due.clear()
        self.clock.forward(until)
