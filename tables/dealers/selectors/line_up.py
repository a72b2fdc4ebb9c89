"""The dealers who are free to be pushed next (domain §4.9)."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db.models import Max

from casino import membership
from casino.roles import Role
from tables.models import Down


@dataclass(frozen=True, slots=True)
class FreeDealer:
    """A dealer at no table; `free_since`: the end of their last down, None if they have dealt none."""

    id: int
    name: str
    free_since: datetime | None


def free_dealers(house_id: int) -> list[FreeDealer]:
    """All dealers of the house at no table, the longest rested first."""
    at_work = Down.objects.filter(ended_at=None).values("dealer_id")
    rested = (
        get_user_model()
        .objects.filter(membership.people_of(house_id), roles__contains=[Role.DEALER.value], is_active=True)
        .exclude(pk__in=at_work)
        .annotate(free_since=Max("downs__ended_at"))
        .only("full_name", "username")
    )
    found = [FreeDealer(user.pk, str(user), user.free_since) for user in rested]
    return sorted(found, key=lambda dealer: (dealer.free_since is not None, dealer.free_since or 0, dealer.name))
