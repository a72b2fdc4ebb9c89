"""Finding the house that a request means."""

from zoneinfo import ZoneInfo

from accounting.models import House
from casino.errors import Malformed, NotFound, _

FIRST = "SELECT id FROM accounting_house ORDER BY is_active DESC, id LIMIT 1"
"""`first()` as a subquery for raw SQL."""


def one(house_id: int | None) -> int:
    """The house named, or the only one in operation.

    Refuses `no_such_house`, and `house_required` where none is named and there are several (or none).
    """
    if house_id is not None:
        return row(house_id).pk
    ids = list(House.objects.filter(is_active=True).values_list("pk", flat=True)[:2])
    if len(ids) != 1:
        raise Malformed("house_required", _("Say which house (field house)."))
    return ids[0]


def row(house_id: int | None) -> House:
    """The same house as a row."""
    found = House.objects.filter(pk=one(None) if house_id is None else house_id).first()
    if found is None:
        raise NotFound("no_such_house", _("There is no such house."))
    return found


def first() -> House | None:
    """The house whose pages are shown: the first in operation, as people do not belong to houses yet."""
    return House.objects.order_by("-is_active", "pk").first()


def zone() -> ZoneInfo | None:
    """The time zone of `first()`, in which pages show times; None (UTC) before there is a house."""
    name = House.objects.order_by("-is_active", "pk").values_list("time_zone", flat=True).first()
    return ZoneInfo(name) if name else None
