"""Deals among the remaining players: proposed shares, to the cent of the remaining prizes (CM2 in domain §7).

ICM is the model of Malmuth and Harville: a player's chance of the first place is their share of the chips, and of each
further place their share of the chips of those who are not placed yet (en.wikipedia.org/wiki/Independent_Chip_Model).
The players agree on a proposal or on any other division; `check` compares it with the pool.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Final

from accounting import money
from casino.errors import N_, Refusal

#: The most players for whom the model is computed in fractions, without any rounding.
MOST_EXACT: Final = 10
#: The most for whom it is computed, each way of placing the first few in 2⁻¹²⁸: at most 2¹⁶ of them, so the sum is
#: wrong by less than 2⁻¹⁰⁰ of a prize, and the cents are the same unless two remainders were as close as that.
MOST_PLAYERS: Final = 16
_FEWEST_PLAYERS: Final = 2
_ONE: Final = 1 << 128


class Method(StrEnum):
    """The methods of proposing a deal."""

    ICM = "icm"
    CHIP_CHOP = "chip_chop"
    EVEN = "even"


@dataclass(frozen=True, slots=True)
class Deal:
    """The share of each player, in the order given, and the sum still played for, which the winner gets on top.

    `above_first`: the indexes of players who would get more than the first prize.  A chip chop can do that to a big
    stack; the floor says so before anybody agrees.
    """

    shares_cents: tuple[int, ...]
    played_for_cents: int = 0
    above_first: tuple[int, ...] = ()


def propose(
    method: Method,
    stacks: Sequence[int],
    prizes_cents: Sequence[int],
    *,
    played_for_cents: int = 0,
    unit_cents: int = 1,
) -> Deal:
    """A deal over the remaining prizes (first prize first) by the method; shares and the rest are exactly their sum.

    Nobody gets less than the prize they are already sure of.  `played_for_cents` is taken off the top: from the first
    prize until it equals the second, then from both, and so on.  Refuses `deal_players_few`, `deal_players_many`,
    `stack_empty`, `prizes_wrong` and `played_for_too_much`.
    """
    _check(stacks, prizes_cents)
    prizes = [*prizes_cents, *[0] * (len(stacks) - len(prizes_cents))]
    if not 0 <= played_for_cents <= sum(prizes) - len(prizes) * prizes[-1]:
        raise Refusal(
            "played_for_too_much",
            N_("No more than %(most_cents)s can be left to play for; everyone is already sure of the rest."),
            most_cents=sum(prizes) - len(prizes) * prizes[-1],
        )
    lowered = _lowered(prizes, played_for_cents)
    least_cents = lowered[-1]
    # The prize that everybody is sure of is not divided; the rest goes by weight.
    spare_cents = sum(lowered) - least_cents * len(stacks)
    weights = _weights(method, stacks, lowered)
    parts = money.split(spare_cents, weights, unit_cents=unit_cents) if spare_cents else (0,) * len(stacks)
    shares_cents = tuple(least_cents + part for part in parts)
    assert sum(shares_cents) + played_for_cents == sum(prizes)
    above = tuple(i for i, share_cents in enumerate(shares_cents) if share_cents > prizes[0])
    return Deal(shares_cents, played_for_cents, above)


def _weights(method: Method, stacks: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """The weights by which the money that nobody is sure of is divided."""
    if method is Method.CHIP_CHOP:
        return list(stacks)
    if method is Method.EVEN:
        return [1] * len(stacks)
    if len(stacks) > MOST_PLAYERS:
        raise Refusal("deal_players_many", N_("The model is computed for up to %(most)s players."), most=MOST_PLAYERS)
    return expectations(stacks, [prize - prizes[-1] for prize in prizes])


def check(shares_cents: Mapping[int, int], played_for_cents: int, prizes_cents: Sequence[int]) -> None:
    """Refuse a division by the players that is not exactly the sum of the prizes (`deal_sum`)."""
    given_cents = sum(shares_cents.values()) + played_for_cents
    if given_cents != sum(prizes_cents) or min([*shares_cents.values(), played_for_cents]) < 0:
        raise Refusal(
            "deal_sum",
            N_("A deal must divide exactly %(pool_cents)s; this one comes to %(given_cents)s."),
            pool_cents=sum(prizes_cents),
            given_cents=given_cents,
        )


def expectations(stacks: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """Whole numbers in proportion to each player's expected prize by the model.

    The chance that a set of players takes the first places among themselves follows from the sets that lack one of
    them, so 2ⁿ sets are looked at, not n! orders.
    """
    players, total = len(stacks), sum(stacks)
    exact = players <= MOST_EXACT
    chances: list[Fraction | int] = [Fraction(1) if exact else _ONE, *[0] * ((1 << players) - 1)]
    chips = [0] * (1 << players)
    found: list[Fraction | int] = [0] * players
    for placed in range((1 << players) - 1):
        prize = prizes[placed.bit_count()]
        if not prize:  # nor is there one for the places after it
            continue
        chance, left = chances[placed], total - chips[placed]
        for player, stack in enumerate(stacks):
            if placed >> player & 1:
                continue
            next_chance = _times(chance, stack, left)
            next_placed = placed | 1 << player
            chances[next_placed] += next_chance
            chips[next_placed] = chips[placed] + stack
            found[player] += prize * next_chance
    denominator = lcm(*(expected.denominator for expected in found))
    return [int(expected * denominator) for expected in found]


def _times(chance: Fraction | int, stack: int, left: int) -> Fraction | int:
    if isinstance(chance, Fraction):
        return chance * Fraction(stack, left)
    return chance * stack // left


def _lowered(prizes_cents: Sequence[int], played_for_cents: int) -> list[int]:
    """The prizes less the sum still played for, taken off the top; an odd cent stays with the better places."""
    lowered, left_cents = list(prizes_cents), played_for_cents
    for equal, (better_cents, next_cents) in enumerate(pairwise(prizes_cents), 1):
        taken_cents = min(left_cents, equal * (better_cents - next_cents))
        for place, part_cents in enumerate(reversed(money.split(taken_cents, [1] * equal))):
            lowered[place] -= part_cents
        left_cents -= taken_cents
    assert left_cents == 0, left_cents
    return lowered


def _check(stacks: Sequence[int], prizes_cents: Sequence[int]) -> None:
    if len(stacks) < _FEWEST_PLAYERS:
        raise Refusal("deal_players_few", N_("A deal needs two or more players."))
    if min(stacks) <= 0:
        raise Refusal("stack_empty", N_("Everyone in a deal must have chips."))
    falls = all(better >= worse for better, worse in pairwise(prizes_cents))
    if not 0 < len(prizes_cents) <= len(stacks) or min(prizes_cents) < 0 or not falls:
        raise Refusal("prizes_wrong", N_("A player can have only one prize, and a better place never gets less."))
