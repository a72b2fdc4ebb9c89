"""Each guest's purchases and exchanges of a gaming day, from the ledger in one query.

Entries of windows and of shares of jackpots name the guest's card number, those of tables the sitting, those of
tournaments the purchase or prize.  Small sales that name no guest are left out.  A share counts as it was won, with the
tax withheld from it.

Duplicates count as the guest whose they are, but only together with dealings that were identified at the same time:
a guest who is merged into an identified one was not identified by that when they paid.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.db import connection

from accounting.models import GamingDay
from tables.guests.selectors import admission
from tables.verdicts.guests import CODES, Dealing, Dealings

_DEALINGS = """
WITH moved AS (
    SELECT entry.id, entry.house_id, entry.code, entry.at, entry.actor_id, entry.reason, entry.subject,
           sum(t.amount_cents) FILTER (
               WHERE CASE WHEN entry.code IN ('sale', 'buy_in', 'top_up', 'tournament_in') THEN t.source
                          ELSE t.destination END LIKE ANY (ARRAY['guests/%%', 'withheld/%%']))::bigint AS cents
      FROM accounting_entry entry
      JOIN accounting_transfer t ON t.entry_id = entry.id
     WHERE entry.gaming_day_id = %(day)s AND entry.code = ANY(%(codes)s)
       AND NOT EXISTS (SELECT 1 FROM accounting_entry reversal WHERE reversal.reverses_id = entry.id)
     GROUP BY entry.id
), named AS (
    SELECT moved.*, CASE
               WHEN code IN ('buy_in', 'top_up', 'cash_out')
               THEN (SELECT guest_id FROM tables_sitting WHERE id = split_part(moved.subject, ':', 2)::bigint)
               WHEN code = 'kept_out'
               THEN (SELECT stay.guest_id FROM tables_keptchips bag JOIN tables_sitting stay ON stay.id = bag.sitting_id
                      WHERE bag.id = split_part(moved.subject, ':', 2)::bigint)
               WHEN code = 'tournament_in'
               THEN (SELECT entrant.guest_id FROM tables_purchase bought
                       JOIN tables_entrant entrant ON entrant.id = bought.entrant_id
                      WHERE bought.entry_id = moved.id LIMIT 1)
               WHEN code = 'tournament_out'
               THEN (SELECT entrant.guest_id FROM tables_prize prize
                       JOIN tables_entrant entrant ON entrant.id = prize.entrant_id
                      WHERE prize.entry_id = moved.id LIMIT 1)
               ELSE (SELECT id FROM tables_guest WHERE house_id = moved.house_id AND number = moved.reason)
           END AS guest_id
      FROM moved
)
SELECT coalesce(kept.number, guest.number, named.reason), named.code, named.cents, named.at, named.actor_id,
       (SELECT min(identified_at) FROM tables_historicalguest WHERE id = named.guest_id)
  FROM named
  LEFT JOIN tables_guest guest ON guest.id = named.guest_id
  LEFT JOIN tables_guest kept ON kept.id = guest.merged_into_id
 WHERE coalesce(guest.number, named.reason) <> '' AND named.cents > 0
 ORDER BY 1, 6, named.at, named.id
"""


def of_day(day: GamingDay) -> Iterator[Dealings]:
    """Each guest's dealings of the day; none in a house without an admission policy."""
    policy = admission.policy(day.house_id)
    if policy is None:
        return
    with connection.cursor() as cursor:
        cursor.execute(_DEALINGS, {"day": day.pk, "codes": sorted(CODES)})
        rows: list[Any] = cursor.fetchall()
    for (number, identified_at), mine in groupby(rows, key=lambda row: (row[0], row[5])):
        yield Dealings(
            day=f"{day.date:%Y-%m-%d}",
            guest=number,
            identified_at=identified_at,
            from_cents=policy.identified_from_cents,
            dealings=[Dealing(code, cents, at, actor) for _number, code, cents, at, actor, _known in mine],
        )
