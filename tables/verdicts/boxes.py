"""Booked ↔ counted: what the books say is in a box, what two people found in it, what is said of the table.  Pure.

Counting is done twice by two people who do not see each other's figure, a third decides (N.J.A.C. 13:69D-1.33); what
is not what was booked is an exception, how small it may be, and one outside the house's band is looked at first
(domain §5: more than one chip and more than half a per cent).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from accounting import money
from accounting.money import Rounding
from accounting.verdicts import Rule, Verdict

UNCOUNTED_AFTER: Final = timedelta(hours=12)
"""A box that lies longer than this was forgotten."""


@dataclass(frozen=True, slots=True)
class Counted:
    """One person's count of a box; `chips_cents`: what the chips he wrote down are worth."""

    person: int
    counted_cents: int
    chips_cents: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box taken from a table; `counted_cents` is what it is settled with (None: not yet), `counts` in order."""

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
        """As findings name it."""
        return f"drop:{self.drop_id}"


@dataclass(frozen=True, slots=True)
class Band:
    """What a difference may be before it is looked at first: a chip, or so many basis points of the box."""

    chip_cents: int
    limit_bp: int

    def holds(self, difference_cents: int, booked_cents: int) -> bool:
        """Whether the difference lies inside."""
        share_cents = money.share(booked_cents, self.limit_bp, rounding=Rounding.DOWN)
        return abs(difference_cents) <= max(self.chip_cents, share_cents)


@dataclass(frozen=True, slots=True)
class Tally:
    """One kind of box of one table over a day, by its entries.

    `assessed_cents`: what the hands (and time charges) put in by their assessments, reversals taken off.
    `dropped_cents`: what the boxes were booked out with.  `left_cents`: what came into the box by all the day's
    transfers less what went out, so what still lies in it.  `lent_cents`: what corrections lent the box (less what
    they took back), since the chips themselves were counted long before.
    """

    table_code: str
    kind: str
    assessed_cents: int
    dropped_cents: int
    left_cents: int
    lent_cents: int = 0

    @property
    def difference_cents(self) -> int:
        """What the boxes were booked out with, less what the hands say was put in."""
        return self.dropped_cents + self.left_cents - self.lent_cents - self.assessed_cents


def of_box(box: Box, band: Band, *, at: datetime, day_is_over: bool) -> Iterator[Verdict]:
    """What is wrong with one box, audited at that moment."""
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
    """Whether a table's boxes were booked out with what its hands put into them."""
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
    """What a box must be settled with: two counts that agree, else the third; None while neither is there."""
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
