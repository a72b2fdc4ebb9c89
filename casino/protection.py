"""How each table is protected from changes past the application, also by the tables' owner.  Pure.

A table that no package names is a failing test (`tests/accounting/days/test_sealed_rows.py`), and so is a column that
is not there.  In a sealed table every column is covered but what an erasure empties (`casino.retention`) and those that
are left out, each with its reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final

CHANGES: Final = "changes while the row is in use"
DERIVED: Final = "can be worked out from other rows"


@dataclass(frozen=True, slots=True)
class Sealed:
    """Rows are sealed at the next close of a gaming day, as they were inserted.

    `later`: columns that are written after the insert; they are sealed once `final` (SQL, on the row) is true.
    `left_out`: columns that no seal covers, with the reason.
    """

    later: tuple[str, ...] = ()
    final: str = ""
    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kept:
    """The row must equal the last row of its history, which is sealed.  `left_out`: columns without a history."""

    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another part of the proof covers the rows: `by`."""

    by: str


@dataclass(frozen=True, slots=True)
class Open:
    """Nothing covers the rows: `why`."""

    why: str


Protection = Sealed | Kept | Elsewhere | Open

_PASSING = Open("passing: deleted when it is over, and no money or duty rests on it")
OPEN_WORK = Open("how far a job of the worker is; it can be run again")


def left(*columns: str, why: str) -> dict[str, str]:
    """Columns that are left out for one reason."""
    return dict.fromkeys(columns, why)


# By name, or else by the first pattern; each package adds its own tables (`cover`).
PROTECTION: Final[dict[str, Protection]] = {
    "*_historical*": Sealed(),
    "casino_user": Kept(
        left_out=left("password", "pin_hash", why="their digest is in `secrets_digest`")
        | {"preferences": "how somebody likes their screens"}
    ),
    "casino_device": Kept(left_out=left("code_digest", "token_digest", why="digests of secrets that change")),
    "casino_pinmisses": Kept(),
    # People and their rights.
    "casino_accountrequest": Sealed(("decided_by_id", "decided_at", "is_approved"), "decided_at IS NOT NULL"),
    "casino_loginevent": Sealed(),
    "casino_securityevent": Sealed(("seen_by_id", "seen_at"), "seen_at IS NOT NULL"),
    "django_admin_log": Sealed(),
    # What passes.
    "casino_deskcounter": _PASSING,
    "casino_job": OPEN_WORK,
    "casino_pulse": OPEN_WORK,
    "casino_jobfile": _PASSING,
    "casino_jobfilepart": _PASSING,
    "casino_storedanswer": Open("passing: deleted after a week; the key of a booking is in the books"),
    "casino_confirmation": _PASSING,
    "casino_session": _PASSING,
    "casino_setupcode": _PASSING,
    "casino_recoverycode": Open("secret, used once; using or replacing one is a sign-in"),
    "knox_authtoken": _PASSING,
    "otp_*": Open("changes with every code; who replaces a second factor is a request of two people"),
    "django_content_type": Open("written by migrations"),
    "django_migrations": Open("written by migrations"),
    "auth_*": Open("not used"),
}


def cover(tables: Mapping[str, Protection]) -> None:
    """Add the tables of a package: called by its `apps`."""
    PROTECTION.update(tables)


def of(table: str) -> Protection | None:
    """A table's protection; None if nobody has decided it."""
    found = (one for pattern, one in PROTECTION.items() if fnmatchcase(table, pattern))
    return PROTECTION.get(table) or next(found, None)
