"""What the search of the bar finds in the books: slips and gaming days."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from accounting.cage.selectors import slips
from accounting.days.selectors import days
from casino.models import User
from casino.pages.search import Hit, Subject

_SLIP: Final = re.compile(r"s\s*(\d{1,9})", re.IGNORECASE)


def _slips(text: str, person: User, house: Any) -> Sequence[Hit]:
    """The slip with the number."""
    named = _SLIP.fullmatch(text)
    if named is None or house is None:
        return []
    return [
        Hit(f"S {one.number}", f"{one.table_code} · {one.get_kind_display()}", reverse("cage:slip", args=[one.pk]))
        for one in slips.rows(actor=person).filter(house=house, number=int(named[1]))
    ]


def _days(text: str, person: User, house: Any) -> Sequence[Hit]:
    """The gaming day of a date, as people write it."""
    date = days.date_typed(text)
    if date is None or house is None:
        return []
    name = formats.date_format(date, "SHORT_DATE_FORMAT")
    return [
        Hit(name, one.get_state_display(), reverse("days:close", args=[one.pk]))
        for one in days.of_house(house.pk, actor=person).filter(date=date)
    ]


SLIPS: Final = Subject(_("Slip"), slips.PERMISSION, _slips, _("S 3 a slip"))
DAYS: Final = Subject(_("Gaming day"), days.PERMISSION, _days, _("24.11.2026 a day"))
