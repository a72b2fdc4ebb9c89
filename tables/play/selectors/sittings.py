"""Seats, guests and dealers at an earlier time."""

from datetime import datetime

from django.db.models import Q

from tables.models import Down, Sitting


def seats_between(session_id: int, since: datetime, until: datetime) -> set[int]:
    """The seats that were taken at any time between these two."""
    stays = Sitting.objects.filter(Q(left_at=None) | Q(left_at__gte=since), session_id=session_id, sat_at__lte=until)
    return set(stays.values_list("seat", flat=True))


def numbers_at(session_id: int, at: datetime) -> dict[int, str]:
    """The guests' card numbers by seat; numbers and not names, since they leave the house."""
    stays = Sitting.objects.filter(Q(left_at=None) | Q(left_at__gte=at), session_id=session_id, sat_at__lte=at)
    return dict(stays.order_by("sat_at").values_list("seat", "guest__number"))


def dealer_at(session_id: int, at: datetime) -> int | None:
    """The id of the dealer at that time of the session; None if nobody was dealing."""
    return dealer_among(downs_of(session_id), at)


def downs_of(session_id: int) -> list[tuple[datetime, datetime | None, int]]:
    """The session's downs, the latest first: since when, until when, the dealer's id."""
    downs = Down.objects.filter(session_id=session_id).order_by("-started_at")
    return list(downs.values_list("started_at", "ended_at", "dealer_id"))


def dealer_among(downs: list[tuple[datetime, datetime | None, int]], at: datetime) -> int | None:
    """`dealer_at`, answered from the downs of the session."""
    return next((who for since, until, who in downs if since <= at and (until is None or until > at)), None)
