"""A gaming day by half hours: rake due and booked, summed from its plays.

Roll-ups are hourly; the few thousand plays of a day are read by one index scan, which is fast enough for a page.  A
hand counts in the half hour in which it was booked, a reversal in the half hour of the reversed hand.  A hand entered
later for an earlier hour, whose minute is unknown, counts in that hour's first half.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Case, DateTimeField, F, Q, QuerySet, Sum, When
from django.db.models.functions import Coalesce

from accounting.models import Assessment, Play
from accounting.revenue.selectors.match import PERMISSION
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

HALF = timedelta(minutes=30)

_SECOND_HALF = Q(stood_at__gte=F("hour") + HALF, stood_at__lt=F("hour") + 2 * HALF)


@dataclass(frozen=True, slots=True)
class HalfHour:
    """The sums of the thirty minutes from `begins_at` on."""

    begins_at: datetime
    hands: int = 0
    due_cents: int = 0
    booked_cents: int = 0
    tips_cents: int = 0

    @property
    def difference_cents(self) -> int:
        """Booked less due."""
        return self.booked_cents - self.due_cents


def half_hours(*, day_id: int, actor: "User", **only: Any) -> list[HalfHour]:
    """The half hours of a gaming day, from the first with a play to the last, including the empty ones in between.

    `only`: filters on fields of `Play`: a table's code, a dealer's id, a version of terms (which rounds do not have).
    """
    roles.require(actor, PERMISSION)
    rows = with_half(Play.objects.filter(gaming_day_id=day_id, **only))
    sums = (
        rows.order_by()
        .values_list("half")
        .annotate(
            count=Sum("hands"),
            due=Sum("due_cents"),
            taken=Sum("taken_cents"),
            tips=Sum("tips_cents"),
        )
    )
    # PostgreSQL sums bigint to numeric, which arrives as Decimal.
    found = {half: HalfHour(half, *map(int, figures)) for half, *figures in sums}
    if not found:
        return []
    steps = (max(found) - min(found)) // HALF
    every = (min(found) + step * HALF for step in range(steps + 1))
    return [found.get(half) or HalfHour(half) for half in every]


def with_half(rows: "QuerySet[Assessment] | QuerySet[Play]") -> "QuerySet[Any]":
    """Annotate the rows with `half`, the beginning of the half hour in which each counts."""
    stood = rows.annotate(stood_at=Coalesce("entry__reverses__at", "entry__at"))
    return stood.annotate(
        half=Case(When(_SECOND_HALF, then=F("hour") + HALF), default=F("hour"), output_field=DateTimeField())
    )
