"""A table's float as it is counted, when the table is closed or carried over: compared with the books, and explained.

A difference beyond the house's tolerance wants an explanation, which becomes the entry's reason, and is a finding at
once.  A count that differs and is not explained is refused and kept (`FloatCount`): a count that may be tried until it
fits would not be blind.  The gaming day is not closed before somebody decides it who did not count
(`tables.audit.selectors.closing`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from accounting import chips, places
from accounting.cage.services import shifts
from accounting.chain import Move
from accounting.findings.services import findings
from accounting.ledger.selectors import balances
from accounting.models import GamingDay, House
from casino import house_time, reasons
from casino.errors import Refusal
from casino.transactions import outside
from tables.audit.selectors import day as day_facts
from tables.models import FloatCount, Session
from tables.play.selectors.situations import Situation
from tables.verdicts.day import of_float

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class CountedFloat:
    """A float as booked and as counted, by denomination if the chips were given, and why the two differ."""

    table_code: str
    booked_cents: int
    cents: int
    pieces: chips.Chips | None
    explanation: str

    @property
    def stored_chips(self) -> dict[str, int] | None:
        """The chips as they are stored."""
        return None if self.pieces is None else chips.dump(self.pieces)

    @property
    def moves(self) -> list[Move]:
        """The moves that bring the float's balance to the count; the difference is the table's variance."""
        name, variance = places.table_float(self.table_code), places.variance(self.table_code)
        if self.booked_cents > self.cents:
            return [Move(name, variance, self.booked_cents - self.cents)]
        return [Move(variance, name, self.cents - self.booked_cents)] if self.cents > self.booked_cents else []


def counted(
    situation: Situation,
    session: Session,
    given: Mapping[str, object] | None,
    counted_cents: int | None,
    explanation: str,
    actor: "User",
) -> CountedFloat:
    """The float of a locked table, counted by denomination or as a sum.

    Refuses as `chips.counted`, and a difference beyond the house's tolerance without an explanation
    (`explanation_required`; the count is kept all the same); one that is too long (`text_too_long`).
    """
    code = situation.table.code
    name = places.table_float(code)
    house = House.objects.get(pk=situation.table.house_id)
    pieces, cents = chips.counted(given, counted_cents, house.denominations_cents)
    booked = balances.of(house.pk, [name])
    try:
        shifts.refuse_unexplained(booked, {name: cents}, explanation, tolerance_cents=house.float_tolerance_cents)
    except Refusal:
        refused = CountedFloat(code, booked[name], cents, pieces, "")
        outside(("float counted", session.pk, cents), lambda: _keep(refused, session.pk, actor))
        raise
    return CountedFloat(code, booked[name], cents, pieces, reasons.if_any(explanation))


def _keep(found: CountedFloat, session_id: int, actor: "User") -> FloatCount:
    """Keep a count that is refused, in a transaction of its own; the same one once."""
    last = FloatCount.objects.filter(session_id=session_id, by=actor).order_by("-pk").first()
    if last is not None and (last.counted_cents, last.chips) == (found.cents, found.stored_chips):
        return last
    return FloatCount.objects.create(
        session_id=session_id,
        at=house_time.now(),
        by=actor,
        booked_cents=found.booked_cents,
        counted_cents=found.cents,
        chips=found.stored_chips,
    )


def note_drift(found: CountedFloat, session_id: int, day: GamingDay, at: datetime) -> None:
    """Keep a float that differs beyond the tolerance as a finding, as the audit of the day would.

    The count is saved and posted.
    """
    if found.cents == found.booked_cents:
        return
    tolerance_cents = House.objects.get(pk=day.house_id).float_tolerance_cents
    floats = day_facts.floats(day, session_id=session_id)
    verdicts = [verdict for one in floats for verdict in of_float(one, tolerance_cents)]
    findings.note(day.house_id, day.pk, verdicts, at)
