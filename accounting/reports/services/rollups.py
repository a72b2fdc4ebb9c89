"""Filling the roll-ups: increments that follow the books, and rebuilds on request.

Posting an entry does not touch the roll-ups.  An increment compares each book's last number with its mark and
recomputes every table-hour with newer entries, then the days and months of those hours.  It is one transaction, so a
crash leaves figures and marks as they were; late hands and reversals are entries like any other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import connection

from accounting import locks
from accounting.models import GamingDay
from accounting.reports.services import rollup_statements as statements
from accounting.reports.services.rollup_statements import Refill
from casino import roles
from casino.services.jobs import JobKind
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

FEW_ENTRIES = 50_000
"""Up to this many new entries are always rolled up by an increment, however small the books are."""

Progress = Callable[[int, int], None]
"""Called with `(done, total)` gaming days; may raise to stop, which leaves each day either old or recomputed."""


@dataclass(frozen=True, slots=True)
class RolledUp:
    """How much was recomputed; only increments count `table_hours`.  `busy`: another worker holds the lock."""

    table_hours: int = 0
    gaming_days: int = 0
    busy: bool = False


@use_case(None)
def roll_up() -> RolledUp:
    """Roll up the entries since the last time.  Safe at any time; returns `busy` while another worker does it."""
    if not locks.try_roll_ups():
        return RolledUp(busy=True)
    if _mostly_new():
        return _rebuild_everything()
    due = _hours_due()
    if due:
        days, tables, hours = map(list, zip(*due, strict=True))
        _refill(statements.INCREMENT, {"days": days, "tables": tables, "hours": hours})
    return RolledUp(table_hours=len(due), gaming_days=len({day for day, _table, _hour in due}))


def rebuild(*, actor: "User", progress: Progress | None = None) -> RolledUp:
    """Recompute all figures from the plays, the latest gaming day first.

    Each day is a use case and a transaction of its own, so that a year of hands does not block the increments, and a
    restart loses one day's work at most.  Safe to repeat: the same books give the same figures.
    """
    roles.require(actor, "accounting.run_jobs")
    day_ids = list(GamingDay.objects.order_by("-date", "house_id").values_list("pk", flat=True))
    for done, day_id in enumerate(day_ids):
        if progress:
            progress(done, len(day_ids))
        rebuild_days(day_ids=[day_id])
    if progress:
        progress(len(day_ids), len(day_ids))
    return RolledUp(gaming_days=len(day_ids))


@use_case(None)
def rebuild_days(*, day_ids: Sequence[int]) -> RolledUp:
    """Recompute the figures of these gaming days and of their months; the books' marks stay as they are."""
    locks.roll_ups()
    if day_ids:
        _refill(statements.REBUILD, {"days": list(day_ids)})
    return RolledUp(gaming_days=len(day_ids))


@use_case(None)
def rebuild_all() -> RolledUp:
    """Recompute everything in one transaction and set every mark: the first step for a new or restored database."""
    locks.roll_ups()
    return _rebuild_everything()


def _rebuild_everything() -> RolledUp:
    with connection.cursor() as cursor:
        cursor.execute(statements.MARK_ALL)
    # After the marks: an entry posted in between is summed here, and its hour is recomputed by the next increment.
    day_ids = list(GamingDay.objects.values_list("pk", flat=True))
    _refill(statements.REBUILD, {"days": day_ids})
    return RolledUp(gaming_days=len(day_ids))


def _mostly_new() -> bool:
    """Whether a rebuild is faster than an increment: after importing a million hands, about five times."""
    with connection.cursor() as cursor:
        cursor.execute(statements.MOSTLY_NEW, {"few": FEW_ENTRIES})
        return bool(cursor.fetchone() == (True,))


def _hours_due() -> list[tuple[int, str, datetime]]:
    with connection.cursor() as cursor:
        cursor.execute(statements.DUE)
        due: list[tuple[int, str, datetime]] = cursor.fetchall()
    return due


def _refill(levels: Sequence[Refill], scope: Mapping[str, list[Any]]) -> None:
    """Delete and fill each level, from hours to months; the caller holds `locks.roll_ups`."""
    with connection.cursor() as cursor:
        for level in levels:
            cursor.execute(level.empty, scope)
            cursor.execute(level.fill, scope)


REBUILD_JOB = JobKind(
    permission="accounting.run_jobs",
    work=lambda _params, actor, progress: asdict(rebuild(actor=actor, progress=progress)),
)
"""`POST jobs/ {"kind": "rebuild"}`."""
