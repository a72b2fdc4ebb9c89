"""How long raked games were dealt, by dealer and by table: what a report divides its hands by (`settings.DEALT`)."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from django.db import connection

from accounting import hours
from accounting.models import House
from accounting.reports.selectors.figures import By

# As in the report of a period: a session overlaps it only if its latest gaming day is not before it.  What still goes
# on counts until now.
_DEALT = """
SELECT {key}, floor(greatest(sum(extract(epoch FROM least(coalesce(down.ended_at, now()), %(ends_at)s)
                                                     - greatest(down.started_at, %(begins_at)s))), 0) / 60)::bigint
  FROM accounting_gamingday day
  JOIN tables_session session ON session.gaming_day_id = day.id
  JOIN tables_game game ON game.id = session.game_id AND game.rake_schedule_id IS NOT NULL
  JOIN tables_down down ON down.session_id = session.id
  JOIN tables_table room ON room.id = down.table_id
 WHERE day.house_id = %(house)s AND day.date >= %(first)s
   AND down.started_at < %(ends_at)s AND coalesce(down.ended_at, now()) > %(begins_at)s
 GROUP BY 1
"""
_KEYS: Final = {By.TABLE: "room.code", By.DEALER: "down.dealer_id"}


def minutes(house: House, first: date, last: date, by: By) -> Mapping[str | int, int]:
    """Full minutes by table code or dealer's id, by the clock; breaks of a table count as dealt."""
    clock = (house.rolls_over_at, house.time_zone)
    values: dict[str, int | date | datetime] = {
        "house": house.pk,
        "first": first,
        "begins_at": hours.begins_at(first, *clock),
        "ends_at": hours.ends_at(last, *clock),
    }
    with connection.cursor() as cursor:
        cursor.execute(_DEALT.format(key=_KEYS[by]), values)
        return {key: int(found) for key, found in cursor.fetchall()}
