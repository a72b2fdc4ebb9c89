"""The members of a tronc: one person enters who shares from which month on, in which function; a second one confirms.

Nobody enters their own membership, or decides on it.  A later row replaces an earlier one from its month on.
"""

from datetime import date

from accounting import locks
from accounting.models import TroncMember
from accounting.policy.tronc import terms
from accounting.tronc.selectors import rules
from accounting.tronc.selectors.members import MEMBERS
from accounting.tronc.services.rules import refuse_no_month
from casino import house_time, membership
from casino.errors import N_, NotAllowed, NotFound, Refusal
from casino.models import User
from casino.services import decisions
from casino.transactions import use_case


@use_case(MEMBERS.edits)
def enter(
    *, house_id: int, person_id: int, function: str, hired_on: date, valid_from: date, actor: User
) -> TroncMember:
    """Enter that a person shares in this function from a month on; an empty function: no more.

    Refuses oneself (`own_share`), somebody who works in none of the tronc's houses (`no_such_person`), a function that
    the rules of that month do not name (`no_such_function`), no rules (`no_tronc_rules`), and a day that is not the
    first of a month (`not_a_month`).
    """
    refuse_no_month(valid_from)
    house = locks.house(house_id)
    _refuse_own(person_id, actor)
    rule = terms.parse(rules.required(house_id, valid_from).terms)
    houses = rules.houses(house, rule)
    people = User.objects.filter(pk=person_id)
    if not any(people.filter(membership.people_of(one.pk)).exists() for one in houses):
        raise NotFound("no_such_person", N_("Person not found in this house."))
    if function and rule.function(function) is None:
        raise Refusal("no_such_function", N_("The rules have no function “%(function)s”."), function=function)
    return TroncMember.objects.create(
        house_id=house_id,
        person_id=person_id,
        function=function,
        hired_on=hired_on,
        valid_from=valid_from,
        asked_by=actor,
        asked_at=house_time.now(),
    )


@use_case(MEMBERS.approves, decides=MEMBERS)
def confirm(*, tronc_member_id: int, seen: str, actor: User) -> TroncMember:
    """Confirm a membership that another person entered.

    Refuses the person who entered it (`two_people`), one's own (`own_share`), a decided one (`member_confirmed`,
    `member_declined`), another than was `seen` (`stale`), and one after which another was entered for the same person
    (`member_replaced`).
    """
    row = _locked(tronc_member_id, actor)
    decisions.refuse_decided(MEMBERS, row)
    if TroncMember.objects.filter(house_id=row.house_id, person_id=row.person_id, pk__gt=row.pk).exists():
        raise Refusal(
            "member_replaced", N_("Something else has been entered for this person since. Confirm that instead.")
        )
    return decisions.approve(MEMBERS, row, actor, seen)


@use_case(MEMBERS.edits, decides=MEMBERS)
def decline(*, tronc_member_id: int, seen: str, actor: User) -> TroncMember:
    """Decline a membership that another person entered, or withdraw what one has entered; it stays on record.

    Refuses one's own (`own_share`), a decided one (`member_confirmed`, `member_declined`) and another than was `seen`
    (`stale`).
    """
    return decisions.decline(MEMBERS, _locked(tronc_member_id, actor), actor, seen)


def _locked(member_id: int, actor: User) -> TroncMember:
    row = locks.of_house(MEMBERS, member_id)
    _refuse_own(row.person_id, actor)
    return row


def _refuse_own(person_id: int, actor: User) -> None:
    if person_id == actor.pk:
        raise NotAllowed("own_share", N_("Nobody can decide on their own share. Ask somebody else."))
