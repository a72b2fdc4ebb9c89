"""How many places are paid, and by which shares: tables by number of entries, as data with a version.

The shipped table pays as fabulouspoker.com/poker-tournaments-online/prize-structures publishes it up to 550
entries; only for fewer than nine the house pays fewer places than its three.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from accounting.money import BASIS_POINTS
from accounting.policy.fields import Fields
from accounting.policy.terms import JSON
from casino.errors import Refusal, _
from tables.rules.tournaments.prizes import check_shares

MOST_ENTRIES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Row:
    """For fields of up to `up_to_entries`: the share of each place in basis points, first place first."""

    up_to_entries: int
    shares_bp: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PayoutTable:
    """Rows for ever larger fields; the last holds for all that are larger still."""

    name: str
    version: int
    rows: tuple[Row, ...]

    @property
    def key(self) -> str:
        """`"usual/1"`, as a tournament keeps it."""
        return f"{self.name}/{self.version}"

    def shares(self, entries: int) -> tuple[int, ...]:
        """The shares for a field of that size."""
        assert entries > 0, entries
        return next((row.shares_bp for row in self.rows if entries <= row.up_to_entries), self.rows[-1].shares_bp)


def check(table: PayoutTable) -> None:
    """Refuse `payout_table_wrong`: rows out of order, or shares that are not the whole pool."""
    limits = [row.up_to_entries for row in table.rows]
    if not limits or limits != sorted(set(limits)):
        raise Refusal("payout_table_wrong", _("The rows of a payout table are for ever larger fields."))
    for row in table.rows:
        check_shares(row.shares_bp)
        if len(row.shares_bp) > row.up_to_entries:
            raise Refusal("payout_table_wrong", _("No more places are paid than there are entries."))


def from_json(data: object) -> PayoutTable:
    """Read a house's own table: rows of `up_to_entries` and `shares` with `places` and `share_bp` each.

    Refuses `bad_terms` and `payout_table_wrong`.
    """
    with Fields(data) as fields:
        table = PayoutTable(
            fields.text("name"),
            fields.count("version", least=1, most=9_999, default=1),
            tuple(_row(one) for one in fields.listed("rows")),
        )
    check(table)
    return table


def to_json(table: PayoutTable) -> dict[str, JSON]:
    """The stored form; equal neighbours stand together."""
    return {
        "name": table.name,
        "version": table.version,
        "rows": [
            {
                "up_to_entries": row.up_to_entries,
                "shares": [{"places": places, "share_bp": share_bp} for places, share_bp in _runs(row.shares_bp)],
            }
            for row in table.rows
        ],
    }


def _row(one: Fields) -> Row:
    with one:
        shares: list[int] = []
        for each in one.listed("shares"):
            with each:
                places = each.count("places", least=1, most=10_000, default=1)
                shares += places * [each.basis_points("share_bp")]
        return Row(one.count("up_to_entries", least=1, most=MOST_ENTRIES), tuple(shares))


def _runs(shares_bp: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for share_bp in shares_bp:
        if runs and runs[-1][1] == share_bp:
            runs[-1] = (runs[-1][0] + 1, share_bp)
        else:
            runs.append((1, share_bp))
    return runs


#: From the tenth place on places are paid in groups: 10–12, 13–15, 16–18, 19–27, 28–36, 37–45, 46–63, 64–81.
_GROUPS: Final = (3, 3, 3, 9, 9, 9, 18, 18)


def _shares(up_to_entries: int, nine: Sequence[int], groups: Sequence[int] = ()) -> Row:
    grouped = [share_bp for places, share_bp in zip(_GROUPS, groups, strict=False) for _ in range(places)]
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
