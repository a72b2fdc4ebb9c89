"""The proof of tournaments: receipts, slips and settlements match their entries one to one."""

from collections.abc import Iterator

from accounting import chain
from accounting.cage.services import shifts
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.models import EntryCode
from accounting.proof.services import vouchers
from accounting.proof.services.vouchers import Voucher
from accounting.tournaments.services import tournaments as money
from accounting.tournaments.services.tournaments import Due
from tables.models import Draw, Prize, Purchase, Tournament
from tables.prizes.services import advancing, prizes, settling
from tables.rules import draws
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import entries
from tables.tournaments.services.entries import Sale

# Numbers of receipts and slips leave no gap in a tournament.
_GAPS = """
SELECT t.code, count(p.id), max(p.number) FROM {table} p JOIN tables_tournament t ON t.id = p.tournament_id
 GROUP BY t.code HAVING count(p.id) <> max(p.number) OR min(p.number) <> 1 ORDER BY 1
"""

# The entry's transfers into pool and fee equal the receipt's amounts.
_TAKEN = """
SELECT b.code, e.number
  FROM tables_purchase p
  JOIN tables_tournament t ON t.id = p.tournament_id
  JOIN accounting_entry e ON e.id = p.entry_id AND e.code = 'tournament_in'
  JOIN accounting_book b ON b.id = e.book_id
  LEFT JOIN accounting_transfer m ON m.entry_id = e.id
 GROUP BY b.code, e.number, p.id, p.pool_cents, p.bounty_cents, p.fee_cents, t.code
HAVING coalesce(sum(m.amount_cents) FILTER (WHERE m.destination = 'prizes/' || t.code), 0)
           <> p.pool_cents + p.bounty_cents
    OR coalesce(sum(m.amount_cents) FILTER (WHERE m.destination = 'fees/' || t.code), 0) <> p.fee_cents
    OR coalesce(sum(m.amount_cents) FILTER (WHERE m.destination LIKE 'cash/%'), 0)
           <> p.pool_cents + p.bounty_cents + p.fee_cents
 ORDER BY 1, 2
"""


def prove() -> Iterator[Broken]:
    """All mismatches of tournaments and books, and draws whose seed breaks its commitment.

    Listed in `settings.PROVERS`.
    """
    yield from vouchers.matched([EntryCode.TOURNAMENT_IN], _receipts(), vouchers.by_id)
    yield from vouchers.matched([EntryCode.TOURNAMENT_OUT], _slips(), vouchers.by_subject)
    yield from vouchers.matched([EntryCode.TOURNAMENT_DUE], _dues(), vouchers.by_subject)
    for table, what in (("tables_purchase", "receipts"), ("tables_prize", "slips")):
        for code, count, most in chains.found(_GAPS.format(table=table)):
            yield Broken(money.book(code), None, f"{count} {what} are there, the last is number {most}")
    for book, number in chains.found(_TAKEN):
        yield Broken(book, number, "its transfers are not those of its receipt")
    for draw in Draw.objects.filter(drawn_at__isnull=False).select_related("tournament").order_by("pk"):
        if not draws.keeps(draw.commitment, draw.seed):
            what = f"draw {draw.number} was not drawn with the seed that was committed to"
            yield Broken(money.book(draw.tournament.code), None, what)


def _receipts() -> Iterator[Voucher]:
    rows = Purchase.objects.filter(window__isnull=False, entry__isnull=False)
    for row in rows.select_related("tournament", "entrant", "window").order_by("pk").iterator(chains.BATCH):
        due = Due(row.pool_cents + row.bounty_cents, row.fee_cents)
        sale = Sale(Purchase.Kind(row.kind), due, row.chips, row.bounty_cents)
        assert row.window is not None, "filtered"
        yield Voucher(
            key=row.entry_id,
            name=f"receipt {row}",
            book=shifts.book(row.window.code),
            house_id=row.tournament.house_id,
            gaming_day_id=None,
            actor_id=row.by_id,
            evidence=chain.evidence(entries.purchase_facts(row.tournament, row.entrant, row.number, sale)),
            subject=f"tournament:{row.tournament_id}",
        )


def _slips() -> Iterator[Voucher]:
    rows = Prize.objects.filter(paid_at__isnull=False, window__isnull=False)
    for row in rows.select_related("tournament", "entrant", "window").order_by("pk").iterator(chains.BATCH):
        assert row.window is not None, "filtered"
        yield _prize(row, shifts.book(row.window.code))


def _dues() -> Iterator[Voucher]:
    """Guarantees made up, flights' pools handed on, seats won, fees settled."""
    for row in Tournament.objects.order_by("pk").iterator(chains.BATCH):
        taken = facts.money(row)
        if row.closed_at is not None and taken.overlay_cents:
            yield _due(row, f"overlay:{row.pk}", prizes.overlay_facts(row), None)
        is_over = row.state in (Tournament.State.FINISHED, Tournament.State.SETTLED)
        if is_over and row.final_id is not None and taken.prizes_cents:
            yield _due(row, f"advanced:{row.pk}", advancing.flight_facts(row), None)
        if row.state == Tournament.State.SETTLED and taken.fee_cents:
            yield _due(row, f"settled:{row.pk}", settling.statement_facts(row), row.settled_by_id)
    seats = Prize.objects.filter(paid_at__isnull=False, window=None).select_related("tournament", "entrant")
    for prize in seats.order_by("pk").iterator(chains.BATCH):
        yield _prize(prize, money.book(prize.tournament.code))


def _due(row: Tournament, subject: str, told: list[object], actor_id: int | None) -> Voucher:
    return Voucher(
        key=subject,
        name=subject,
        book=money.book(row.code),
        house_id=row.house_id,
        gaming_day_id=None,
        actor_id=actor_id,
        evidence=chain.evidence(told),
        subject=subject,
    )


def _prize(row: Prize, book: str) -> Voucher:
    return Voucher(
        key=f"prize:{row.pk}",
        name=f"prize {row.number} of {row.tournament.code}",
        book=book,
        house_id=row.tournament.house_id,
        gaming_day_id=None,
        actor_id=row.paid_by_id,
        evidence=chain.evidence(prizes.slip_facts(row.tournament, row)),
        subject=f"prize:{row.pk}",
    )
