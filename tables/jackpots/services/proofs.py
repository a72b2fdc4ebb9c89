"""Proves claims on jackpots: each approved one is what its entry says, and its shares follow from hand and terms."""

from collections.abc import Iterator
from datetime import datetime

from accounting import chain
from accounting.jackpots.selectors import jackpots
from accounting.jackpots.services import awards, funds
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.models import Entry, EntryCode, JackpotSlip
from accounting.policy.jackpots import Kind
from accounting.proof.services.vouchers import Voucher, by_id, matched
from casino.errors import Refusal
from tables.jackpots.selectors import claims as selector
from tables.jackpots.services import claims
from tables.models import Guest, Hand, JackpotClaim

_SLIPPED = "role", "seat", "amount_cents"


def prove() -> Iterator[Broken]:
    """Claims that differ from their entries, slips or hands (one of `settings.PROVERS`)."""
    yield from matched([EntryCode.JACKPOT_WON], _vouchers(), by_id)
    seen: set[int] = set()
    rows = JackpotClaim.objects.select_related("fund", "terms__fund", "hand").order_by("pk")
    for row in rows.exclude(state=JackpotClaim.State.DECLINED).iterator(chains.BATCH):
        book = funds.book(row.fund)
        if row.hand_id in seen:
            yield Broken(book, None, f"claim {row.pk}: hand {row.hand_id} is claimed twice")
        seen.add(row.hand_id)
        yield from (Broken(book, None, f"claim {row.pk}: {what}") for what in _differences(row))
    subjects = {row.subject for row in JackpotClaim.objects.filter(state=JackpotClaim.State.APPROVED).only("pk")}
    for slip in JackpotSlip.objects.select_related("fund").order_by("pk").iterator(chains.BATCH):
        if slip.subject not in subjects:
            yield Broken(funds.book(slip.fund), None, f"jackpot slip {slip.number} is of no approved claim")
    yield from _paid_to_others()


def _paid_to_others() -> Iterator[Broken]:
    """Slips paid to a guest who neither won them nor was named by the winner before the payment."""
    rows = JackpotSlip.objects.select_related("fund", "entry").prefetch_related("payees").order_by("pk")
    for slip in rows.filter(state=JackpotSlip.State.PAID, paid_to_anybody=False).iterator(chains.BATCH):
        if slip.entry is not None:
            yield from (Broken(funds.book(slip.fund), None, what) for what in _paid_to(slip, slip.entry))


def _paid_to(slip: JackpotSlip, entry: Entry) -> Iterator[str]:
    """Whether the guest whom the entry names was the winner, or the payee named before it.

    Guests who were merged since, or are two again, count as they did then.  The number of a guest who was erased since
    leads to nobody, so that nobody can say that it was another's.
    """
    claim = JackpotClaim.objects.filter(pk=slip.subject.removeprefix(JackpotClaim.SUBJECT)).first()
    won = [share["guest"] for share in claim.shares if share["seat"] == slip.seat] if claim else []
    allowed = list(Guest.objects.filter(pk__in=won))
    payee, is_erased = jackpots.payee(slip), False
    if payee is not None and payee.decided_at is not None and payee.decided_at <= entry.at:
        named = Guest.objects.filter(house_id=slip.house_id, number=payee.guest).first()
        allowed, is_erased = [*allowed, *([named] if named else [])], named is None
    then = {_known_then(guest, entry.at) for guest in allowed}
    is_erased = is_erased or any(guest.erased_at and guest.erased_at >= entry.at for guest in then)
    if not is_erased and entry.reason not in {guest.number for guest in then}:
        yield f"jackpot slip {slip.number} was paid to guest {entry.reason}, who neither won it nor was named"


def _known_then(guest: Guest, at: datetime) -> Guest:
    """The guest, or the one into whom they were merged at that time."""
    row = guest.history.filter(history_date__lte=at).order_by("history_date", "history_id").last()
    merged_into = guest.merged_into_id if row is None else row.merged_into_id
    return guest if merged_into is None else Guest.objects.get(pk=merged_into)


def _vouchers() -> Iterator[Voucher]:
    rows = JackpotClaim.objects.select_related("fund", "terms").filter(state=JackpotClaim.State.APPROVED)
    for row in rows.order_by("pk").iterator(chains.BATCH):
        slips = JackpotSlip.objects.filter(subject=row.subject).order_by("number")
        covered = [*claims.facts(row, row.terms), *(awards.issue_facts(slip) for slip in slips)]
        yield Voucher(
            key=row.entry_id,
            name=f"claim {row.pk}",
            book=funds.book(row.fund),
            house_id=row.house_id,
            gaming_day_id=row.gaming_day_id,
            actor_id=row.decided_by_id,
            evidence=chain.evidence(covered),
            subject=row.subject,
        )


def _differences(row: JackpotClaim) -> Iterator[str]:
    if row.hand.state != Hand.State.SETTLED:
        yield "its hand is not settled"
    if row.decided_by_id is not None and row.decided_by_id == row.proposed_by_id:
        yield "one person entered and approved it"
    if row.terms.state != "approved" or row.terms.fund_id != row.fund_id:
        yield "it was judged by terms that nobody approved, or another fund's"
    yield from _recomputed(row)
    if row.state == JackpotClaim.State.APPROVED:
        slips = JackpotSlip.objects.filter(subject=row.subject).order_by("number").values(*_SLIPPED)
        if list(slips) != [{name: one[name] for name in _SLIPPED} for one in row.shares]:
            yield "its slips are not its shares"


def _recomputed(row: JackpotClaim) -> Iterator[str]:
    """Whether cards, seats and shares follow from the hand and the terms."""
    try:
        shown = selector.read_shown(row.shown)
        if row.hand.setup is not None and row.hand.state == Hand.State.SETTLED:
            recorded = selector.seen(row.hand, None)
            if selector.stored_shown(recorded) != row.shown:
                yield "its cards and seats are not those of the recorded hand"
        terms = funds.parsed(row.terms)
        proposal = selector.propose(Kind(row.fund.kind), terms, shown, row.posted_cents)
    except (Refusal, KeyError, TypeError, ValueError, IndexError):
        yield "its cards or terms cannot be read"
        return
    stored = [{name: one.get(name) for name in _SLIPPED} for one in row.shares]
    if not proposal.finding.qualifies:
        yield "its hand does not qualify by the terms"
    elif proposal.falls_cents != row.falls_cents or stored != [
        {"role": one.role.value, "seat": one.seat, "amount_cents": one.amount_cents} for one in proposal.shares
    ]:
        yield "its shares are not what the terms make of the hand"
