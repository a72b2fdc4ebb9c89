"""Dealers beside their peers: limits that widen with few hands, no verdict without peers (domain §5: 3 σ, 2 %)."""

from collections.abc import Iterable

import pytest

from tables.verdicts import dealers
from tables.verdicts.dealers import OUTSIDE_Z, WARNING_Z, Dealt, Funnel, Metric, Sample, Voids


def sample(values: Iterable[int]) -> Sample:
    listed = list(values)
    return Sample(len(listed), sum(listed), sum(value**2 for value in listed))


def dealt(dealer: int, tips: Iterable[int], rake: Iterable[int] | None = None, game: str = "NLHE 2/4") -> Dealt:
    listed = list(tips)
    return Dealt(dealer, game, sample(rake if rake is not None else [0] * len(listed)), sample(listed))


HONEST = [0, 100, 0, 200] * 100  # 400 hands, 75 cents a hand


def test_equal_dealers_are_within_the_limits():
    assert list(dealers.of_dealers("2026-11", [dealt(1, HONEST), dealt(2, HONEST), dealt(3, HONEST)])) == []


def test_half_the_tips_of_ones_peers_is_looked_at():
    short = [0, 0, 0, 150] * 100
    (found,) = dealers.of_dealers("2026-11", [dealt(1, HONEST), dealt(2, HONEST), dealt(3, HONEST), dealt(4, short)])
    assert (found.rule, found.dealer_id) == ("DEALER_OUTLIER", 4)
    assert found.subject == "dealer:4@2026-11/tips/NLHE 2/4"
    assert (found.facts["hands"], found.facts["per_hundred_hands_cents"]) == (400, 3_750)


def test_rake_left_out_now_and_then_is_looked_at():
    """A euro short in each tenth hand, where all the others take what is due."""
    (found,) = dealers.of_dealers("2026-11", [
        dealt(1, HONEST), dealt(2, HONEST), dealt(3, HONEST), dealt(4, HONEST, rake=([0] * 9 + [-100]) * 40),
    ])  # fmt: skip
    assert (found.facts["metric"], found.facts["per_hundred_hands_cents"]) == ("rake", -1_000)


def test_few_hands_say_nothing():
    """Far off, but with 40 hands nobody knows."""
    assert list(dealers.of_dealers("2026-11", [dealt(1, HONEST * 4), dealt(2, [0] * 40)])) == []


def test_who_deals_a_stake_alone_has_no_peers():
    assert list(dealers.of_dealers("2026-11", [dealt(1, HONEST), dealt(2, [0] * 400, game="PLO 5/10")])) == []
    assert dealers.funnels([dealt(1, HONEST)], Metric.TIPS) == {}


def test_limits_are_those_of_a_mean():
    """1.96 σ / √n: values 0 and 200 have σ ≈ 100, so a hundred hands lie within ±19.6 cents of the mean of 100."""
    funnel = Funnel(sample([0, 200] * 5_000))
    assert funnel.all.per_hundred_cents == 10_000
    assert funnel.half_width_cents(100, WARNING_Z) == 1_960
    assert funnel.half_width_cents(100, OUTSIDE_Z) == 3_090
    assert funnel.half_width_cents(400, WARNING_Z) == 980


@pytest.mark.parametrize(("total", "outside"), [(13_090, False), (13_091, True), (6_910, False), (6_909, True)])
def test_the_limit_is_exact(total: int, outside: bool):
    """A hundred hands at 130.90 or 69.10 cents lie on the limit of 99.8 % (σ is a shade above 100)."""
    funnel = Funnel(Sample(10**9, 10**11, 2 * 10**13))
    assert funnel.is_outside(Sample(100, total, 0), OUTSIDE_Z) is outside


def test_without_spread_or_hands_nothing_is_outside():
    assert Funnel(sample([100, 100])).half_width_cents(50, OUTSIDE_Z) == 0
    assert Funnel(sample([0, 200])).half_width_cents(0, OUTSIDE_Z) == 0
    assert Funnel(sample([100])).half_width_cents(50, OUTSIDE_Z) == 0
    assert not Funnel(sample([100, 100])).is_outside(sample([100]), OUTSIDE_Z)
    assert not Funnel(sample([100])).is_outside(sample([900]), OUTSIDE_Z)
    assert not Funnel(sample(HONEST)).is_outside(Sample(), OUTSIDE_Z)


@pytest.mark.parametrize(
    ("hands", "voids", "looked_at"),
    [
        (100, 3, True),
        (150, 3, False),  # 2 % on the spot
        (149, 3, True),
        (100, 2, False),  # two may always happen
        (49, 10, False),  # too few hands
        (50, 3, True),
    ],
)
def test_more_voids_than_two_in_a_hundred(hands: int, voids: int, looked_at: bool):
    found = list(dealers.of_voids("2026-11-20", Voids(7, hands, voids)))
    assert [(one.rule, one.subject) for one in found] == ([("VOID_RATE", "dealer:7@2026-11-20")] if looked_at else [])
