"""Who was at work, and when: asked of those who keep the shifts, since the books know nothing of tables."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string

from accounting import hours
from accounting.models import House
from accounting.policy.tronc import hours as policy
from accounting.policy.tronc.hours import Span, Worked

Keeper = Callable[[Sequence[int], datetime, datetime], list[Span]]
"""The spans of every source in these houses (ids) that begin in a period; one of `settings.ATTENDANCE`."""

BESIDE: Final = timedelta(days=1)
"""No shift is longer: one that covers a down of a gaming day began on it or on the day before."""


def between(houses: Sequence[House], first: date, after: date) -> list[Worked]:
    """What all who keep shifts know of the gaming days from `first` to before `after`, by person and day."""
    spans: list[Span] = []
    clocks = {house.pk: (house.rolls_over_at, house.time_zone) for house in houses}
    for house_id, clock in clocks.items():
        begins, ends = hours.begins_at(first, *clock), hours.begins_at(after, *clock)
        for name in settings.ATTENDANCE:
            keeper: Keeper = import_string(name)
            spans += keeper([house_id], begins - BESIDE, ends + BESIDE)
    worked = policy.by_day(spans, lambda span: hours.date_of(span.begins_at, *clocks[span.house_id]))
    return [one for one in worked if first <= one.day < after]
