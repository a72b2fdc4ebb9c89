"""What the floor's and the dealer's pages ask beside the tables themselves."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Max, Q

from accounting.models import GamingDay
from casino.roles import Role
from tables.models import Down, Guest, Hand, Sitting

GUESTS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class FreeDealer:
    """A dealer at no table, and when his last down ended (None: none yet)."""

    id: int
    name: str
    free_since: datetime | None


_BOARD = """
SELECT coalesce(sum(version), 0), count(*),
       (SELECT id FROM accounting_gamingday day WHERE day.house_id = %(house)s AND day.state = 'open')
  FROM tables_table WHERE house_id = %(house)s
"""


def board_version(house_id: int) -> str:
    """Changes with every command on any table of the house (versions only grow, so their sum does) and with its day."""
    with connection.cursor() as cursor:
        cursor.execute(_BOARD, {"house": house_id})
        row = cursor.fetchone()
    assert row is not None, "an aggregate always has a row"
    return "-".join(str(part) for part in row)


_TABLE = """
SELECT t.version || CASE WHEN day.state = 'closing' THEN '-closing' ELSE '' END
  FROM tables_table t
  LEFT JOIN tables_session session ON session.table_id = t.id AND session.state <> 'closed'
  LEFT JOIN accounting_gamingday day ON day.id = session.gaming_day_id
 WHERE t.id = %s
"""


def table_version(table_id: int) -> str:
    """The version of one table, and whether its gaming day is being closed; empty when there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE, [table_id])
        row = cursor.fetchone()
    return str(row[0]) if row else ""


def hand_version(hand_id: int) -> str:
    """The version of one hand, by its primary key; empty when there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM tables_hand WHERE id = %s", [hand_id])
        row = cursor.fetchone()
    return str(row[0]) if row else ""


def free_dealers() -> list[FreeDealer]:
    """Dealers who are at no table now, the longest rested first: whom to send next."""
    at_work = Down.objects.filter(ended_at=None).values("dealer_id")
    rested = (
        get_user_model()
        .objects.filter(roles__contains=[Role.DEALER.value], is_active=True)
        .exclude(pk__in=at_work)
        .annotate(free_since=Max("downs__ended_at"))
    )
    found = [FreeDealer(user.pk, str(user), user.free_since) for user in rested]
    return sorted(found, key=lambda dealer: (dealer.free_since is not None, dealer.free_since or 0, dealer.name))


def table_of(dealer_id: int) -> int | None:
    """Where the dealer works now: the table's id."""
    return Down.objects.filter(dealer_id=dealer_id, ended_at=None).values_list("table_id", flat=True).first()


def guests_like(house_id: int, text: str) -> list[Guest]:
    """The guest with that number, else guests with that in their name: at most one more than fit a notice."""
    text = text.strip()
    guests = Guest.objects.filter(house_id=house_id)
    exact = list(guests.filter(number=text))
    return exact or list(guests.filter(Q(name__icontains=text)).order_by("name")[: GUESTS_SHOWN + 1])


def open_day(house_id: int) -> GamingDay | None:
    """The gaming day that is open, if one is."""
    return GamingDay.objects.filter(house_id=house_id, state=GamingDay.State.OPEN).first()


def closing_day(table_id: int) -> GamingDay | None:
    """The day a table in play is still booked into while it is being closed: the table is to be counted."""
    return GamingDay.objects.filter(
        state=GamingDay.State.CLOSING, sessions__table_id=table_id, sessions__closed_at=None
    ).first()


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
