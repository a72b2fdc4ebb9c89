"""The gaming day: open, roll over, close and seal, open again.

A person opens and closes the day (SpielbG NRW: Spieltag = opening to closing of the house).  At roll-over the next day
opens, and play goes on in it while the tables, windows and boxes of the previous day are counted.  Closing seals the
day: the seal is a digest over the heads of all books, chained to the seal before, so that a copy of a seal proves what
had been booked by then.
"""

from datetime import date, datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.module_loading import import_string

from accounting import chain, hours, locks
from accounting.chain import Heads
from accounting.days.selectors.days import REOPENINGS
from accounting.days.services import clocks, sealed_rows
from accounting.models import Book, GamingDay, House, Reopening, ScheduleVersion, Seal
from casino import house_time, reasons
from casino.errors import N_, Dated, NotFound, Refusal
from casino.rows import existing
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User


def date_of(house: House, at: datetime) -> date:
    """The gaming day a moment belongs to, by the house's clock (`accounting.hours`)."""
    return hours.date_of(at, house.rolls_over_at, house.time_zone)


@use_case("accounting.open_day")
def open_day(*, house_id: int, actor: "User") -> GamingDay:
    """Open the gaming day that the current time belongs to.

    Refuses while a day is open (`gaming_day_open`), and a date that already had its day (`gaming_day_was_closed`).
    """
    house = locks.house(house_id)
    opened = GamingDay.objects.filter(house=house, state=GamingDay.State.OPEN).first()
    if opened is not None:
        raise Refusal("gaming_day_open", N_("The gaming day %(date)s is still open."), date=Dated(opened.date))
    clocks.put_forward(house)
    return _create_day(house, actor)


@use_case("accounting.open_day")
def roll_over(*, house_id: int, day_id: int | None = None, actor: "User") -> GamingDay:
    """Open the next gaming day and start closing the open one; returns the new day.

    `day_id`: the open day as the caller saw it; refuses `gaming_day_not_open` if another one is open now.  Refuses
    `gaming_day_not_over` before the house's roll-over time, by the next day's clock too, and `gaming_day_closing` while
    the previous day is still being closed.
    """
    house = locks.house(house_id)
    day = current(house_id)
    if day_id not in (None, day.pk):
        raise Refusal("gaming_day_not_open", N_("The open gaming day is %(date)s."), date=Dated(day.date))
    closing = GamingDay.objects.filter(house=house, state=GamingDay.State.CLOSING).first()
    if closing is not None:
        raise Refusal("gaming_day_closing", N_("Close the gaming day %(date)s first."), date=Dated(closing.date))
    _refuse_unfinished(house, day)
    clocks.put_forward(house)
    _refuse_unfinished(house, day)
    day.state = GamingDay.State.CLOSING
    day.save()
    return _create_day(house, actor)


def close(*, day: GamingDay, actor: "User") -> GamingDay:
    """Close and seal a day.

    Refuses a closed day (`gaming_day_closed`), and any day while the one before it is being closed
    (`gaming_day_closing`).  An inner step: the caller holds the day alone (`locks.take_day`) and has checked what must
    be done before (`tables.audit.services.days.close_day`).
    """
    if day.state == GamingDay.State.CLOSED:
        raise Refusal("gaming_day_closed", N_("The gaming day is closed."))
    _refuse_while_closing(day)
    now = house_time.now()
    last = Seal.objects.filter(house_id=day.house_id).order_by("-number").first()
    number, previous = (last.number + 1, last.digest) if last else (1, "")
    covered = sealed_rows.came()
    heads = {**heads_of(day.house_id), sealed_rows.HEAD: sealed_rows.head(covered)}
    digest = chain.seal(day.house_id, number, day.date, previous, heads)
    seal = Seal.objects.create(
        house_id=day.house_id, number=number, gaming_day=day, at=now, by=actor, heads=heads, digest=digest
    )
    sealed_rows.save(covered, seal)
    day.state, day.closed_at, day.closed_by, day.seal = GamingDay.State.CLOSED, now, actor, digest
    day.save()
    return day


@use_case(REOPENINGS.edits, password=True)
def ask_reopening(*, day_id: int, reason: str, actor: "User") -> Reopening:
    """Ask for a closed day to be opened again; a second manager must approve it.

    Refuses a day that is not closed (`gaming_day_open`), a missing reason (`reason_required`) and a second request for
    the same seal, unless the first was declined (`reopening_asked`).
    """
    day = locks.take_day(day_id)
    if day.state != GamingDay.State.CLOSED:
        raise Refusal("gaming_day_open", N_("The gaming day %(date)s is still open."), date=Dated(day.date))
    reason = reasons.given(reason)
    seal = Seal.objects.get(gaming_day=day, digest=day.seal)
    if Reopening.objects.filter(seal=seal, declined_at=None).exists():
        raise Refusal("reopening_asked", N_("This has already been requested; a second manager must approve it."))
    return Reopening.objects.create(gaming_day=day, seal=seal, reason=reason, asked_by=actor, asked_at=house_time.now())


@use_case(REOPENINGS.approves, password=True, decides=REOPENINGS)
def approve_reopening(*, reopening_id: int, seen: str, actor: "User") -> GamingDay:
    """Open a closed day again as another person requested; its seal stays, and the next close makes a new one.

    Refuses the person who asked for it (`two_people`), a decided request (`reopening_approved`, `reopening_declined`),
    another than was `seen` (`stale`), and while another day is being closed (`gaming_day_closing`).
    """
    day, asked = _locked_reopening(reopening_id)
    decisions.approve(REOPENINGS, asked, actor, seen)
    _refuse_while_closing(day)
    day.state, day.closed_at, day.closed_by, day.seal = GamingDay.State.CLOSING, None, None, ""
    day.save()
    return day


@use_case(REOPENINGS.edits, decides=REOPENINGS)
def decline_reopening(*, reopening_id: int, seen: str, actor: "User") -> Reopening:
    """Decline a request, or withdraw one's own: the day stays closed.  Refuses a decided request, and `stale`."""
    _day, asked = _locked_reopening(reopening_id)
    return decisions.decline(REOPENINGS, asked, actor, seen)


def _locked_reopening(reopening_id: int) -> tuple[GamingDay, Reopening]:
    """Take the day alone; returns it and the request.  Refuses `no_such_reopening`."""
    rows = Reopening.objects.filter(pk=reopening_id)
    missing = NotFound("no_such_reopening", N_("Request not found."))
    return locks.take_day(existing(rows.values_list("gaming_day_id", flat=True), missing)), rows.get()


def heads_of(house_id: int) -> Heads:
    """What a seal made now would cover: the head of each book and the terms of each version ever in force."""
    books = Book.objects.filter(house_id=house_id, number__gt=0).values_list("code", "number", "digest")
    heads: dict[str, list[int | str]] = {code: [number, bytes(digest).hex()] for code, number, digest in books}
    versions = ScheduleVersion.objects.filter(
        schedule__house_id=house_id, state=ScheduleVersion.State.PUBLISHED
    ).values_list("schedule_id", "version", "terms", "valid_from")
    for schedule_id, version, terms, valid_from in versions:
        heads[f"schedule:{schedule_id}/{version}"] = [version, chain.terms(terms, valid_from)]
    return heads


def current(house_id: int) -> GamingDay:
    """The house's open day; refuses `no_gaming_day`."""
    rows = GamingDay.objects.filter(house_id=house_id, state=GamingDay.State.OPEN)
    return existing(rows, Refusal("no_gaming_day", N_("No gaming day is open.")))


def _refuse_while_closing(day: GamingDay) -> None:
    """Refuse while another day is being closed, so that seals follow one another in the order of the days."""
    closing = GamingDay.objects.filter(house_id=day.house_id, state=GamingDay.State.CLOSING).exclude(pk=day.pk).first()
    if closing is not None:
        raise Refusal("gaming_day_closing", N_("Close the gaming day %(date)s first."), date=Dated(closing.date))


def _refuse_unfinished(house: House, day: GamingDay) -> None:
    """Refuse while the day lasts by the house's clock."""
    if date_of(house, house_time.now()) <= day.date:
        ends_at = hours.ends_at(day.date, house.rolls_over_at, house.time_zone)
        raise Refusal(
            "gaming_day_not_over",
            N_("The gaming day %(date)s runs until %(ends_at)s."),
            date=Dated(day.date),
            ends_at=Dated(ends_at.isoformat(timespec="minutes")),
        )


def _create_day(house: House, actor: "User") -> GamingDay:
    now = house_time.now()
    day = date_of(house, now)
    for refuse in settings.BEFORE_OPENING:
        import_string(refuse)(house)
    if GamingDay.objects.filter(house=house, date=day).exists():
        raise Refusal("gaming_day_was_closed", N_("The gaming day %(date)s has already been closed."), date=Dated(day))
    return GamingDay.objects.create(house=house, date=day, opened_at=now, opened_by=actor)
