"""Rulings and incidents: lists with filters, single incidents, and the people and guests they may name."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db.models import BigIntegerField, Case, F, OuterRef, Q, QuerySet, Subquery, When

from casino import membership, roles
from casino.errors import N_, NotFound
from tables.models import HouseBan, Incident, IncidentNote, Ruling, Sitting

if TYPE_CHECKING:
    from casino.models import User

READS = "tables.read_log"
SHOWN = 100


def rulings(house_id: int) -> QuerySet[Ruling]:
    """All rulings of a house with their related rows, the latest first."""
    rows = Ruling.objects.filter(house_id=house_id)
    joined = rows.select_related("table", "hand", "round", "tournament", "by", "reverses", "reversed_by")
    return joined.prefetch_related("guests").order_by("-at", "-pk")


def incidents(house_id: int, *, actor: "User") -> "QuerySet[Any]":
    """All incidents, the latest first; `owner_now`: the id of the user following it up, None if it is over."""
    roles.require(actor, READS)
    return followed(house_id)


def followed(house_id: int) -> "QuerySet[Any]":
    """The same without the permission check, for a caller that has made one."""
    return _followed(Incident.objects.filter(house_id=house_id))


def since_or_open(since: datetime) -> Q:
    """A filter for incidents since then, and for older ones that are still followed up."""
    return Q(at__gte=since) | Q(owner_now__isnull=False)


def incident(incident_id: int, *, actor: "User") -> Any:
    """One incident with its notes; refuses `no_such_incident`."""
    roles.require(actor, READS)
    row = _followed(Incident.objects.filter(pk=incident_id)).prefetch_related("notes__by", "notes__owner").first()
    if row is None:
        raise NotFound("no_such_incident", N_("Incident not found."))
    return row


def _followed(rows: QuerySet[Incident]) -> "QuerySet[Any]":
    last = IncidentNote.objects.filter(incident=OuterRef("pk")).order_by("-at", "-pk")
    last_owner = Subquery(last.values("owner_id")[:1])
    followed = rows.annotate(last_note=Subquery(last.values("pk")[:1])).annotate(
        owner_now=Case(When(last_note=None, then=F("owner_id")), default=last_owner, output_field=BigIntegerField())
    )
    return followed.select_related("table", "hand", "by", "owner").prefetch_related("guests").order_by("-at", "-pk")


def says(words: str) -> Q:
    """A filter for rulings whose text or rule contains these words."""
    return Q(text__icontains=words) | Q(rule__icontains=words)


def owners(house_id: int) -> "QuerySet[User]":
    """The people of the house who may follow an incident up."""
    colleagues = get_user_model().objects.filter(membership.people_of(house_id), is_active=True)
    people = colleagues.filter(roles__overlap=roles.holders("tables.keep_log"))
    return people.order_by("full_name", "username")


def names(user_ids: Iterable[int | None]) -> dict[int, str]:
    """The names of these users by id; None is skipped."""
    wanted = {pk for pk in user_ids if pk is not None}
    return {person.pk: str(person) for person in get_user_model().objects.filter(pk__in=wanted)}


def seated(table_id: int, at: datetime | None = None) -> list[Sitting]:
    """The sittings at a table, now or at that moment, for choosing the guests an entry is about."""
    rows = Sitting.objects.filter(table_id=table_id).select_related("guest").order_by("seat", "sat_at")
    if at is None:
        return list(rows.filter(left_at=None))
    return list(rows.filter(Q(left_at=None) | Q(left_at__gte=at), sat_at__lte=at))


def bans_since(row: Incident) -> list[HouseBan]:
    """The house bans of the guests concerned that were pronounced since the incident."""
    rows = HouseBan.objects.filter(guest__in=row.guests.all(), at__gte=row.at)
    return list(rows.select_related("guest", "by").order_by("at"))
