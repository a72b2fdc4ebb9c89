"""Whether the database is of this version: its migrations, its schema (`casino.schema`), the application's rights."""

from collections.abc import Sequence

from django.db import connection

from casino import schema
from casino.selectors import migrations
from casino.selectors import schema as described_schema
from casino.services import database

SHOWN = 5
"""The most names in a sentence; `manage.py prove` prints all differences."""


class VersionError(Exception):
    """The database is of another version; the message is the sentence that says what to do."""


def refuse_unknown(found: migrations.History | None = None) -> None:
    """Raise VersionError if the database was made by a version whose migrations this one does not have."""
    if unknown := (found or migrations.history()).unknown:
        raise VersionError(
            f"The database {_here()} was made by another version: this one does not know {listed(unknown)}. Nothing "
            "was changed. Go on with the version that made it (its `exportbooks` writes the books into files), or "
            "begin an empty database: `up --data DIR`, or another DATABASE_URL."
        )


def refuse_another_version() -> None:
    """Raise VersionError unless the database has exactly the migrations of this version, or no table of ours."""
    found = migrations.history()
    refuse_unknown(found)
    if found.missing and not found.is_empty:
        raise VersionError(
            f"The database {_here()} is of an earlier version: {listed(found.missing)} was not applied. "
            "Run `manage.py migrate`, or `up`."
        )


def structure() -> list[str]:
    """How tables, functions and all that belongs to them differ from this version's, each with its name.

    What a database of a later version has more is that version's: this one may go on for a while (docs/upgrading.md).
    """
    wanted, found = schema.kept(), described_schema.described()
    if migrations.history().unknown:
        found = {name: definition for name, definition in found.items() if name in wanted}
    return schema.differences(wanted, found)


def differences() -> list[str]:
    """`structure`, and the rights of the connected role where it is not an owner's, whom rights do not bind.

    The rights are those of the version that migrated last.
    """
    standing = database.standing()
    free = standing.above or standing.owned or migrations.history().unknown
    strayed = () if free else database.strayed()
    return [*structure(), *(f"rights on {table} are not those of the packages' grants.py" for table in strayed)]


def sentence(found: Sequence[str]) -> str:
    """Differences as the one sentence that says what to do."""
    return (
        f"The database {_here()} differs from the schema of this version: {listed(found, '; ')}. Somebody changed it "
        "by hand, or a version made it that was never released: compare with casino/schema.txt, and put it right as "
        "its owner; or restore a copy from before."
    )


def listed(names: Sequence[str], separator: str = ", ") -> str:
    """The first names, and how many more there are."""
    more = len(names) - SHOWN
    return separator.join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def _here() -> str:
    place = connection.settings_dict
    return f"{place['NAME']} at {place['HOST'] or 'localhost'}"
