"""The hours of the rota, for those who share the tips by them (one of `settings.ATTENDANCE`)."""

from collections.abc import Sequence
from datetime import datetime

from accounting.selectors.attendance import Span
from tables.models import Shift


def between(house_ids: Sequence[int], first: datetime, after: datetime) -> list[Span]:
    """The shifts that dealers began in this time, from coming to going; breaks are part of them."""
    rows = Shift.objects.filter(house_id__in=house_ids, came_at__gte=first, came_at__lt=after)
    spans = rows.values_list("dealer_id", "house_id", "came_at", "went_at")
    return [Span(dealer, house, came, went) for dealer, house, came, went in spans if came is not None]
