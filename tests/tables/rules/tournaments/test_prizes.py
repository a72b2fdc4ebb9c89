"""Pool, payouts and satellites: every cent that was advertised is paid, and none twice (domain §4.14)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.tournaments import prizes
from tables.rules.tournaments.payout_tables import PAYOUT_TABLES, USUAL, PayoutTable
from tables.rules.tournaments.prizes import Rounded, Satellite

EURO = 100


def test_a_guarantee_is_made_up_by_the_house() -> None:
    """FA: "guarantee overlay paid from *net*": it is told apart from what the players paid."""
    assert prizes.overlay(2_000 * EURO, 3_000 * EURO) == 1_000 * EURO
    assert prizes.overlay(4_000 * EURO, 3_000 * EURO) == 0


class TestPayouts:
    def test_fifty_thirty_twenty(self) -> None:
        """pokerstrategy.com, "Payout Structure": a typical sit-and-go pays 50, 30 and 20 %."""
        assert prizes.payouts(90 * EURO, (5_000, 3_000, 2_000)) == (4_500, 2_700, 1_800)

    def test_prizes_are_rounded_down_and_the_rest_goes_to_the_first(self) -> None:
        assert prizes.payouts(1_234_56, (5_000, 3_000, 2_000), Rounded(unit_cents=500)) == (61_956, 37_000, 24_500)

    def test_a_paid_place_gets_the_least_prize_and_those_above_pay_for_it(self) -> None:
        found = prizes.payouts(1_000 * EURO, (5_000, 3_000, 1_500, 500), Rounded(least_cents=100 * EURO))
        # 900 are left for 50 : 30 : 15.
        assert found == (474 * EURO, 284 * EURO, 142 * EURO, 100 * EURO)

    def test_a_pool_that_is_too_small_for_so_many_least_prizes_pays_fewer_places(self) -> None:
        found = prizes.payouts(250 * EURO, (5_000, 3_000, 1_500, 500), Rounded(least_cents=100 * EURO))
        assert found == (150 * EURO, 100 * EURO)
        assert prizes.payouts(50 * EURO, (6_000, 4_000), Rounded(least_cents=100 * EURO)) == (50 * EURO,)

    @pytest.mark.parametrize("shares", [(), (5_000, 4_999), (4_000, 6_000), (10_000, 0), (5_000, 5_001)])
    def test_refused_are_shares_that_are_not_the_whole(self, shares: tuple[int, ...]) -> None:
        with pytest.raises(Refusal, match="payout_table_wrong"):
            prizes.payouts(100, shares)

    @given(
        st.integers(0, 10**9),
        st.integers(1, 700),
        st.sampled_from([1, 100, 500, 1_000]),
        st.integers(0, 50_000),
    )
    def test_the_payouts_are_the_pool_and_no_worse_place_gets_more(
        self, pool_cents: int, entries: int, unit: int, least: int
    ) -> None:
        found = prizes.payouts(pool_cents, USUAL.shares(entries), Rounded(unit, least))
        assert sum(found) == pool_cents
        assert list(found) == sorted(found, reverse=True)
        assert all(prize % unit == 0 for prize in found[1:])
        assert all(prize >= least for prize in found[1:])


class TestSharedPlaces:
    def test_who_ties_shares_the_sum_of_the_places(self) -> None:
        """PokerStars, "Simultaneous elimination": each gets (Prize5 + Prize6) / 2."""
        assert prizes.shared((100, 80, 60, 50, 40, 31), 5, 2) == (36, 35)

    def test_places_that_are_not_paid_count_as_nothing(self) -> None:
        assert prizes.shared((100, 80, 61), 3, 2, unit_cents=1) == (31, 30)
        assert prizes.shared((100, 80, 60), 4, 2) == (0, 0)

    def test_the_odd_unit_goes_to_the_first_named(self) -> None:
        assert prizes.shared((1_000, 700), 1, 3, unit_cents=100) == (600, 600, 500)

    @given(st.lists(st.integers(0, 10**7), min_size=1, max_size=12), st.data())
    def test_nothing_is_lost(self, prize_list: list[int], data: st.DataObject) -> None:
        place = data.draw(st.integers(1, len(prize_list) + 2))
        players = data.draw(st.integers(1, 6))
        assert sum(prizes.shared(prize_list, place, players)) == sum(prize_list[place - 1 : place - 1 + players])


class TestSatellites:
    def test_the_pool_buys_seats_and_the_rest_goes_to_the_next_place(self) -> None:
        """pokerdream-live.com: what falls short of a seat goes "to the runner up of the last seat being awarded"."""
        found, overlay = prizes.satellite(1_250 * EURO, 500 * EURO)
        assert (found, overlay) == (Satellite(2, 500 * EURO, 250 * EURO), 0)

    def test_guaranteed_seats_are_made_up_by_the_house(self) -> None:
        assert prizes.satellite(1_250 * EURO, 500 * EURO, 3) == (Satellite(3, 500 * EURO, 0), 250 * EURO)
        assert prizes.satellite(1_750 * EURO, 500 * EURO, 3) == (Satellite(3, 500 * EURO, 250 * EURO), 0)

    def test_where_the_pool_buys_no_seat_the_winner_takes_it(self) -> None:
        found, overlay = prizes.satellite(499 * EURO, 500 * EURO)
        assert (found, overlay) == (Satellite(0, 500 * EURO, 499 * EURO), 0)

    def test_refused_is_a_seat_without_a_price(self) -> None:
        with pytest.raises(Refusal, match="seat_price_wrong"):
            prizes.satellite(100, 0)


class TestPayoutTables:
    @pytest.mark.parametrize("shipped", PAYOUT_TABLES.values(), ids=lambda one: one.key)
    def test_every_row_is_the_whole_pool(self, shipped: PayoutTable) -> None:
        limits = [row.up_to_entries for row in shipped.rows]
        assert limits == sorted(set(limits))
        for row in shipped.rows:
            prizes.check_shares(row.shares_bp)
            assert len(row.shares_bp) <= row.up_to_entries

    @pytest.mark.parametrize(
        ("entries", "places", "first_bp"),
        [(1, 1, 10_000), (12, 3, 5_000), (13, 4, 4_000), (50, 9, 2_900), (84, 18, 2_500), (175, 27, 2_300),
         (290, 45, 2_150), (416, 81, 1_950), (9_999, 81, 1_950)],
    )  # fmt: skip
    def test_the_shipped_table_pays_as_published(self, entries: int, places: int, first_bp: int) -> None:
        """fabulouspoker.com/poker-tournaments-online/prize-structures."""
        shares = USUAL.shares(entries)
        assert (len(shares), shares[0]) == (places, first_bp)
