"""PostgreSQL behind a pooler: nothing that a connection sets or opens outlives its transaction.

A session belongs to a client for one transaction only, and its next client would find what was left in it.
"""

from django.db import DatabaseError
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, without cursors between transactions and with the process's limits inside of each."""

    def create_cursor(self, name: str | None = None) -> CursorWrapper:
        """Outside a transaction an ordinary cursor reads all rows at once, instead of leaving them in the session."""
        made: CursorWrapper = super().create_cursor(None if self.connection.autocommit else name)
        return made

    def _set_autocommit(self, autocommit: bool) -> None:  # noqa: FBT001 -- Django's
        """At the begin of a transaction lift those limits of the role that are a request's alone."""
        super()._set_autocommit(autocommit)  # type: ignore[misc]  # the stubs have no private methods
        lifted: dict[str, int] = self.settings_dict["LIFTED_MS"]
        if autocommit or not lifted:
            return
        try:
            with self.wrap_database_errors:
                self.connection.execute("; ".join(f"SET LOCAL {name} = {value}" for name, value in lifted.items()))
        except DatabaseError:
            self.close()  # Django would take it for a connection that commits each statement
            raise
