"""Opening and closing the gaming day.

The day is opened and closed by a person (SpielbG NRW: Spieltag = opening to closing of the house).  Closing seals it:
the digest over the heads of all books, so that whoever holds the seal can prove what was booked until then.
"""

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounting import chain, locks
from accounting.models import Book, GamingDay, House
from casino import roles
from casino.errors import Refusal, _
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User


def date_of(house: House, at: datetime) -> date:
    """The gaming day a moment belongs to: the calendar day of the house's last roll-over before it."""
    local = at.astimezone(ZoneInfo(house.time_zone))
    return local.date() if local.time() >= house.rolls_over_at else local.date() - timedelta(days=1)


@use_case
def open_day(*, house_id: int, actor: "User") -> GamingDay:
    """Open the house's next gaming day.  Refuses while one is open, and a date that was closed already."""
    roles.require(actor, "accounting.open_day")
    house = locks.house(house_id)
    opened = GamingDay.objects.filter(house=house, state=GamingDay.State.OPEN).first()
    if opened is not None:
        raise Refusal("gaming_day_open", _("The gaming day %(date)s is still open."), date=str(opened.date))
    now = timezone.now()
    day = date_of(house, now)
    if GamingDay.objects.filter(house=house, date=day).exists():
        raise Refusal("gaming_day_was_closed", _("The gaming day %(date)s was closed already."), date=str(day))
    return GamingDay.objects.create(house=house, date=day, opened_at=now, opened_by=actor)


def close(*, day: GamingDay, actor: "User") -> GamingDay:
    """Close and seal a day that the caller holds alone (`locks.take_day`).

    An inner step: whether the tables are closed is the game side's to know (`tables.services.days.close_day`).
    """
    if day.state == GamingDay.State.CLOSED:
        raise Refusal("gaming_day_closed", _("The gaming day is closed."))
    day.state = GamingDay.State.CLOSED
    day.closed_at = timezone.now()
    day.closed_by = actor
    day.seal = seal(day)
    day.save()
    return day


def seal(day: GamingDay) -> str:
    """The seal over what is booked until now; the prover makes it anew from the entries (`proofs`)."""
    books = Book.objects.filter(house_id=day.house_id, number__gt=0).values_list("code", "number", "digest")
    return chain.seal(day.house_id, day.date, {code: (number, bytes(digest)) for code, number, digest in books})


def current(house_id: int) -> GamingDay:
    """The house's open day; refuses when there is none."""
    day = GamingDay.objects.filter(house_id=house_id, state=GamingDay.State.OPEN).first()
    if day is None:
        raise Refusal("no_gaming_day", _("No gaming day is open."))
    return day
