"""What tournaments brought in a period: entries and chips sold, fees, prize money, prizes paid."""

from typing import Final

from django.db import connection

from accounting.models import House
from accounting.reports.selectors.period_sections import asked
from accounting.reports.selectors.periods import Figures, Period, Section
from casino.errors import N_

# By the gaming day and the moment of the booking; what was given back counts against the period of the giving back.
# Fees and prize money are the transfers of the books; what moves when a tournament is settled is no other fee.
_TOURNAMENTS = """
WITH entries AS (
    SELECT entry.id, entry.code
      FROM accounting_gamingday day
      JOIN accounting_entry entry ON entry.gaming_day_id = day.id
     WHERE day.house_id = %(house)s AND day.date BETWEEN %(first)s AND %(last)s
       AND entry.code IN ('tournament_in', 'tournament_out', 'reversal')
       AND (%(from)s::timestamptz IS NULL OR entry.at >= %(from)s)
       AND (%(until)s::timestamptz IS NULL OR entry.at < %(until)s)
), moved AS (
    SELECT side.name, side.cents, entries.code
      FROM entries JOIN accounting_transfer t ON t.entry_id = entries.id
     CROSS JOIN LATERAL (VALUES (t.destination, t.amount_cents), (t.source, -t.amount_cents)) AS side (name, cents)
     WHERE side.name LIKE 'fees/%%' OR side.name LIKE 'prizes/%%'
), sold AS (
    SELECT purchase.kind FROM entries JOIN tables_purchase purchase ON purchase.entry_id = entries.id
), back AS (
    SELECT purchase.kind FROM entries
      JOIN accounting_entry entry ON entry.id = entries.id
      JOIN tables_purchase purchase ON purchase.entry_id = entry.reverses_id
)
SELECT (SELECT count(*) FROM tables_tournament
         WHERE house_id = %(house)s AND started_at >= %(begins_at)s AND started_at < %(ends_at)s),
       (SELECT count(*) FROM sold WHERE kind IN ('entry', 're_entry'))
         - (SELECT count(*) FROM back WHERE kind IN ('entry', 're_entry')),
       (SELECT count(*) FROM sold WHERE kind IN ('re_buy', 'add_on'))
         - (SELECT count(*) FROM back WHERE kind IN ('re_buy', 'add_on')),
       (SELECT coalesce(sum(cents) FILTER (WHERE name LIKE 'fees/%%'), 0) FROM moved)::bigint,
       (SELECT coalesce(sum(cents) FILTER (WHERE name LIKE 'prizes/%%' AND code <> 'tournament_out'), 0)
          FROM moved)::bigint,
       (SELECT coalesce(-sum(cents) FILTER (WHERE name LIKE 'prizes/%%' AND code = 'tournament_out'), 0)
          FROM moved)::bigint
"""


def _figures(house: House, period: Period) -> Figures:
    with connection.cursor() as cursor:
        cursor.execute(_TOURNAMENTS, {**asked(house, period), "begins_at": period.begins_at, "ends_at": period.ends_at})
        row = cursor.fetchone()
    assert row is not None
    return dict(zip(TOURNAMENTS.headings, map(int, row), strict=True))


TOURNAMENTS: Final = Section(
    "tournaments",
    N_("Tournaments"),
    {
        "tournaments": N_("Tournaments started"),
        "entries": N_("Entries and re-entries"),
        "re_buys": N_("Re-buys and add-ons"),
        "fees_cents": N_("Fees"),
        "pool_cents": N_("Into the prize pools"),
        "paid_cents": N_("Prizes paid"),
    },
    _figures,
)
