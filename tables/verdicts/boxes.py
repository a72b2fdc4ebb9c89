"""Booked ↔ counted: a box's sum in the books, its counts by two people, and the sums of its table's hands.  Pure.

Two people count without seeing each other's figure, and a third decides (N.J.A.C. 13:69D-1.33).  Any difference from
the booked sum is an exception, however small, and one outside the house's band is looked at first (domain §5: more than
one chip and more than half a per cent).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from accounting import money
from accounting.money import Rounding
from accounting.verdicts import Rule, Verdict

UNCOUNTED_AFTER: Final = timedelta(hours=12)
"""A box that is not counted for longer than this was forgotten."""


@dataclass(frozen=True, slots=True)
class Counted:
    """One person's count of a box; `chips_cents`: the worth of the chips they wrote down."""

    person: int
    counted_cents: int
    chips_cents: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box taken from a table; `counted_cents`: the count it is settled with (None: not yet); `counts` in order."""

    drop_id: int
    table_code: str
    kind: str
    booked_cents: int
    dropped_by: int
    dropped_at: datetime
    counted_cents: int | None = None
    counts: Sequence[Counted] = ()
    explanation: str = ""

    @property
    def subject(self) -> str:
        return f"drop:{self.drop_id}"


@dataclass(frozen=True, slots=True)
class Band:
    """The limit of a difference before it is looked at first: one chip, or `limit_bp` of the box if that is more."""

    chip_cents: int
    limit_bp: int

    def holds(self, difference_cents: int, booked_cents: int) -> bool:
        """Whether the difference is within the limit."""
        share_cents = money.share(booked_cents, self.limit_bp, rounding=Rounding.DOWN)
        return abs(difference_cents) <= max(self.chip_cents, share_cents)


@dataclass(frozen=True, slots=True)
class Tally:
    """One kind of box of one table over a day, by its entries.

    `assessed_cents`: the sum that hands (and time charges) put in by their assessments, less reversals.
    `dropped_cents`: the sum with which the boxes were booked out.  `left_cents`: the day's transfers into the box less
    those out of it, so the sum still in it.  `lent_cents`: the sum that corrections lent the box (less the sum they
    took back), since the chips themselves were counted long before.
    """

    table_code: str
    kind: str
    assessed_cents: int
    dropped_cents: int
    left_cents: int
    lent_cents: int = 0

    @property
    def difference_cents(self) -> int:
        """The sum of the boxes as booked, less the sum put in by the hands."""
        return self.dropped_cents + self.left_cents - self.lent_cents - self.assessed_cents


def of_box(box: Box, band: Band, *, at: datetime, day_is_over: bool) -> Iterator[Verdict]:
    """The rules that one box breaks, audited at that moment."""
    if box.counted_cents is None:
        if day_is_over or at - box.dropped_at > UNCOUNTED_AFTER:
            yield _verdict(Rule.BOX_UNCOUNTED, box, 0, booked_cents=box.booked_cents)
        return
    difference_cents = box.counted_cents - box.booked_cents
    if difference_cents:
        yield _verdict(
            Rule.BOX_SHORT if difference_cents < 0 else Rule.BOX_OVER,
            box,
            difference_cents,
            booked_cents=box.booked_cents,
            counted_cents=box.counted_cents,
            is_inside_band=band.holds(difference_cents, box.booked_cents),
            explanation=box.explanation,
        )
    yield from _of_counts(box, box.counted_cents)


def of_tally(day: str, tally: Tally) -> Iterator[Verdict]:
    """A verdict if a table's boxes were not booked out with the sum its hands put in."""
    if tally.difference_cents:
        yield Verdict(
            Rule.DROP_MISMATCH,
            f"box:{tally.table_code}/{tally.kind}@{day}",
            tally.difference_cents,
            tally.table_code,
            facts={
                "kind": tally.kind,
                "assessed_cents": tally.assessed_cents,
                "dropped_cents": tally.dropped_cents,
                "left_cents": tally.left_cents,
                "lent_cents": tally.lent_cents,
            },
        )


def settled_with(counts: Sequence[Counted]) -> int | None:
    """The sum with which a box must be settled: two counts that agree, else the third; None while there is neither."""
    first_two = [count.counted_cents for count in counts[:2]]
    if len(first_two) == 2 and first_two[0] == first_two[1]:
        return first_two[0]
    return counts[2].counted_cents if len(counts) > 2 else None


def _of_counts(box: Box, counted_cents: int) -> Iterator[Verdict]:
    settled_cents = settled_with(box.counts)
    if settled_cents != counted_cents or any(one.counted_cents != one.chips_cents for one in box.counts):
        yield _verdict(
            Rule.COUNT_DIFFERS,
            box,
            counted_cents - settled_cents if settled_cents is not None else 0,
            settled_cents=counted_cents,
            by_the_counts_cents=settled_cents,
            by_the_chips_cents=sum(one.chips_cents for one in box.counts[-1:]),
        )
    people = {one.person for one in box.counts}
    if len(people) < len(box.counts) or len(people) < 2 or box.dropped_by in people:
        yield _verdict(
            Rule.SAME_PERSON,
            box,
            0,
            dropped_by=box.dropped_by,
            counted_by=box.counts[-1].person if box.counts else None,
        )


def _verdict(rule: Rule, box: Box, amount_cents: int, **facts: int | str | bool | None) -> Verdict:
    return Verdict(
        rule,
        box.subject,
        amount_cents,
        box.table_code,
        booked_by=box.dropped_by,
        facts={"kind": box.kind, "dropped_at": box.dropped_at.isoformat(), **facts},
    )
