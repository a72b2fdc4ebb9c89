"""Chips by denomination: slips numbered without a gap and signed by two, windows that balance.  Pure.

Fills and credits are signed by the person who asks and the one who brings (FinASVO NRW §10); unused numbers are
reported (Liquor and Gaming standards; domain §5 "Money").
"""

from collections.abc import Iterator
from dataclasses import dataclass

from accounting.verdicts import Rule, Verdict

ASKED, DONE, CANCELLED = "asked", "done", "cancelled"


@dataclass(frozen=True, slots=True)
class Slipped:
    """A slip; `previous`: the greatest lower number of the house (0: there is none).

    `chips_cents`: the worth of its chips by denomination, None where none are written down; `back_cents`: the same for
    the chips that leave the table in exchange (a change).  `posted_by`: the person who posted its entry.
    """

    number: int
    previous: int
    kind: str
    state: str
    table_code: str
    amount_cents: int
    asked_by: int
    chips_cents: int | None = None
    back_cents: int | None = None
    done_by: int | None = None
    posted_by: int | None = None
    reason: str = ""

    @property
    def subject(self) -> str:
        return f"slip:{self.number}"


@dataclass(frozen=True, slots=True)
class Unslipped:
    """An entry that moved chips as a slip does, without a slip that names it."""

    book: str
    number: int
    code: str
    table_code: str
    amount_cents: int
    posted_by: int


@dataclass(frozen=True, slots=True)
class Shift:
    """A window's shift that was counted and closed, with its variance (positive: over; negative: short).

    `differs_cents`: the variances of money and chips added up without offsetting each other.
    """

    shift_id: int
    window: str
    variance_cents: int
    closed_by: int
    explanation: str = ""
    differs_cents: int = 0


def of_slip(slip: Slipped) -> Iterator[Verdict]:
    """The rules broken by a slip, or by the numbers just before it."""
    if slip.previous + 1 < slip.number:
        yield Verdict(
            Rule.SLIP_GAP,
            f"slip:{slip.previous + 1}",
            facts={"first_missing": slip.previous + 1, "last_missing": slip.number - 1},
        )
    if slip.state == CANCELLED:
        yield _verdict(Rule.SLIP_CANCELLED, slip, reason=slip.reason, cancelled_by=slip.done_by)
    if slip.state == DONE:
        yield from _of_done(slip)


def of_unslipped(entry: Unslipped) -> Iterator[Verdict]:
    """The verdict that chips moved without a slip."""
    yield Verdict(
        Rule.SLIP_GAP,
        f"book:{entry.book}#{entry.number}",
        entry.amount_cents,
        entry.table_code,
        booked_by=entry.posted_by,
        facts={"kind": entry.code},
    )


def of_shift(shift: Shift) -> Iterator[Verdict]:
    """A verdict on a window with more or less than in its books."""
    if shift.variance_cents or shift.differs_cents:
        yield Verdict(
            Rule.WINDOW_VARIANCE,
            f"shift:{shift.shift_id}",
            shift.variance_cents,
            booked_by=shift.closed_by,
            facts={
                "window": shift.window,
                "differs_cents": shift.differs_cents,
                "explanation": shift.explanation,
            },
        )


def _of_done(slip: Slipped) -> Iterator[Verdict]:
    is_counted = slip.chips_cents == slip.amount_cents and slip.back_cents in (None, slip.amount_cents)
    if not is_counted:
        yield _verdict(
            Rule.FILL_UNCOUNTED,
            slip,
            amount_cents=slip.amount_cents,
            chips_cents=slip.chips_cents,
            back_cents=slip.back_cents,
        )
    if slip.asked_by in (slip.done_by, slip.posted_by):
        yield _verdict(Rule.SAME_PERSON, slip, asked_by=slip.asked_by, done_by=slip.done_by)


def _verdict(rule: Rule, slip: Slipped, **facts: int | str | bool | None) -> Verdict:
    off_cents = (slip.chips_cents or 0) - slip.amount_cents if rule is Rule.FILL_UNCOUNTED else 0
    return Verdict(
        rule, slip.subject, off_cents, slip.table_code, booked_by=slip.done_by, facts={"kind": slip.kind, **facts}
    )
