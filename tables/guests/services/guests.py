"""Registering guests and editing their data."""

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import IntegerField, Max
from django.db.models.functions import Cast, Substr

from accounting import locks as house_locks
from accounting.models import House
from casino.errors import Malformed, NotFound, Refusal, _
from casino.transactions import use_case
from tables import locks
from tables.models import Guest

OWN_NUMBER = r"^G[0-9]{1,8}$"

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.edit_guest")
def register(*, house_id: int, name: str, number: str = "", notes: str = "", actor: "User") -> Guest:
    """Register a guest under the number of their card, or without one under a number of the house: `G` and digits.

    Refuses a taken number (`guest_number_taken`) and an empty name (`guest_incomplete`).
    """
    if not name.strip():
        raise Malformed("guest_incomplete", _("A guest has a name."))
    if not House.objects.filter(pk=house_id).exists():
        raise NotFound("no_such_house", _("There is no such house."))
    try:
        with transaction.atomic():
            return Guest.objects.create(
                house_id=house_id, number=number.strip() or _own_number(house_id), name=name.strip(), notes=notes
            )
    except IntegrityError:
        raise Refusal("guest_number_taken", _("There is a guest %(number)s already."), number=number) from None


def _own_number(house_id: int) -> str:
    """The next number of the house's own; those who register at once follow one another."""
    house_locks.house(house_id)
    last = Guest.objects.filter(house_id=house_id, number__regex=OWN_NUMBER).annotate(
        digits=Cast(Substr("number", 2), IntegerField())
    )
    return f"G{(last.aggregate(most=Max('digits'))['most'] or 0) + 1}"


@use_case("tables.edit_guest")
def edit(*, guest_id: int, name: str | None = None, notes: str | None = None, actor: "User") -> Guest:
    """Change a guest's name or notes (None: unchanged); the history keeps the old values.

    Another name voids the identity check: the guest must be identified, and the ban file asked, again (domain §4.16).
    """
    guest = locks.guest(guest_id)
    if name is not None:
        if not name.strip():
            raise Malformed("guest_incomplete", _("A guest has a name."))
        if name.strip() != guest.name:
            guest.identified_at, guest.identified_by, guest.identified_with = None, None, ""
        guest.name = name.strip()
    if notes is not None:
        guest.notes = notes
    guest.save()
    return guest
