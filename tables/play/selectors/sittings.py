"""Who sat where, and who dealt, at a time that has passed."""

from datetime import datetime

from django.db.models import Q

from tables.models import Down, Sitting


def seats_between(session_id: int, since: datetime, until: datetime) -> set[int]:
    """The seats that were taken at some moment of that time."""
    stays = Sitting.objects.filter(Q(left_at=None) | Q(left_at__gte=since), session_id=session_id, sat_at__lte=until)
    return set(stays.values_list("seat", flat=True))


def numbers_at(session_id: int, at: datetime) -> dict[int, str]:
    """The guests' card numbers by seat; numbers, since this leaves the house."""
    stays = Sitting.objects.filter(Q(left_at=None) | Q(left_at__gte=at), session_id=session_id, sat_at__lte=at)
    return dict(stays.order_by("sat_at").values_list("seat", "guest__number"))


def dealer_at(session_id: int, at: datetime) -> int | None:
    """Who dealt at the table at that moment of its session."""
    downs = Down.objects.filter(Q(ended_at=None) | Q(ended_at__gt=at), session_id=session_id, started_at__lte=at)
    return downs.order_by("-started_at").values_list("dealer_id", flat=True).first()
