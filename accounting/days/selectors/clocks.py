"""Changes of a house's clock: which of them waits, and which holds from the next gaming day on."""

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from accounting.models import ClockChange, GamingDay
from casino import membership
from casino.errors import N_, NotFound, Refusal
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

CLOCKS = Matter(
    model=ClockChange,
    name=N_("Clock of the house"),
    about=lambda row: f"{row.house.code}: {row.time_zone} {row.rolls_over_at:%H:%M}",
    persons={PROPOSER: "proposed_by", APPROVER: "decided_by"},
    # What the clock is now is shown beside.
    shows=lambda row: [row.house.time_zone, str(row.house.rolls_over_at)],
    edits="casino.edit_house",
    approves="casino.approve_house",
    page="management:clock-approve",
    declines="management:clock-decline",
    decided=lambda row: Refusal("clock_decided", N_("This has already been decided."), state=row.state),
    missing=lambda: NotFound("no_such_proposal", N_("Proposal not found.")),
    related=("house",),
    is_alarmed=True,
)


def changes(*, actor: "User") -> QuerySet[ClockChange]:
    """The changes of the clocks of the actor's houses, the latest first."""
    rows = ClockChange.objects.select_related("house", "proposed_by", "decided_by").order_by("-pk")
    return membership.within(rows, actor)


def to_come(house_id: int) -> ClockChange | None:
    """The change that the next gaming day begins with: the latest approved since the last day was opened."""
    approved = ClockChange.objects.filter(house_id=house_id, state=ClockChange.State.APPROVED).order_by("decided_at")
    last = GamingDay.objects.filter(house_id=house_id).order_by("opened_at").last()
    return (approved if last is None else approved.filter(decided_at__gt=last.opened_at)).last()
