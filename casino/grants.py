"""The rights of the application's database role on each table, in code so that changes are reviewed.

The owner of the tables migrates; web, worker and beat use another role, which owns nothing.  So append-only rows are
protected not only by triggers: the role has no right to UPDATE, DELETE or TRUNCATE them, nor to create, alter or drop
anything, and cannot disable a trigger.  `manage.py grants` applies these rights.

A table that no package names gets no right, and a test fails, so that no new model is forgotten.  Pure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final


@dataclass(frozen=True, slots=True)
class Rights:
    """SQL verbs on the whole table, and columns with UPDATE where only single columns may change."""

    verbs: tuple[str, ...]
    columns: tuple[str, ...] = ()

    @property
    def append_only(self) -> bool:
        """Whether rows may only be added."""
        return self.verbs == ("SELECT", "INSERT") and not self.columns


READ: Final = Rights(("SELECT",))
ADD: Final = Rights(("SELECT", "INSERT"))
CHANGE: Final = Rights(("SELECT", "INSERT", "UPDATE"))
REBUILD: Final = Rights(("SELECT", "INSERT", "DELETE"))
PASSING: Final = Rights(("SELECT", "INSERT", "UPDATE", "DELETE"))

# By name, or else by the first pattern; each package adds those of its own tables (`give`).
RIGHTS: Final[dict[str, Rights]] = {
    # Histories of edited models, by simple-history.
    "*_historical*": ADD,
    # What one asks for an account and another decides.
    "casino_accountrequest": Rights(ADD.verbs, ("decided_by_id", "decided_at", "is_approved")),
    # The house itself.
    "casino_loginevent": ADD,
    "casino_securityevent": Rights(ADD.verbs, ("seen_by_id", "seen_at")),
    "casino_deskcounter": READ,  # triggers write as the owner
    "casino_user": CHANGE,
    "casino_device": CHANGE,
    "casino_pinmisses": CHANGE,
    "casino_job": CHANGE,
    "casino_jobfile": REBUILD,
    "casino_jobfilepart": REBUILD,
    "casino_pulse": CHANGE,
    "casino_storedanswer": PASSING,
    "casino_confirmation": PASSING,
    "knox_authtoken": PASSING,
    "otp_*": PASSING,
    "casino_recoverycode": PASSING,
    "casino_session": PASSING,
    "casino_setupcode": REBUILD,
    # Django's own. The log of the back office is a log; types and permissions are written by migrations.
    "django_admin_log": ADD,
    "django_content_type": READ,
    "django_migrations": READ,
    "auth_*": READ,
}

# Functions of PostgreSQL that everybody may call, unless it is revoked, and that only the application and the owner of
# the tables may: a session that takes the advisory lock of an open day keeps every booking out of it.
OWN_FUNCTIONS: Final = "^pg_(try_)?advisory_"


def give(rights: Mapping[str, Rights]) -> None:
    """Add the rights on the tables of a package: called by its `apps`."""
    RIGHTS.update(rights)


def decided(table: str) -> Rights | None:
    """The rights on a table; None if no package names it, which means no rights."""
    found = (rights for pattern, rights in RIGHTS.items() if fnmatchcase(table, pattern))
    return RIGHTS.get(table) or next(found, None)


def append_only(tables: Iterable[str]) -> list[str]:
    """The append-only ones of `tables`, sorted."""
    return sorted(table for table in tables if (rights := decided(table)) is not None and rights.append_only)
