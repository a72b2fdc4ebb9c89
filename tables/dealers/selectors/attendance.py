"""What the room knows of the hours of those who share the tips (one of `settings.ATTENDANCE`)."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import F, Q

from accounting.policy.tronc.hours import Span
from accounting.policy.tronc.terms import Hours
from tables.models import Down, Shift


def between(house_ids: Sequence[int], first: datetime, after: datetime) -> list[Span]:
    """The shifts as worked, breaks included, those as planned, and the downs that begin in this time.

    A shift that was entered when the dealer came was not planned, and one that was called off is none.
    """
    return [*_clocked(house_ids, first, after), *_planned(house_ids, first, after), *_dealt(house_ids, first, after)]


def _clocked(house_ids: Sequence[int], first: datetime, after: datetime) -> Iterator[Span]:
    rows = Shift.objects.filter(house_id__in=house_ids, came_at__gte=first, came_at__lt=after)
    for dealer, house, came, went, shift in rows.values_list("dealer_id", "house_id", "came_at", "went_at", "pk"):
        assert came is not None
        yield Span(dealer, house, came, went, Hours.CLOCK, shift)


def _planned(house_ids: Sequence[int], first: datetime, after: datetime) -> Iterator[Span]:
    rows = Shift.objects.filter(
        Q(came_at=None) | Q(came_at__gt=F("entered_at")),
        house_id__in=house_ids,
        begins_at__gte=first,
        begins_at__lt=after,
        called_off_at=None,
    )
    for row in rows.values_list("dealer_id", "house_id", "begins_at", "ends_at", "pk"):
        dealer, house, begins, ends, shift = row
        yield Span(dealer, house, begins, ends, Hours.ROSTER, shift)


def _dealt(house_ids: Sequence[int], first: datetime, after: datetime) -> Iterator[Span]:
    rows = Down.objects.filter(table__house_id__in=house_ids, started_at__gte=first, started_at__lt=after)
    for dealer, house, started, ended in rows.values_list("dealer_id", "table__house_id", "started_at", "ended_at"):
        yield Span(dealer, house, started, ended, Hours.DOWNS)
