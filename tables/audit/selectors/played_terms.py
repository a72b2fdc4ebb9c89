"""The terms that the hands of a gaming day were played under: runs of hands at each table, and the changes between.

Runs are read from the hands themselves, so that an unrecorded change is seen as well; the people come from
`GameChange` and the versions of the schedule.  Corrections repeat an earlier hand and are not listed.  Tampered rows
do not hide the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby

from django.db import connection

from accounting.days.selectors import days
from accounting.models import GamingDay, ScheduleVersion
from tables.models import Game, GameChange, Session
from tables.play.selectors import game_history


class Cause(StrEnum):
    """The reason why hands are played under these terms."""

    OPENED = "opened"
    GAME = "game"
    STAKE = "stake"
    TAX = "tax"
    LATE = "late"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Played:
    """A run of hands (against the house: rounds) under the same terms; empty for a change without later hands.

    `game` has the terms of that time; `version` is None against the house.  `by` is the person who opened the table,
    changed the game or planned the stake; for new terms of the tax the one who proposed them (`version` names the
    approver).  The cause `late`: hands entered after their time.  `from_number`: the first hand of the run, or the next
    one.
    """

    table_code: str
    session_id: int
    game: Game
    version: ScheduleVersion | None
    first: int | None
    last: int | None
    hands: int
    since: datetime
    cause: Cause
    by: str
    reason: str
    from_number: int


@dataclass(frozen=True, slots=True)
class _Run:
    """Consecutive hand numbers of one game and version."""

    table_code: str
    session_id: int
    first: int
    last: int
    hands: int
    began_at: datetime
    game_id: int
    version_id: int | None


_RUNS = """
WITH played AS (
    SELECT session_id, number, game_id, schedule_version_id AS version_id, started_at AS at
      FROM tables_hand WHERE gaming_day_id = %(day)s AND corrects_id IS NULL
     UNION ALL
    SELECT session_id, number, game_id, NULL, dealt_at FROM tables_round WHERE gaming_day_id = %(day)s
), numbered AS (
    SELECT *, (SELECT count(*) FROM tables_gamechange change
                WHERE change.session_id = played.session_id AND change.from_hand <= played.number) AS changes
      FROM played
), cut AS (
    SELECT *, row_number() OVER (PARTITION BY session_id ORDER BY number)
            - row_number() OVER (PARTITION BY session_id, game_id, version_id, changes ORDER BY number) AS run
      FROM numbered
)
SELECT t.code, session_id, min(number), max(number), count(*),
       coalesce(min(at) FILTER (WHERE at BETWEEN '1970-01-01' AND '9999-01-01'), session.opened_at),
       cut.game_id, version_id
  FROM cut JOIN tables_session session ON session.id = session_id JOIN tables_table t ON t.id = session.table_id
 GROUP BY t.code, session_id, session.opened_at, cut.game_id, version_id, changes, run
 ORDER BY t.code, session_id, min(number)
"""


def of_day(day: GamingDay) -> list[Played]:
    """The runs of the day, by table and hand; a few queries, and one for each run's game."""
    with connection.cursor() as cursor:
        cursor.execute(_RUNS, {"day": day.pk})
        runs = [_Run(*row) for row in cursor.fetchall()]
    rows = GameChange.objects.select_related("to_game", "by", "step__planned_by").order_by("pk")
    today = list(rows.filter(days.while_open(day), session__table__house_id=day.house_id))
    # Earlier changes of the sessions too: they explain the terms of the day's first hands.
    changes = list(rows.filter(session__in={run.session_id for run in runs}))
    versions = ScheduleVersion.objects.select_related("schedule", "created_by", "approved_by").in_bulk(
        {run.version_id for run in runs if run.version_id is not None}
    )
    sessions = Session.objects.select_related("opened_by", "table").in_bulk(
        {run.session_id for run in runs} | {change.session_id for change in today}
    )
    found: list[Played] = []
    listed: set[int] = set()
    for session_id, of_session in groupby(runs, lambda run: run.session_id):
        mine = [change for change in changes if change.session_id == session_id]
        found += _of_session(sessions[session_id], list(of_session), mine, versions, listed)
    found += [_unplayed(change, sessions[change.session_id]) for change in today if change.pk not in listed]
    return sorted(found, key=lambda one: (one.table_code, one.session_id, one.from_number, one.first is not None))


def _of_session(
    session: Session,
    runs: list[_Run],
    changes: list[GameChange],
    versions: dict[int, ScheduleVersion],
    listed: set[int],
) -> Iterator[Played]:
    before: _Run | None = None
    for run in runs:
        version = None if run.version_id is None else versions.get(run.version_id)
        change = _change_before(run, before, changes)
        if change is not None:
            listed.add(change.pk)
            since, cause, by, reason = _of_change(change)
        elif before is None:
            since, cause, by, reason = session.opened_at, Cause.OPENED, str(session.opened_by), ""
        elif run.began_at < before.began_at:
            since, cause, by, reason = run.began_at, Cause.LATE, "", ""
        elif before.game_id == run.game_id and version is not None:
            since, cause, by, reason = version.valid_from, Cause.TAX, str(version.created_by), ""
        else:
            since, cause, by, reason = run.began_at, Cause.UNKNOWN, "", ""
        yield Played(
            run.table_code,
            session.pk,
            _game(run),
            version,
            run.first,
            run.last,
            run.hands,
            since,
            cause,
            by,
            reason,
            run.first,
        )
        before = run


def _game(run: _Run) -> Game:
    """The run's game with its terms of that time; a placeholder if the id was tampered with."""
    try:
        return game_history.as_of(run.game_id, run.began_at)
    except Game.DoesNotExist:
        return Game(pk=run.game_id, name=f"#{run.game_id}", variant="", small_blind_cents=0, big_blind_cents=0)


def _change_before(run: _Run, before: _Run | None, changes: list[GameChange]) -> GameChange | None:
    """The last change to this run's game since the run before."""
    after = before.last if before else 0
    fitting = [one for one in changes if after < one.from_hand <= run.first and one.to_game_id == run.game_id]
    return fitting[-1] if fitting else None


def _unplayed(change: GameChange, session: Session) -> Played:
    since, cause, by, reason = _of_change(change)
    return Played(
        session.table.code,
        session.pk,
        change.to_game,
        None,
        None,
        None,
        0,
        since,
        cause,
        by,
        reason,
        change.from_hand,
    )


def _of_change(change: GameChange) -> tuple[datetime, Cause, str, str]:
    if change.step is not None:
        return change.at, Cause.STAKE, str(change.step.planned_by), change.reason
    return change.at, Cause.GAME, str(change.by), change.reason
