"""The rules of a house's tronc, and which are in force in a month."""

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet

from accounting.models import House, TroncRules
from accounting.policy.tronc import terms
from accounting.policy.tronc.terms import Terms
from casino import membership, roles
from casino.errors import N_, Dated, NotFound, Refusal
from casino.membership import Member
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.read_tronc"
EDITS, APPROVES = "accounting.edit_tronc", "accounting.approve_tronc"
State = TroncRules.State


def named_by(path: str, rows: QuerySet[Any], actor: "User") -> QuerySet[Any]:
    """The rows whose rules, at `path`, name no further house than those where the actor works, like their own house."""
    if actor.house_ids is None:
        return rows
    codes = House.objects.filter(pk__in=actor.house_ids).values_list("code", flat=True)
    within = Q(**{f"{path}__houses__contained_by": [{"code": code} for code in codes]})
    return membership.within(rows, actor).filter(Q(**{f"{path}__houses__isnull": True}) | within)


RULES = Matter(
    model=TroncRules,
    name=N_("Tronc rules"),
    about=lambda row: f"{row.house.code} v{row.version}",
    persons={PROPOSER: "proposed_by", APPROVER: "decided_by"},
    edits=EDITS,
    approves=APPROVES,
    page="tronc:rules-approve",
    declines="tronc:rules-decline",
    decided=lambda row: Refusal(
        "rules_decided", N_("These rules have already been approved or declined."), state=row.state
    ),
    missing=lambda: NotFound("no_such_rules", N_("Rules not found.")),
    related=("house",),
    within=partial(named_by, "terms"),
    is_alarmed=True,
)


def of_house(house_id: int, *, actor: "User") -> QuerySet[TroncRules]:
    """All versions, the latest first, with their people."""
    roles.require(actor, PERMISSION)
    return TroncRules.objects.filter(house_id=house_id).select_related("proposed_by", "decided_by").order_by("-version")


def in_force(house_id: int, month: date) -> TroncRules | None:
    """The approved version for that month: of those that begin by then, the latest."""
    return (
        TroncRules.objects.filter(house_id=house_id, state=State.APPROVED, valid_from__lte=month)
        .order_by("-version")
        .first()
    )


def required(house_id: int, month: date) -> TroncRules:
    """`in_force`, or refuses `no_tronc_rules`."""
    found = in_force(house_id, month)
    if found is None:
        raise Refusal(
            "no_tronc_rules",
            N_("No tronc rules are in force for %(month)s: propose them and have a second person approve them."),
            month=Dated(f"{month:%Y-%m}"),
        )
    return found


def shared_with(house: House, month: date) -> Terms | None:
    """The rules that the house's tips come under: its own, or those of the house whose tronc they go into."""
    found = row_shared_with(house, month)
    return terms.parse(found.terms) if found else None


def row_shared_with(house: House, month: date) -> TroncRules | None:
    """The version of `shared_with`, which names the house of the tronc."""
    own = in_force(house.pk, month)
    if own is not None:
        return own
    for lead_id in TroncRules.objects.filter(state=State.APPROVED).values_list("house_id", flat=True).distinct():
        found = in_force(lead_id, month)
        if found is not None and house.code in terms.parse(found.terms).houses:
            return found
    return None


def houses(lead: House, rule: Terms, *, actor: Member | None = None) -> list[House]:
    """The houses whose tips come into the tronc, the leading one first.

    Refuses `no_such_house`, also for an actor who does not work in each of them: the person who proposes or decides is
    one.
    """
    return [lead, *membership.houses_coded(rule.houses, actor)]
