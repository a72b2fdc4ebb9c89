"""What a house demands of its guests: set by who administers the house, never by who seats them."""

from contextlib import nullcontext
from typing import TYPE_CHECKING

from accounting import locks, money
from casino import reasons
from casino.errors import N_, Refusal
from casino.models.history import because
from casino.transactions import use_case
from tables.guests.selectors import admission
from tables.models import AdmissionPolicy

if TYPE_CHECKING:
    from casino.models import User

AGES = (18, 30)


@use_case("casino.edit_house")
def put(
    *,
    house_id: int,
    is_on: bool | None = None,
    least_age: int | None = None,
    unanswered: str | None = None,
    identified_from_cents: int | None = None,
    reason: str | None = None,
    actor: "User",
) -> AdmissionPolicy:
    """Set the house's policy, or some of it: what is left out stays, at first as the model has it.

    Its history keeps what stood there, and the `reason`; None: the back office says it around the command.  Refuses an
    age outside 18 to 30 and an amount that is none (`policy_wrong`), and an empty reason (`reason_required`).
    """
    locks.house(house_id)
    row = admission.policy_of(house_id)
    given = {
        "is_on": is_on,
        "least_age": least_age,
        "unanswered": unanswered,
        "identified_from_cents": identified_from_cents,
    }
    for name, value in given.items():
        if value is not None:
            setattr(row, name, value)
    if (
        not AGES[0] <= row.least_age <= AGES[1]
        or not 0 < row.identified_from_cents <= money.MOST_CENTS
        or row.unanswered not in AdmissionPolicy.Unanswered.values
    ):
        raise Refusal("policy_wrong", N_("The age must be between 18 and 30 years, and the amount above zero."))
    with nullcontext() if reason is None else because(reasons.given(reason)):
        row.save()
    return row
