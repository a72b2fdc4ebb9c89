"""The demo's rota: all dealers qualified and on shift since the late crew came, one on a break."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from accounting.models import House
from casino.models import User
from casino.roles import Role
from tables.dealers.services import breaks, qualifications, shifts
from tables.play.services import house_rules
from tables.rules.rota.skills import SKILLS
from tables.rules.rota.terms import RotaRules

ON_SHIFT: Final = timedelta(hours=4, minutes=30)
"""Before the end: less than the six hours after which everybody must have had a break (ArbZG §4)."""


def begin(house: House, floor: User) -> None:
    """Qualify all dealers and start their shifts: the late crew comes."""
    for dealer in _dealers():
        qualifications.put(house_id=house.pk, dealer_id=dealer.pk, skills=SKILLS, actor=floor)
    come(house, floor)


def come(house: House, floor: User) -> None:
    """Start all dealers' shifts."""
    for dealer in _dealers():
        shifts.come(house_id=house.pk, dealer_id=dealer.pk, actor=floor)


def go(floor: User) -> None:
    """End all dealers' shifts."""
    for dealer in _dealers():
        shifts.go(dealer_id=dealer.pk, actor=floor)


def end(house: House, resting: Iterable[User], floor: User) -> None:
    """Send the first stand-by dealer on a break and switch the rota's rules on."""
    for dealer in list(resting)[:1]:
        breaks.send(house_id=house.pk, dealer_id=dealer.pk, actor=floor)
    house_rules.change(house_id=house.pk, rules=RotaRules, changes={"is_on": True}, actor=floor)


def _dealers() -> Iterable[User]:
    return User.objects.filter(roles__contains=[Role.DEALER.value], is_demo=True)
