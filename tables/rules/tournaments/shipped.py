"""Structures shipped as a start for a house's own: a tournament keeps its own copy, so these may change.

Evening, turbo and limit follow K1 to the letter (40 × the minimum bet); the others are deeper, as poker rooms announce
them today.  Antes are paid by the big blind for all.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from casino.errors import N_, Word
from tables.rules.setup import Betting, Variant
from tables.rules.tournaments.structures import (
    AddOn,
    AnteKind,
    Break,
    Chip,
    Item,
    Level,
    Rebuy,
    Structure,
    usual_starting_chips,
)

_Row: TypeAlias = tuple[int, int] | tuple[int, int, int] | Break


def _items(minutes: int, rows: Sequence[_Row]) -> tuple[Item, ...]:
    """Items from rows of small blind, big blind and, where there is one, ante."""
    items: list[Item] = []
    number = 0
    for row in rows:
        if isinstance(row, Break):
            items.append(row)
            continue
        number += 1
        ante = row[2] if len(row) == 3 else 0
        kind = AnteKind.BIG_BLIND if ante else AnteKind.NONE
        items.append(Level(number, minutes, row[0], row[1], ante, kind))
    return tuple(items)


def _limits(minutes: int, rows: Sequence[tuple[int, int] | Break]) -> tuple[Item, ...]:
    """Items from rows of small and big bet: the blinds are half the small bet and the small bet (S3)."""
    items: list[Item] = []
    number = 0
    for row in rows:
        if isinstance(row, Break):
            items.append(row)
            continue
        number += 1
        small_bet, big_bet = row
        items.append(Level(number, minutes, small_bet // 2, small_bet, small_bet=small_bet, big_bet=big_bet))
    return tuple(items)


_EVENING = _items(
    20,
    (
        (50, 100), (75, 150), (100, 200), (150, 300),
        Break(15, is_end_of_late_registration=True, chips_raced_off=(25,)),
        (200, 400, 400), (300, 600, 600), (400, 800, 800), (500, 1_000, 1_000),
        Break(10, chips_raced_off=(100,)),
        (1_000, 1_500, 1_500), (1_000, 2_000, 2_000), (1_500, 3_000, 3_000), (2_000, 4_000, 4_000),
        Break(10, chips_raced_off=(500,)),
        (3_000, 6_000, 6_000), (4_000, 8_000, 8_000), (6_000, 12_000, 12_000), (10_000, 20_000, 20_000),
    ),
)  # fmt: skip

_TURBO = _items(
    10,
    (
        (50, 100), (100, 200), (150, 300), (200, 400, 400),
        Break(10, is_end_of_late_registration=True, chips_raced_off=(25,)),
        (300, 600, 600), (500, 1_000, 1_000), (800, 1_600, 1_600), (1_000, 2_000, 2_000),
        Break(5, chips_raced_off=(100,)),
        (1_500, 3_000, 3_000), (2_500, 5_000, 5_000), (4_000, 8_000, 8_000), (6_000, 12_000, 12_000),
    ),
)  # fmt: skip

_DEEP = _items(
    40,
    (
        (100, 100), (100, 200), (200, 300), (200, 400),
        Break(15),
        (300, 500, 500), (300, 600, 600), (400, 800, 800), (500, 1_000, 1_000),
        Break(30, is_end_of_late_registration=True, chips_raced_off=(100,)),
        (500, 1_500, 1_500), (1_000, 2_000, 2_000), (1_500, 2_500, 2_500), (1_500, 3_000, 3_000),
        Break(15, chips_raced_off=(500,)),
        (2_000, 4_000, 4_000), (3_000, 6_000, 6_000), (4_000, 8_000, 8_000), (5_000, 10_000, 10_000),
        Break(15),
        (6_000, 12_000, 12_000), (8_000, 16_000, 16_000), (10_000, 20_000, 20_000), (15_000, 30_000, 30_000),
        Break(15, chips_raced_off=(1_000,)),
        (20_000, 40_000, 40_000), (25_000, 50_000, 50_000), (40_000, 80_000, 80_000), (50_000, 100_000, 100_000),
    ),
)  # fmt: skip

_OMAHA = _items(
    30,
    (
        (100, 200), (150, 300), (200, 400), (300, 600),
        Break(15),
        (400, 800), (500, 1_000), (600, 1_200), (800, 1_600),
        Break(15, is_end_of_late_registration=True, chips_raced_off=(25, 100)),
        (1_000, 2_000), (1_500, 3_000), (2_000, 4_000), (3_000, 6_000),
        Break(15, chips_raced_off=(500,)),
        (4_000, 8_000), (6_000, 12_000), (8_000, 16_000), (10_000, 20_000),
    ),
)  # fmt: skip

_LIMIT = _limits(
    25,
    (
        (100, 200), (150, 300), (200, 400), (300, 600),
        Break(15, is_end_of_late_registration=True, chips_raced_off=(25,)),
        (400, 800), (600, 1_200), (800, 1_600), (1_000, 2_000),
        Break(15, chips_raced_off=(100,)),
        (2_000, 4_000), (3_000, 6_000), (4_000, 8_000), (6_000, 12_000),
    ),
)  # fmt: skip

#: 8 × 25, 8 × 100, 4 × 500, 1 × 1,000: the 4,000 that are 40 × 100.
_FOUR_THOUSAND = (Chip(25, 8), Chip(100, 8), Chip(500, 4), Chip(1_000, 1), Chip(5_000))

EVENING: Final = Structure(
    "evening", 1, Variant.TEXAS, Betting.NO_LIMIT, usual_starting_chips(_EVENING), _EVENING, _FOUR_THOUSAND,
    late_until_level=4, rebuy=Rebuy(until_level=4, at_or_below=4_000, chips=4_000),
    add_on=AddOn(break_number=1, chips=6_000),
)  # fmt: skip
TURBO: Final = Structure(
    "turbo", 1, Variant.TEXAS, Betting.NO_LIMIT, usual_starting_chips(_TURBO), _TURBO, _FOUR_THOUSAND,
    late_until_level=4, re_entries=1,
)  # fmt: skip
DEEP_STACK: Final = Structure(
    "deep-stack", 1, Variant.TEXAS, Betting.NO_LIMIT, 30_000, _DEEP,
    (Chip(100, 10), Chip(500, 8), Chip(1_000, 10), Chip(5_000, 3), Chip(25_000)),
    late_until_level=8, re_entries=2, flight_until_level=12,
)  # fmt: skip
OMAHA: Final = Structure(
    "omaha", 1, Variant.OMAHA, Betting.POT_LIMIT, 20_000, _OMAHA,
    (Chip(25, 8), Chip(100, 8), Chip(500, 8), Chip(1_000, 10), Chip(5_000, 1)),
    late_until_level=8, re_entries=1,
)  # fmt: skip
LIMIT: Final = Structure(
    "limit", 1, Variant.TEXAS, Betting.FIXED_LIMIT, usual_starting_chips(_LIMIT), _LIMIT, _FOUR_THOUSAND,
    late_until_level=4, re_entries=1,
)  # fmt: skip

#: By key, in the order in which they are offered.
STRUCTURES: Final[Mapping[str, Structure]] = MappingProxyType(
    {structure.key: structure for structure in (EVENING, TURBO, DEEP_STACK, OMAHA, LIMIT)}
)

TITLES: Final[Mapping[str, Word]] = MappingProxyType(
    {
        EVENING.key: Word(N_("No-limit evening with re-buys")),
        TURBO.key: Word(N_("No-limit turbo")),
        DEEP_STACK.key: Word(N_("Deep stack weekend with flights and a final")),
        OMAHA.key: Word(N_("Pot-limit Omaha")),
        LIMIT.key: Word(N_("Limit Hold'em")),
    }
)
