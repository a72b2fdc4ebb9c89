"""Finding the house that a request means: one where the reader works (`casino.membership`)."""

from django.db.models import Model

from accounting.models import House
from casino import membership
from casino.errors import N_, Malformed, NotFound
from casino.membership import Member
from casino.rows import existing


def one(house_id: int | None, *, actor: Member) -> int:
    """The house named, or the only one in operation where the actor works.

    Refuses `no_such_house`, and `house_required` where none is named and there are several (or none).
    """
    return row(house_id, actor=actor).pk


def row(house_id: int | None, *, actor: Member) -> House:
    """The same house as a row."""
    if house_id is None:
        rows = list(membership.within(House.objects.filter(is_active=True), actor)[:2])
        if len(rows) != 1:
            raise Malformed("house_required", N_("Name the house (field house)."))
        return rows[0]
    return existing(
        membership.within(House.objects.filter(pk=house_id), actor), NotFound("no_such_house", N_("House not found."))
    )


def coded(code: object, *, actor: Member) -> House:
    """The house with that code; refuses `no_such_house`."""
    rows = House.objects.filter(code=code) if isinstance(code, str) else House.objects.none()
    return existing(membership.within(rows, actor), NotFound("no_such_house", N_("House not found.")))


def of_row(model: type[Model], pk: int) -> House | None:
    """The house of a row of a house; None where there is no such row."""
    path = membership.house_path(model)
    assert path is not None, model
    return House.objects.filter(pk__in=model._default_manager.filter(pk=pk).values(path)).first()


def public(code: str | None = None) -> House | None:
    """For what nobody who signed in asks, as the screens on the wall: the house with that code, or the first one."""
    rows = House.objects.order_by("-is_active", "pk")
    return (rows if code is None else rows.filter(code=code)).first()
