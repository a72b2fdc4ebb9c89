"""Prove the openings of tables: floats brought and taken away must match their entries, their actors and their day.

An opening has no digest of its own.  Its float stands in two entries of its book (`float_in`, `float_out`), booked by
the people who opened and closed it; its gaming day is the one that its last carry-over moved it to.
"""

from collections.abc import Iterator

from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from tables.play.services import rows

_OPENINGS = """
WITH moved AS (
    SELECT entry.id, entry.code, entry.number, entry.actor_id, entry.gaming_day_id, entry.house_id, entry.subject,
           book.code AS book,
           sum(coalesce(bank.cents, 0)) OVER (PARTITION BY entry.house_id, entry.code, entry.subject) AS cents
      FROM accounting_entry entry
      JOIN accounting_book book ON book.id = entry.book_id
     CROSS JOIN LATERAL (
           SELECT sum(amount_cents) AS cents FROM accounting_transfer t
            WHERE t.entry_id = entry.id
              AND CASE entry.code WHEN 'float_in' THEN t.source ELSE t.destination END = 'bank/main') bank
     WHERE entry.code IN ('float_in', 'float_out')
), opening AS (
    SELECT session.*, t.house_id, t.code AS table_code,
           (SELECT c.to_day_id FROM tables_carryover c WHERE c.session_id = session.id ORDER BY c.at DESC LIMIT 1)
               AS carried_to
      FROM tables_session session JOIN tables_table t ON t.id = session.table_id
)
SELECT coalesce(brought.book, taken.book), opening.table_code, coalesce(brought.number, taken.number), opening.id,
       opening.id IS NOT NULL,
       opening.float_cents = coalesce(brought.cents, 0)
           AND (brought.id IS NULL
                OR (brought.book, brought.house_id, brought.actor_id)
                   = ('table/' || opening.table_code, opening.house_id, opening.opened_by_id)),
       coalesce(opening.counted_float_cents, 0) = coalesce(taken.cents, 0)
           AND (taken.id IS NULL
                OR (opening.state = 'closed'
                    AND (taken.book, taken.house_id, taken.actor_id)
                        = ('table/' || opening.table_code, opening.house_id, opening.closed_by_id))),
       opening.gaming_day_id = coalesce(opening.carried_to, taken.gaming_day_id, brought.gaming_day_id,
                                        opening.gaming_day_id)
  FROM opening
  FULL JOIN (SELECT * FROM moved WHERE code = 'float_in') brought ON brought.subject = 'session:' || opening.id
  FULL JOIN (SELECT * FROM moved WHERE code = 'float_out') taken
         ON taken.subject = coalesce('session:' || opening.id, brought.subject)
 ORDER BY 1, 3, 4
"""


def prove() -> Iterator[Broken]:
    """Yield the openings that differ from the entries of their floats (`settings.PROVERS`)."""
    for book, table_code, number, session_id, is_there, brought, taken, in_its_day in chains.stream(_OPENINGS):
        checks = {
            "its opening of the table is not there": is_there,
            f"session {session_id} began with another float, elsewhere, or by somebody else": not is_there or brought,
            f"session {session_id} ended with another float, elsewhere, or by somebody else": not is_there or taken,
            f"session {session_id} is filed under another gaming day": not is_there or in_its_day,
        }
        yield from (
            Broken(book or rows.book(table_code), number, problem) for problem, holds in checks.items() if not holds
        )
