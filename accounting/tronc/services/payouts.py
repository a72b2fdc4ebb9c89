"""Paying shares out through the payroll: one person prepares the list, a second one says that it was paid."""

from typing import TYPE_CHECKING

from accounting import chain, locks, places
from accounting.chain import Move
from accounting.days.services import days
from accounting.ledger.services import ledger
from accounting.models import EntryCode, TroncPayout
from accounting.tronc.selectors import payouts
from accounting.tronc.selectors.payouts import PAYOUTS
from casino import house_time
from casino.errors import N_, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

BOOK = "tronc/payouts"
PREPARED = ("lines", "total_cents", "prepared_by", "prepared_at")


@use_case(PAYOUTS.edits)
def prepare(*, house_id: int, actor: "User") -> TroncPayout:
    """Prepare the list of all shares that are not paid out yet; a list that is not paid is replaced.

    Refuses if there is nothing to pay (`nothing_to_pay`).
    """
    house = locks.house(house_id)
    lines = payouts.open_shares(house.pk)
    if not lines:
        raise Refusal("nothing_to_pay", N_("Every share has been paid out."))
    row = TroncPayout.objects.filter(house=house, **PAYOUTS.waits).first()
    if row is None:
        last = TroncPayout.objects.filter(house=house).order_by("-number").first()
        row = TroncPayout(house=house, number=last.number + 1 if last else 1)
    row.lines, row.total_cents = [list(line) for line in lines], sum(cents for _person, cents in lines)
    row.prepared_by, row.prepared_at = actor, house_time.now()
    row.save(update_fields=PREPARED if row.pk else None)
    return row


@use_case(PAYOUTS.approves, password=True, decides=PAYOUTS)
def pay(*, tronc_payout_id: int, seen: str, actor: "User") -> TroncPayout:
    """Book the list as paid out.

    Refuses the person who prepared it (`two_people`), a decided list (`payout_paid`, `payout_declined`), one that was
    prepared again since it was `seen` (`stale`), and one whose shares are others by now (`payout_changed`).
    """
    row = decisions.approve(PAYOUTS, locks.of_house(PAYOUTS, tronc_payout_id), actor, seen, saves=False)
    assert row.paid_at is not None
    if [tuple(line) for line in row.lines] != payouts.open_shares(row.house_id):
        raise Refusal("payout_changed", N_("The shares differ from the list: prepare it again."))
    day = days.current(row.house_id)
    locks.share_day(day.pk)
    posted = ledger.post(
        day=day,
        book=BOOK,
        code=EntryCode.TRONC_PAID,
        subject=subject(row),
        moves=moves(row),
        actor=actor,
        reference=f"payout:{row.house_id}/{row.number}",
        evidence=chain.evidence(facts(row)),
        at=row.paid_at,
    )
    row.entry_id = posted.entry_id
    row.save(update_fields=["paid_by", "paid_at", "entry"])
    return row


@use_case(PAYOUTS.edits, decides=PAYOUTS)
def decline(*, tronc_payout_id: int, seen: str, actor: "User") -> TroncPayout:
    """Decline a list that another person prepared, or withdraw one's own; it stays on record, and nothing is booked.

    Refuses a decided list (`payout_paid`, `payout_declined`), and another than was `seen` (`stale`).
    """
    return decisions.decline(PAYOUTS, locks.of_house(PAYOUTS, tronc_payout_id), actor, seen)


def moves(row: TroncPayout) -> list[Move]:
    """From each person's share to the payroll."""
    return [Move(places.share(person), places.PAYROLL, cents) for person, cents in row.lines]


def facts(row: TroncPayout) -> list[object]:
    """The values that the evidence digest of a payout's entry covers."""
    assert row.paid_at is not None
    return [
        row.house_id,
        row.number,
        row.lines,
        row.total_cents,
        row.prepared_by_id,
        chain.moment(row.prepared_at),
        chain.moment(row.paid_at),
    ]


def subject(row: TroncPayout) -> str:
    """The subject by which entries name a payout."""
    return f"payout:{row.pk}"
