"""The members of a tronc: one person enters who shares from which month on, in which function; a second one confirms.

Nobody enters or confirms their own membership.  A later row replaces an earlier one from its month on.
"""

from datetime import date

from accounting import locks
from accounting.models import TroncMember
from accounting.policy.tronc import terms
from accounting.selectors.tronc import rules as selector
from accounting.services.tronc.rules import refuse_no_month
from casino import house_time, membership
from casino.errors import NotAllowed, NotFound, Refusal, _
from casino.models import User
from casino.transactions import use_case


@use_case("accounting.edit_tronc")
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
    rule = terms.parse(selector.required(house_id, valid_from).terms)
    houses = selector.houses(house, rule)
    people = User.objects.filter(pk=person_id)
    if not any(people.filter(membership.people_of(one.pk)).exists() for one in houses):
        raise NotFound("no_such_person", _("There is no such person in this house."))
    if function and rule.function(function) is None:
        raise Refusal("no_such_function", _("The rules name no function “%(function)s”."), function=function)
    return TroncMember.objects.create(
        house_id=house_id,
        person_id=person_id,
        function=function,
        hired_on=hired_on,
        valid_from=valid_from,
        asked_by=actor,
        asked_at=house_time.now(),
    )


@use_case("accounting.approve_tronc")
def confirm(*, tronc_member_id: int, actor: User) -> TroncMember:
    """Confirm a membership that another person entered.

    Refuses whoever entered it (`two_people`), one's own (`own_share`), a confirmed one (`member_confirmed`), and one
    after which another was entered for the same person (`member_replaced`).
    """
    row = TroncMember.objects.filter(pk=tronc_member_id).first()
    if row is None:
        raise NotFound("no_such_membership", _("There is no such membership."))
    locks.house(row.house_id)
    row.refresh_from_db()
    if row.confirmed_at is not None:
        raise Refusal("member_confirmed", _("This membership is confirmed already."))
    if TroncMember.objects.filter(house_id=row.house_id, person_id=row.person_id, pk__gt=row.pk).exists():
        raise Refusal("member_replaced", _("Something else was entered for this person since: confirm that."))
    if row.asked_by_id == actor.pk:
        raise NotAllowed("two_people", _("Whoever entered it cannot confirm it: that takes a second person."))
    _refuse_own(row.person_id, actor)
    row.confirmed_by, row.confirmed_at = actor, house_time.now()
    row.save(update_fields=["confirmed_by", "confirmed_at"])
    return row


def _refuse_own(person_id: int, actor: User) -> None:
    if person_id == actor.pk:
        raise NotAllowed("own_share", _("Nobody decides on their own share: ask somebody else."))
