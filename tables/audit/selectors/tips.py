"""Tips by hour, table and dealer, and of a gaming day by down, that is by dealer's stint at a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.db import connection

from accounting import money
from accounting.money import Summed
from accounting.revenue.selectors.match import PERMISSION
from casino import replica, roles

if TYPE_CHECKING:
    from casino.models import User

# A hand or round belongs to the down in which it was booked, a reversal to that of the original.  Bookings outside any
# down (late entries, time charges) are one line for each dealer and table, so that nothing is left out.
_DOWNS = """
WITH booked AS (
    SELECT play.table_code, play.dealer_id, play.hands, play.rounds, play.pot_cents + play.staked_cents AS played_cents,
           play.tips_cents, t.id AS table_id, coalesce(original.at, entry.at) AS at
      FROM accounting_play play
      JOIN accounting_entry entry ON entry.id = play.entry_id
      LEFT JOIN accounting_entry original ON original.id = entry.reverses_id
      LEFT JOIN tables_table t ON t.house_id = entry.house_id AND t.code = play.table_code
     WHERE play.gaming_day_id = %s
)
SELECT booked.table_code, person.full_name, person.username, down.started_at, down.ended_at,
       sum(hands)::bigint, sum(rounds)::bigint, sum(played_cents)::bigint, sum(tips_cents)::bigint
  FROM booked
  LEFT JOIN tables_down down ON down.table_id = booked.table_id AND down.dealer_id = booked.dealer_id
       AND down.started_at <= booked.at AND (down.ended_at IS NULL OR down.ended_at > booked.at)
  LEFT JOIN casino_user person ON person.id = booked.dealer_id
 GROUP BY booked.table_code, booked.dealer_id, person.full_name, person.username, down.id
 ORDER BY booked.table_code, down.started_at NULLS LAST, person.username
"""


# A reversal takes away what its hand or round brought, the tip among it.
_BY_HOUR = """
SELECT day.date, play.hour, play.table_code, play.dealer_id, person.full_name, person.username,
       sum(play.hands + play.rounds)::bigint,
       coalesce(sum(play.hands + play.rounds) FILTER (WHERE play.tips_cents <> 0), 0)::bigint,
       sum(play.pot_cents + play.staked_cents)::bigint, sum(play.tips_cents)::bigint
  FROM accounting_play play
  JOIN accounting_gamingday day ON day.id = play.gaming_day_id
  LEFT JOIN casino_user person ON person.id = play.dealer_id
 WHERE day.house_id = %s AND day.date = ANY (%s)
 GROUP BY day.date, play.hour, play.table_code, play.dealer_id, person.full_name, person.username
 ORDER BY day.date, play.hour, play.table_code, person.username
"""


@dataclass(frozen=True, slots=True)
class Tipped(Summed):
    """Hands and rounds, how many of them brought a tip, their pots and stakes, and the tips."""

    plays: int = 0
    with_tip: int = 0
    played_cents: int = 0
    tips_cents: int = 0

    @property
    def share_bp(self) -> int:
        """How many of the hands and rounds brought a tip, in basis points."""
        return money.rate_of(self.with_tip, max(self.plays, 0))

    @property
    def rate_bp(self) -> int:
        """Tips in basis points of pots and stakes."""
        return money.rate_of(self.tips_cents, max(self.played_cents, 0))


@dataclass(frozen=True, slots=True)
class HourTips:
    """What a dealer's hands at a table brought in an hour of a gaming day.

    `at`: the hour on the house's clock, counted from the date's midnight.
    """

    date: date
    at: timedelta
    table_code: str
    dealer_id: int | None
    dealer: str
    sums: Tipped


@dataclass(frozen=True, slots=True)
class DownTips:
    """One down, or (`started_at` None) the bookings of a dealer and table outside any down.

    `played_cents`: the pots of its hands and the stakes of its rounds.
    """

    table_code: str
    dealer: str
    started_at: datetime | None
    ended_at: datetime | None
    hands: int
    rounds: int
    played_cents: int
    tips_cents: int


@replica.reading()
def by_hour(house_id: int, dates: Sequence[date], *, zone: ZoneInfo, actor: "User") -> list[HourTips]:
    """The tips of these gaming days by hour, table and dealer."""
    roles.require(actor, PERMISSION)
    with connection.cursor() as cursor:
        cursor.execute(_BY_HOUR, [house_id, list(dates)])
        return [
            HourTips(
                day,
                hour.astimezone(zone).replace(tzinfo=None) - datetime.combine(day, time.min),
                table,
                dealer_id,
                name or login or "",
                Tipped(*figures),
            )
            for day, hour, table, dealer_id, name, login, *figures in cursor.fetchall()
        ]


@replica.reading()
def of_day(day_id: int, *, actor: "User") -> list[DownTips]:
    """The tips by table, and at each table in the order of the downs."""
    roles.require(actor, PERMISSION)
    with connection.cursor() as cursor:
        cursor.execute(_DOWNS, [day_id])
        return [DownTips(table, name or login or "", *rest) for table, name, login, *rest in cursor.fetchall()]
