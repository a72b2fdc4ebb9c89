"""The condition of the house now: every gauge of `settings.WATCHES`, and the alarms that they raise."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils.module_loading import import_string

from casino.errors import N_
from casino.failures import is_outage, sqlstate
from casino.watching import Alarm, Watch, raised

log = logging.getLogger(__name__)

MOST_MS: Final = 1_000  # a statement that takes longer is given up: watching must not be a load of its own
_TOOK_TOO_LONG: Final = "57014"
_OF_ANOTHER_RELEASE: Final = ("42P01", "42703")  # no such table, no such column: `MigrationsMissing` says why
_INSTALLED_AT: Final = "(SELECT min(applied) FROM django_migrations)"
_DOWN: Final = "casino_database_down"
_UNREAD: Final = "casino_watches_unread"
_MEANINGS: Final = {
    _DOWN: N_("Database not reachable by this process"),
    _UNREAD: N_("Groups of figures that could not be read in time"),
}
_ALARMS: Final = (
    Alarm("DatabaseDown", _DOWN, 0, N_("The database is not responding."), minutes=1),
    Alarm(
        "WatchBlind", _UNREAD, 0, N_("Some figures on this page could not be read in time."), tonight=False, minutes=30
    ),
)


@contextmanager
def bounded() -> Iterator[None]:
    """A transaction whose statements are given up after `MOST_MS`."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(MOST_MS)])
        yield


def row(statement: str) -> Mapping[str, float | None]:
    """The one row of a statement, by the names of its columns."""
    with bounded(), connection.cursor() as cursor:
        cursor.execute(statement)
        found = cursor.fetchone()
        return {
            column.name: None if value is None else float(value)
            for column, value in zip(cursor.description, found, strict=True)
        }


def since(moment: str) -> str:
    """SQL for the seconds since a moment; since the installation (the first migration) where the moment is NULL."""
    return f"extract(epoch FROM now() - coalesce({moment}, {_INSTALLED_AT}))"


def since_installation() -> float | None:
    """The seconds for which what was never done has not been done."""
    return row(f"SELECT {since('NULL::timestamptz')} AS seconds")["seconds"]


@lru_cache(maxsize=1)
def _watches() -> Sequence[Watch]:
    return [import_string(name) for name in settings.WATCHES]


def meanings() -> Mapping[str, str]:
    """What each gauge means, by its name; English, to be translated."""
    found = dict(_MEANINGS)
    for watch in _watches():
        found |= watch.gauges
    return found


def alarms() -> list[Alarm]:
    """Every alarm that there is."""
    return [*_ALARMS, *(alarm for watch in _watches() for alarm in watch.alarms)]


def not_meant() -> Mapping[str, str]:
    """The gauges of alarms that may have no value, and where that is right."""
    return {name: where for watch in _watches() for name, where in watch.not_meant.items()}


def values() -> dict[str, float]:
    """The gauges that are known now; without the database those that need none."""
    found: dict[str, float] = {_DOWN: 0, _UNREAD: 0}
    for watch in _watches():
        try:
            read = watch.read()
        except DatabaseError as error:
            if is_outage(error) and sqlstate(error) != _TOOK_TOO_LONG:
                found[_DOWN] = 1
                break
            known = None if sqlstate(error) in _OF_ANOTHER_RELEASE else error
            log.warning("gauges cannot be read: %s", ", ".join(watch.gauges), exc_info=known)
            found[_UNREAD] += 1
        else:
            if lost := watch.without_value(read):
                log.warning("gauges have no value: %s", ", ".join(lost))
                found[_UNREAD] += 1
            found |= {name: value for name, value in read.items() if value is not None}
    return found


def raised_now() -> list[Alarm]:
    """The alarms that are raised now, those of tonight first."""
    return raised(alarms(), values())
