"""What a house has and still wants before its first hand."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounting.models import GamingDay, ScheduleVersion
from casino import house_time, membership
from casino.models import AccountRequest, User
from casino.roles import Role
from tables.models import Game, Table

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Readiness:
    """Counts of what is there; `requests` and `proposals` wait for a second person."""

    dealers: int
    floor: int
    cage: int
    requests: int
    schedules: int
    proposals: int
    games: int
    tables: int
    has_day: bool


def of_house(house_id: int, *, actor: User) -> Readiness:
    """The house as it stands."""
    people = membership.within(User.objects.filter(is_active=True), actor)
    asked = AccountRequest.objects.filter(decided_at=None, person__in=membership.within(User.objects.all(), actor))
    versions = ScheduleVersion.objects.filter(schedule__house_id=house_id)
    return Readiness(
        dealers=people.filter(roles__contains=[Role.DEALER.value]).count(),
        floor=people.filter(roles__contains=[Role.FLOOR.value]).count(),
        cage=people.filter(roles__contains=[Role.CAGE.value]).count(),
        requests=asked.count(),
        schedules=_in_force(house_id, house_time.now()),
        proposals=versions.filter(state=ScheduleVersion.State.PROPOSED).count(),
        games=Game.objects.filter(house_id=house_id, is_active=True).count(),
        tables=Table.objects.filter(house_id=house_id, is_active=True).count(),
        has_day=GamingDay.objects.filter(house_id=house_id, state=GamingDay.State.OPEN).exists(),
    )


def _in_force(house_id: int, now: "datetime") -> int:
    """How many schedules charge hands that begin now."""
    return (
        ScheduleVersion.objects.filter(
            schedule__house_id=house_id,
            state=ScheduleVersion.State.PUBLISHED,
            valid_from__lte=now,
            approved_at__lte=now,
        )
        .values("schedule")
        .distinct()
        .count()
    )
