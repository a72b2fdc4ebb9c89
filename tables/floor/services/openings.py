"""Openings that are announced before they happen (S7; seed 000: "you set the start and end time in advance")."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import PlannedOpening, Session
from tables.play.selectors import situations
from tables.play.services import refusals, rows

if TYPE_CHECKING:
    from casino.models import User

PERMISSION: Final = "tables.open_table"
FURTHEST: Final = timedelta(days=60)
LONGEST: Final = timedelta(days=2)
BEFOREHAND: Final = timedelta(hours=6)
"""A table opened at most this long before a planned start counts as that planned opening."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A game to be opened, with its planned start and, if known, its end."""

    game_id: int
    starts_at: datetime
    ends_at: datetime | None = None


@use_case("tables.open_table")
def plan(*, table_id: int, version: int | None, planned: Planned, actor: "User") -> int:
    """Announce an opening of a table.

    Refuses a start in the past or more than `FURTHEST` ahead, an end before it or more than `LONGEST` after it, a
    second planned opening at the same table, and a game that is not on offer.
    """
    table = locks.table(table_id, version=version, actor=actor)
    now = house_time.now()
    refusals.in_use(table)
    if not now <= planned.starts_at <= now + FURTHEST:
        raise Refusal(
            "start_out_of_range", N_("The start must be in the future, within %(days)s days."), days=FURTHEST.days
        )
    _refuse_end(planned.starts_at, planned.ends_at)
    if _ahead(table.id) is not None:
        raise Refusal("opening_planned", N_("An opening is already planned for table %(table)s."), table=table.code)
    game = locks.game(planned.game_id)
    if game.house_id != table.house_id:
        raise NotFound("no_such_game", N_("Game not found."))
    if not game.is_active:
        raise Refusal("game_not_offered", N_("The game “%(game)s” is no longer offered."), game=game.name)
    PlannedOpening.objects.create(
        table_id=table.id,
        game=game,
        starts_at=planned.starts_at,
        ends_at=planned.ends_at,
        planned_at=now,
        planned_by=actor,
    )
    rows.touch(table)
    return table.id


@use_case("tables.open_table")
def cancel(*, table_id: int, version: int | None, actor: "User") -> int:
    """Cancel the planned opening of a table; refuses `no_opening_planned`."""
    table = locks.table(table_id, version=version, actor=actor)
    row = _ahead(table.id)
    if row is None:
        raise Refusal("no_opening_planned", N_("No opening is planned for table %(table)s."), table=table.code)
    row.cancelled_at, row.cancelled_by = house_time.now(), actor
    row.save(update_fields=["cancelled_at", "cancelled_by"])
    rows.touch(table)
    return table.id


@use_case("tables.open_table")
def plan_end(*, table_id: int, version: int | None, ends_at: datetime | None, actor: "User") -> int:
    """Set the planned end of an open table (None: no planned end); the table is not closed automatically."""
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    session, _game = refusals.in_session(situation)
    _refuse_end(situation.now, ends_at)
    Session.objects.filter(pk=session.pk).update(ends_at=ends_at)
    rows.touch(table)
    return table.id


def take_up(session: Session) -> None:
    """Link a new session to the opening planned for about now and take over its planned end.  An inner step."""
    row = _ahead(session.table_id)
    if row is None or row.starts_at > session.opened_at + BEFOREHAND:
        return
    row.session = session
    row.save(update_fields=["session"])
    if row.ends_at is not None and row.ends_at > session.opened_at:
        Session.objects.filter(pk=session.pk).update(ends_at=row.ends_at)


def _ahead(table_id: int) -> PlannedOpening | None:
    return PlannedOpening.objects.filter(table_id=table_id, session=None, cancelled_at=None).first()


def _refuse_end(after: datetime, ends_at: datetime | None) -> None:
    if ends_at is not None and not after < ends_at <= after + LONGEST:
        raise Refusal("end_out_of_range", N_("The end must be after the start, and within two days of it."))
