"""Searching guests by number or name."""

from django.db.models import Q

from tables.models import Guest

GUESTS_SHOWN = 8


def guests_like(house_id: int, text: str) -> list[Guest]:
    """The guest with that number, else guests whose name contains the text: at most `GUESTS_SHOWN` + 1."""
    text = text.strip()
    guests = Guest.objects.filter(house_id=house_id)
    exact = list(guests.filter(number=text))
    return exact or list(guests.filter(Q(name__icontains=text)).order_by("name")[: GUESTS_SHOWN + 1])
