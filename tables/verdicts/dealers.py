"""A dealer's figures compared with those of the same stake: a funnel with its n, never a ranking.  Pure, whole numbers.

The fewer hands n a mean has, the further it may lie from the stake's mean by chance alone, and the wider the limits are
(funnel plot; Spiegelhalter 2005).  Limits are drawn at 95 % and at 99.8 %; a mean outside the latter is looked at,
which is no accusation.  Domain §5: rake or tips beyond 3 σ of stake peers, voids of more than 2 % of the hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isqrt
from typing import Final, Self

from accounting.verdicts import Rule, Verdict

WARNING_Z: Final = 1_960  # 95 % two-sided, in thousandths of σ
OUTSIDE_Z: Final = 3_090  # 99.8 %
_Z_SCALE: Final = 1_000

VOIDS_OF: Final = 50  # 2 % of the hands is one in fifty
LEAST_VOIDS: Final = 3
LEAST_HANDS_VOID: Final = 50
# Most hands bring no tip and a few bring much: the mean of fewer hands is not close enough to a normal distribution.
LEAST_HANDS: Final = 200
# Whether a hand brought a tip is yes or no: its mean is close enough to a normal distribution much sooner.
LEAST_HANDS_SHARE: Final = 40

PER: Final = 100
"""Funnels are drawn in cents for a hundred hands."""

SUBJECT_MAX: Final = 80


class Metric(StrEnum):
    """The figures that are compared."""

    RAKE = "rake"  # taken minus due
    TIPS = "tips"


@dataclass(frozen=True, slots=True)
class Sample:
    """n values (cents) by their sum and the sum of their squares."""

    hands: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(self.hands + other.hands, self.total + other.total, self.squares + other.squares)

    @property
    def per_hundred_cents(self) -> int:
        """The mean for a hundred hands, to the nearest cent."""
        return _nearest(PER * self.total, self.hands) if self.hands > 0 else 0


@dataclass(frozen=True, slots=True)
class Dealt:
    """A dealer's hands of one stake in a period, without reversed hands."""

    dealer_id: int
    game: str
    rake: Sample
    tips: Sample

    def of(self, metric: Metric) -> Sample:
        return self.rake if metric is Metric.RAKE else self.tips


@dataclass(frozen=True, slots=True)
class Voids:
    """A dealer's hands of a day, and how many of them were void."""

    dealer_id: int
    hands: int
    voids: int


@dataclass(frozen=True, slots=True)
class Funnel:
    """All hands of one stake together: the middle line and the limits of chance around it."""

    all: Sample

    @property
    def spread(self) -> int:
        """N·Σx² − (Σx)²: N(N−1) times the variance; 0 where all hands are alike."""
        return max(self.all.hands * self.all.squares - self.all.total**2, 0)

    def half_width_cents(self, hands: int, z: int) -> int:
        """Half the funnel's width at `hands`, per hundred hands, for `z` thousandths of σ (rounded down)."""
        total = self.all.hands
        if hands < 1 or total < 2:
            return 0
        return isqrt((PER * z) ** 2 * self.spread // (_Z_SCALE**2 * total * (total - 1) * hands))

    def is_outside(self, sample: Sample, z: int) -> bool:
        """Whether the sample's mean lies further from the middle than `z`; exact, without a root."""
        total = self.all.hands
        if sample.hands < 1 or total < 2:
            return False
        distance = sample.total * total - self.all.total * sample.hands
        return distance**2 * (total - 1) * _Z_SCALE**2 > z**2 * self.spread * sample.hands * total


def funnels(dealt: Sequence[Dealt], metric: Metric) -> Mapping[str, Funnel]:
    """The funnel of each stake that at least two dealers dealt: a single dealer has no peers.

    Tips lie around the stake's mean.  Rake lies around the rake due: around the mean, one dealer who takes too little
    would make those look suspicious who take the right amount.
    """
    found: dict[str, Sample] = {}
    people: dict[str, set[int]] = {}
    for one in dealt:
        sample = one.of(metric)
        if metric is Metric.RAKE:
            sample = replace(sample, total=0)
        found[one.game] = found.get(one.game, Sample()) + sample
        people.setdefault(one.game, set()).add(one.dealer_id)
    return {game: Funnel(sample) for game, sample in found.items() if len(people[game]) > 1}


def of_dealers(period: str, dealt: Sequence[Dealt]) -> Iterator[Verdict]:
    """A verdict per period (`2026-11`) on each dealer whose rake or tips lie outside the stake's 99.8 % limits."""
    for metric in Metric:
        of_stake = funnels(dealt, metric)
        for one in dealt:
            sample, funnel = one.of(metric), of_stake.get(one.game)
            if funnel and sample.hands >= LEAST_HANDS and funnel.is_outside(sample, OUTSIDE_Z):
                yield Verdict(
                    Rule.DEALER_OUTLIER,
                    f"dealer:{one.dealer_id}@{period}/{metric}/{one.game}"[:SUBJECT_MAX],
                    dealer_id=one.dealer_id,
                    facts={
                        "metric": metric.value,
                        "game": one.game,
                        "hands": sample.hands,
                        "per_hundred_hands_cents": sample.per_hundred_cents,
                        "of_the_stake_cents": funnel.all.per_hundred_cents,
                        "limit_cents": funnel.half_width_cents(sample.hands, OUTSIDE_Z),
                    },
                )


def is_share_unusual(with_tip: int, plays: int, of_all: tuple[int, int]) -> bool:
    """Whether the share of hands with a tip lies outside the 99.8 % limits around that of all (with a tip, hands)."""
    everyone = Sample(of_all[1], of_all[0], of_all[0])
    return plays >= LEAST_HANDS_SHARE and Funnel(everyone).is_outside(Sample(plays, with_tip, with_tip), OUTSIDE_Z)


def of_voids(day: str, voids: Voids) -> Iterator[Verdict]:
    """A verdict on voids of more than 2 % of a dealer's hands of a day, at least three of at least fifty."""
    if voids.hands >= LEAST_HANDS_VOID and voids.voids >= LEAST_VOIDS and voids.voids * VOIDS_OF > voids.hands:
        yield Verdict(
            Rule.VOID_RATE,
            f"dealer:{voids.dealer_id}@{day}",
            dealer_id=voids.dealer_id,
            facts={"hands": voids.hands, "voids": voids.voids},
        )


def _nearest(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)
