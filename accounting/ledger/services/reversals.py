"""Proves reversals: each mirrors the entry it reverses, and no entry is reversed twice (`ledger.reverse`)."""

from collections.abc import Iterator

from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken

_MIRRORS = """
WITH reversal AS (
    SELECT r.id, r.number, r.book_id, r.subject, r.reverses_id, o.id AS original_id, o.code AS original_code,
           (o.book_id, o.subject, o.house_id) = (r.book_id, r.subject, r.house_id) AS in_place
      FROM accounting_entry r LEFT JOIN accounting_entry o ON o.id = r.reverses_id
     WHERE r.code = 'reversal' OR r.reverses_id IS NOT NULL
), moved AS (
    SELECT r.id,
           array_agg((t.source, t.destination, t.amount_cents)::text ORDER BY t.position) AS forth
      FROM reversal r JOIN accounting_transfer t ON t.entry_id = r.id GROUP BY r.id
), original AS (
    SELECT r.id,
           array_agg((t.destination, t.source, t.amount_cents)::text ORDER BY t.position DESC) AS back
      FROM reversal r JOIN accounting_transfer t ON t.entry_id = r.original_id GROUP BY r.id
)
SELECT book.code, r.number,
       CASE WHEN r.original_id IS NULL THEN 'the entry that it reverses is not there'
            WHEN r.original_code = 'reversal' THEN 'it reverses a reversal'
            WHEN count(*) OVER (PARTITION BY r.reverses_id) > 1 THEN 'what it reverses was reversed already'
            WHEN NOT r.in_place THEN 'what it reverses belongs to another book or subject'
            WHEN moved.forth IS DISTINCT FROM original.back THEN 'it does not mirror what it reverses'
            WHEN (a.pot_cents, a.base_cents, a.due_cents, a.taken_cents, a.jackpot_cents, a.tips_cents, -a.sign,
                  a.table_code, a.dealer_id, a.game, a.schedule_version_id, a.dealt_in, a.flop_seen, a.bomb_pot)
                 IS DISTINCT FROM
                 (b.pot_cents, b.base_cents, b.due_cents, b.taken_cents, b.jackpot_cents, b.tips_cents, b.sign,
                  b.table_code, b.dealer_id, b.game, b.schedule_version_id, b.dealt_in, b.flop_seen, b.bomb_pot)
            THEN 'its assessment does not mirror the one that it reverses'
            WHEN (w.table_code, w.dealer_id, w.game, w.rule_set, w.edge_ppm, w.ante_cents, w.staked_cents,
                  w.lost_cents, w.paid_cents, w.side_staked_cents, w.side_lost_cents, w.side_paid_cents,
                  w.tips_cents, -w.sign)
                 IS DISTINCT FROM
                 (v.table_code, v.dealer_id, v.game, v.rule_set, v.edge_ppm, v.ante_cents, v.staked_cents,
                  v.lost_cents, v.paid_cents, v.side_staked_cents, v.side_lost_cents, v.side_paid_cents,
                  v.tips_cents, v.sign)
            THEN 'its wager does not mirror the one that it reverses' END
  FROM reversal r
  JOIN accounting_book book ON book.id = r.book_id
  LEFT JOIN moved ON moved.id = r.id
  LEFT JOIN original ON original.id = r.id
  LEFT JOIN accounting_assessment a ON a.entry_id = r.id
  LEFT JOIN accounting_assessment b ON b.entry_id = r.original_id
  LEFT JOIN accounting_wager w ON w.entry_id = r.id
  LEFT JOIN accounting_wager v ON v.entry_id = r.original_id
 ORDER BY book.code, r.number
"""


def prove() -> Iterator[Broken]:
    """Reversals that do not mirror an entry: transfers backwards, assessment and wager with the other sign."""
    for book, number, what in chains.stream(_MIRRORS):
        if what is not None:
            yield Broken(book, number, what)
