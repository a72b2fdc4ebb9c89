"""Long reads from the streaming replica that DATABASE_REPLICA_URL names; without one, from the database itself.

Within `reading` every statement of this thread is asked there, also raw SQL, as within `as_owner`.  A replica is a
moment behind, and its sessions are read-only.  Where it does not answer, the database itself is asked, and the replica
again only after a pause.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

ALIAS = "replica"
MOST_BEHIND = timedelta(minutes=1)
"""A report may be this late; beyond it the database itself is asked."""
PATIENCE_S = 10.0
"""How long `caught_up` waits: a replica that is further behind is no help tonight."""
MOMENT_S = 1.0
"""How long any other read waits for one that seems too late: after an idle minute it seems so at the next commit."""
PAUSE_S = 30.0
"""How long a replica that did not answer is left alone."""
_POLL_S = 0.05

# All that was committed, unless somebody has switched `synchronous_commit` off, which no house may.
_WRITTEN = "SELECT pg_current_wal_lsn()"
# How late what is read there is, at most: the time since the last commit it has replayed, however long nobody wrote
# after it; NULL for the time on a server that has replayed nothing since it started.
_BEHIND = """
SELECT pg_is_in_recovery(),
       CASE WHEN pg_last_wal_replay_lsn() >= %s::pg_lsn THEN interval '0'
            ELSE clock_timestamp() - pg_last_xact_replay_timestamp() END
"""


class _Pause:
    """Until when the replica is left alone, by the monotonic clock: one for all threads."""

    ends_at = 0.0

    def lasts(self) -> bool:
        return time.monotonic() < self.ends_at

    def begin(self, error: DatabaseError) -> None:
        self.ends_at = time.monotonic() + PAUSE_S
        connections[ALIAS].close()
        logger.warning("The replica is left alone for %d s: %s", PAUSE_S, str(error).partition("\n")[0])


pause = _Pause()


def is_named() -> bool:
    """Whether the settings name one."""
    return ALIAS in connections.settings


@contextmanager
def reading(*, caught_up: bool = False, beside: bool = False) -> Iterator[bool]:
    """Ask the replica for all that this block reads; gives whether it does.

    `caught_up`: it has first replayed all that was committed before now, for a caller that must not miss a row.  Waits
    at most `PATIENCE_S`, otherwise `MOMENT_S`.  `beside`: also while this thread has a transaction open, whose own rows
    the block does not read.
    """
    main = connections["default"]
    if not is_named() or main.alias == ALIAS or (main.in_atomic_block and not beside):
        yield False
        return
    replica = None if pause.lasts() else _ready(main, caught_up=caught_up)
    if replica is None:
        yield False
        return
    connections["default"] = replica
    try:
        yield True
    except DatabaseError as error:
        if not replica.is_usable():
            pause.begin(error)
        raise
    finally:
        connections["default"] = main


def behind() -> timedelta | None:
    """How far the replica is behind; None where nothing is read from one."""
    found = late()
    return found if found is not None and found <= MOST_BEHIND else None


def late() -> timedelta | None:
    """How far the replica is behind, however far that is; None where there is none, or it does not answer."""
    if not is_named() or pause.lasts():
        return None
    try:
        return _late(connections[ALIAS], _asked(connections["default"], _WRITTEN))
    except DatabaseError as error:
        pause.begin(error)
        return None


def _ready(main: BaseDatabaseWrapper, *, caught_up: bool) -> BaseDatabaseWrapper | None:
    """The replica's connection, if it is near enough, or has caught up; else None, and a pause begins."""
    replica = connections[ALIAS]
    deadline = time.monotonic() + (PATIENCE_S if caught_up else MOMENT_S)
    most = timedelta(0) if caught_up else MOST_BEHIND
    try:
        written = _asked(main, _WRITTEN)
        while _late(replica, written) > most:
            if time.monotonic() > deadline:
                raise OperationalError("it is too far behind")
            time.sleep(_POLL_S)
    except DatabaseError as error:
        pause.begin(error)
        return None
    return replica


def _late(replica: BaseDatabaseWrapper, written: tuple[Any, ...]) -> timedelta:
    """How far it is behind what the database has written."""
    follows, late = _asked(replica, _BEHIND, written)
    if not follows:
        raise OperationalError("it follows no other server")
    return late if isinstance(late, timedelta) else timedelta.max


def _asked(place: BaseDatabaseWrapper, statement: str, values: tuple[Any, ...] = ()) -> tuple[Any, ...]:
    with place.cursor() as cursor:
        cursor.execute(statement, values or None)
        row: tuple[Any, ...] | None = cursor.fetchone()
    assert row is not None
    return row
