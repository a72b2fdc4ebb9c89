"""Which migrations of this release the database has, and which of the database's this release does not know."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.apps import apps
from django.db import connection

from casino import environment
from casino.selectors.condition import bounded

_CAN_BE_READ: Final = "SELECT has_table_privilege(to_regclass('django_migrations'), 'SELECT')"
_APPLIED: Final = "SELECT app, name FROM django_migrations"


@dataclass(frozen=True, slots=True)
class History:
    """Migrations as `app.name`, each list in order.

    `missing` ones of this release were not applied; `unknown` ones of our own apps were, and are not of this release;
    `is_empty`: none was applied that this role may read of.
    """

    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    is_empty: bool


def history() -> History:
    """The applied migrations beside those of this release.

    What another package applied and no longer ships is its own matter.
    """
    applied, known = _applied(), _known()
    unknown = {name for name in applied - known if name.partition(".")[0] in _own_apps()}
    return History(tuple(sorted(known - applied)), tuple(sorted(unknown)), is_empty=not applied)


def missing() -> int:
    """How many are to be applied: all of them before the first `migrate`, which also grants the right to read them."""
    with bounded():
        return len(history().missing)


def _applied() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(_CAN_BE_READ)
        if not cursor.fetchone()[0]:
            return set()
        cursor.execute(_APPLIED)
        return {f"{app}.{name}" for app, name in cursor.fetchall()}


@cache
def _known() -> frozenset[str]:
    files = ((app.label, Path(app.path).glob("migrations/[0-9]*.py")) for app in apps.get_app_configs())
    return frozenset(f"{label}.{path.stem}" for label, paths in files for path in paths)


@cache
def _own_apps() -> frozenset[str]:
    return frozenset(app.label for app in apps.get_app_configs() if Path(app.path).parent == environment.ROOT)
