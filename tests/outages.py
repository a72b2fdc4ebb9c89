"""A database that goes away at a chosen moment: the backend of this test's connection is really ended."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper


def end_backend(of: BaseDatabaseWrapper | None = None) -> None:
    """End the server's process behind a connection, by default this thread's, as a crash or an operator would."""
    line: Any = of or connection
    assert line.connection is not None
    pid = line.connection.info.backend_pid
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    finally:
        other.close()


def _ask() -> None:
    with connection.wrap_database_errors:
        connection.connection.execute("SELECT 1")


@contextmanager
def commit_without_answer() -> Iterator[None]:
    """The next COMMIT is carried out, and the connection lost before its answer arrives."""
    yield from _at_commit(before=False)


@contextmanager
def lost_before_commit() -> Iterator[None]:
    """The connection is lost before the next COMMIT reaches the server."""
    yield from _at_commit(before=True)


def _at_commit(*, before: bool) -> Iterator[None]:
    plain: Any = connection._commit

    def commit() -> None:
        at_the_next.stop()  # only the next one
        if before:
            end_backend()
            plain()
        plain()
        end_backend()
        _ask()

    lost = mock.Mock(side_effect=commit)
    at_the_next = mock.patch.object(connection, "_commit", lost)
    at_the_next.start()
    try:
        yield
    finally:
        at_the_next.stop()
    assert lost.called, "nothing was committed"
