"""Starts again what has ended: each part by itself, after a pause that grows while it keeps ending."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from casino.embedded.processes import StartError

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
STEADY_S = 10.0  # a part that ran for so long is thought of as sound when it ends


@dataclass(slots=True)
class Kept:
    """A part that is to run: how to see that it has ended, and how to start it (StartError, OSError: it does not).

    `look` is called again and again with the time in seconds.
    """

    name: str
    has_ended: Callable[[], bool]
    start: Callable[[], object]
    began: float = 0.0
    pause: float = 0.0
    due: float | None = None  # when it is started again; None while it runs

    def look(self, now: float) -> Iterator[str]:
        """Start it if that is due; yields a sentence for each thing that has happened."""
        if self.due is None:
            if not self.has_ended():
                return
            self._wait(now)
            yield f"{self.name} has ended; it starts again in {self.pause:g} s"
        if now < self.due:  # type: ignore[operator]  # `_wait` has set it
            return
        try:
            self.start()
        except (StartError, OSError) as error:
            self._wait(now)
            yield f"{self.name} does not start, the next try is in {self.pause:g} s: {error}"
        else:
            self.began, self.due = now, None
            yield f"{self.name} was started again"

    def _wait(self, now: float) -> None:
        is_sound = self.due is None and now - self.began > STEADY_S
        self.pause = FIRST_PAUSE_S if is_sound or not self.pause else min(self.pause * 2, LONGEST_PAUSE_S)
        self.due = now + self.pause
