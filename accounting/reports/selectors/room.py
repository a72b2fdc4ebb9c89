"""What reports ask of the card room, since the books know nothing of tables: stakes of games, and minutes dealt."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string

from accounting.models import House
from accounting.reports.selectors.figures import By

Stakes = Callable[[House], Mapping[str, tuple[int, int]]]
"""Small and big blind (cents) by the name of each game that has blinds; `settings.STAKES`."""
Dealt = Callable[[House, date, date, By], Mapping[str | int, int]]
"""Minutes in which raked games were dealt, by table code or by dealer's id; `settings.DEALT`."""

TIMED: Final = (By.TABLE, By.DEALER)
"""By what a report has minutes dealt and hands an hour."""


def stakes(house: House) -> Mapping[str, tuple[int, int]]:
    """The blinds of the house's games, as they are set now."""
    of_house: Stakes = import_string(settings.STAKES)
    return of_house(house)


def dealt_minutes(house: House, first: date, last: date, by: By) -> Mapping[str | int, int]:
    """The minutes dealt from the roll-over that begins `first` to the one that ends `last`."""
    of_house: Dealt = import_string(settings.DEALT)
    return of_house(house, first, last, by)
