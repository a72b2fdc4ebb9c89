"""The demo's rota: everybody qualified and on shift since the evening's first crew went home, one on his break."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from accounting.models import House
from casino.models import User
from casino.roles import Role
from tables.dealers.services import breaks, qualifications, shifts, terms
from tables.rules.rota.skills import SKILLS

ON_SHIFT: Final = timedelta(hours=4, minutes=30)
"""So long before the end: short of the six hours after which everybody must have had his break (ArbZG §4)."""


def begin(house: House, floor: User) -> None:
    """The late crew comes."""
    for dealer in User.objects.filter(roles__contains=[Role.DEALER.value], is_demo=True):
        qualifications.put(house_id=house.pk, dealer_id=dealer.pk, skills=SKILLS, actor=floor)
        shifts.come(house_id=house.pk, dealer_id=dealer.pk, actor=floor)


def end(house: House, resting: Iterable[User], floor: User) -> None:
    """The first of those who stand by goes on his break; from now on the rota is kept."""
    for dealer in list(resting)[:1]:
        breaks.send(house_id=house.pk, dealer_id=dealer.pk, actor=floor)
    terms.change(house_id=house.pk, is_on=True, changes={}, actor=floor)
