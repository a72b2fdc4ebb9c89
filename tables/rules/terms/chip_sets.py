"""The same set of chips for each player, worth the buy-in (S9; seed 000), and the chips handed out for other sums."""

from collections.abc import Collection, Sequence
from math import gcd
from typing import Final

from accounting import chips, money
from accounting.chips import Chips
from casino.errors import N_, Refusal

MOST_STEPS: Final = 20_000
"""The most sums that are tried for a rest; beyond that the chips are chosen by hand."""


def check(chip_set: Chips, *, min_buy_in_cents: int, chip_cents: int) -> None:
    """Refuse a set that is not worth the buy-in (`chip_set_differs`), and chips that cannot be bet (`not_on_chip`)."""
    for denomination_cents in chip_set:
        chips.refuse_part(denomination_cents, chip_cents)
    if chips.total_cents(chip_set) != min_buy_in_cents:
        raise Refusal(
            "chip_set_differs",
            N_("The chip set is worth %(chips_cents)s; it must be worth the minimum buy-in of %(min_buy_in_cents)s."),
            chips_cents=chips.total_cents(chip_set),
            min_buy_in_cents=min_buy_in_cents,
        )


def handed_out(
    chip_set: Chips, buy_in_cents: int, *, denominations_cents: Collection[int], chip_cents: int
) -> Chips | None:
    """The set as often as it fits, and the rest in the fewest of the house's chips; None where none fit."""
    sets = money.whole_times(buy_in_cents, chips.total_cents(chip_set))
    rest_cents = buy_in_cents - sets * chips.total_cents(chip_set)
    usable = {cents for cents in denominations_cents if money.is_multiple(cents, chip_cents)} | set(chip_set)
    rest = _fewest(rest_cents, [cents for cents in sorted(usable) if cents <= rest_cents])
    if rest is None:
        return None
    found = {cents: sets * pieces for cents, pieces in chip_set.items()}
    for cents, pieces in rest.items():
        found[cents] = found.get(cents, 0) + pieces
    return {cents: found[cents] for cents in sorted(found, reverse=True) if found[cents]}


def _fewest(amount_cents: int, denominations_cents: Sequence[int]) -> Chips | None:
    """The amount in the fewest chips, by way of every smaller sum, so for any denominations; None where none fit."""
    if not amount_cents:
        return {}
    if not denominations_cents or money.whole_times(amount_cents, gcd(*denominations_cents)) > MOST_STEPS:
        return None
    fewest, last = {0: 0}, {}
    for sum_cents in range(0, amount_cents, gcd(*denominations_cents)):
        if sum_cents in fewest:
            for cents in denominations_cents:
                reached = sum_cents + cents
                if reached <= amount_cents and fewest[sum_cents] + 1 < fewest.get(reached, MOST_STEPS):
                    fewest[reached], last[reached] = fewest[sum_cents] + 1, cents
    if amount_cents not in fewest:
        return None
    found: dict[int, int] = {}
    while amount_cents:
        found[last[amount_cents]] = found.get(last[amount_cents], 0) + 1
        amount_cents -= last[amount_cents]
    return found
