"""What the floor has written down: rulings and incidents, searched by table, day, rule and person."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db.models import BigIntegerField, Case, F, OuterRef, Q, QuerySet, Subquery, When

from casino import roles
from casino.errors import NotFound, _
from tables.models import HouseBan, Incident, IncidentNote, Ruling, Sitting

if TYPE_CHECKING:
    from casino.models import User

READS = "tables.read_log"
SHOWN = 100


def rulings(house_id: int) -> QuerySet[Ruling]:
    """All rulings with what they name, the latest first."""
    rows = Ruling.objects.filter(house_id=house_id)
    joined = rows.select_related("table", "hand", "round", "tournament", "by", "reverses", "reversed_by")
    return joined.prefetch_related("guests").order_by("-at", "-pk")


def incidents(house_id: int, *, actor: "User") -> "QuerySet[Any]":
    """All incidents, the latest first; `owner_now` is the id of who sees to it, None: nobody has to any more."""
    roles.require(actor, READS)
    return followed(house_id)


def followed(house_id: int) -> "QuerySet[Any]":
    """The same for a sheet, whose reader was asked already."""
    return _followed(Incident.objects.filter(house_id=house_id))


def since_or_open(since: datetime) -> Q:
    """What happened since then, and what somebody still sees to."""
    return Q(at__gte=since) | Q(owner_now__isnull=False)


def incident(incident_id: int, *, actor: "User") -> Any:
    """One of them; refuses `no_such_incident`."""
    roles.require(actor, READS)
    row = _followed(Incident.objects.filter(pk=incident_id)).prefetch_related("notes__by", "notes__owner").first()
    if row is None:
        raise NotFound("no_such_incident", _("There is no such incident."))
    return row


def _followed(rows: QuerySet[Incident]) -> "QuerySet[Any]":
    last = IncidentNote.objects.filter(incident=OuterRef("pk")).order_by("-at", "-pk")
    last_owner = Subquery(last.values("owner_id")[:1])
    followed = rows.annotate(last_note=Subquery(last.values("pk")[:1])).annotate(
        owner_now=Case(When(last_note=None, then=F("owner_id")), default=last_owner, output_field=BigIntegerField())
    )
    return followed.select_related("table", "hand", "by", "owner").prefetch_related("guests").order_by("-at", "-pk")


def says(words: str) -> Q:
    """Rulings with these words, or by that rule."""
    return Q(text__icontains=words) | Q(rule__icontains=words)


def owners() -> "QuerySet[User]":
    """Who may see to an incident."""
    people = get_user_model().objects.filter(is_active=True, roles__overlap=roles.holders("tables.keep_log"))
    return people.order_by("full_name", "username")


def names(user_ids: Iterable[int | None]) -> dict[int, str]:
    """What those people are called."""
    wanted = {pk for pk in user_ids if pk is not None}
    return {person.pk: str(person) for person in get_user_model().objects.filter(pk__in=wanted)}


def seated(table_id: int, at: datetime | None = None) -> list[Sitting]:
    """Who sits at a table, or sat there at that moment: whom something there may concern."""
    rows = Sitting.objects.filter(table_id=table_id).select_related("guest").order_by("seat", "sat_at")
    if at is None:
        return list(rows.filter(left_at=None))
    return list(rows.filter(Q(left_at=None) | Q(left_at__gte=at), sat_at__lte=at))


def bans_since(row: Incident) -> list[HouseBan]:
    """The house bans of the guests concerned that were pronounced after it."""
    rows = HouseBan.objects.filter(guest__in=row.guests.all(), at__gte=row.at)
    return list(rows.select_related("guest", "by").order_by("at"))
