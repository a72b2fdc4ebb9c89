"""The clock of a house: its time zone, and when a new gaming day may begin.

It says to which day money belongs, so nobody changes it alone, and it never changes within a day: an administrator
asks, another administrator or a manager approves, and the next gaming day that is opened begins by it.  The first clock
of a house is set with the house itself.
"""

from datetime import time
from typing import TYPE_CHECKING

from accounting import locks
from accounting.days.selectors import clocks as selector
from accounting.days.selectors.clocks import CLOCKS
from accounting.days.services import houses
from accounting.models import ClockChange, House
from casino import house_time
from casino.errors import N_, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User


@use_case(CLOCKS.edits, password=True)
def ask(*, house_id: int, time_zone: str, rolls_over_at: time, actor: "User") -> ClockChange:
    """Ask for another clock of the house.

    Refuses an unknown time zone (`time_zone_unknown`), a shift that begins with the day (`shifts_unclear`), the clock
    as it is (`clock_unchanged`), and while another change waits to be decided (`proposal_open`).
    """
    house = locks.house(house_id)
    if (time_zone, rolls_over_at) == (house.time_zone, house.rolls_over_at) and selector.to_come(house_id) is None:
        raise Refusal("clock_unchanged", N_("The house already has this clock."))
    house.time_zone, house.rolls_over_at = time_zone, rolls_over_at
    houses.check(house)
    if ClockChange.objects.filter(house=house, state=ClockChange.State.PROPOSED).exists():
        raise Refusal("proposal_open", N_("Another clock is waiting for a decision: approve or decline it first."))
    return ClockChange.objects.create(
        house_id=house_id,
        time_zone=time_zone,
        rolls_over_at=rolls_over_at,
        proposed_at=house_time.now(),
        proposed_by=actor,
    )


@use_case(CLOCKS.approves, password=True, decides=CLOCKS)
def approve(*, clock_change_id: int, seen: str, actor: "User") -> ClockChange:
    """Approve another clock, from the next gaming day on.

    Refuses the person who asked for it (`two_people`), a decided change (`clock_decided`), and `stale`.
    """
    return decisions.approve(CLOCKS, locks.of_house(CLOCKS, clock_change_id), actor, seen)


@use_case(CLOCKS.approves, decides=CLOCKS)
def decline(*, clock_change_id: int, seen: str, actor: "User") -> ClockChange:
    """Decline a change, or withdraw one's own.  Refuses a decided change (`clock_decided`), and `stale`."""
    return decisions.decline(CLOCKS, locks.of_house(CLOCKS, clock_change_id), actor, seen)


def put_forward(house: House) -> None:
    """Set the house, locked by the caller who opens its next gaming day, to the clock that was approved for it."""
    change = selector.to_come(house.pk)
    if change is not None:
        house.time_zone, house.rolls_over_at = change.time_zone, change.rolls_over_at
        house.save(update_fields=["time_zone", "rolls_over_at"])
