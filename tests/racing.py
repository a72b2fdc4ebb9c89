"""Two people at once: run calls in threads of their own, each with its own connection, and collect what each got.

A race is shown twice: first it happens, with the lock taken away, so that the test is known to be able to fail; then
it is prevented.  `meeting` makes rivals wait for each other between their checks and their writes; with the lock the
second never gets there, so the first goes on alone.

What follows may not hang on who is quicker after they met: with LAGGARD=1 the first to arrive goes on late, with
LAGGARD=2 the second.  `tests/test_racing.py` runs all races with each of them.
"""

import os
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from casino.embedded.processes import until
from tests.patience import PATIENCE_S

PATIENCE_SECONDS = 3.0
LAGGARD = int(os.environ.get("LAGGARD", "0"))
LATE_SECONDS = 0.5


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Results in order of the calls; an exception is a result too."""
    results: list[Any] = [None] * len(calls)

    def run(index: int, call: Callable[[], Any]) -> None:
        try:
            results[index] = call()
        except Exception as error:  # noqa: BLE001 -- what a rival got, whatever it is
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index, call)) for index, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def meeting(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, rivals: int = 2, *, each_time: bool = False
) -> None:
    """Let rivals meet before `owner.name` is called: all have checked, none has written.

    They meet once, or before each of their calls (`each_time`).
    """
    point = Meeting(rivals, each_time=each_time)
    plain = getattr(owner, name)

    def wait(*args: Any, **kwargs: Any) -> Any:
        point.arrive()
        return plain(*args, **kwargs)

    monkeypatch.setattr(owner, name, wait)


class Meeting:
    """A point where rivals wait for each other; a rival whom the database holds up is not waited for."""

    def __init__(self, rivals: int = 2, *, each_time: bool = False) -> None:
        self.rivals, self.each_time = rivals, each_time
        self._arrived: list[None] = []

    def arrive(self) -> None:
        """Return when all rivals have arrived, or one of them waits for a lock."""
        self._arrived.append(None)
        number = len(self._arrived)
        rounds = -(-len(self._arrived) // self.rivals) if self.each_time else 1
        until(lambda: len(self._arrived) >= rounds * self.rivals or _somebody_waits_for_a_lock(), PATIENCE_SECONDS)
        if number == LAGGARD:
            time.sleep(LATE_SECONDS)


def a_rival_is_held_up() -> bool:
    """Wait for a rival to wait for a lock; False if none does within `PATIENCE_SECONDS`."""
    return until(_somebody_waits_for_a_lock, PATIENCE_SECONDS)


def _somebody_waits_for_a_lock() -> bool:
    """Whether the database holds a rival up."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # what is seen once is kept for the whole transaction
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return bool(cursor.fetchone()[0])


def meanwhile(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, first: Callable[[], Any], second: Callable[[], Any]
) -> list[Any]:
    """Results of two calls: `second` has checked and is about to call `owner.name` when `first` is done as a whole.

    Where a lock holds `first` up, `second` goes on alone, and `first` after it.
    """
    results: list[Any] = []
    plain = getattr(owner, name)
    rival = threading.Thread(target=lambda: results.extend(at_once(first)))

    def wait(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(owner, name, plain)  # the rival may call it too
        rival.start()
        done_or_held_up(lambda: not rival.is_alive())
        return plain(*args, **kwargs)

    monkeypatch.setattr(owner, name, wait)
    after = at_once(second)
    rival.join()
    return results + after


def done_or_held_up(is_done: Callable[[], bool]) -> None:
    """Wait until a rival is done, or waits for a lock."""
    until(lambda: is_done() or _somebody_waits_for_a_lock(), PATIENCE_S)


def refusals(results: list[Any]) -> list[str]:
    """The codes of those that were refused."""
    return [error.code for error in results if hasattr(error, "code")]
