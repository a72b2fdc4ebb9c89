"""Dealers' qualifications: given and taken back; ended ones stay on record."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from accounting.days.selectors import houses
from casino import house_time, membership, roles
from casino.errors import N_, Malformed, NotFound
from casino.transactions import use_case
from tables import locks
from tables.models import Qualification
from tables.rules.rota.skills import SKILLS

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.edit_game")
def put(*, house_id: int, dealer_id: int, skills: Iterable[str], actor: "User") -> list[str]:
    """Set all qualifications of a dealer: those left out end now, new ones begin now; returns them sorted.

    Refuses a user who is not a dealer (`no_such_dealer`), an unknown qualification (`skill_unknown`), and
    `no_such_house`.
    """
    houses.one(house_id, actor=actor)
    dealer = locks.dealers([dealer_id])[dealer_id]
    if roles.Role.DEALER not in dealer.roles or not membership.works_in(dealer, house_id):
        raise NotFound("no_such_dealer", N_("Dealer not found."))
    wanted = set(skills)
    if unknown := sorted(wanted - set(SKILLS)):
        raise Malformed("skill_unknown", N_("Qualification %(skill)s not found."), skill=unknown[0], known=SKILLS)
    now = house_time.now()
    held = Qualification.objects.filter(house_id=house_id, dealer=dealer, until=None)
    has = set(held.values_list("skill", flat=True))
    held.exclude(skill__in=wanted).update(until=now, until_by=actor)
    for skill in sorted(wanted - has):
        Qualification.objects.create(house_id=house_id, dealer=dealer, skill=skill, since=now, by=actor)
    return sorted(wanted)
