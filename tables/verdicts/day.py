"""Verdicts on a whole gaming day: numbers without a gap, floats, boxes, slips, windows, terms, the close.  Pure.

Single hands are judged by `tables.verdicts.hand`; here are the rules that no single hand can show: one is missing, the
boxes do not hold the sum the hands put in, the table gave back another float than it was given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from accounting.verdicts import Fact, Rule, Verdict
from tables.verdicts import boxes, slips
from tables.verdicts.boxes import Band, Box, Tally
from tables.verdicts.slips import Shift, Slipped, Unslipped
from tables.verdicts.stack_counts import CountedStack, of_stack

LATE_AFTER: Final = timedelta(hours=12)
"""The day's papers must be ready before the house opens again (Finanzaufsicht; domain §5 "Audit")."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The hands of a session on all its days, in order: (number, whether it is of the audited day).

    `hands_dealt`: the session's own count.  `ends_here`: the audited day is the session's last one.
    """

    session_id: int
    table_code: str
    hands_dealt: int
    ends_here: bool
    numbers: Sequence[tuple[int, bool]]


@dataclass(frozen=True, slots=True)
class Float:
    """A table's float when it was counted, at the close or carried over; sums are since the count before or opener."""

    subject: str
    table_code: str
    opener_cents: int
    fills_cents: int
    credits_cents: int
    counted_cents: int
    counted_by: int | None = None
    rounds_cents: int = 0
    explanation: str = ""
    before_cents: tuple[int, ...] = ()
    """What was counted before, differed too, and was not explained; the first one first."""

    @property
    def expected_cents(self) -> int:
        """Opener + fills − credits (domain §4.11), and the house's win in rounds (a loss is negative).

        A poker table's float changes by nothing else.
        """
        return self.opener_cents + self.fills_cents - self.credits_cents + self.rounds_cents

    @property
    def drift_cents(self) -> int:
        """What was counted too much; negative: what is short."""
        return self.counted_cents - self.expected_cents


@dataclass(frozen=True, slots=True)
class Residue:
    """The rest in a table's pool (negative: missing) when its guests had left, or were counted."""

    subject: str
    table_code: str
    cents: int
    booked_by: int | None = None


@dataclass(frozen=True, slots=True)
class Reopened:
    """A sealed day that was opened again."""

    seal: int
    reason: str
    asked_by: int
    approved_by: int


@dataclass(frozen=True, slots=True)
class Signed:
    """Terms that were charged on the day, the sum taken by them, and the people who wrote and approved them.

    `early`: the number of hands played under them before their approval; `first_early`, `last_early`: the first and
    the last of these.
    """

    version_id: int
    name: str
    taken_cents: int
    created_by: int
    approved_by: int | None
    state: str = "published"
    early: int = 0
    first_early: str = ""
    last_early: str = ""


@dataclass(frozen=True, slots=True)
class Day:
    """The facts of a gaming day at the moment `at`; `closed_at`: when it was first sealed."""

    date: str
    state: str
    at: datetime
    ends_at: datetime
    closed_at: datetime | None
    band: Band
    float_tolerance_cents: int = 0
    sessions: Sequence[Numbers] = ()
    boxes: Sequence[Box] = ()
    tallies: Sequence[Tally] = ()
    floats: Sequence[Float] = ()
    residues: Sequence[Residue] = ()
    stacks: Sequence[CountedStack] = ()
    slips: Sequence[Slipped] = ()
    unslipped: Sequence[Unslipped] = ()
    shifts: Sequence[Shift] = ()
    reopened: Sequence[Reopened] = ()
    terms: Sequence[Signed] = ()


def of_day(day: Day) -> Iterator[Verdict]:
    """Every rule the day breaks."""
    for box in day.boxes:
        yield from boxes.of_box(box, day.band, at=day.at, day_is_over=day.state == "closed")
    for tally in day.tallies:
        yield from boxes.of_tally(day.date, tally)
    for counted in day.floats:
        yield from of_float(counted, day.float_tolerance_cents)
    for terms in day.terms:
        yield from of_terms(day.date, terms)
    of_each = chain(
        map(of_numbers, day.sessions),
        map(of_residue, day.residues),
        map(of_stack, day.stacks),
        map(slips.of_slip, day.slips),
        map(slips.of_unslipped, day.unslipped),
        map(slips.of_shift, day.shifts),
    )
    yield from chain.from_iterable(of_each)
    yield from of_close(day)


def of_numbers(session: Numbers) -> Iterator[Verdict]:
    """A verdict for each run of missing numbers: hands are numbered 1, 2, 3 … without a gap."""
    last = 0
    for number, is_here in session.numbers:
        if number > last + 1 and is_here:
            yield _gap(session, last + 1, number - 1)
        last = number
    if session.ends_here and session.hands_dealt != last:
        yield _gap(session, min(last, session.hands_dealt) + 1, max(last, session.hands_dealt))


def of_float(counted: Float, tolerance_cents: int = 0) -> Iterator[Verdict]:
    """A verdict if the table did not give back the float it was given; up to the tolerance it is none."""
    if abs(counted.drift_cents) > tolerance_cents:
        yield Verdict(
            Rule.FLOAT_DRIFT,
            counted.subject,
            counted.drift_cents,
            counted.table_code,
            booked_by=counted.counted_by,
            facts={
                "opener_cents": counted.opener_cents,
                "fills_cents": counted.fills_cents,
                "credits_cents": counted.credits_cents,
                "rounds_cents": counted.rounds_cents,
                "counted_cents": counted.counted_cents,
                "explanation": counted.explanation,
                **_before(counted),
            },
        )


def _before(counted: Float) -> dict[str, Fact]:
    if not counted.before_cents:
        return {}
    return {"counts_before": len(counted.before_cents), "first_counted_cents": counted.before_cents[0]}


def of_residue(residue: Residue) -> Iterator[Verdict]:
    """A verdict if the guests of a table with one pool did not leave with exactly its chips."""
    if residue.cents:
        yield Verdict(
            Rule.POOL_RESIDUE, residue.subject, residue.cents, residue.table_code, booked_by=residue.booked_by
        )


def of_terms(day: str, terms: Signed) -> Iterator[Verdict]:
    """A verdict on charged terms without a second person's approval before their first hand, or declined."""
    is_signed = terms.approved_by is not None and terms.approved_by != terms.created_by
    if is_signed and terms.state == "published" and not terms.early:
        return
    facts: dict[str, Fact] = {
        "schedule": terms.name, "taken_cents": terms.taken_cents, "created_by": terms.created_by,
    }  # fmt: skip
    if terms.early:
        facts |= {"hands": terms.early, "first_hand": terms.first_early, "last_hand": terms.last_early}
    yield Verdict(
        Rule.SCHEDULE_UNSIGNED,
        f"schedule-version:{terms.version_id}@{day}",
        booked_by=terms.created_by,
        facts=facts,
    )


def of_close(day: Day) -> Iterator[Verdict]:
    """Verdicts on a late close, and on each seal that two managers broke."""
    if (day.closed_at or day.at) - day.ends_at > LATE_AFTER:
        yield Verdict(Rule.LATE_CLOSE, f"day:{day.date}", facts={"ends_at": day.ends_at.isoformat()})
    for reopened in day.reopened:
        yield Verdict(
            Rule.REOPENED,
            f"seal:{reopened.seal}",
            booked_by=reopened.asked_by,
            facts={
                "reason": reopened.reason,
                "asked_by": reopened.asked_by,
                "approved_by": reopened.approved_by,
            },
        )


def _gap(session: Numbers, first: int, last: int) -> Verdict:
    return Verdict(
        Rule.GAP_IN_NUMBERS,
        f"session:{session.session_id}#{first}",
        table_code=session.table_code,
        facts={"first_missing": first, "last_missing": last, "hands_dealt": session.hands_dealt},
    )
