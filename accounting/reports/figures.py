"""The report on tax and tips: rows of figures over a period, by one thing, with their total.  Pure.

Tips are figures of hours, tables and dealers for the house's view of its rooms; they give nobody a claim (the tronc is
shared by points, `domain` §4.10).
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from typing import Final, Self

from accounting import money
from casino.errors import _


class Subject(StrEnum):
    """What the report is about."""

    RAKE = "rake"
    TIPS = "tips"


class By(StrEnum):
    """What a row stands for."""

    DAY = "day"
    HOUR = "hour"
    TABLE = "table"
    DEALER = "dealer"
    GAME = "game"
    MONTH = "month"


class Column(StrEnum):
    """A figure of a row; the value is its name in JSON, CSV and in `Figures`."""

    HANDS = "hands"
    POT = "pot_cents"
    BASE = "base_cents"
    DUE = "due_cents"
    TAKEN = "taken_cents"
    DIFFERENCE = "difference_cents"
    JACKPOT = "jackpot_cents"
    TIPS = "tips_cents"
    TIPS_RATE = "tips_bp"


COLUMNS: Final[dict[Subject, tuple[Column, ...]]] = {
    Subject.RAKE: (
        Column.HANDS,
        Column.POT,
        Column.BASE,
        Column.DUE,
        Column.TAKEN,
        Column.DIFFERENCE,
        Column.JACKPOT,
        Column.TIPS,
    ),
    Subject.TIPS: (
        Column.HANDS,
        Column.POT,
        Column.BASE,
        Column.DUE,
        Column.TAKEN,
        Column.TIPS,
        Column.TIPS_RATE,
    ),
}

HEADINGS: Final[dict[Column | By, str]] = {
    Column.HANDS: _("Hands"),
    Column.POT: _("Pot"),
    Column.BASE: _("Base"),
    Column.DUE: _("Rake due"),
    Column.TAKEN: _("Rake taken"),
    Column.DIFFERENCE: _("Difference"),
    Column.JACKPOT: _("Jackpot"),
    Column.TIPS: _("Tips"),
    Column.TIPS_RATE: _("Tips of the pot (bp)"),
    By.DAY: _("Gaming day"),
    By.HOUR: _("Hour"),
    By.TABLE: _("Table"),
    By.DEALER: _("Dealer"),
    By.GAME: _("Game"),
    By.MONTH: _("Month"),
}
"""English headings; a face translates them."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Sums over hands; a hand that was taken back counts −1 in the period in which that happened."""

    hands: int = 0
    pot_cents: int = 0
    base_cents: int = 0
    due_cents: int = 0
    taken_cents: int = 0
    jackpot_cents: int = 0
    tips_cents: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))

    @property
    def difference_cents(self) -> int:
        """Taken minus due: below nothing, the house was left short."""
        return self.taken_cents - self.due_cents

    @property
    def tips_bp(self) -> int:
        """Tips in basis points of the pots; 1 % is customary (seed `001`)."""
        return money.rate_of(self.tips_cents, self.pot_cents) if self.pot_cents > 0 else 0

    def value(self, column: Column) -> int:
        """The figure of a column."""
        number: int = getattr(self, column.value)
        return number


@dataclass(frozen=True, slots=True)
class Row:
    """One line: `key` for machines (date, RFC 3339 hour, code, id), `label` for people."""

    key: str | int | None
    label: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Report:
    """Figures of the gaming days `first` to `last`, both included.

    `pending_entries`: what the books hold and the roll-ups do not know yet; 0 says that the report is complete.
    """

    subject: Subject
    house_id: int
    house_name: str
    currency: str
    first: date
    last: date
    by: By
    rows: Sequence[Row]
    pending_entries: int

    @property
    def columns(self) -> tuple[Column, ...]:
        """The figures shown, in order."""
        return COLUMNS[self.subject]

    @property
    def total(self) -> Figures:
        """The sum of the rows."""
        return sum((row.figures for row in self.rows), Figures())

    @property
    def file_stem(self) -> str:
        """What a downloaded face is called, without the dot and what follows."""
        return f"{self.subject}-by-{self.by}-{self.first}-{self.last}"
