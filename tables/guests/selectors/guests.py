"""Finding guests: by number or name, those who would fit before anything is typed, and those of the same name."""

import logging
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When

from accounting.jackpots.selectors.jackpots import Known
from casino.folding import folded, folded_column
from tables.models import Entrant, Guest, Sitting, Tournament, WaitingEntry
from tables.models.guests import rows_of

if TYPE_CHECKING:
    from casino.models import User

log = logging.getLogger(__name__)

GUESTS_SHOWN = 8
OFFERED = 5
"""Before anything is typed."""

_LOOKED_BACK = 60  # sittings that ended last
_PLAYING = (Entrant.State.REGISTERED, Entrant.State.SEATED)
_WAITING = (WaitingEntry.State.WAITING, WaitingEntry.State.CALLED, WaitingEntry.State.LOCKED_UP)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guest to pick, and where they are: at a table, on lists, or neither.  Bans are shown nowhere (domain §4.16).

    `is_exact`: what was typed is a number of theirs.
    """

    guest: Guest
    table_code: str = ""
    seat: int | None = None
    lists: tuple[str, ...] = ()
    is_exact: bool = False


def note_look_up(guest_ids: Iterable[int], *, actor: "User") -> None:
    """A line of the log: who looked up which guests; ids alone, since no line has a name."""
    if ids := sorted(guest_ids):
        log.info("guests looked up: %s", ", ".join(map(str, ids)), extra={"user_id": actor.pk})


def guests_like(house_id: int, text: str) -> list[Guest]:
    """The guest with that number, else guests whose name contains the text: at most `GUESTS_SHOWN` + 1.

    The number of a duplicate leads to the guest whose it is.
    """
    text = text.strip()
    guests = _guests(house_id)
    exact = list(guests.filter(Q(number=text) | Q(duplicates__number=text)))
    return exact or list(guests.filter(name__icontains=text).order_by("name")[: GUESTS_SHOWN + 1])


def _guests(house_id: int) -> QuerySet[Guest]:
    return Guest.objects.filter(house_id=house_id, merged_into=None, erased_at=None)


def suggestions(house_id: int, text: str, *, game_id: int | None = None) -> list[Suggestion]:
    """At most `GUESTS_SHOWN` guests for what is typed so far: their number, its beginning, then the name.

    For nothing typed: who waits for the game in the order of its list, then who left a table last.
    """
    text = text.strip()
    if not text:
        return _with_places(_offered(house_id, game_id))
    plain = folded(text)
    named = Q(*(Q(folded__contains=word) for word in plain.split()))
    is_number = Q(number=text) | Exists(Guest.objects.filter(merged_into=OuterRef("pk"), number=text))
    nearest = Case(
        When(is_number, then=Value(0)),
        When(number__startswith=text, then=Value(1)),
        When(folded__startswith=plain, then=Value(2)),
        When(folded__contains=f" {plain}", then=Value(3)),
        default=Value(4),
        output_field=IntegerField(),
    )
    guests = _guests(house_id).annotate(folded=folded_column("name"))
    found = guests.filter(Q(number__startswith=text) | is_number | named).annotate(nearest=nearest)
    rows = list(found.order_by("nearest", "name", "pk")[:GUESTS_SHOWN])
    return _with_places(rows, {row.pk for row in rows if not row.nearest})


def namesakes(house_id: int, name: str) -> list[Guest]:
    """Guests of that name, however it is written: at most `GUESTS_SHOWN`."""
    return list(_guests(house_id).filter(name__iexact=" ".join(name.split()))[:GUESTS_SHOWN])


def _offered(house_id: int, game_id: int | None) -> list[Guest]:
    """Guests who wait for the game, then those who left a table last; none of them sits anywhere now."""
    near: list[Guest] = []
    if game_id is not None:
        rows = WaitingEntry.objects.filter(waiting_list__game_id=game_id, waiting_list__game__house_id=house_id)
        waits = rows.filter(state__in=_WAITING).select_related("guest").order_by("rank")[:OFFERED]
        near = [wait.guest for wait in waits]
    left = Sitting.objects.filter(table__house_id=house_id, left_at__isnull=False).select_related("guest")
    found: dict[int, Guest] = {}
    for guest in (*near, *(sitting.guest for sitting in left.order_by("-left_at")[:_LOOKED_BACK])):
        if guest.merged_into_id is None and guest.erased_at is None:
            found.setdefault(guest.pk, guest)
    seated = set(Sitting.objects.filter(guest_id__in=found, left_at=None).values_list("guest_id", flat=True))
    return [guest for pk, guest in found.items() if pk not in seated][:OFFERED]


def _with_places(guests: Iterable[Guest], exact: Container[int] = ()) -> list[Suggestion]:
    rows = list(guests)
    ids = [guest.pk for guest in rows]
    seats = {
        guest: (code, seat)
        for guest, code, seat in Sitting.objects.filter(guest_id__in=ids, left_at=None).values_list(
            "guest_id", "table__code", "seat"
        )
    }
    lists: dict[int, list[str]] = {}
    waits = WaitingEntry.objects.filter(guest_id__in=ids, state__in=_WAITING).order_by("joined_at")
    for guest, game in waits.values_list("guest_id", "waiting_list__game__name"):
        lists.setdefault(guest, []).append(game)
    found = []
    for row in rows:
        code, seat = seats.get(row.pk, ("", None))
        found.append(Suggestion(row, code, seat, tuple(lists.get(row.pk, ())), row.pk in exact))
    return found


def known_as(house_id: int, number: str) -> Known:
    """As whom a guest is known now: as the one whom they were merged into since; else by the number itself.

    One of `settings`: `GUEST_KNOWN_AS`.
    """
    guest = Guest.objects.select_related("merged_into").filter(house_id=house_id, number=number).first()
    if guest is None:
        return Known(number)
    stays = guest.merged_into or guest
    return Known(stays.number, stays.name)


def is_in_play(guest_id: int) -> bool:
    """Whether the guest or a duplicate of theirs is seated, waits, or plays a tournament that is not settled."""
    return (
        Sitting.objects.filter(rows_of(guest_id), left_at=None).exists()
        or WaitingEntry.objects.filter(rows_of(guest_id), ended_at=None).exists()
        or Entrant.objects.filter(rows_of(guest_id), state__in=_PLAYING)
        .exclude(tournament__state=Tournament.State.SETTLED)  # its champion keeps the last seat
        .exists()
    )
