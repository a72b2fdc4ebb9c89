"""Moves of seated guests as they stand: who asked for what, whose turn it is at the feeders, which game is short."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import connection
from django.db.models import Exists, OuterRef, Q

from casino.errors import N_, NotFound
from tables.models import MoveRequest, MustMove, MustMoveTurn, Session, Sitting
from tables.models.guests import rows_of
from tables.rules.moving.must_move import Mover
from tables.rules.moving.requests import Request

_AGAINST = """
SELECT (SELECT feeder.code FROM tables_mustmove couple JOIN tables_table feeder ON feeder.id = couple.feeder_id
         WHERE couple.main_id = %(table)s AND couple.uncoupled_at IS NULL
           AND EXISTS (SELECT FROM tables_sitting guest
                        WHERE guest.table_id = couple.feeder_id AND guest.left_at IS NULL)
         ORDER BY couple.id DESC LIMIT 1),
       (SELECT max(barred_until) FROM tables_mustmoveturn
         WHERE guest_id IN (SELECT id FROM tables_guest WHERE id = %(guest)s OR merged_into_id = %(guest)s)
           AND game_id = %(game)s AND barred_until > %(now)s),
       EXISTS (SELECT FROM tables_moverequest request
                 JOIN tables_sitting sitting ON sitting.id = request.sitting_id
                 JOIN tables_session session ON session.id = sitting.session_id
                WHERE session.game_id = %(game)s AND request.ended_at IS NULL)
"""


# The way of each guest back to the seat where they came to the table: all of it in one session.
_ARRIVED = """
WITH RECURSIVE way AS (
    SELECT id AS sitting_id, session_id, moved_from_id, sat_at FROM tables_sitting WHERE id = ANY(%s)
     UNION ALL
    SELECT way.sitting_id, earlier.session_id, earlier.moved_from_id, earlier.sat_at
      FROM way JOIN tables_sitting earlier ON earlier.id = way.moved_from_id AND earlier.session_id = way.session_id
)
SELECT sitting_id, min(sat_at) FROM way GROUP BY sitting_id
"""


def request(row: MoveRequest) -> Request:
    """A row as the law sees it."""
    return Request(row.pk, row.sitting.table_id, row.sitting.seat, row.to_table_id, row.to_seat)


def open_requests(game_ids: Iterable[int]) -> list[MoveRequest]:
    """Those that wait at the tables that play these games now, the earliest first; with their guests and seats."""
    rows = MoveRequest.objects.filter(sitting__session__game_id__in=list(game_ids), ended_at=None)
    return list(rows.select_related("guest", "sitting__table", "sitting__session", "to_table").order_by("pk"))


def one_request(request_id: int) -> MoveRequest:
    """One of them, over or not; refuses `no_such_request`."""
    found = MoveRequest.objects.filter(pk=request_id).select_related("guest", "sitting__table").first()
    if found is None:
        raise NotFound("no_such_request", N_("Request not found."))
    return found


def players(game_id: int) -> dict[int, int]:
    """How many sit at each table that plays the game now."""
    tables = Session.objects.filter(game_id=game_id).exclude(state="closed").values_list("table_id", flat=True)
    found = dict.fromkeys(tables, 0)
    for table_id in Sitting.objects.filter(table_id__in=found, left_at=None).values_list("table_id", flat=True):
        found[table_id] += 1
    return found


def couples(table_ids: Iterable[int]) -> list[MustMove]:
    """The must-moves of which these tables are part, as main or as feeder."""
    wanted = list(table_ids)
    rows = MustMove.objects.filter(Q(main_id__in=wanted) | Q(feeder_id__in=wanted), uncoupled_at=None)
    return list(rows.select_related("main", "feeder").order_by("main__code"))


def fed(table_ids: Iterable[int]) -> set[int]:
    """Which of these tables are kept full from a feeder at which somebody sits: newcomers go there."""
    feeds = MustMove.objects.filter(main_id__in=list(table_ids), uncoupled_at=None)
    seated = Sitting.objects.filter(table=OuterRef("feeder"), left_at=None)
    return set(feeds.filter(Exists(seated)).values_list("main_id", flat=True))


def couple_of_main(table_id: int) -> MustMove | None:
    """The must-move that keeps this table full."""
    return next((row for row in couples([table_id]) if row.main_id == table_id), None)


def arrivals(table_ids: Iterable[int]) -> dict[int, dict[Sitting, datetime]]:
    """Who sits at each table and since when, in the order in which they came, whatever seats they have had since."""
    ids = list(table_ids)
    rows = list(Sitting.objects.filter(table_id__in=ids, left_at=None).select_related("guest"))
    at = _arrived(row.pk for row in rows)
    found: dict[int, dict[Sitting, datetime]] = {table_id: {} for table_id in ids}
    for row in sorted(rows, key=lambda row: (at[row.pk], row.pk)):
        found[row.table_id][row] = at[row.pk]
    return found


def arrived_at(row: Sitting) -> datetime:
    """Since when the guest is at this table."""
    return _arrived([row.pk])[row.pk]


def _arrived(sitting_ids: Iterable[int]) -> dict[int, datetime]:
    with connection.cursor() as cursor:
        cursor.execute(_ARRIVED, [list(sitting_ids)])
        return dict(cursor.fetchall())


def movers(rows: Mapping[Sitting, datetime]) -> list[Mover]:
    """Guests of a feeder, as `arrivals` gives them, as the rules see them."""
    return [Mover(row.pk, at) for row, at in rows.items()]


def barred_until(guest_id: int, game_id: int, now: datetime) -> datetime | None:
    """Until when the guest may not play this game, since they refused to move; None: they may."""
    turns = MustMoveTurn.objects.filter(rows_of(guest_id), game_id=game_id, barred_until__gt=now)
    return turns.order_by("-barred_until").values_list("barred_until", flat=True).first()


def against_newcomer(
    table_id: int, game_id: int, guest_id: int, now: datetime
) -> tuple[str | None, datetime | None, bool]:
    """What stands against a newcomer, in one query.

    The feeder with guests that goes before them, until when they are barred from the game, and whether anybody of the
    game asked for anything.
    """
    with connection.cursor() as cursor:
        cursor.execute(_AGAINST, {"table": table_id, "game": game_id, "guest": guest_id, "now": now})
        feeder_code, barred_until, is_asked = cursor.fetchone()
    return feeder_code, barred_until, is_asked


def feeders(couples_of: Iterable[MustMove]) -> dict[int, int]:
    """The feeder of each main table."""
    return {row.main_id: row.feeder_id for row in couples_of}


def sessions(game_ids: Iterable[int]) -> list[Session]:
    """The tables that play these games now."""
    rows = Session.objects.filter(game_id__in=list(game_ids)).exclude(state="closed").select_related("table", "game")
    return list(rows.order_by("table__code"))
