"""The guest of a payment at a window: one of the house, by the number on their card, or stated not to be known.

The books know guests by their numbers alone; whether a number is a guest's is asked of the card room.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string

from casino.errors import N_, Refusal

GUEST_MOST: Final = 30
"""The most characters of a card's number."""
IDENTIFIED_FROM_CENTS: Final = 200_000
"""From this amount on the guest must be identified: GwG §10 (5), stakes or winnings of 2,000 euros or more; the duty is
met when each purchase and exchange of chips of that size can be attributed to a guest identified at the door."""

ByNumber = Callable[[int, str], None]
"""Holds the guest of a house (id) with this number until the transaction ends; `settings.GUEST_BY_NUMBER`."""
IdentifiedFrom = Callable[[int], int | None]
"""The house's own sum from which guests are identified, in cents; `settings.IDENTIFIED_FROM`."""


def known_from_cents(house_id: int) -> int:
    """From which amount on a payment names its guest: the law's, or the house's own if that is less."""
    of_house: IdentifiedFrom = import_string(settings.IDENTIFIED_FROM)
    return min(IDENTIFIED_FROM_CENTS, of_house(house_id) or IDENTIFIED_FROM_CENTS)


def named(house_id: int, guest: str, amount_cents: int) -> str:
    """The number of the guest, without space around it; "" states that the guest is not known.  An inner step.

    Refuses a guest who is not known from `known_from_cents` on (`guest_required`), a number of no guest of the house
    (`no_such_guest`), and one of a guest who is erased or merged into another (`guest_erased`, `guest_merged`).
    """
    number = guest.strip()
    if number:
        by_number: ByNumber = import_string(settings.GUEST_BY_NUMBER)
        by_number(house_id, number)
        return number
    from_cents = known_from_cents(house_id)
    if amount_cents >= from_cents:
        raise Refusal(
            "guest_required",
            N_("From %(from_cents)s up, the guest must be known. Enter the number on their card."),
            amount_cents=amount_cents,
            from_cents=from_cents,
        )
    return number
