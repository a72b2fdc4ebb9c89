"""The rules of a tronc: one person proposes a version, a second one approves it; versions never change.

They count from a month on.  A month that was distributed keeps the rules it was distributed by, until a further
distribution corrects it.
"""

from datetime import date
from typing import TYPE_CHECKING

from accounting import locks
from accounting.models import House, TroncRules
from accounting.policy.tronc import terms
from accounting.policy.tronc.terms import Terms
from accounting.tronc.selectors import rules as selector
from accounting.tronc.selectors.rules import RULES
from casino import house_time
from casino.errors import N_, Malformed, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

State = TroncRules.State


@use_case(RULES.edits)
def propose(*, house_id: int, rules: dict[str, object], valid_from: date, actor: "User") -> TroncRules:
    """Propose rules as the next version, from a month on.

    Refuses malformed rules (`bad_terms`), a day that is not the first of a month (`not_a_month`), a second proposal
    while one is undecided (`proposal_open`), a house that is not there or where the actor does not work
    (`no_such_house`) and the house itself among the others (`own_house`).
    """
    rule = terms.parse(rules)
    refuse_no_month(valid_from)
    house = locks.house(house_id)
    _check_houses(house, rule, actor)
    return TroncRules.objects.create(
        house=house,
        version=decisions.next_version(TroncRules.objects.filter(house=house), lambda _last: house.name),
        terms=terms.dump(rule),
        valid_from=valid_from,
        proposed_by=actor,
        proposed_at=house_time.now(),
    )


@use_case(RULES.approves, password=True, decides=RULES)
def approve(*, tronc_rules_id: int, seen: str, actor: "User") -> TroncRules:
    """Approve rules that another person wrote.

    Refuses their author (`two_people`), decided rules (`rules_decided`), others than were `seen` (`stale`), people who
    do not work in each house that they name (`no_such_house`), and where the tips of one of the houses would go into
    two troncs (`two_troncs`).
    """
    row = decisions.approve(RULES, _locked(tronc_rules_id, actor), actor, seen)
    _refuse_two_troncs(row)
    return row


@use_case(RULES.edits, decides=RULES)
def decline(*, tronc_rules_id: int, seen: str, actor: "User") -> TroncRules:
    """Decline a proposal, or withdraw one's own; it stays on record.

    Refuses decided rules (`rules_decided`), others than were `seen` (`stale`), and people who do not work in each house
    that they name (`no_such_house`).
    """
    return decisions.decline(RULES, _locked(tronc_rules_id, actor), actor, seen)


def refuse_no_month(first: date) -> None:
    """Refuse (`not_a_month`) a day that is not the first of its month, and months at the end of the calendar."""
    if first.day != 1 or first.year == date.max.year:
        raise Malformed("not_a_month", N_("Enter the first day of a month."), given=str(first))


def _locked(rules_id: int, actor: "User") -> TroncRules:
    row = locks.of_house(RULES, rules_id)
    selector.houses(row.house, terms.parse(row.terms), actor=actor)
    return row


def _check_houses(house: House, rule: Terms, actor: "User") -> None:
    if house.code in rule.houses:
        raise Malformed("own_house", N_("A house's own tips go into its tronc anyway. Name only the other houses."))
    selector.houses(house, rule, actor=actor)


def _refuse_two_troncs(row: TroncRules) -> None:
    """A house's tips go into one tronc: its own, or that of one other house."""
    named = set(terms.parse(row.terms).houses)
    others = TroncRules.objects.filter(state=State.APPROVED).exclude(house_id=row.house_id).select_related("house")
    for other in others:
        shared = set(terms.parse(other.terms).houses)
        clash = ({other.house.code} & named) | (shared & named) | ({row.house.code} & shared)
        if clash:
            raise Refusal(
                "two_troncs",
                N_("The tips of these houses already go into another tronc: %(houses)s."),
                houses=", ".join(sorted(clash)),
            )
