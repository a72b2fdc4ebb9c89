"""Gaming days as they may be read, with their seals and the requests to open them again."""

from typing import TYPE_CHECKING

from django.db.models import QuerySet

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


def reopenings(*, actor: "User") -> QuerySet[Reopening]:
    """All requests, the latest first, with their seals."""
    roles.require(actor, PERMISSION)
    return Reopening.objects.select_related("seal", "gaming_day", "asked_by", "approved_by").order_by("-asked_at")
