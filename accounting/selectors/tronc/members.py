"""Who shares in a house's tronc in a month, in which function and since when in service."""

from datetime import date
from typing import TYPE_CHECKING

from accounting.models import TroncMember
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.read_tronc"


def of_month(house_id: int, month: date) -> list[TroncMember]:
    """The confirmed memberships that count in a month, one a person, by the people's numbers."""
    rows = (
        TroncMember.objects.filter(house_id=house_id, confirmed_at__isnull=False, valid_from__lte=month)
        .order_by("person_id", "-pk")
        .distinct("person_id")
    )
    return [row for row in rows if row.function]


def of_house(house_id: int, *, actor: "User") -> list[TroncMember]:
    """All rows, the latest of each person first, with their people."""
    roles.require(actor, PERMISSION)
    rows = TroncMember.objects.filter(house_id=house_id).select_related("person", "asked_by", "confirmed_by")
    return list(rows.order_by("person__full_name", "person_id", "-pk"))


def years(hired_on: date, month: date) -> int:
    """The full years of service on the first day of a month."""
    return max(0, month.year - hired_on.year - ((month.month, month.day) < (hired_on.month, hired_on.day)))
