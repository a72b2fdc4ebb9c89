"""Counts of guests' chips outside of what the books allow, as the audit judges them."""

from collections.abc import Iterable

from accounting.models import GamingDay
from tables.models import StackCount
from tables.verdicts.stack_counts import CountedStack


def explained(day: GamingDay) -> list[CountedStack]:
    """The day's counts outside of their bounds."""
    rows = StackCount.objects.filter(gaming_day=day).exclude(explanation="").select_related("sitting__table")
    return facts(rows)


def facts(rows: Iterable[StackCount]) -> list[CountedStack]:
    """These counts as the verdict takes them."""
    return [
        CountedStack(
            row.pk,
            row.sitting.table.code,
            row.sitting.seat,
            row.counted_cents,
            row.least_cents,
            row.most_cents,
            row.by_id,
            row.explanation,
        )
        for row in rows
    ]
