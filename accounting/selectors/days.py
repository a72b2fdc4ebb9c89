"""Gaming days as they may be read, with their seals and the requests to open them again."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from accounting import hours
from accounting.models import GamingDay, Reopening
from casino import roles
from casino.errors import NotFound, _

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"


def house_of(day_id: int) -> int:
    """The house of a gaming day; refuses `no_such_gaming_day`."""
    house_id = GamingDay.objects.filter(pk=day_id).values_list("house_id", flat=True).first()
    if house_id is None:
        raise NotFound("no_such_gaming_day", _("There is no such gaming day."))
    return house_id


def day(day_id: int, *, actor: "User") -> GamingDay:
    """A gaming day with its house and people; refuses `no_such_gaming_day`."""
    roles.require(actor, PERMISSION)
    row = GamingDay.objects.select_related("house", "opened_by", "closed_by").filter(pk=day_id).first()
    if row is None:
        raise NotFound("no_such_gaming_day", _("There is no such gaming day."))
    return row


def of_house(house_id: int, *, actor: "User") -> QuerySet[GamingDay]:
    """A house's gaming days, newest first."""
    roles.require(actor, PERMISSION)
    rows = GamingDay.objects.filter(house_id=house_id).select_related("house", "opened_by", "closed_by")
    return rows.order_by("-date")


def length_hours(row: GamingDay) -> int:
    """How long the day is by the house's clock: 24 hours, or 23 and 25 where the clocks are changed in its night."""
    clock = (row.house.rolls_over_at, row.house.time_zone)
    return (hours.ends_at(row.date, *clock) - hours.begins_at(row.date, *clock)) // timedelta(hours=1)


def reopenings(*, actor: "User") -> QuerySet[Reopening]:
    """All requests, the latest first, with their seals."""
    roles.require(actor, PERMISSION)
    return Reopening.objects.select_related("seal", "gaming_day", "asked_by", "approved_by").order_by("-asked_at")
