"""Places of those who go out together, and bounties (K2, WSOP, TDA 20)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.result import PotResult, payout
from tables.rules.setup import Variant
from tables.rules.tournaments import eliminations
from tables.rules.tournaments.eliminations import (
    PLAIN,
    PROGRESSIVE,
    AcrossTables,
    BountyRule,
    Bust,
    Claim,
    Placing,
    WonPot,
)
from tests.tables.rules.scripts import result, table


def places(*busts: Bust, left: int = 10, across: AcrossTables = AcrossTables.TIE) -> dict[int, tuple[int, int]]:
    return {one.entrant: (one.place, one.sharing) for one in eliminations.placings(busts, left, across)}


class TestPlaces:
    def test_who_goes_out_alone_comes_after_all_who_are_left(self) -> None:
        assert eliminations.placings([Bust(7, 1, 500)], 10) == (Placing(7, 11),)

    def test_more_chips_at_the_start_of_the_hand_place_higher(self) -> None:
        """WSOP 2011: "bust at the same table … determined by chip count" (pokernews.com, event 58, post 194277)."""
        assert places(Bust(1, 1, 300), Bust(2, 1, 900), Bust(3, 1, 500)) == {2: (11, 1), 3: (12, 1), 1: (13, 1)}

    def test_equal_stacks_tie_and_share(self) -> None:
        """PokerStars, "Simultaneous elimination": of six players two with the same stack share places five and six."""
        assert places(Bust(1, 1, 300), Bust(2, 1, 300), left=4) == {1: (5, 2), 2: (5, 2)}

    def test_hand_for_hand_at_different_tables_they_tie(self) -> None:
        """WSOP 2011: "if on different tables, the players will tie for the relevant finishing position"."""
        assert places(Bust(1, 1, 300), Bust(2, 2, 900)) == {1: (11, 2), 2: (11, 2)}

    def test_hand_for_hand_each_table_ranks_its_own(self) -> None:
        found = places(Bust(1, 1, 300), Bust(2, 1, 900), Bust(3, 2, 100))
        assert found == {2: (11, 2), 3: (11, 2), 1: (13, 1)}

    def test_hand_for_hand_equal_stacks_at_one_table_tie_with_the_other(self) -> None:
        found = places(Bust(1, 1, 300), Bust(2, 1, 300), Bust(3, 2, 900))
        assert found == {1: (11, 3), 2: (11, 3), 3: (11, 3)}

    def test_or_a_round_counts_as_one_hand(self) -> None:
        """PokerStars: busts of one synchronised hand are simultaneous; Wikipedia: "ranked according to chip count"."""
        found = places(Bust(1, 1, 300), Bust(2, 2, 900), Bust(3, 3, 300), across=AcrossTables.LARGER_STACK)
        assert found == {2: (11, 1), 1: (12, 2), 3: (12, 2)}

    @pytest.mark.parametrize(
        ("busts", "left", "code"),
        [
            ([Bust(1, 1, 5)], 0, "nobody_left"),
            ([Bust(1, 1, 5), Bust(1, 1, 5)], 3, "entrant_twice"),
            ([Bust(1, 1, 0)], 3, "stack_empty"),
        ],
    )
    def test_refused_is_what_cannot_be(self, busts: list[Bust], left: int, code: str) -> None:
        with pytest.raises(Refusal) as caught:
            eliminations.placings(busts, left)
        assert caught.value.code == code

    @given(
        st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4)), min_size=1, max_size=9),
        st.integers(1, 50),
        st.sampled_from(AcrossTables),
    )
    def test_places_are_filled_without_a_gap(
        self, given_: list[tuple[int, int]], left: int, across: AcrossTables
    ) -> None:
        busts = [Bust(i, table, chips) for i, (table, chips) in enumerate(given_)]
        found = eliminations.placings(busts, left, across)
        assert {one.entrant for one in found} == set(range(len(busts)))
        held = sorted({place for one in found for place in range(one.place, one.place + one.sharing)})
        assert held == list(range(left + 1, left + 1 + len(busts)))
        for one in found:
            assert sum(other.place == one.place for other in found) == one.sharing


class TestBounties:
    def pots(self) -> list[WonPot]:
        """bwin's example: 10,000, 5,000 and 1,000 all in; the shortest wins, then the longest."""
        return [WonPot(frozenset({1, 2, 3}), (3,)), WonPot(frozenset({1, 2}), (1,))]

    def test_who_wins_his_last_chips_takes_the_bounty(self) -> None:
        """bwin, "Progressive Knockouts": "player 3 will win the main pot but … the bounty will go to player 1"."""
        assert eliminations.takers(2, self.pots()) == (1,)

    def test_winners_are_those_of_each_half_on_each_board_who_got_chips(self) -> None:
        """The low of the first board, and both of the second, count like a split pot."""
        setup = replace(table([100, 100, 100, 100], variant=Variant.OMAHA_HI_LO), boards=2)
        script = "3 all-in, 4 all-in, 1 all-in, 2 call, board 2c7d9h, board 3c8dTh, board Js, board Qc, board 6s, "
        found = result(
            setup,
            script + "board 4s, 1 show JhJd2h2d, 2 show Ah5dKhKd, 3 show QhQd9s9c, 4 show TdTc5h9d",
        )
        assert [(pot.winners, pot.low) for pot in found.pots] == [(((1,), (3,)), ((2,), (2,)))]
        (pot,) = eliminations.won_pots(found, payout(found))
        assert pot == WonPot(frozenset({1, 2, 3, 4}), (1, 2, 3))
        assert eliminations.takers(4, [pot]) == (1, 2, 3)

    def test_who_won_a_half_too_small_for_a_chip_is_out(self) -> None:
        """A pot of one chip has no low half; nobody who has no chips can have won."""
        found = replace(result(table([100, 100]), "2 fold"), chip_cents=10)
        pot = PotResult(10, (1, 2), ((1,),), ((2,),))
        found = replace(found, pots=(pot,), total_cents=10)
        assert eliminations.won_pots(found, payout(found)) == [WonPot(frozenset({1, 2}), (1,))]

    def test_refused_are_a_bust_in_no_pot_and_one_that_wins(self) -> None:
        with pytest.raises(Refusal, match="pot_unknown"):
            eliminations.takers(9, self.pots())
        with pytest.raises(Refusal, match="bust_wins"):
            eliminations.takers(3, self.pots())

    def test_a_plain_bounty_is_paid_whole(self) -> None:
        assert eliminations.claims(5_000, [4], PLAIN) == (Claim(4, 5_000, 0),)

    def test_of_a_progressive_bounty_half_goes_on_the_winners_head(self) -> None:
        """bwin: "$5 cash and have $5 added to their own bounty to make $15"."""
        claimed = eliminations.claims(1_000, [1], PROGRESSIVE)
        assert claimed == (Claim(1, 500, 500),)
        assert eliminations.heads_after({1: 1_000, 2: 1_000, 3: 700}, 2, claimed) == {1: 1_500, 3: 700}

    def test_the_odd_cent_of_a_progressive_bounty_is_paid(self) -> None:
        assert eliminations.claims(1_001, [1], PROGRESSIVE) == (Claim(1, 501, 500),)

    def test_a_split_pot_splits_the_bounty_odd_unit_to_the_first(self) -> None:
        """bwin: "the bounty will be split evenly between them"; TDA 20: odd chips from the left of the button."""
        rule = BountyRule(unit_cents=100)
        assert eliminations.claims(2_500, [8, 3], rule) == (Claim(8, 1_300, 0), Claim(3, 1_200, 0))

    @given(
        st.integers(0, 10**7),
        st.integers(1, 5),
        st.integers(0, 10_000),
        st.sampled_from([1, 100, 500]),
    )
    def test_nothing_of_a_head_is_lost(self, head: int, winners: int, paid_bp: int, unit: int) -> None:
        claimed = eliminations.claims(head, range(winners), BountyRule(paid_bp, unit))
        assert sum(one.paid_cents + one.on_head_cents for one in claimed) == head
        assert all(one.paid_cents >= 0 <= one.on_head_cents for one in claimed)
        before = dict.fromkeys(range(winners), 10) | {99: head}
        after = eliminations.heads_after(before, 99, claimed)
        assert sum(after.values()) + sum(one.paid_cents for one in claimed) == sum(before.values())
