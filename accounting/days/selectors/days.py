"""Queries of gaming days, their seals and the requests to open them again."""

from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from accounting import hours
from accounting.models import GamingDay, Reopening
from casino import membership, roles, wording
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.membership import Member
from casino.rows import existing
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"


def _decided(row: Reopening) -> Refusal:
    if row.declined_at is not None:
        return Refusal("reopening_declined", N_("This was declined or withdrawn: ask again."))
    return Refusal("reopening_approved", N_("This has already been approved."))


REOPENINGS = Matter(
    model=Reopening,
    name=N_("Re-opening of a gaming day"),
    about=lambda row: f"{row.gaming_day.house.code} {wording.day(row.gaming_day.date)} {row.reason}",
    persons={PROPOSER: "asked_by", APPROVER: "approved_by"},
    edits="accounting.reopen_day",
    approves="accounting.reopen_day",
    page="days:approve-reopening",
    declines="days:decline-reopening",
    decided=_decided,
    asked_at="asked_at",
    decided_at="approved_at",
    declined_apart=True,
    related=("gaming_day__house",),
)


def house_of(day_id: int) -> int:
    """The house of a gaming day; refuses `no_such_gaming_day`."""
    rows = GamingDay.objects.filter(pk=day_id).values_list("house_id", flat=True)
    return existing(rows, NotFound("no_such_gaming_day", N_("Gaming day not found.")))


def day_named(text: str, house: str | None = None, *, actor: Member | None = None) -> int:
    """The id of a house's gaming day by its date; `house` is the house's code.

    Without a code, the only house of the actor's (None: the operator at the console) with a gaming day of that date.
    Refuses `bad_date`, `no_such_gaming_day`, and `house_required` if several houses have one.
    """
    rows = GamingDay.objects.filter(date=date_read(text))
    if house is not None:
        rows = rows.filter(house__code=house)
    if actor is not None:
        rows = membership.within(rows, actor)
    found = list(rows.order_by("house__code").values_list("pk", "house__code"))
    if not found:
        raise NotFound("no_such_gaming_day", N_("Gaming day not found."))
    if len(found) > 1:
        raise Malformed(
            "house_required", N_("Name the house: %(houses)s."), houses=", ".join(code for _day, code in found)
        )
    return found[0][0]


def date_read(text: object) -> date:
    """Read a date written like 2026-11-21; refuses any other text (`bad_date`)."""
    try:
        read = date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        read = None
    # fromisoformat also takes 20261121 and 2026-W47-6; one way of writing a date is enough.
    if read is None or read.isoformat() != text:
        raise Malformed("bad_date", N_("Enter a date like 2026-11-21."), given=str(text))
    return read


def date_typed(text: str) -> date | None:
    """A date as people write it, 24.11.2026, 24.11.26, 24 Nov 2026 or 2026-11-24; None where the text is none."""
    for form in ("%d.%m.%Y", "%d.%m.%y", "%d %b %Y", "%d %B %Y", "%Y-%m-%d"):
        with suppress(ValueError):
            return datetime.strptime(text, form).date()  # noqa: DTZ007 -- a date has no zone
    return None


def day(day_id: int, *, actor: "User") -> GamingDay:
    """A gaming day with its house and people; refuses `no_such_gaming_day`."""
    roles.require(actor, PERMISSION)
    rows = GamingDay.objects.select_related("house", "opened_by", "closed_by").filter(pk=day_id)
    return existing(rows, NotFound("no_such_gaming_day", N_("Gaming day not found.")))


def of_house(house_id: int, *, actor: "User") -> QuerySet[GamingDay]:
    """A house's gaming days, newest first."""
    roles.require(actor, PERMISSION)
    rows = GamingDay.objects.filter(house_id=house_id).select_related("house", "opened_by", "closed_by")
    return rows.order_by("-date")


def length_hours(row: GamingDay) -> int:
    """How long the day is: 24 hours, or 23 or 25 if the house's clock changes during it."""
    clock = (row.house.rolls_over_at, row.house.time_zone)
    return (hours.ends_at(row.date, *clock) - hours.begins_at(row.date, *clock)) // timedelta(hours=1)


def reopenings(*, actor: "User") -> QuerySet[Reopening]:
    """All requests to open a day again, the latest first, with their seals; `is_waiting` until they are decided."""
    roles.require(actor, PERMISSION)
    waits = ExpressionWrapper(Q(**REOPENINGS.waits), output_field=BooleanField())
    rows = Reopening.objects.select_related("seal", "gaming_day__house", "asked_by", "approved_by", "declined_by")
    return rows.annotate(is_waiting=waits).order_by("-asked_at")


def reopening(reopening_id: int, *, actor: "User") -> Reopening:
    """One request; refuses `no_such_reopening`."""
    return existing(
        reopenings(actor=actor).filter(pk=reopening_id), NotFound("no_such_reopening", N_("Request not found."))
    )


def while_open(day: GamingDay) -> Q:
    """Filter on `at`: from the opening of this gaming day to the opening of the next."""
    later = GamingDay.objects.filter(house_id=day.house_id, date__gt=day.date).order_by("date").first()
    within = Q(at__gte=day.opened_at)
    return within & Q(at__lt=later.opened_at) if later else within


def while_open_on(house_id: int, wanted: date) -> Q:
    """`while_open` by the day's date; matches nothing if there was no such day."""
    day = GamingDay.objects.filter(house_id=house_id, date=wanted).first()
    return while_open(day) if day else Q(pk=None)
