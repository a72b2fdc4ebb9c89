"""Proves jackpot funds: each entry has its voucher, and what was posted, counted, won and paid ties to the cent.

A claim is proven where it is made (`tables.jackpots`); here its slips are: their numbers, their people, and that what
waits to be paid is what lies apart from the fund.
"""

from collections.abc import Iterator

from django.db.models import F, Q

from accounting import chain
from accounting.cage.services import shifts
from accounting.cage.services.counts import decided
from accounting.chain import Move
from accounting.jackpots.services import awards, counting, funds, payments
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.models import EntryCode, FundDrop, FundMove, FundTerms, JackpotSlip, Transfer
from accounting.proof.services.vouchers import Voucher, by_id, gaps, matched
from casino.errors import Malformed

# Chips of a fund that went where no player is, and those that went back to a table without a reversal.
_TO_THE_HOUSE = """
SELECT b.code, e.number, t.source, t.destination, t.amount_cents
  FROM accounting_transfer t
  JOIN accounting_entry e ON e.id = t.entry_id
  JOIN accounting_book b ON b.id = e.book_id
 WHERE t.source ~ '^(jackpot|reserve|won|withheld)/'
   AND NOT (t.destination ~ '^(jackpot|reserve|won|withheld)/'
            OR t.destination ~ '^guests/' AND e.code IN ('jackpot_paid', 'fund_tax')
            OR t.destination ~ '^(pot|pool|seat)/' AND e.code = 'reversal')
 ORDER BY e.id, t.position
"""

# Closed days: what hands have put into a fund, and what its drops of that day say.
_POSTED = """
WITH fed AS (
    SELECT f.id AS fund_id, e.gaming_day_id,
           sum(CASE WHEN t.destination = 'jackpot/' || f.code THEN t.amount_cents ELSE -t.amount_cents END) AS cents
      FROM accounting_fund f
      JOIN accounting_transfer t ON 'jackpot/' || f.code IN (t.source, t.destination)
      JOIN accounting_entry e ON e.id = t.entry_id AND e.house_id = f.house_id
      JOIN accounting_book b ON b.id = e.book_id AND b.code LIKE 'table/%'
     GROUP BY 1, 2
), taken AS (
    SELECT fund_id, gaming_day_id, sum(posted_cents) AS cents FROM accounting_funddrop GROUP BY 1, 2
)
SELECT f.code, d.date, COALESCE(fed.cents, 0), COALESCE(taken.cents, 0)
  FROM accounting_fund f
  JOIN accounting_gamingday d ON d.house_id = f.house_id AND d.state = 'closed' AND d.closed_at > f.opened_at
  LEFT JOIN fed ON fed.fund_id = f.id AND fed.gaming_day_id = d.id
  LEFT JOIN taken ON taken.fund_id = f.id AND taken.gaming_day_id = d.id
 WHERE COALESCE(fed.cents, 0) <> COALESCE(taken.cents, 0)
 ORDER BY 1, 2
"""

# What lies apart from a fund, and what its slips say is still to be paid.
_OWED = """
SELECT f.code, COALESCE(p.balance_cents, 0),
       (SELECT COALESCE(sum(s.amount_cents), 0) FROM accounting_jackpotslip s
         WHERE s.fund_id = f.id AND s.state = 'due')
  FROM accounting_fund f
  LEFT JOIN accounting_place p ON p.house_id = f.house_id AND p.name = 'won/' || f.code
 ORDER BY f.id
"""


def prove() -> Iterator[Broken]:
    """Funds whose entries, vouchers and sums do not match (one of `settings.PROVERS`)."""
    paid_in = [EntryCode.FUND_IN, EntryCode.FUND_TAX, EntryCode.FUND_CLOSED]
    yield from matched(paid_in, _payments(), by_id)
    yield from matched([EntryCode.FUND_DROP], _drops(), by_id)
    yield from matched([EntryCode.FUND_COUNT], _counts(), by_id)
    yield from matched([EntryCode.JACKPOT_PAID, EntryCode.JACKPOT_LAPSED], _slips(), by_id)
    yield from gaps(JackpotSlip, "jackpot slips", "is missing, or there twice")
    yield from _moved()
    yield from _terms()
    yield from _people()
    yield from _settled()
    for book, number, source, destination, cents in chains.found(_TO_THE_HOUSE):
        yield Broken(book, number, f"{cents} of {source} went to {destination}: a fund is the players'")
    for code, date, posted_cents, taken_cents in chains.found(_POSTED):
        what = f"{posted_cents} were posted on {date}, {taken_cents} were taken to be counted"
        yield Broken(f"fund/{code}", None, what)
    for code, apart_cents, owed_cents in chains.found(_OWED):
        if apart_cents != owed_cents:
            yield Broken(f"fund/{code}", None, f"{apart_cents} lie apart for shares, {owed_cents} are still to be paid")


def _payments() -> Iterator[Voucher]:
    rows = FundMove.objects.select_related("fund").filter(state=FundMove.State.DONE).order_by("pk")
    for row in rows.iterator(chains.BATCH):
        yield Voucher(
            key=row.entry_id,
            name=f"payment {row.pk}",
            book=funds.book(row.fund),
            house_id=row.fund.house_id,
            gaming_day_id=None,
            actor_id=row.decided_by_id,
            evidence=chain.evidence(payments.facts(row)),
            subject=f"fund-move:{row.pk}",
        )


def _drops() -> Iterator[Voucher]:
    for row in FundDrop.objects.select_related("fund").order_by("pk").iterator(chains.BATCH):
        yield Voucher(
            key=row.entry_id,
            name=f"the boxes {row.pk}",
            book=funds.book(row.fund),
            house_id=row.fund.house_id,
            gaming_day_id=row.gaming_day_id,
            actor_id=row.taken_by_id,
            evidence=chain.evidence(counting.drop_facts(row)),
            subject=f"fund:{row.fund_id}",
        )


def _counted() -> Iterator[FundDrop]:
    """Boxes that are settled, with their counts."""
    rows = FundDrop.objects.select_related("fund").prefetch_related("counts").filter(counted_at__isnull=False)
    return rows.order_by("pk").iterator(chains.BATCH)


def _counts() -> Iterator[Voucher]:
    for row in _counted():
        of_row = list(row.counts.all())
        yield Voucher(
            key=row.count_entry_id,
            name=f"the count of the boxes {row.pk}",
            book=funds.book(row.fund),
            house_id=row.fund.house_id,
            gaming_day_id=row.gaming_day_id,
            actor_id=of_row[-1].counted_by_id if of_row else None,
            evidence=chain.evidence(counting.count_facts(row, of_row)),
            subject=f"fund-drop:{row.pk}",
        )


def _slips() -> Iterator[Voucher]:
    """Slips that were paid or have lapsed; no other slip has an entry of its own."""
    rows = JackpotSlip.objects.select_related("fund", "window").prefetch_related("payees").order_by("pk")
    for row in rows.exclude(state=JackpotSlip.State.DUE).iterator(chains.BATCH):
        yield Voucher(
            key=row.entry_id,
            name=f"jackpot slip {row.number}",
            book=shifts.book(row.window.code) if row.window else funds.book(row.fund),
            house_id=row.house_id,
            gaming_day_id=None,
            actor_id=row.done_by_id,
            evidence=chain.evidence(awards.done_facts(row)),
            subject=awards.subject(row),
        )


def _moved() -> Iterator[Broken]:
    """Whether the transfers of an entry are those that its voucher asks for."""
    wanted: dict[int, tuple[str, list[Move]]] = {}
    for payment in FundMove.objects.select_related("fund", "to_fund").filter(state=FundMove.State.DONE):
        if payment.entry_id is not None and payment.kind != FundMove.Kind.CLOSING:
            wanted[payment.entry_id] = f"payment {payment.pk}", payments.moves(payment)
    for drop in _counted():
        if drop.count_entry_id is not None:
            wanted[drop.count_entry_id] = f"the count of the boxes {drop.pk}", counting.count_moves(drop)
    for slip in JackpotSlip.objects.select_related("fund", "window").exclude(state=JackpotSlip.State.DUE):
        if slip.entry_id is not None:
            code = slip.window.code if slip.window else ""
            wanted[slip.entry_id] = f"jackpot slip {slip.number}", awards.done_moves(slip, code)
    stored: dict[int, list[Move]] = {}
    rows = Transfer.objects.filter(entry_id__in=list(wanted)).order_by("entry_id", "position")
    for entry_id, source, destination, cents in rows.values_list("entry_id", "source", "destination", "amount_cents"):
        stored.setdefault(entry_id, []).append(Move(source, destination, cents))
    for entry_id, (name, moves) in wanted.items():
        if stored.get(entry_id, []) != moves:
            yield Broken("funds", None, f"{name} moved something else than it says")


def _terms() -> Iterator[Broken]:
    """Terms that one person signed twice, or that cannot be read."""
    for row in FundTerms.objects.select_related("fund").order_by("pk").iterator(chains.BATCH):
        try:
            funds.parsed(row)
        except Malformed:
            yield Broken(funds.book(row.fund), None, f"terms v{row.version} cannot be read")
        if row.state == FundTerms.State.APPROVED and row.decided_by_id in (None, row.proposed_by_id):
            yield Broken(funds.book(row.fund), None, f"terms v{row.version} were not signed by two people")


def _people() -> Iterator[Broken]:
    for payment in FundMove.objects.select_related("fund").filter(state=FundMove.State.DONE, decided_by=F("asked_by")):
        yield Broken(funds.book(payment.fund), None, f"payment {payment.pk} was not approved by a second person")
    same = Q(issued_by=F("asked_by")) | Q(done_by=F("asked_by")) | Q(done_by=F("issued_by"))
    for slip in JackpotSlip.objects.select_related("fund").filter(same):
        yield Broken(funds.book(slip.fund), None, f"jackpot slip {slip.number} was approved or paid by one person")


def _settled() -> Iterator[Broken]:
    """Boxes that are settled with something else than was counted, or by fewer than two people."""
    for row in _counted():
        counts = list(row.counts.all())
        people = {one.counted_by_id for one in counts}
        if decided([one.counted_cents for one in counts]) != row.counted_cents:
            yield Broken(funds.book(row.fund), None, f"the boxes {row.pk} are settled with something else than counted")
        if len(people) < len(counts) or len(people) < 2 or row.taken_by_id in people:
            yield Broken(funds.book(row.fund), None, f"the boxes {row.pk} were not counted by two others")
