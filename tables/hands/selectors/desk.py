"""Small queries of the floor's and the dealer's pages: versions to poll, the open day, last session, last hand."""

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
    """A text that changes with the table, the closing of its gaming day and the calls to its seats; empty: no table."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE, [table_id])
        row = cursor.fetchone()
    return str(row[0]) if row else ""


# The dealer's page shows who answers a call; few calls wait in a house, so their index is small.
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
    """A text that changes with the hand and with the calls waiting at its table; empty: no such hand."""
    with connection.cursor() as cursor:
        cursor.execute(_HAND, [hand_id])
        row = cursor.fetchone()
    return str(row[0]) if row else ""


def table_of(dealer_id: int) -> int | None:
    """The id of the table that the dealer deals at now; None if they deal nowhere."""
    return Down.objects.filter(dealer_id=dealer_id, ended_at=None).values_list("table_id", flat=True).first()


def open_day(house_id: int) -> GamingDay | None:
    """The house's open gaming day, if there is one."""
    return GamingDay.objects.filter(house_id=house_id, state=GamingDay.State.OPEN).first()


def closing_day(table_id: int) -> GamingDay | None:
    """The closing gaming day that an open table is still booked into: the table must be counted; else None."""
    return GamingDay.objects.filter(
        state=GamingDay.State.CLOSING, sessions__table_id=table_id, sessions__closed_at=None
    ).first()


def uncounted(house_id: int) -> tuple[int, ...]:
    """The ids of the house's open tables that are still booked into a closing gaming day, by code."""
    rows = Session.objects.filter(
        gaming_day__house_id=house_id, gaming_day__state=GamingDay.State.CLOSING, closed_at=None
    )
    return tuple(rows.order_by("table__code").values_list("table_id", flat=True))


def last_session(table_id: int) -> Session | None:
    """The table's latest session; None before its first opening."""
    return Session.objects.filter(table_id=table_id).order_by("-opened_at").first()


def last_hand(table_id: int) -> Hand | None:
    """The last hand booked in the table's open session."""
    return (
        Hand.objects.filter(table_id=table_id, session__closed_at=None)
        .exclude(state=Hand.State.OPEN)
        .order_by("-number")
        .first()
    )


def names_at(hand: Hand) -> dict[int, str]:
    """The guests' names by seat at the time a hand began."""
    sittings = Sitting.objects.filter(
        Q(left_at=None) | Q(left_at__gte=hand.started_at), table_id=hand.table_id, sat_at__lte=hand.started_at
    ).select_related("guest")
    return {sitting.seat: sitting.guest.name for sitting in sittings.order_by("sat_at")}
