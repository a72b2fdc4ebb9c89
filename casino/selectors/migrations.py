"""Which migrations of this release the database lacks."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from casino.selectors.condition import bounded

_CAN_BE_READ: Final = "SELECT has_table_privilege(to_regclass('django_migrations'), 'SELECT')"
_APPLIED: Final = "SELECT app, name FROM django_migrations"


@lru_cache(maxsize=1)
def _shipped() -> Sequence[tuple[str, str]]:
    return tuple(MigrationLoader(None).disk_migrations)


def missing() -> int:
    """How many: all of them before the first `migrate`, which also grants the right to read which there are."""
    with bounded(), connection.cursor() as cursor:
        cursor.execute(_CAN_BE_READ)
        can_be_read = cursor.fetchone()[0]
        applied = set()
        if can_be_read:
            cursor.execute(_APPLIED)
            applied = set(cursor.fetchall())
    return len(set(_shipped()) - applied)
