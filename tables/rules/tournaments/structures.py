"""The structure of a tournament, as data with a version: chips, levels, breaks, late registration and re-buys.

A tournament keeps the JSON of the structure it was announced with.  All amounts are in chips; prices in money are kept
with the tournament.  `checks` refuses structures that cannot be played.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from tables.rules.setup import Betting, Variant

STARTING_MINIMUM_BETS: Final = 40
"""K1, seed `003`: "the same number of chips (usually 40 times the minimum bid)"."""


class AnteKind(StrEnum):
    """The payer of the ante."""

    NONE = "none"
    EACH = "each"
    BIG_BLIND = "big_blind"  # one for all


@dataclass(frozen=True, slots=True)
class Level:
    """One step of the rising blinds (K2, S4); a limit game also has its two bets."""

    number: int
    minutes: int
    small_blind: int
    big_blind: int
    ante: int = 0
    ante_kind: AnteKind = AnteKind.NONE
    small_bet: int = 0
    big_bet: int = 0

    @property
    def minimum_bet(self) -> int:
        """The minimum bet; seed `003` calls it the minimum bid."""
        return self.small_bet or self.big_blind

    @property
    def amounts(self) -> tuple[int, ...]:
        """Every amount that the rules of this level name, so that chips must be able to pay it."""
        return tuple(
            amount for amount in (self.small_blind, self.big_blind, self.ante, self.small_bet, self.big_bet) if amount
        )


@dataclass(frozen=True, slots=True)
class Break:
    """A planned break.  `chips_raced_off`: the colours that leave play in it; see `racing`."""

    minutes: int
    is_end_of_late_registration: bool = False
    chips_raced_off: tuple[int, ...] = ()


Item: TypeAlias = Level | Break


@dataclass(frozen=True, slots=True)
class Chip:
    """A colour: its worth, and the pieces in each player's first set (S9: the same set for everybody)."""

    worth: int
    pieces: int = 0


@dataclass(frozen=True, slots=True)
class Rebuy:
    """Buying `chips` again while still in, up to the end of `until_level`, with at most `at_or_below` chips (K1)."""

    until_level: int
    at_or_below: int
    chips: int
    most: int = 99


@dataclass(frozen=True, slots=True)
class AddOn:
    """Buying `chips` once more with any stack, in the break of that number (from 1)."""

    break_number: int
    chips: int


@dataclass(frozen=True, slots=True)
class Structure:
    """A whole tournament as it is announced.

    `late_until_level`: entries and re-entries are taken until that level ends (0: not after the start), and on through
    the break that follows it where the break says so.  `re_entries`: how often a player with no chips left may enter
    again (WSOP 12–14: they "must have 0 chips").  `flight_until_level`: where there are several flights, each is played
    to the end of that level, and the players left play the final.
    """

    name: str
    version: int
    variant: Variant
    betting: Betting
    starting_chips: int
    items: tuple[Item, ...]
    chips: tuple[Chip, ...]
    late_until_level: int = 0
    re_entries: int = 0
    rebuy: Rebuy | None = None
    add_on: AddOn | None = None
    flight_until_level: int | None = None

    @property
    def key(self) -> str:
        """`"evening/1"`, as it is offered for choice."""
        return f"{self.name}/{self.version}"

    @property
    def levels(self) -> tuple[Level, ...]:
        return tuple(item for item in self.items if isinstance(item, Level))

    @property
    def breaks(self) -> tuple[Break, ...]:
        return tuple(item for item in self.items if isinstance(item, Break))

    @property
    def minutes(self) -> int:
        """The length of all levels and breaks together."""
        return sum(item.minutes for item in self.items)

    def level_from(self, index: int) -> Level | None:
        """The level of the next hand: that of the item, or else the first after it."""
        return next((item for item in self.items[index:] if isinstance(item, Level)), None)

    def takes_entries(self, index: int) -> bool:
        """Whether late registration is open while the item of that index runs."""
        item = self.items[index]
        if isinstance(item, Level):
            return item.number <= self.late_until_level
        before = self._level_before(index)
        if before < self.late_until_level:
            return True
        return before == self.late_until_level and item.is_end_of_late_registration

    def takes_rebuys(self, index: int) -> bool:
        """Whether the re-buy phase lasts while the item of that index runs."""
        if self.rebuy is None:
            return False
        item = self.items[index]
        # The break after the last level of the phase is no longer in it; there the add-on is sold.
        number = item.number if isinstance(item, Level) else self._level_before(index) + 1
        return number <= self.rebuy.until_level

    def takes_add_ons(self, index: int) -> bool:
        """Whether the add-on is sold while the item of that index runs."""
        if self.add_on is None or isinstance(self.items[index], Level):
            return False
        return sum(isinstance(item, Break) for item in self.items[: index + 1]) == self.add_on.break_number

    def chips_in_play(self, index: int) -> tuple[int, ...]:
        """The colours that may lie on the table while the item of that index runs, smallest first."""
        gone = {worth for item in self.items[:index] if isinstance(item, Break) for worth in item.chips_raced_off}
        return tuple(sorted({chip.worth for chip in self.chips} - gone))

    def chips_to_race(self, index: int) -> tuple[int, ...]:
        """The colours that must be out of play by the end of that item, smallest first, as they are raced off."""
        stay = self.chips_in_play(index + 1)
        return tuple(sorted({chip.worth for chip in self.chips}.difference(stay)))

    def next_race(self, index: int) -> tuple[int, tuple[int, ...]] | None:
        """The level after which the next colours leave play, from that item on, and the colours; None if none will."""
        for place, item in enumerate(self.items[index:], index):
            if isinstance(item, Break) and item.chips_raced_off:
                return self._level_before(place), tuple(sorted(item.chips_raced_off))
        return None

    def _level_before(self, index: int) -> int:
        return max((item.number for item in self.items[:index] if isinstance(item, Level)), default=0)


def usual_starting_chips(items: Iterable[Item]) -> int:
    """K1: 40 × the minimum bet of level one; 0 where there is no level."""
    first = next((item for item in items if isinstance(item, Level)), None)
    return STARTING_MINIMUM_BETS * first.minimum_bet if first else 0
