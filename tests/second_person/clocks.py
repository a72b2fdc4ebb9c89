"""Another clock of a house."""

from datetime import time

from accounting.days.selectors.clocks import CLOCKS
from accounting.days.services import clocks
from accounting.models import ClockChange
from tests.builders import Evening
from tests.second_person import Case
from tests.second_person.people import evening


def asked(evening: Evening) -> ClockChange:
    return clocks.ask(
        house_id=evening.house.pk,
        time_zone="Europe/Vienna",
        rolls_over_at=time(11),
        actor=evening.admin,  # type: ignore[attr-defined]  # of this evening alone
    )


CASES = [
    Case(
        matter=CLOCKS, ask=asked, approve=clocks.approve, decline=clocks.decline, asker="admin", decider="manager",
        evening=evening,
    )
]  # fmt: skip
