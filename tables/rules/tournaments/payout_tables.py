"""Payout tables: the paid places and their shares by number of entries, as data with a version.

The shipped table is the one that fabulouspoker.com/poker-tournaments-online/prize-structures publishes up to 550
entries; only for fewer than nine the house pays fewer places than its three.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from accounting.money import BASIS_POINTS


@dataclass(frozen=True, slots=True)
class Row:
    """The share of each place in basis points, first place first, for fields of up to `up_to_entries`."""

    up_to_entries: int
    shares_bp: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PayoutTable:
    """Rows in ascending order of entries; the last also holds for all larger fields."""

    name: str
    version: int
    rows: tuple[Row, ...]

    @property
    def key(self) -> str:
        """`"usual/1"`, as stored with a tournament."""
        return f"{self.name}/{self.version}"

    def shares(self, entries: int) -> tuple[int, ...]:
        """The shares for a field of that size."""
        assert entries > 0, entries
        return next((row.shares_bp for row in self.rows if entries <= row.up_to_entries), self.rows[-1].shares_bp)


#: From the tenth place on places are paid in groups: 10–12, 13–15, 16–18, 19–27, 28–36, 37–45, 46–63, 64–81.
_GROUPS: Final = (3, 3, 3, 9, 9, 9, 18, 18)


def _shares(up_to_entries: int, nine: Sequence[int], groups: Sequence[int] = ()) -> Row:
    grouped = [share_bp for places, share_bp in zip(_GROUPS, groups, strict=False) for _place in range(places)]
    return Row(up_to_entries, (*nine, *grouped))


USUAL: Final = PayoutTable(
    "usual",
    1,
    (
        _shares(3, (BASIS_POINTS,)),
        _shares(8, (6_500, 3_500)),
        _shares(12, (5_000, 3_000, 2_000)),
        _shares(18, (4_000, 3_000, 2_000, 1_000)),
        _shares(27, (4_000, 2_300, 1_600, 1_200, 900)),
        _shares(36, (3_300, 2_000, 1_500, 1_100, 800, 700, 600)),
        _shares(50, (2_900, 1_800, 1_300, 1_000, 800, 700, 600, 500, 400)),
        _shares(66, (2_600, 1_650, 1_200, 950, 800, 650, 500, 400, 350), (300,)),
        _shares(83, (2_550, 1_600, 1_150, 900, 750, 600, 450, 350, 300), (250, 200)),
        _shares(117, (2_500, 1_550, 1_100, 850, 700, 550, 400, 300, 250), (220, 200, 180)),
        _shares(175, (2_300, 1_400, 1_050, 800, 600, 450, 350, 290, 240), (200, 170, 140, 110)),
        _shares(215, (2_250, 1_350, 1_030, 775, 600, 450, 350, 270, 210), (165, 135, 110, 90, 75)),
        _shares(290, (2_150, 1_325, 950, 725, 550, 420, 310, 250, 200), (160, 130, 105, 85, 70, 60)),
        _shares(415, (2_050, 1_275, 900, 670, 520, 390, 290, 230, 180), (140, 110, 90, 75, 60, 50, 45)),
        _shares(550, (1_950, 1_225, 850, 650, 500, 370, 270, 220, 170), (130, 105, 85, 65, 55, 45, 40, 35)),
    ),
)

#: Every payout table that was ever shipped, by key; one that has been shipped never changes.
PAYOUT_TABLES: Final[Mapping[str, PayoutTable]] = MappingProxyType({USUAL.key: USUAL})
