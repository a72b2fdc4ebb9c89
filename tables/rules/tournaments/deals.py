"""Deals among the players who are left: what each would get, to the cent of the remaining prizes (CM2 in domain §7).

ICM is the model of Malmuth and Harville: a player's chance of the first place is his share of the chips, and of each
further place his share of the chips of those who are not placed yet (en.wikipedia.org/wiki/Independent_Chip_Model).
Proposals only: the players agree on one, or on any other division, and `check` holds it to the pool.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Final

from accounting import money
from casino.errors import Refusal, _

#: Up to so many players the model is computed in fractions, without any rounding.
MOST_EXACT: Final = 10
#: Up to so many it is computed at all, each way of placing the first few in 2⁻¹²⁸: at most 2¹⁶ of them, so the sum is
#: wrong by less than 2⁻¹⁰⁰ of a prize, and the cents are the same unless two remainders were as close as that.
MOST_PLAYERS: Final = 16
_FEWEST_PLAYERS: Final = 2
_ONE: Final = 1 << 128


class Method(StrEnum):
    """How a deal is proposed."""

    ICM = "icm"
    CHIP_CHOP = "chip_chop"
    EVEN = "even"


@dataclass(frozen=True, slots=True)
class Deal:
    """What each player gets now, in the order given, and what is still played for: the winner's on top.

    `above_first`: who would get more than the first prize.  A chip chop can do that to a big stack; the floor says so
    before anybody agrees.
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

    Nobody gets less than the prize he has already.  What is still played for is taken off the top: from the first prize
    until it equals the second, then from both, and so on.  Refuses `deal_players_few`, `deal_players_many`,
    `stack_empty`, `prizes_wrong` and `played_for_too_much`.
    """
    _check(stacks, prizes_cents)
    prizes = [*prizes_cents, *[0] * (len(stacks) - len(prizes_cents))]
    if not 0 <= played_for_cents <= sum(prizes) - len(prizes) * prizes[-1]:
        raise Refusal(
            "played_for_too_much",
            _("At most %(most_cents)s can be left to play for; the rest everybody has already."),
            most_cents=sum(prizes) - len(prizes) * prizes[-1],
        )
    lowered = _lowered(prizes, played_for_cents)
    least_cents = lowered[-1]
    # What everybody has already is not divided; what is divided goes by weight.
    spare_cents = sum(lowered) - least_cents * len(stacks)
    weights = _weights(method, stacks, lowered)
    parts = money.split(spare_cents, weights, unit_cents=unit_cents) if spare_cents else (0,) * len(stacks)
    shares_cents = tuple(least_cents + part for part in parts)
    assert sum(shares_cents) + played_for_cents == sum(prizes)
    above = tuple(i for i, share_cents in enumerate(shares_cents) if share_cents > prizes[0])
    return Deal(shares_cents, played_for_cents, above)


def _weights(method: Method, stacks: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """By what the money is divided that nobody has yet."""
    if method is Method.CHIP_CHOP:
        return list(stacks)
    if method is Method.EVEN:
        return [1] * len(stacks)
    if len(stacks) > MOST_PLAYERS:
        raise Refusal("deal_players_many", _("The model is computed for at most %(most)s players."), most=MOST_PLAYERS)
    return expectations(stacks, [prize - prizes[-1] for prize in prizes])


def check(shares_cents: Mapping[int, int], played_for_cents: int, prizes_cents: Sequence[int]) -> None:
    """Whether a division that the players agreed on by themselves is exactly what there is; refuses `deal_sum`."""
    given_cents = sum(shares_cents.values()) + played_for_cents
    if given_cents != sum(prizes_cents) or min([*shares_cents.values(), played_for_cents]) < 0:
        raise Refusal(
            "deal_sum",
            _("A deal divides exactly %(pool_cents)s; this one comes to %(given_cents)s."),
            pool_cents=sum(prizes_cents),
            given_cents=given_cents,
        )


def expectations(stacks: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """Whole numbers in proportion to what each player can expect of the prizes by the model.

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
            with_him = placed | 1 << player
            chances[with_him] += next_chance
            chips[with_him] = chips[placed] + stack
            found[player] += prize * next_chance
    denominator = lcm(*(expected.denominator for expected in found))
    return [int(expected * denominator) for expected in found]


def _times(chance: Fraction | int, stack: int, left: int) -> Fraction | int:
    if isinstance(chance, Fraction):
        return chance * Fraction(stack, left)
    return chance * stack // left


def _lowered(prizes_cents: Sequence[int], played_for_cents: int) -> list[int]:
    """The prizes without what is still played for, taken off the top; an odd cent stays with the better places."""
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
        raise Refusal("deal_players_few", _("A deal is made by two players or more."))
    if min(stacks) <= 0:
        raise Refusal("stack_empty", _("Who makes a deal has chips."))
    falls = all(better >= worse for better, worse in pairwise(prizes_cents))
    if not 0 < len(prizes_cents) <= len(stacks) or min(prizes_cents) < 0 or not falls:
        raise Refusal("prizes_wrong", _("Each player has at most one prize, and a better place never gets less."))
