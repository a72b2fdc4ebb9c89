"""The proof's part about kept chips: each bag was picked up once, ended at most once, and its balance is right."""

from collections.abc import Iterator

from accounting import chain
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.models import EntryCode
from accounting.proof.services import vouchers
from accounting.proof.services.vouchers import Voucher
from tables.absence.services import keeping
from tables.models import KeptChips
from tables.play.services import rows as writing

# Bags with a wrong balance: right is the amount picked up until the bag's end, and zero afterwards.
_WRONG_BALANCES = """
SELECT t.code, k.id, coalesce(place.balance_cents, 0), CASE WHEN k.ended_at IS NULL THEN k.amount_cents ELSE 0 END
  FROM tables_keptchips k
  JOIN tables_sitting p ON p.id = k.sitting_id
  JOIN tables_table t ON t.id = p.table_id
  LEFT JOIN accounting_place place ON place.house_id = t.house_id AND place.name = 'kept/' || k.id
 WHERE coalesce(place.balance_cents, 0) <> CASE WHEN k.ended_at IS NULL THEN k.amount_cents ELSE 0 END
 ORDER BY k.id
"""


def prove() -> Iterator[Broken]:
    """Yield kept chips without exactly matching entries, the reverse, and wrong balances (`settings.PROVERS`)."""
    yield from vouchers.matched([EntryCode.KEPT], _picked_up(), vouchers.by_subject)
    yield from vouchers.matched([EntryCode.KEPT_OUT], _ended(KeptChips.Outcome.HANDED_OUT), vouchers.by_subject)
    yield from vouchers.matched([EntryCode.KEPT_LAPSED], _ended(KeptChips.Outcome.TAKEN_IN), vouchers.by_subject)
    for code, kept_id, booked_cents, due_cents in chains.found(_WRONG_BALANCES):
        what = f"kept chips {kept_id}: {booked_cents} lie there, {due_cents} should"
        yield Broken(writing.book(code), None, what)


def _picked_up() -> Iterator[Voucher]:
    for row in KeptChips.objects.select_related("sitting__table").order_by("pk").iterator(chains.BATCH):
        evidence = chain.evidence(keeping.facts(row))
        yield _voucher(row, f"kept chips {row.pk}", row.gaming_day_id, row.picked_up_by_id, evidence)


def _ended(outcome: str) -> Iterator[Voucher]:
    rows = KeptChips.objects.filter(outcome=outcome, ended_at__isnull=False).select_related("sitting__table")
    for row in rows.order_by("pk").iterator(chains.BATCH):
        evidence = chain.evidence(keeping.ending_facts(row))
        yield _voucher(row, f"the end of kept chips {row.pk}", None, row.ended_by_id, evidence)


def _voucher(row: KeptChips, name: str, day_id: int | None, actor_id: int | None, evidence: bytes) -> Voucher:
    table = row.sitting.table
    return Voucher(
        key=keeping.subject(row),
        name=name,
        book=writing.book(table.code),
        house_id=table.house_id,
        gaming_day_id=day_id,
        actor_id=actor_id,
        evidence=evidence,
        subject=keeping.subject(row),
    )
