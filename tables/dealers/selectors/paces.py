"""The pace of dealing: hands or rounds an hour of the downs in progress, with the house's median of the last day."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from tables.rules.rota import pace

WITHIN: Final = timedelta(hours=24)

# The hands, and the rounds against the house, that each down's dealer has dealt in its session.
_DOWNS = """
SELECT down.id, down.started_at, down.ended_at,
       (SELECT count(*) FROM tables_hand hand
         WHERE hand.session_id = down.session_id AND hand.state = 'settled' AND hand.started_at >= down.started_at
           AND (down.ended_at IS NULL OR hand.started_at < down.ended_at)),
       (SELECT count(*) FROM tables_round round
         WHERE round.session_id = down.session_id AND round.state <> 'void' AND round.recorded_at >= down.started_at
           AND (down.ended_at IS NULL OR round.recorded_at < down.ended_at)),
       down.table_id
  FROM tables_down down
  JOIN tables_table t ON t.id = down.table_id AND t.house_id = %s
 WHERE down.session_id IS NOT NULL AND (down.ended_at IS NULL OR down.started_at > %s)
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """The hands or rounds an hour of one down, and the house's median of the same kind; None for too little data."""

    an_hour: int | None
    house: int | None
    is_rounds: bool


def now_at(house_id: int, now: datetime) -> dict[int, Pace]:
    """The pace of the downs in progress, by table."""
    with connection.cursor() as cursor:
        cursor.execute(_DOWNS, [house_id, now - WITHIN])
        rows = cursor.fetchall()
    going: dict[int, tuple[int | None, bool]] = {}
    over: dict[bool, list[int]] = {True: [], False: []}
    for _id, begun, ended, hands, rounds, table_id in rows:
        is_rounds = rounds > 0
        found = pace.an_hour(rounds if is_rounds else hands, (ended or now) - begun)
        if ended is None:
            going[table_id] = (found, is_rounds)
        elif found:
            over[is_rounds].append(found)
    medians = {kind: pace.median(paces) for kind, paces in over.items()}
    return {
        table_id: Pace(found, medians[is_rounds], is_rounds) for table_id, (found, is_rounds) in going.items() if found
    }
