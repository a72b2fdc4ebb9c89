"""Replaces Django's command: migrates as the tables' owner, then grants the application its rights.

It refuses a database of a version whose migrations it does not know, and says what differs where the schema is not this
version's although everything was applied.  It waits for the lock of a table for a moment only, again and again: who
waits for an exclusive lock keeps everybody out who comes later, also those who only read.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.commands import migrate
from django.db import OperationalError, connection
from psycopg.errors import LockNotAvailable

from casino.selectors import migrations
from casino.services import database, schema

LOCK_TIMEOUT_MS = 500  # a command of the house waits two seconds for a table before it is refused as busy
PAUSE_S = 2.0
TRIES = 60


class Command(migrate.Command):
    """Django's command under the owner's role (DATABASE_OWNER_URL), then `grants` if there are two roles."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with database.as_owner():  # for its checks too: the application's role may not exist yet
            return super().execute(*args, **options)

    def get_check_kwargs(self, options: dict[str, Any]) -> dict[str | None, Any]:
        """Without the checks of the database: what they find is what this command is run for."""
        return super().get_check_kwargs(options) | {"databases": []}

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["prune"]:  # which forgets what is not known
            try:
                schema.refuse_unknown()
            except schema.VersionError as error:
                raise CommandError(str(error)) from error
        with _as_before():
            self._apply(*args, **options)
        if options["plan"] or options["check_unapplied"]:
            return
        if settings.DATABASE_OWNER is not None:
            call_command("grants", verbosity=max(options["verbosity"] - 1, 0))
        if not migrations.history().missing and (found := schema.structure()):
            self.stderr.write(schema.sentence(found))

    def _apply(self, *args: Any, **options: Any) -> None:
        """Apply what is missing; where a table is busy, what was applied stays, and the rest is tried again."""
        for left in reversed(range(TRIES)):
            try:
                super().handle(*args, **options)
            except OperationalError as error:
                if not isinstance(error.__cause__, LockNotAvailable):
                    raise
                if connection.in_atomic_block or not left:
                    raise CommandError(
                        "A table that a migration changes is in use by a long transaction: a copy, a report, somebody "
                        "at psql. What was applied before it stays, and nothing of it was changed. End that "
                        "transaction (see pg_stat_activity), and run `manage.py migrate` again."
                    ) from error
                time.sleep(PAUSE_S)
            else:
                return

    def migration_progress_callback(self, action: str, migration: Any = None, *stage: Any, **others: Any) -> None:
        """Bound the waits of a migration in one transaction; another builds indexes, and keeps nobody out meanwhile."""
        if action in ("apply_start", "unapply_start"):
            _wait_for_locks(LOCK_TIMEOUT_MS if migration.atomic else 0)
        super().migration_progress_callback(action, migration, *stage, **others)


@contextmanager
def _as_before() -> Iterator[None]:
    """After the block the connection waits for locks as long as it did before."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        (before,) = cursor.fetchone()
    try:
        yield
    finally:
        if connection.is_usable():
            _wait_for_locks(before)


def _wait_for_locks(timeout: int | str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [str(timeout)])
