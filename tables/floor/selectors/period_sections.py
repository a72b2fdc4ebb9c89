"""How the room was used in a period: hours of tables and seats, hands an hour, waiting guests and those who never came.

By the clock: of a table that was open over a roll-over or a change of shifts, each period has its own part.  What still
goes on counts until now.
"""

from typing import Final

from django.db import connection

from accounting import money
from accounting.models import House
from accounting.reports.selectors import period_sections
from accounting.reports.selectors.periods import Figures, Period, Section
from casino.errors import N_

# A session overlaps the period only if its latest gaming day is not before it, so that older ones are not looked at.
# A break of the table (`paused_seconds`) has no hours of its own: it is taken off in proportion.
_UTILISATION = """
WITH open AS (
    SELECT session.id, session.opened_at, coalesce(session.closed_at, now()) AS closed_at, room.seats,
           game.variant IN ('easy_holdem', 'casino_holdem', 'ultimate_holdem') AS is_banked,
           extract(epoch FROM least(coalesce(session.closed_at, now()), %(ends_at)s)
                              - greatest(session.opened_at, %(begins_at)s)) AS seconds,
           session.paused_seconds
             * extract(epoch FROM least(coalesce(session.closed_at, now()), %(ends_at)s)
                                  - greatest(session.opened_at, %(begins_at)s))
             / greatest(extract(epoch FROM coalesce(session.closed_at, now()) - session.opened_at), 1) AS paused
      FROM accounting_gamingday day
      JOIN tables_session session ON session.gaming_day_id = day.id
      JOIN tables_table room ON room.id = session.table_id
      JOIN tables_game game ON game.id = session.game_id
     WHERE day.house_id = %(house)s AND day.date >= %(first)s
       AND session.opened_at < %(ends_at)s AND coalesce(session.closed_at, now()) > %(begins_at)s
), sat AS (
    SELECT extract(epoch FROM least(coalesce(sitting.left_at, now()), %(ends_at)s)
                              - greatest(sitting.sat_at, %(begins_at)s)) AS seconds
      FROM open JOIN tables_sitting sitting ON sitting.session_id = open.id
     WHERE sitting.sat_at < %(ends_at)s AND coalesce(sitting.left_at, now()) > %(begins_at)s
), waited AS (
    SELECT entry.state, extract(epoch FROM entry.ended_at - entry.joined_at) AS seconds,
           (SELECT count(*) FROM tables_waitingevent event WHERE event.entry_id = entry.id AND event.kind = 'missed')
             AS misses
      FROM tables_waitinglist list JOIN tables_waitingentry entry ON entry.waiting_list_id = list.id
     WHERE list.house_id = %(house)s AND entry.joined_at >= %(begins_at)s AND entry.joined_at < %(ends_at)s
)
SELECT (SELECT count(*) FROM open),
       (SELECT coalesce(floor(sum(seconds - paused) / 60), 0) FROM open)::bigint,
       (SELECT coalesce(floor(sum(seconds - paused) FILTER (WHERE NOT is_banked) / 60), 0) FROM open)::bigint,
       (SELECT coalesce(floor(sum(seconds) / 60), 0) FROM sat)::bigint,
       (SELECT coalesce(floor(sum((seconds - paused) * seats) / 60), 0) FROM open)::bigint,
       (SELECT count(*) FROM waited), (SELECT count(*) FROM waited WHERE state = 'seated'),
       (SELECT coalesce(floor(avg(seconds) FILTER (WHERE state = 'seated') / 60), 0) FROM waited)::bigint,
       (SELECT coalesce(sum(misses), 0) FROM waited)::bigint,
       (SELECT count(*) FROM waited WHERE state = 'struck')
"""


def _figures(house: House, period: Period) -> Figures:
    with connection.cursor() as cursor:
        cursor.execute(
            _UTILISATION,
            {
                "house": house.pk,
                "first": period.first,
                "begins_at": period.begins_at,
                "ends_at": period.ends_at,
            },
        )
        row = cursor.fetchone()
    assert row is not None
    # Somebody who sat down this second, by a clock that is ahead of the database's, has sat for no minute.
    openings, open_minutes, raked_minutes, seat_minutes, offered_minutes, *waits = (max(int(one), 0) for one in row)
    hands = max(period_sections.played(house, period)["hands"], 0)
    return {
        "openings": openings,
        "table_minutes": open_minutes,
        "seat_minutes": seat_minutes,
        "seats_taken_bp": money.rate_of(seat_minutes, offered_minutes),
        "hands_an_hour_tenths": money.mean(hands * 600, raked_minutes),
        **dict(zip(("waiting", "seated", "wait_minutes", "missed_calls", "struck"), waits, strict=True)),
    }


UTILISATION: Final = Section(
    "utilisation",
    N_("Utilisation"),
    {
        "openings": N_("Tables opened"),
        "table_minutes": N_("Table hours"),
        "seat_minutes": N_("Seat hours"),
        "seats_taken_bp": N_("Seats taken"),
        "hands_an_hour_tenths": N_("Hands per table and hour"),
        "waiting": N_("Guests who joined a list"),
        "seated": N_("of whom seated"),
        "wait_minutes": N_("Average wait"),
        "missed_calls": N_("Calls missed"),
        "struck": N_("Taken off the list (no-shows)"),
    },
    _figures,
)
