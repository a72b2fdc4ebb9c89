"""Paying shares out through the payroll: one person prepares the list, a second one says that it was paid."""

from typing import TYPE_CHECKING

from accounting import chain, locks, places
from accounting.chain import Move
from accounting.models import EntryCode, TroncPayout
from accounting.policy.tronc import booking
from accounting.selectors.tronc import months
from accounting.services import days, ledger
from casino import house_time
from casino.errors import NotAllowed, NotFound, Refusal, _
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

BOOK = "tronc/payouts"
PREPARED = ("lines", "total_cents", "prepared_by", "prepared_at")


@use_case("accounting.pay_tronc")
def prepare(*, house_id: int, actor: "User") -> TroncPayout:
    """Prepare the list of all shares that are not paid out yet; a list that is not paid is replaced.

    Refuses if there is nothing to pay (`nothing_to_pay`).
    """
    house = locks.house(house_id)
    lines = months.open_shares(house.pk)
    if not lines:
        raise Refusal("nothing_to_pay", _("Every share is paid out."))
    row = TroncPayout.objects.filter(house=house, paid_at=None).first()
    if row is None:
        last = TroncPayout.objects.filter(house=house).order_by("-number").first()
        row = TroncPayout(house=house, number=last.number + 1 if last else 1)
    row.lines, row.total_cents = [list(line) for line in lines], sum(cents for _person, cents in lines)
    row.prepared_by, row.prepared_at = actor, house_time.now()
    row.save(update_fields=PREPARED if row.pk else None)
    return row


@use_case("accounting.pay_tronc", password=True)
def pay(*, tronc_payout_id: int, actor: "User") -> TroncPayout:
    """Book the list as paid out.

    Refuses whoever prepared it (`two_people`), a paid one (`payout_paid`), and one whose shares are others by now
    (`payout_changed`).
    """
    found = TroncPayout.objects.filter(pk=tronc_payout_id).first()
    if found is None:
        raise NotFound("no_such_payout", _("There is no such payout."))
    locks.house(found.house_id)
    row = TroncPayout.objects.select_related("house").get(pk=tronc_payout_id)
    if row.paid_at is not None:
        raise Refusal("payout_paid", _("This list is paid already."))
    if row.prepared_by_id == actor.pk:
        raise NotAllowed("two_people", _("Whoever prepared the list cannot pay it: that takes a second person."))
    if [tuple(line) for line in row.lines] != months.open_shares(row.house_id):
        raise Refusal("payout_changed", _("The shares are others than on the list: prepare it again."))
    day = days.current(row.house_id)
    locks.share_day(day.pk)
    row.paid_by, row.paid_at = actor, house_time.now()
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


def moves(row: TroncPayout) -> list[Move]:
    """From each person's share to the payroll."""
    return [Move(places.share(person), places.bank(booking.PAID), cents) for person, cents in row.lines]


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
