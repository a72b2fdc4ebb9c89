"""Money as whole cents: the only place of the product where cents are divided.

An amount is an `int` of the currency's minor unit and its name ends in `_cents`; a rate is an `int` of basis points
and its name ends in `_bp` (100 bp = 1 %).  No float and no Decimal ever holds money.  Every function documents its
direction of rounding, rounds exactly once, and asserts its postconditions.  Pure: no Django.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from math import gcd, lcm
from typing import Final, Self

BASIS_POINTS: Final = 10_000
"""100 % in basis points."""

MOST_CENTS: Final = 100_000_000_000
"""The largest amount accepted as input: one thousand million of the currency.  The sum of ten million such amounts
still fits the database's bigint."""


class Rounding(StrEnum):
    """The direction of rounding; `nearest` rounds exact halves up."""

    DOWN = "down"
    NEAREST = "nearest"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Summed:
    """Base of figures that are added field by field."""

    def __add__(self, other: Self) -> Self:
        return type(self)(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))


def to_unit(amount_cents: int, unit_cents: int, rounding: Rounding) -> int:
    """Round `amount_cents` ≥ 0 to a multiple of `unit_cents`; returns cents."""
    assert amount_cents >= 0 < unit_cents, (amount_cents, unit_cents)
    return unit_cents * _divide(amount_cents, unit_cents, rounding)


def share(amount_cents: int, rate_bp: int, *, unit_cents: int = 1, rounding: Rounding) -> int:
    """`rate_bp` of `amount_cents`, rounded to a multiple of `unit_cents`; returns cents.

    The exact fraction is rounded once, straight to the chip: rounding to the cent first and then to the chip would turn
    10 % of 4.95 in 1.00 chips by `nearest` from 0.495 → 0 into 0.50 → 1.00.
    """
    assert min(amount_cents, rate_bp) >= 0 < unit_cents, (amount_cents, rate_bp, unit_cents)
    rounded = unit_cents * _divide(amount_cents * rate_bp, BASIS_POINTS * unit_cents, rounding)
    assert abs(rounded * BASIS_POINTS - amount_cents * rate_bp) < unit_cents * BASIS_POINTS
    return rounded


def fraction(amount_cents: int, part: int, whole: int, *, rounding: Rounding) -> int:
    """`part` of `whole` equal parts of the amount, rounded once to the cent; `part` may be more than `whole`."""
    assert min(amount_cents, part) >= 0 < whole, (amount_cents, part, whole)
    return _divide(amount_cents * part, whole, rounding)


def whole_times(amount_cents: int, per_cents: int) -> int:
    """How many full `per_cents` are in `amount_cents` (a count, not cents)."""
    assert amount_cents >= 0 < per_cents, (amount_cents, per_cents)
    return amount_cents // per_cents


def payable_unit(chip_cents: int, rates_bp: Iterable[int]) -> int:
    """The least number of whole chips, in cents, whose multiples have whole chips as their share at each of the rates.

    3:2 (15,000 bp) with chips of 1.00 is paid exactly on multiples of 2.00.
    """
    assert chip_cents > 0, chip_cents
    unit_cents = chip_cents * lcm(*(BASIS_POINTS // gcd(BASIS_POINTS, rate_bp) for rate_bp in rates_bp))
    assert unit_cents % chip_cents == 0, unit_cents
    return unit_cents


def is_multiple(amount_cents: int, unit_cents: int) -> bool:
    """Whether the amount is a whole number of chips of `unit_cents`."""
    assert unit_cents > 0, unit_cents
    return amount_cents % unit_cents == 0


def rate_of(part_cents: int, whole_cents: int) -> int:
    """`part_cents`, of either sign, in basis points of `whole_cents`, rounded to nearest; 0 if `whole_cents` is 0."""
    assert whole_cents >= 0, whole_cents
    if whole_cents == 0:
        return 0
    points = _divide(abs(part_cents) * BASIS_POINTS, whole_cents, Rounding.NEAREST)
    return points if part_cents >= 0 else -points


def percent_of(part: int, whole: int) -> int:
    """`part`, of either sign, in whole per cent of `whole` > 0, rounded to nearest."""
    assert whole > 0, whole
    percent = _divide(abs(part) * 100, whole, Rounding.NEAREST)
    return percent if part >= 0 else -percent


def mean(amount_cents: int, count: int) -> int:
    """`amount_cents`, of either sign, for each of `count` ≥ 0, rounded to nearest; 0 if `count` is 0."""
    assert count >= 0, count
    if count == 0:
        return 0
    cents = _divide(abs(amount_cents), count, Rounding.NEAREST)
    return cents if amount_cents >= 0 else -cents


def of_millionths(millionths: int) -> int:
    """Millionths of a cent, of either sign, in cents, rounded to nearest, exact halves away from 0."""
    cents = _divide(abs(millionths), 1_000_000, Rounding.NEAREST)
    return cents if millionths >= 0 else -cents


def split(amount_cents: int, weights: Sequence[int], *, unit_cents: int = 1) -> tuple[int, ...]:
    """Split the amount by weights into multiples of `unit_cents`; the parts sum up to the amount exactly.

    Largest remainder method: each part gets the whole units of its quota, and the units left over go one each to the
    largest remainders, the earlier first among equals.  A rest below one unit goes to the part that is first in this
    order.
    """
    total = sum(weights)
    assert amount_cents >= 0 < unit_cents, (amount_cents, unit_cents)
    assert min(weights) >= 0 < total, weights
    units, rest_cents = divmod(amount_cents, unit_cents)
    quotas = [divmod(units * weight, total) for weight in weights]
    parts = [quota * unit_cents for quota, _remainder in quotas]
    by_remainder = sorted((i for i, weight in enumerate(weights) if weight), key=lambda i: (-quotas[i][1], i))
    for i in by_remainder[: units - sum(quota for quota, _remainder in quotas)]:
        parts[i] += unit_cents
    parts[by_remainder[0]] += rest_cents
    assert sum(parts) == amount_cents, parts
    assert min(parts) >= 0, parts
    return tuple(parts)


def in_order(amount_cents: int, limits_cents: Sequence[int]) -> tuple[int, ...]:
    """Distribute the amount over the limits in order, exhausting each before the next is used.

    The rake of a hand is charged to its pots this way, main pot first.
    """
    assert 0 <= amount_cents <= sum(limits_cents), (amount_cents, limits_cents)
    parts = []
    left_cents = amount_cents
    for limit_cents in limits_cents:
        parts.append(min(left_cents, limit_cents))
        left_cents -= parts[-1]
    assert sum(parts) == amount_cents, parts
    return tuple(parts)


def decimal_text(amount_cents: int, *, point: str = ".", minor_digits: int = 2) -> str:
    """The amount in major units as exact text without grouping: `-1205` → `-12.05`, or `-12,05` with `point=","`."""
    if minor_digits == 0:
        return str(amount_cents)
    major, minor = divmod(abs(amount_cents), 10**minor_digits)
    return f"{'-' if amount_cents < 0 else ''}{major}{point}{minor:0{minor_digits}}"


def _divide(numerator: int, denominator: int, rounding: Rounding) -> int:
    match rounding:
        case Rounding.DOWN:
            return numerator // denominator
        case Rounding.UP:
            return -(-numerator // denominator)
        case Rounding.NEAREST:
            return (2 * numerator + denominator) // (2 * denominator)


def spreadsheet_number(amount_cents: int) -> float:
    """The amount in major units as a float, for spreadsheet cells only; never computed with here.

    The nearest double to the exact amount: up to 15 digits it is displayed exactly.
    """
    return amount_cents / 100
