"""The verdict on a guest's chips that were counted outside of what the books allow (T1, T2).  Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from accounting.verdicts import Rule, Verdict


@dataclass(frozen=True, slots=True)
class CountedStack:
    """A count of a guest's chips, and the bounds that the books left them then."""

    count_id: int
    table_code: str
    seat: int
    counted_cents: int
    least_cents: int
    most_cents: int
    counted_by: int
    explanation: str


def of_stack(count: CountedStack) -> Iterator[Verdict]:
    """A verdict on a count outside of its bounds: a hand is missing or was keyed wrong, or chips changed hands.

    The house lacks nothing by it, since the guests have the pool together.
    """
    if not count.least_cents <= count.counted_cents <= count.most_cents:
        yield Verdict(
            Rule.STACK_OUT_OF_BOUNDS,
            f"stack-count:{count.count_id}",
            table_code=count.table_code,
            booked_by=count.counted_by,
            facts={
                "seat": count.seat,
                "counted_cents": count.counted_cents,
                "least_cents": count.least_cents,
                "most_cents": count.most_cents,
                "explanation": count.explanation,
            },
        )
