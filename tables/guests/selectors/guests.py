"""Guests, found by number or name."""

from django.db.models import Q

from tables.models import Guest

GUESTS_SHOWN = 8


def guests_like(house_id: int, text: str) -> list[Guest]:
    """The guest with that number, else guests with that in their name: at most one more than fit a notice."""
    text = text.strip()
    guests = Guest.objects.filter(house_id=house_id)
    exact = list(guests.filter(number=text))
    return exact or list(guests.filter(Q(name__icontains=text)).order_by("name")[: GUESTS_SHOWN + 1])
