"""A hand that is over, as it was recorded and as it was booked: all that an audit needs to know of it.  Pure.

Amounts are cents as they are stored; whoever reads them believes none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from accounting.chain import EntryFacts
from accounting.policy.terms import Terms
from tables.evidence import Row

SUMMARY, VOID, MISDEAL = "summary", "void", "misdeal"


@dataclass(frozen=True, slots=True)
class Charged:
    """A version of a rake schedule; `terms` None when they cannot be read."""

    version_id: int
    schedule_id: int
    terms: Terms | None
    is_published: bool
    valid_from: datetime
    valid_to: datetime | None

    def in_force(self, at: datetime) -> bool:
        """Whether these were the schedule's terms at that moment."""
        return self.is_published and self.valid_from <= at and (self.valid_to is None or at < self.valid_to)


class StakesSince(NamedTuple):
    """What a game was played for from a moment on: its big blind, and the schedule it was charged by."""

    since: datetime
    big_blind_cents: int
    schedule_id: int | None


@dataclass(frozen=True, slots=True)
class Stakes:
    """All that a game was played for, first first; never empty."""

    terms: Sequence[StakesSince]

    def at(self, at: datetime) -> StakesSince:
        """What it was played for at that moment; of before there was any, the first."""
        known = [terms for terms in self.terms if terms.since <= at]
        return known[-1] if known else self.terms[0]


@dataclass(frozen=True, slots=True)
class Customs:
    """What the house finds usual: tips up to `tip_bp` of a pot, and which tip is looked at in any case.

    Not `is_played`: a house that only keeps the hands of other rooms; how they were recorded is not its business.
    """

    tip_bp: int
    tip_limit_cents: int
    is_played: bool


class Entered(NamedTuple):
    """An entry in the books, its place in the chain, and the digest of the one before it (None: it is not there)."""

    entry_id: int
    gaming_day_id: int
    number: int
    digest: bytes
    previous: bytes | None
    facts: EntryFacts


class Recorded(NamedTuple):
    """The hand's row; `setup` and `result` as stored."""

    hand_id: int
    house_id: int
    table_code: str
    session_id: int
    gaming_day_id: int
    number: int
    state: str
    recording: str
    game_id: int
    version_id: int
    dealer_id: int | None
    button_seat: int | None
    setup: Mapping[str, Any] | None
    result: Mapping[str, Any] | None
    started_at: datetime
    ended_at: datetime
    client_uuid: UUID | None
    corrects: int | None

    @property
    def came_whole(self) -> bool:
        """Keyed when it was over: its outcome alone, or all its actions in one call that a tablet sent."""
        return self.recording == SUMMARY or self.client_uuid is not None


class Before(NamedTuple):
    """The hand before at the same table, for comparison."""

    state: str
    recording: str
    result: Mapping[str, Any] | None
    ended_at: datetime


class BookedHand(NamedTuple):
    """A hand with all its entries: `booking` under its own reference, `reversal` of that, and all of them.

    `doubles`: further bookings that stand beside it.  `before`: the hand before it in the session, for a
    summary.  `dropped_at`: when the boxes of its session were taken, known for reversed hands.
    """

    recorded: Recorded
    rows: Sequence[Row]
    charged: Charged
    stakes: Stakes
    customs: Customs
    booking: Entered | None
    reversal: Entered | None
    doubles: Sequence[Entered]
    entries: Sequence[Entered]
    before: Before | None
    dropped_at: Sequence[datetime]
