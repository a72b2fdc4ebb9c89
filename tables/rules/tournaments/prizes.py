"""The use of the players' money: pool and fee, guarantee, payouts by place, shared places, satellites' seats.

FinASVO NRW §§20–23 (domain §4.14): the "fee for organisation" is shown openly and is no part of the prize pool;
the pool's share of every entry, re-entry, re-buy and add-on is; the house makes up a guarantee; "every advertised
prize must be paid out".  All payouts together are the pool, to the cent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from accounting import money
from accounting.money import BASIS_POINTS, Rounding
from casino.errors import N_, Refusal


def overlay(paid_in_cents: int, guarantee_cents: int) -> int:
    """The cents the house adds to reach its guarantee; 0 where the players paid in as much."""
    return max(0, guarantee_cents - paid_in_cents)


# --- payouts by place -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rounded:
    """The unit to which prizes are rounded down, and the least prize of a paid place."""

    unit_cents: int = 100
    least_cents: int = 0


def check_shares(shares_bp: Sequence[int]) -> None:
    """Refuse `payout_table_wrong`: shares that are not the whole pool, or that pay a worse place more."""
    falls = all(better >= worse for better, worse in pairwise(shares_bp))
    if not shares_bp or sum(shares_bp) != BASIS_POINTS or shares_bp[-1] <= 0 or not falls:
        raise Refusal(
            "payout_table_wrong",
            N_("The shares of all places must add up to the whole pool, and a better place must never get less."),
            sum_bp=sum(shares_bp),
        )


def payouts(pool_cents: int, shares_bp: Sequence[int], rounded: Rounded | None = None) -> tuple[int, ...]:
    """The prize of each place, first place first; together exactly the pool.

    Every prize is rounded down to the unit, and the remainder goes to the first place.  A place that would get less
    than the least prize gets the least prize, and the places above divide the rest by their shares; a pool too small
    for that number of least prizes pays fewer places.  Refuses `payout_table_wrong`.
    """
    check_shares(shares_bp)
    rounded = rounded or Rounded()
    # A least prize is paid in whole units too.
    least_cents = money.to_unit(rounded.least_cents, rounded.unit_cents, Rounding.UP)
    places = len(shares_bp)
    if least_cents:
        places = max(1, min(places, money.whole_times(pool_cents, least_cents)))
    above = places
    found: list[int] = []
    while above:
        found = _by_share(pool_cents - (places - above) * least_cents, shares_bp[:above], rounded.unit_cents)
        if above == 1 or found[-1] >= least_cents:
            break
        above -= 1
    prizes = (*found, *[least_cents] * (places - above))
    assert sum(prizes) == pool_cents, prizes
    return prizes


def _by_share(amount_cents: int, shares_bp: Sequence[int], unit_cents: int) -> list[int]:
    exact = money.split(amount_cents, shares_bp)
    whole = [money.to_unit(cents, unit_cents, Rounding.DOWN) for cents in exact]
    whole[0] += amount_cents - sum(whole)
    return whole


def shared(prizes: Sequence[int], place: int, players: int, *, unit_cents: int = 1) -> tuple[int, ...]:
    """The prizes of `players` players who share the places from `place` on; the sum of those places, to the cent.

    Odd units go to those who drew their seats earlier: callers list the players in that order.
    """
    assert place >= 1 <= players, (place, players)
    return money.split(sum(prizes[place - 1 : place - 1 + players]), [1] * players, unit_cents=unit_cents)


# --- satellites -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Satellite:
    """A tournament whose prizes are seats: one for each of the first `seats` places, the rest in money for the next."""

    seats: int
    seat_cents: int
    rest_cents: int


def satellite(pool_cents: int, seat_cents: int, guaranteed_seats: int = 0) -> tuple[Satellite, int]:
    """The seats that the pool buys, and the cents that the house adds for guaranteed ones.

    "Any funds falling short of the price of a seat will go to the runner up of the last seat" (pokerdream-live.com,
    satellite notes).  Refuses `seat_price_wrong`.
    """
    if seat_cents <= 0:
        raise Refusal("seat_price_wrong", N_("The price of a seat must be above zero."))
    overlay_cents = overlay(pool_cents, guaranteed_seats * seat_cents)
    seats = money.whole_times(pool_cents + overlay_cents, seat_cents)
    return Satellite(seats, seat_cents, pool_cents + overlay_cents - seats * seat_cents), overlay_cents
