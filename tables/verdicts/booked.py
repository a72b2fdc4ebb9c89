"""The facts that an audit needs of a finished hand: how it was recorded and how it was booked.  Pure.

Amounts are cents as stored; the audit trusts none of them.
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
    """The stakes of a game from a moment on: its big blind, and the schedule of its rake."""

    since: datetime
    big_blind_cents: int
    schedule_id: int | None


@dataclass(frozen=True, slots=True)
class Stakes:
    """All stakes of a game in the order of time; never empty."""

    terms: Sequence[StakesSince]

    def at(self, at: datetime) -> StakesSince:
        """The stakes at that moment; before the first ones, the first."""
        known = [terms for terms in self.terms if terms.since <= at]
        return known[-1] if known else self.terms[0]


@dataclass(frozen=True, slots=True)
class Customs:
    """The house's limits of usual tips: `tip_bp` of a pot, and `tip_limit_cents`, above which every tip is reported.

    Not `is_played`: the house only keeps hands of other rooms, so the way they were recorded is not audited.
    """

    tip_bp: int
    tip_limit_cents: int
    is_played: bool


class Entered(NamedTuple):
    """An entry in the books, its place in the chain, and the digest of the one before it (None: it is missing)."""

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
        """Whether it was recorded after its end: its outcome alone, or all its actions in one call of a tablet."""
        return self.recording == SUMMARY or self.client_uuid is not None


class Before(NamedTuple):
    """The hand before at the same table, for comparison."""

    state: str
    recording: str
    result: Mapping[str, Any] | None
    ended_at: datetime


class BookedHand(NamedTuple):
    """A hand with all its entries: `booking` under its own reference, `reversal` of that, `entries` all of them.

    `doubles`: further bookings of the hand.  `before`: the hand before it in the session, for a summary.
    `dropped_at`: when the boxes of its session were taken, known for reversed hands.
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
