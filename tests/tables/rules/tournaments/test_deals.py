"""Deals sum exactly to what is left of the pool; the model agrees with published examples (CM2 in domain §7)."""

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.tournaments import deals
from tables.rules.tournaments.deals import Deal, Method


def icm(stacks: list[int], prizes_cents: list[int], **more: int) -> tuple[int, ...]:
    return deals.propose(Method.ICM, stacks, prizes_cents, **more).shares_cents


class TestPublished:
    def test_fifty_thirty_twenty(self) -> None:
        """practicalwebtools.com/gambling-tools/icm-calculator: of 1,000 they get 384, 328 and 289."""
        assert [(share + 50) // 100 for share in icm([50, 30, 20], [50_000, 30_000, 20_000])] == [384, 328, 289]

    def test_sixty_forty_twenty(self) -> None:
        """cryptopokerdb.com/tools/icm-calculator: 385, 340 and 275 exactly."""
        assert icm([6_000, 4_000, 2_000], [50_000, 30_000, 20_000]) == (38_500, 34_000, 27_500)

    def test_four_players_three_prizes(self) -> None:
        """pailiku.com/tools/icm-calculator/result: 377.78, 312.89, 225.60 and 83.73."""
        assert icm([5_000, 3_000, 1_500, 500], [50_000, 30_000, 20_000]) == (37_778, 31_289, 22_560, 8_373)

    def test_wikipedia(self) -> None:
        """en.wikipedia.org/wiki/Independent_Chip_Model: 70 and 30 units make about 45, 32 and 22."""
        assert [share // 100 for share in icm([50, 30, 20], [7_000, 3_000])] == [45, 32, 22]


class TestIcm:
    def by_all_orders(self, stacks: list[int], prizes: list[int]) -> list[Fraction]:
        """The model as it is defined, over every order in which they may finish."""
        found = [Fraction(0)] * len(stacks)
        for order in permutations(range(len(stacks))):
            chance, left = Fraction(1), sum(stacks)
            for player in order:
                chance *= Fraction(stacks[player], left)
                left -= stacks[player]
            for place, player in enumerate(order):
                found[player] += chance * (prizes[place] if place < len(prizes) else 0)
        return found

    @given(st.lists(st.integers(1, 10**6), min_size=2, max_size=5), st.data())
    def test_it_is_the_model_to_the_cent(self, stacks: list[int], data: st.DataObject) -> None:
        prizes = data.draw(st.lists(st.integers(0, 10**8), min_size=1, max_size=len(stacks)).map(sorted))[::-1]
        exact = self.by_all_orders(stacks, prizes)
        for share, expected in zip(icm(stacks, prizes), exact, strict=True):
            assert abs(share - expected) < 1

    def test_more_than_ten_players_are_computed_in_whole_numbers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stacks, prizes = [310, 5, 77, 1_200, 640, 13, 90], [90_000, 50_000, 30_000, 7]
        exact = icm(stacks, prizes)
        monkeypatch.setattr(deals, "MOST_EXACT", 2)
        assert icm(stacks, prizes) == exact

    def test_ten_players_exactly_and_sixteen_at_most(self) -> None:
        assert sum(icm(list(range(1, 11)), list(range(1_000, 0, -100)))) == 5_500
        assert icm([7] * 12, [1_200]) == (100,) * 12
        with pytest.raises(Refusal, match="deal_players_many"):
            icm([7] * 17, [1_200])


class TestOtherMethods:
    def test_a_chip_chop_gives_everybody_what_he_has_and_the_rest_by_chips(self) -> None:
        """gamingtoday.com/poker/article/22941: what the next one out gets for each, the remaining money by chips."""
        deal = deals.propose(Method.CHIP_CHOP, [400, 300, 200, 100], [1_600, 1_000, 600, 400])
        assert deal == Deal((1_200, 1_000, 800, 600))

    def test_it_may_give_more_than_the_first_prize_and_says_so(self) -> None:
        deal = deals.propose(Method.CHIP_CHOP, [90, 6, 4], [1_000, 600, 400])
        assert (deal.shares_cents, deal.above_first) == ((1_120, 448, 432), (0,))

    def test_an_even_deal(self) -> None:
        """advancedpokertraining.com, "Chopping Tournament Prize Pools": of 3,600 each of the four gets 900."""
        assert deals.propose(Method.EVEN, [4, 3, 2, 1], [1_600, 1_000, 600, 400]).shares_cents == (900,) * 4
        assert deals.propose(Method.EVEN, [90, 6, 4], [1_000, 600, 401]).shares_cents == (667, 667, 667)


class TestPlayingOn:
    def test_what_is_played_for_is_taken_off_the_first_prize(self) -> None:
        deal = deals.propose(Method.ICM, [1, 1], [1_000, 600], played_for_cents=200)
        assert deal == Deal((700, 700), 200)

    def test_below_the_second_prize_off_both(self) -> None:
        """1,000, 700 and 400 without 401 are 650, 649 and 400, of which everybody has 400."""
        deal = deals.propose(Method.CHIP_CHOP, [1, 1, 1], [1_000, 700, 400], played_for_cents=401)
        assert deal.shares_cents == (567, 566, 566)
        assert deals._lowered([1_000, 700, 400], 401) == [650, 649, 400]

    def test_not_more_than_is_open(self) -> None:
        assert deals.propose(Method.ICM, [3, 1], [1_000, 600], played_for_cents=400).shares_cents == (600, 600)
        with pytest.raises(Refusal) as caught:
            deals.propose(Method.ICM, [3, 1], [1_000, 600], played_for_cents=401)
        assert (caught.value.code, caught.value.facts) == ("played_for_too_much", {"most_cents": 400})


class TestSums:
    @given(
        st.sampled_from(Method),
        st.lists(st.integers(1, 10**6), min_size=2, max_size=7),
        st.sampled_from([1, 100, 500]),
        st.data(),
    )
    def test_every_deal_is_exactly_what_is_left_and_nobody_loses_what_he_has(
        self, method: Method, stacks: list[int], unit: int, data: st.DataObject
    ) -> None:
        prizes = data.draw(st.lists(st.integers(0, 10**8), min_size=1, max_size=len(stacks)).map(sorted))[::-1]
        has = prizes[-1] if len(prizes) == len(stacks) else 0
        on = data.draw(st.integers(0, sum(prizes) - has * len(stacks)))
        deal = deals.propose(method, stacks, prizes, played_for_cents=on, unit_cents=unit)
        assert sum(deal.shares_cents) + deal.played_for_cents == sum(prizes)
        assert min(deal.shares_cents) >= has
        deals.check(dict(enumerate(deal.shares_cents)), on, prizes)
        if method is Method.ICM and unit == 1:
            assert not deal.above_first
            # More chips are never worth less, but for the odd cent.
            ranked = sorted(range(len(stacks)), key=lambda i: stacks[i])
            shares = [deal.shares_cents[i] for i in ranked]
            assert all(less <= more + 1 for less, more in pairwise(shares))

    def test_a_division_of_their_own_must_come_to_the_pool(self) -> None:
        deals.check({7: 900, 8: 500}, 200, [1_000, 600])
        for shares, on in (({7: 900, 8: 500}, 199), ({7: 900, 8: 501}, 200), ({7: 1_700, 8: -100}, 0)):
            with pytest.raises(Refusal, match="deal_sum"):
                deals.check(shares, on, [1_000, 600])

    @pytest.mark.parametrize(
        ("stacks", "prizes", "code"),
        [
            ([5], [100], "deal_players_few"),
            ([5, 0], [100], "stack_empty"),
            ([5, 5], [], "prizes_wrong"),
            ([5, 5], [100, 200], "prizes_wrong"),
            ([5, 5], [100, 50, 25], "prizes_wrong"),
            ([5, 5], [100, -1], "prizes_wrong"),
        ],
    )
    def test_refused_is_what_cannot_be(self, stacks: list[int], prizes: list[int], code: str) -> None:
        with pytest.raises(Refusal) as caught:
            deals.propose(Method.ICM, stacks, prizes)
        assert caught.value.code == code
