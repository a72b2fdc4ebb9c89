"""Who shares in a house's tronc in a month, in which function and since when in service."""

from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, QuerySet

from accounting.models import TroncMember
from accounting.tronc.selectors import rules
from casino import membership, roles, wording
from casino.errors import N_, NotFound, Refusal
from casino.selectors.decisions import APPROVER, PROPOSER, SUBJECT, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.read_tronc"


def _not_replaced(rows: QuerySet[TroncMember], actor: "User") -> QuerySet[TroncMember]:
    """Those after which nothing else was entered for the same person: only they can be confirmed."""
    later = TroncMember.objects.filter(house=OuterRef("house"), person=OuterRef("person"), pk__gt=OuterRef("pk"))
    return membership.within(rows, actor).exclude(Exists(later))


def _decided(row: TroncMember) -> Refusal:
    if row.confirmed_at is not None:
        return Refusal("member_confirmed", N_("This membership is already confirmed."))
    return Refusal("member_declined", N_("This membership was declined or withdrawn: enter it again."))


MEMBERS = Matter(
    model=TroncMember,
    name=N_("Member of the tronc"),
    about=lambda row: f"{row.person} {row.function or '–'} {wording.month(row.valid_from)}",
    persons={PROPOSER: "asked_by", APPROVER: "confirmed_by", SUBJECT: "person"},
    edits=rules.EDITS,
    approves=rules.APPROVES,
    page="tronc:member-confirm",
    declines="tronc:member-decline",
    decided=_decided,
    asked_at="asked_at",
    decided_at="confirmed_at",
    declined_apart=True,
    missing=lambda: NotFound("no_such_membership", N_("Membership not found.")),
    related=("person",),
    within=_not_replaced,
)


def of_month(house_id: int, month: date) -> list[TroncMember]:
    """The confirmed memberships that count in a month, one a person, by the people's numbers."""
    rows = (
        TroncMember.objects.filter(house_id=house_id, confirmed_at__isnull=False, valid_from__lte=month)
        .order_by("person_id", "-pk")
        .distinct("person_id")
    )
    return [row for row in rows if row.function]


def of_house(house_id: int, *, actor: "User") -> list[TroncMember]:
    """All rows, the latest of each person first, with their people."""
    roles.require(actor, PERMISSION)
    rows = TroncMember.objects.filter(house_id=house_id).select_related(
        "person", "asked_by", "confirmed_by", "declined_by"
    )
    return list(rows.order_by("person__full_name", "person_id", "-pk"))


def years(hired_on: date, month: date) -> int:
    """The full years of service on the first day of a month."""
    return max(0, month.year - hired_on.year - ((month.month, month.day) < (hired_on.month, hired_on.day)))
