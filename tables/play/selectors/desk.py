"""What the floor's and the dealer's pages ask beside the tables themselves."""

from django.db import connection
from django.db.models import Q

from accounting.models import GamingDay
from tables.models import Down, Hand, Session, Sitting

_TABLE = """
SELECT t.version || CASE WHEN day.state = 'closing' THEN '-closing' ELSE '' END ||
       COALESCE((SELECT '-' || string_agg(kept.id || kept.state || to_char(kept.due_at, 'HH24MISS'), '-'
                                          ORDER BY kept.id)
                   FROM tables_waitingentry kept
                  WHERE kept.table_id = t.id AND kept.state IN ('called', 'locked_up')), '')
  FROM tables_table t
  LEFT JOIN tables_session session ON session.table_id = t.id AND session.state <> 'closed'
  LEFT JOIN accounting_gamingday day ON day.id = session.gaming_day_id
 WHERE t.id = %s
"""


def table_version(table_id: int) -> str:
    """The version of one table, whether its gaming day is being closed, and the calls to its seats; empty: no table."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE, [table_id])
        row = cursor.fetchone()
    return str(row[0]) if row else ""


# Who calls from a hand wants to see who comes; few calls wait in a house, so their index is small.
_HAND = """
SELECT h.version || COALESCE((SELECT '-' || string_agg(call.id || '/' || COALESCE(call.taken_by_id, 0), '-'
                                                       ORDER BY call.id)
                                FROM tables_floorcall call
                               WHERE call.house_id = h.house_id AND call.answered_at IS NULL
                                 AND call.table_id = h.table_id), '')
  FROM tables_hand h
 WHERE h.id = %s
"""


def hand_version(hand_id: int) -> str:
    """The version of one hand, and the calls that wait at its table; empty when there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_HAND, [hand_id])
        row = cursor.fetchone()
    return str(row[0]) if row else ""


def table_of(dealer_id: int) -> int | None:
    """Where the dealer works now: the table's id."""
    return Down.objects.filter(dealer_id=dealer_id, ended_at=None).values_list("table_id", flat=True).first()


def open_day(house_id: int) -> GamingDay | None:
    """The gaming day that is open, if one is."""
    return GamingDay.objects.filter(house_id=house_id, state=GamingDay.State.OPEN).first()


def closing_day(table_id: int) -> GamingDay | None:
    """The day a table in play is still booked into while it is being closed: the table is to be counted."""
    return GamingDay.objects.filter(
        state=GamingDay.State.CLOSING, sessions__table_id=table_id, sessions__closed_at=None
    ).first()


def last_session(table_id: int) -> Session | None:
    """How a table was open last; None before its first opening."""
    return Session.objects.filter(table_id=table_id).order_by("-opened_at").first()


def last_hand(table_id: int) -> Hand | None:
    """The hand that was last booked at a table that is open."""
    return (
        Hand.objects.filter(table_id=table_id, session__closed_at=None)
        .exclude(state=Hand.State.OPEN)
        .order_by("-number")
        .first()
    )


def names_at(hand: Hand) -> dict[int, str]:
    """Who sat where when a hand began: seat → guest's name."""
    sittings = Sitting.objects.filter(
        Q(left_at=None) | Q(left_at__gte=hand.started_at), table_id=hand.table_id, sat_at__lte=hand.started_at
    ).select_related("guest")
    return {sitting.seat: sitting.guest.name for sitting in sittings.order_by("sat_at")}
