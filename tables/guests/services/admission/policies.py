"""What a house demands of its guests: set by who administers the house, never by who seats them."""

from typing import TYPE_CHECKING

from accounting import money
from accounting.models import House
from casino.errors import NotFound, Refusal, _
from casino.transactions import use_case
from tables.models import AdmissionPolicy

if TYPE_CHECKING:
    from casino.models import User

AGES = (18, 30)


@use_case("casino.edit_house")
def put(
    *,
    house_id: int,
    is_on: bool,
    least_age: int = 21,
    unanswered: str = AdmissionPolicy.Unanswered.REFUSE,
    identified_from_cents: int = 200_000,
    actor: "User",
) -> AdmissionPolicy:
    """Set the house's policy; its history keeps what stood there.

    Refuses an age outside 18 to 30 and an amount that is none (`policy_wrong`).
    """
    if not House.objects.filter(pk=house_id).exists():
        raise NotFound("no_such_house", _("There is no such house."))
    if (
        not AGES[0] <= least_age <= AGES[1]
        or not 0 < identified_from_cents <= money.MOST_CENTS
        or unanswered not in AdmissionPolicy.Unanswered.values
    ):
        raise Refusal("policy_wrong", _("The age is 18 to 30 years, the amount above nothing."))
    row = AdmissionPolicy.objects.filter(house_id=house_id).first() or AdmissionPolicy(house_id=house_id)
    row.is_on, row.least_age, row.unanswered = is_on, least_age, unanswered
    row.identified_from_cents = identified_from_cents
    row.save()
    return row
