"""Filling the roll-ups: increments that follow the books, and rebuilds by hand.

Nothing is pushed: a post does not know that figures exist.  The increment compares each book's last number with its
mark and makes the table-hours anew that were written to since, whole, and from them their days and months.  It is one
transaction, so a crash leaves figures and marks as they were; late hands and reversals are only more entries.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import connection

from accounting import locks
from accounting.models import GamingDay
from accounting.rollups import statements
from accounting.rollups.statements import Refill
from casino import roles
from casino.services.jobs import JobKind
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

FEW_ENTRIES = 50_000
"""Up to so many new entries are followed one by one, however small the books are."""

Progress = Callable[[int, int], None]
"""Told `(done, total)` gaming days; may raise to give up, which leaves every day either old or new."""


@dataclass(frozen=True, slots=True)
class RolledUp:
    """What was made anew: `table_hours` of an increment, `gaming_days` of either; `busy`: somebody else was at it."""

    table_hours: int = 0
    gaming_days: int = 0
    busy: bool = False


@use_case
def roll_up() -> RolledUp:
    """Bring the figures up to the books.  Safe at any time, and twice at once: the second leaves it to the first."""
    if not locks.try_roll_ups():
        return RolledUp(busy=True)
    if _mostly_new():
        return _everything()
    due = _due()
    if due:
        days, tables, hours = map(list, zip(*due, strict=True))
        _refill(statements.INCREMENT, {"days": days, "tables": tables, "hours": hours})
    return RolledUp(table_hours=len(due), gaming_days=len({day for day, _, _ in due}))


def rebuild(*, actor: "User", progress: Progress | None = None) -> RolledUp:
    """Make all figures anew from the assessments, one gaming day a transaction, the latest first.

    Not a use case itself but a series of them, so that a year of hands neither blocks the increments nor is lost to a
    restart.  Asking again is harmless: the same books give the same figures.
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


@use_case
def rebuild_days(*, day_ids: Sequence[int]) -> RolledUp:
    """Make the figures of these gaming days anew, and the months they belong to; marks stay where they are."""
    locks.roll_ups()
    if day_ids:
        _refill(statements.REBUILD, {"days": list(day_ids)})
    return RolledUp(gaming_days=len(day_ids))


@use_case
def rebuild_all() -> RolledUp:
    """Make everything anew at once and set every mark: what a new database or a restored one wants first."""
    locks.roll_ups()
    return _everything()


def _everything() -> RolledUp:
    with connection.cursor() as cursor:
        cursor.execute(statements.MARK_ALL)
    # After the marks: what is posted meanwhile is counted here and, harmlessly, once more by the next increment.
    day_ids = list(GamingDay.objects.values_list("pk", flat=True))
    _refill(statements.REBUILD, {"days": day_ids})
    return RolledUp(gaming_days=len(day_ids))


def _mostly_new() -> bool:
    """After an import: walking from book to book to a million new hands would take five times as long as a rebuild."""
    with connection.cursor() as cursor:
        cursor.execute(statements.MOSTLY_NEW, {"few": FEW_ENTRIES})
        return bool(cursor.fetchone() == (True,))


def _due() -> list[tuple[int, str, datetime]]:
    with connection.cursor() as cursor:
        cursor.execute(statements.DUE)
        due: list[tuple[int, str, datetime]] = cursor.fetchall()
    return due


def _refill(levels: Sequence[Refill], scope: Mapping[str, list[Any]]) -> None:
    """Empty and fill each level from below; the caller holds the roll-ups."""
    with connection.cursor() as cursor:
        for level in levels:
            cursor.execute(level.empty, scope)
            cursor.execute(level.fill, scope)


REBUILD_JOB = JobKind(
    permission="accounting.run_jobs",
    work=lambda _params, actor, progress: asdict(rebuild(actor=actor, progress=progress)),
)
"""`POST jobs/ {"kind": "rebuild"}`."""
