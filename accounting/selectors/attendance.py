"""Who was at work, and when: asked of those who keep the shifts, since the books know nothing of tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.utils.module_loading import import_string

from accounting import hours
from accounting.models import House


@dataclass(frozen=True, slots=True)
class Span:
    """A person's time at work in a house; `ends_at` None: it has not ended."""

    person_id: int
    house_id: int
    begins_at: datetime
    ends_at: datetime | None

    @property
    def minutes(self) -> int:
        """Full minutes; 0 while it lasts."""
        return int((self.ends_at - self.begins_at).total_seconds()) // 60 if self.ends_at else 0


Keeper = Callable[[Sequence[int], datetime, datetime], list[Span]]
"""The spans in these houses (ids) that begin in a period; one of `settings.ATTENDANCE`."""


def between(houses: Sequence[House], first: date, after: date) -> list[Span]:
    """The spans of the gaming days from `first` to before `after`, by person and time, of all who keep shifts."""
    found: list[Span] = []
    for house in houses:
        begins = hours.begins_at(first, house.rolls_over_at, house.time_zone)
        ends = hours.begins_at(after, house.rolls_over_at, house.time_zone)
        for name in settings.ATTENDANCE:
            keeper: Keeper = import_string(name)
            found += keeper([house.pk], begins, ends)
    return sorted(found, key=lambda span: (span.person_id, span.begins_at, span.house_id))
