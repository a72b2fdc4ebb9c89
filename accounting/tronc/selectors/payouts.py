"""The payouts of a tronc: the lists there are, and the shares that are not paid out yet."""

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from accounting.models import Place, TroncPayout
from casino import roles
from casino.errors import N_, NotFound, Refusal
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.read_tronc"
PAY = "accounting.pay_tronc"


def _decided(row: TroncPayout) -> Refusal:
    if row.paid_at is not None:
        return Refusal("payout_paid", N_("This list has already been paid."))
    return Refusal("payout_declined", N_("This list was declined or withdrawn: prepare another one."))


PAYOUTS = Matter(
    model=TroncPayout,
    name=N_("Payout of the tronc"),
    about=lambda row: f"{row.number}",
    persons={PROPOSER: "prepared_by", APPROVER: "paid_by"},
    edits=PAY,
    approves=PAY,
    page="tronc:payout-pay",
    declines="tronc:payout-decline",
    decided=_decided,
    asked_at="prepared_at",
    decided_at="paid_at",
    declined_apart=True,
    missing=lambda: NotFound("no_such_payout", N_("Payout not found.")),
)


def of_house(house_id: int, *, actor: "User") -> QuerySet[TroncPayout]:
    """The house's payouts, the latest first."""
    roles.require(actor, PERMISSION)
    rows = TroncPayout.objects.filter(house_id=house_id).select_related("prepared_by", "paid_by", "declined_by")
    return rows.order_by("-number")


def open_shares(house_id: int) -> list[tuple[int, int]]:
    """The people (their numbers) whose shares are not paid out yet, with cents."""
    rows = Place.objects.filter(house_id=house_id, name__startswith="share/", balance_cents__gt=0)
    names = rows.values_list("name", "balance_cents")
    return sorted((int(name.partition("/")[2]), cents) for name, cents in names)
