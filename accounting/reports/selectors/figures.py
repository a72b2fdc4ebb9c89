"""The report on tax and tips: rows of figures over a period, grouped by one thing, with their total.

Tips by dealer are information for the house and give the dealer no claim: the tronc is shared by points (`domain`
§4.10).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Self

from accounting import money
from accounting.money import Summed


class Subject(StrEnum):
    """Which of the two reports."""

    RAKE = "rake"
    TIPS = "tips"


class By(StrEnum):
    """What the rows are grouped by."""

    DAY = "day"
    HOUR = "hour"
    TABLE = "table"
    DEALER = "dealer"
    GAME = "game"
    STAKE = "stake"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Figures(Summed):
    """Sums over hands and rounds; a reversal counts −1 in its own period.

    Hands have `pot_cents`, rounds have `staked_cents`.  `dealt_minutes`: how long raked games were dealt, by table and
    by dealer only; `timed_hands`: the hands of those of whom that is known, since others have no part in the pace.
    """

    hands: int = 0
    rounds: int = 0
    pot_cents: int = 0
    staked_cents: int = 0
    base_cents: int = 0
    due_cents: int = 0
    taken_cents: int = 0
    jackpot_cents: int = 0
    tips_cents: int = 0
    dealt_minutes: int = 0
    timed_hands: int = 0

    def dealt_in(self, minutes: int | None) -> Self:
        """The same with the time in which the hands were dealt, if it is known."""
        return replace(self, dealt_minutes=minutes, timed_hands=self.hands) if minutes else self

    @property
    def hands_an_hour_tenths(self) -> int:
        """Tenths of a hand for each hour dealt; 0 where nothing was dealt."""
        return money.mean(max(self.timed_hands, 0) * 600, self.dealt_minutes)

    @property
    def mean_pot_cents(self) -> int:
        """The average pot of a hand; 0 where no more hands were played than were taken back."""
        return money.mean(self.pot_cents, max(self.hands, 0))

    @property
    def difference_cents(self) -> int:
        """Taken less due; negative if less rake was taken than was due."""
        return self.taken_cents - self.due_cents

    @property
    def tips_bp(self) -> int:
        """Tips in basis points of pots and stakes; 1 % of the pot is customary (seed `001`)."""
        played_cents = self.pot_cents + self.staked_cents
        return money.rate_of(self.tips_cents, played_cents) if played_cents > 0 else 0


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `key` for programs (date, RFC 3339 hour, code, id, blinds in cents), `label` for people."""

    key: str | int | None
    label: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Report:
    """Figures of the gaming days `first` to `last`, both included.

    `pending_entries`: entries of the books that are not rolled up yet; 0 means that the report is complete.
    """

    subject: Subject
    house_id: int
    house_name: str
    currency: str
    time_zone: str
    first: date
    last: date
    by: By
    rows: Sequence[Row]
    pending_entries: int

    @property
    def total(self) -> Figures:
        return sum((row.figures for row in self.rows), Figures())
