"""A guest's card: seat and waiting lists, sittings of today and visits before, bans, kept chips, and chips they owe."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum

from accounting.models import GamingDay
from casino import roles
from casino.errors import N_, NotFound
from tables.guests.selectors import admission as admissions
from tables.guests.selectors.guests import namesakes, note_look_up
from tables.models import Guest, HouseBan, Sitting, WaitingEntry
from tables.models.guests import rows_of
from tables.play.selectors import absence
from tables.play.selectors.absence import KeptView, OwedView
from tables.rules.waiting.lists import ACTIVE

if TYPE_CHECKING:
    from casino.models import User

READS = "tables.edit_guest"
BANS = "tables.ban_guest"
NOTES_SHOWN = 10
VISITS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Visit:
    """A gaming day on which the guest sat at tables, and what they bought in and cashed out there."""

    day: date
    tables: Sequence[str]
    bought_in_cents: int
    cashed_out_cents: int


@dataclass(frozen=True, slots=True)
class Note:
    """A version of a guest's notes; `by` is empty where no user is on record."""

    text: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GuestCard:
    """All that the card shows; `sittings`: those of the gaming day, the latest first, `sits`: the present one.

    `visits`: the gaming days before; `bans`: the house's own, None for those who may not see them;
    `duplicates`: rows merged into this guest, `namesakes`: others of the same name.
    """

    guest: Guest
    admission: admissions.Card
    sits: Sitting | None
    waits: Sequence[WaitingEntry]
    sittings: Sequence[Sitting]
    visits: Sequence[Visit]
    bans: Sequence[HouseBan] | None
    kept: Sequence[KeptView]
    owed: Sequence[OwedView]
    notes: Sequence[Note]
    duplicates: Sequence[Guest]
    namesakes: Sequence[Guest]


def seated(house_id: int) -> QuerySet[Sitting]:
    """Who sits at the house's tables now, by table and seat."""
    rows = Sitting.objects.filter(table__house_id=house_id, left_at=None)
    return rows.select_related("guest", "table").order_by("table__code", "seat")


def card(house_id: int, guest_id: int, now: datetime, *, actor: "User") -> GuestCard:
    """The card of a guest of the house; that it was looked up is logged.  Refuses `no_such_guest`."""
    roles.require(actor, READS)
    guest = Guest.objects.filter(pk=guest_id, house_id=house_id).first()
    if guest is None:
        raise NotFound("no_such_guest", N_("Guest not found."))
    note_look_up([guest.pk], actor=actor)
    sittings = _sittings(guest)
    waits = WaitingEntry.objects.filter(guest=guest, state__in=[state.value for state in ACTIVE])
    return GuestCard(
        guest=guest,
        admission=admissions.card(guest_id=guest.pk, actor=actor),
        sits=next((row for row in sittings if row.left_at is None), None),
        waits=list(waits.select_related("waiting_list__game", "table").order_by("joined_at")),
        sittings=sittings,
        visits=_visits(guest),
        bans=_bans(guest, actor),
        kept=absence.kept_for(actor, absence.kept(house_id).filter(rows_of(guest.pk, "sitting__guest"))),
        owed=absence.owed(guest.pk, now),
        notes=_notes(guest),
        duplicates=list(guest.duplicates.order_by("number")),
        namesakes=[one for one in namesakes(house_id, guest.name) if one.pk != guest.pk],
    )


def _sittings(guest: Guest) -> list[Sitting]:
    """The present sitting, and those that ended since the house's latest gaming day was opened."""
    day = GamingDay.objects.filter(house_id=guest.house_id).order_by("-date").first()
    today = Q(left_at=None) | (Q(left_at__gte=day.opened_at) if day else Q())
    rows = Sitting.objects.filter(rows_of(guest.pk), today).select_related("table", "session__game", "left_game")
    return list(rows.order_by("-sat_at", "-pk"))


def _visits(guest: Guest) -> list[Visit]:
    """The gaming days before the latest one on which the guest sat down, the latest first."""
    days = GamingDay.objects.filter(house_id=guest.house_id).order_by("-date")
    of_sitting = days.filter(opened_at__lte=OuterRef("sat_at")).values("date")[:1]
    rows = Sitting.objects.filter(rows_of(guest.pk)).annotate(day=Subquery(of_sitting)).exclude(day=None)
    if latest := days.first():
        rows = rows.filter(day__lt=latest.date)
    found = rows.values("day").annotate(
        tables=ArrayAgg("table__code", distinct=True), bought=Sum("bought_in_cents"), out=Sum("cashed_out_cents")
    )
    return [
        Visit(one["day"], one["tables"], one["bought"], one["out"] or 0)
        for one in found.order_by("-day")[:VISITS_SHOWN]
    ]


def _bans(guest: Guest, actor: "User") -> list[HouseBan] | None:
    """The house's bans of the guest, the latest first, for those who may ban."""
    if not roles.permits(actor, BANS):
        return None
    rows = admissions.house_bans(actor=actor).filter(rows_of(guest.pk))
    return list(rows.select_related("by", "lifted_by").order_by("-begins_on", "-pk"))


def _notes(guest: Guest) -> list[Note]:
    """The versions of the notes, the latest first; versions of the guest with the same notes count once."""
    rows: Any = guest.history.select_related("history_user").order_by("history_date", "history_id")
    found: list[Note] = []
    for row in rows:
        if row.notes != (found[-1].text if found else ""):
            found.append(Note(row.notes, str(row.history_user or ""), row.history_date))
    return found[::-1][:NOTES_SHOWN]
