"""What ties a whole gaming day: numbers without a gap, floats, boxes, slips, windows, terms, the close itself.  Pure.

The hands one by one are `tables.verdicts.hand`; here is what no single hand can show: that one is missing, that the
boxes do not hold what the hands put in, that the table gave back another float than it was given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from accounting.verdicts import Fact, Rule, Verdict
from tables.verdicts import boxes, slips
from tables.verdicts.boxes import Band, Box, Tally
from tables.verdicts.slips import Shift, Slipped, Unslipped

LATE_AFTER: Final = timedelta(hours=12)
"""The day's papers must be ready before the house opens again (Finanzaufsicht; domain §5 "Audit")."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The hands of a session: (number, whether of the day that is audited), in order, of all its days.

    `hands_dealt` is what the session says; `ends_here`: the day that is audited is the session's last one.
    """

    session_id: int
    table_code: str
    hands_dealt: int
    ends_here: bool
    numbers: Sequence[tuple[int, bool]]


@dataclass(frozen=True, slots=True)
class Float:
    """A table's float when it was counted, at the close or carried over: since the count before (or the opener)."""

    subject: str
    table_code: str
    opener_cents: int
    fills_cents: int
    credits_cents: int
    counted_cents: int
    counted_by: int | None = None
    rounds_cents: int = 0

    @property
    def expected_cents(self) -> int:
        """Opener + fills − credits (domain §4.11), and what rounds against the house won (lost: below nothing).

        A poker table's float changes by nothing else.
        """
        return self.opener_cents + self.fills_cents - self.credits_cents + self.rounds_cents


@dataclass(frozen=True, slots=True)
class Residue:
    """What was left in a table's pool (negative: missing) when its guests had gone, or were counted."""

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
    """Terms that were charged on the day, how much was taken by them, and whose they are.

    `early`: how many hands were played under them before they were approved, the first and the last of these.
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
    """A gaming day as it stands at the moment `at`; `closed_at`: when it was sealed first."""

    date: str
    state: str
    at: datetime
    ends_at: datetime
    closed_at: datetime | None
    band: Band
    sessions: Sequence[Numbers] = ()
    boxes: Sequence[Box] = ()
    tallies: Sequence[Tally] = ()
    floats: Sequence[Float] = ()
    residues: Sequence[Residue] = ()
    slips: Sequence[Slipped] = ()
    unslipped: Sequence[Unslipped] = ()
    shifts: Sequence[Shift] = ()
    reopened: Sequence[Reopened] = ()
    terms: Sequence[Signed] = ()


def of_day(day: Day) -> Iterator[Verdict]:
    """All that is wrong with it."""
    for session in day.sessions:
        yield from of_numbers(session)
    for box in day.boxes:
        yield from boxes.of_box(box, day.band, at=day.at, day_is_over=day.state == "closed")
    for tally in day.tallies:
        yield from boxes.of_tally(day.date, tally)
    for counted in day.floats:
        yield from of_float(counted)
    for residue in day.residues:
        yield from of_residue(residue)
    for slip in day.slips:
        yield from slips.of_slip(slip)
    for entry in day.unslipped:
        yield from slips.of_unslipped(entry)
    for shift in day.shifts:
        yield from slips.of_shift(shift)
    for terms in day.terms:
        yield from of_terms(day.date, terms)
    yield from of_close(day)


def of_numbers(session: Numbers) -> Iterator[Verdict]:
    """Hands are numbered 1, 2, 3 … and none is missing; a run of missing ones is one verdict."""
    last = 0
    for number, is_here in session.numbers:
        if number > last + 1 and is_here:
            yield _gap(session, last + 1, number - 1)
        last = number
    if session.ends_here and session.hands_dealt != last:
        yield _gap(session, min(last, session.hands_dealt) + 1, max(last, session.hands_dealt))


def of_float(counted: Float) -> Iterator[Verdict]:
    """Whether the table gave back the float it was given."""
    drift_cents = counted.counted_cents - counted.expected_cents
    if drift_cents:
        yield Verdict(
            Rule.FLOAT_DRIFT,
            counted.subject,
            drift_cents,
            counted.table_code,
            booked_by=counted.counted_by,
            facts={
                "opener_cents": counted.opener_cents,
                "fills_cents": counted.fills_cents,
                "credits_cents": counted.credits_cents,
                "rounds_cents": counted.rounds_cents,
                "counted_cents": counted.counted_cents,
            },
        )


def of_residue(residue: Residue) -> Iterator[Verdict]:
    """Whether the guests of a table that keeps one pool left with what was in it."""
    if residue.cents:
        yield Verdict(
            Rule.POOL_RESIDUE, residue.subject, residue.cents, residue.table_code, booked_by=residue.booked_by
        )


def of_terms(day: str, terms: Signed) -> Iterator[Verdict]:
    """Terms that were charged want a second person's approval before their first hand, and were not declined."""
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
    """A close that came late, and a seal that was broken by two managers."""
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
