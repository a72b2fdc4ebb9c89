"""Prove rounds against the house: each has its entry, and the entry's digest matches the stored round."""

from collections.abc import Iterator

from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.models import EntryCode
from accounting.proof.services import vouchers
from accounting.proof.services.vouchers import Voucher
from tables.models import Round
from tables.play.services import rows
from tables.rounds.selectors import rounds

_NUMBERS = """
SELECT t.code, s.id, s.rounds_dealt, count(r.id), COALESCE(min(r.number), 0), COALESCE(max(r.number), 0)
  FROM tables_session s
  JOIN tables_table t ON t.id = s.table_id
  LEFT JOIN tables_round r ON r.session_id = s.id
 GROUP BY t.code, s.id, s.rounds_dealt
HAVING count(r.id) <> s.rounds_dealt OR count(DISTINCT r.number) <> s.rounds_dealt
       OR min(r.number) <> 1 OR max(r.number) <> s.rounds_dealt
 ORDER BY 1, 2
"""

_VOIDS = """
SELECT b.code, e.number, r.state = 'void'
  FROM tables_round r
  JOIN accounting_entry e ON e.reference = 'round:' || r.id AND e.code = 'round'
  JOIN accounting_book b ON b.id = e.book_id
  LEFT JOIN accounting_entry v ON v.reverses_id = e.id
 WHERE (r.state = 'void') <> (v.id IS NOT NULL)
    OR v.id IS NOT NULL AND (v.reason <> r.void_reason OR v.actor_id IS DISTINCT FROM r.voided_by_id)
 ORDER BY 1, 2
"""


def prove() -> Iterator[Broken]:
    """Yield every difference between rounds, their entries, numbering and reversals (`settings.PROVERS`)."""
    yield from vouchers.matched([EntryCode.ROUND, EntryCode.FALSE_DEAL], _rounds(), vouchers.by_subject)
    for code, session, dealt, count, least, most in chains.found(_NUMBERS):
        what = f"session {session}: {dealt} rounds were dealt, {count} are there, numbered {least} to {most}"
        yield Broken(rows.book(code), None, what)
    for book, number, is_void in chains.found(_VOIDS):
        what = "its round is void for another reason, or not reversed" if is_void else "it is reversed, but not void"
        yield Broken(book, number, what)


def _rounds() -> Iterator[Voucher]:
    for row in Round.objects.select_related("table").order_by("pk").iterator(chains.BATCH):
        yield Voucher(
            key=f"round:{row.pk}",
            name=f"round {row.pk}",
            book=rows.book(row.table.code),
            house_id=row.house_id,
            gaming_day_id=row.gaming_day_id,
            actor_id=None,
            evidence=rounds.evidence(row),
            subject=f"round:{row.pk}",
        )
