"""Handing over a shift."""

from tables.log.selectors.hand_overs import HAND_OVERS
from tables.log.services import hand_overs
from tables.models import HandOver
from tests import builders
from tests.builders import Evening
from tests.second_person import Case


def with_a_second_floor() -> Evening:
    evening = builders.evening()
    evening.second_floor = builders.user("floor", "second_floor")  # type: ignore[attr-defined]  # of this evening alone
    return evening


def signed(evening: Evening) -> HandOver:
    return hand_overs.sign(house_id=evening.house.pk, notes="Tisch 7 wartet auf Jetons", actor=evening.floor)


CASES = [
    Case(
        matter=HAND_OVERS,
        ask=signed,
        approve=hand_overs.confirm,
        decline=None,
        asker="floor",
        decider="second_floor",
        evening=with_a_second_floor,
    )
]
