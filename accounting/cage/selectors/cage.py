"""Buy-ins and cash-outs of the open gaming day: the cage's list."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce

from accounting.ledger.selectors.ledger import PERMISSION
from accounting.models import Entry, EntryCode, GamingDay, Transfer
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

SHOWN = 200
_BOUGHT = (EntryCode.BUY_IN, EntryCode.TOP_UP)
_CASHED = (EntryCode.CASH_OUT, EntryCode.KEPT_OUT)
_CODES = (*_BOUGHT, *_CASHED)


@dataclass(frozen=True, slots=True)
class Line:
    """One buy-in, top-up or cash-out; `place`: the seat, the table's pool or a bag of kept chips, as in the ledger."""

    at: datetime
    code: str
    label: str
    place: str
    amount_cents: int
    by: str


@dataclass(frozen=True, slots=True)
class CageDay:
    """The day's latest movements (at most `SHOWN`, newest first), and the sums and number of all of them."""

    day: GamingDay | None
    lines: list[Line]
    bought_cents: int
    cashed_cents: int
    movements: int


def of_open_day(house_id: int, *, actor: "User") -> CageDay:
    """The movements of the house's open gaming day; empty when none is open."""
    roles.require(actor, PERMISSION)
    day = GamingDay.objects.filter(house_id=house_id, state=GamingDay.State.OPEN).first()
    moved = Transfer.objects.filter(entry__gaming_day=day, entry__code__in=_CODES) if day else Transfer.objects.none()
    sums = moved.aggregate(
        bought=Coalesce(Sum("amount_cents", filter=Q(entry__code__in=_BOUGHT)), 0),
        cashed=Coalesce(Sum("amount_cents", filter=Q(entry__code__in=_CASHED)), 0),
        movements=Count("*"),
    )
    rows = moved.select_related("entry__actor").order_by("-entry_id")[:SHOWN]
    return CageDay(
        day=day,
        lines=[_line(row.entry, row) for row in rows],
        bought_cents=int(sums["bought"]),
        cashed_cents=int(sums["cashed"]),
        movements=sums["movements"],
    )


def _line(entry: Entry, row: Transfer) -> Line:
    place = row.source if entry.code in _CASHED else row.destination
    return Line(
        at=entry.at,
        code=entry.code,
        label=str(EntryCode(entry.code).label),
        place=place.partition("/")[2],
        amount_cents=row.amount_cents,
        by=str(entry.actor),
    )
