"""What one pool lets tell of table stakes (T1, T3; seeds 001, 003): only what is impossible is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.pool_stakes import Holding, Played, check_pot, check_top_up, holding, most_in_pot
from tables.rules.terms.rebuys import Rebuy


def most(stacks, dealt_in, *, played=(), pool=None, dead=0):
    held = [holding(cents, played) for cents in stacks]
    return most_in_pot(held, dealt_in, pool_cents=sum(stacks) if pool is None else pool, dead_cents=dead)


@pytest.mark.parametrize(
    ("stacks", "dealt_in", "expected"),
    [
        ((200, 200, 200), 2, 400),
        ((200, 200, 200), 3, 600),
        ((1_000, 200, 100), 2, 400),  # nobody matches more than 200 of the 1,000
        ((1_000, 200, 100), 3, 500),
        ((1_000, 900, 100), 2, 1_800),
    ],
)
def test_before_the_first_hand_the_stacks_are_known(stacks, dealt_in, expected):
    assert most(stacks, dealt_in) == expected


def test_after_a_hand_of_100_the_third_player_still_has_150():
    """Of 600: at most half of that pot was theirs.  Nobody can have won more than two thirds of it."""
    played = [Played(100, 3)]
    assert holding(200, played) == Holding(150, 267)
    assert most((200, 200, 200), 2, played=played) == 450
    assert most((200, 200, 200), 2, played=[*played, Played(100, 3)]) == 500


def test_dead_money_need_not_be_matched():
    """The big blind of 2 with an ante of 2 for all wins a pot of 5, of which 3 were their own."""
    assert Played(500, 2, dead_cents=200).most_lost_cents >= 300
    assert most((1_000, 200), 2, dead=50) == 450


def test_the_pool_has_no_more_than_it_has():
    """What the house took is gone, whoever paid it; what a count found may be anybody's."""
    assert most((200, 200), 2, pool=390) == 390
    assert holding(200, [], charged_cents=30, found_cents=7, missing_cents=5) == Holding(165, 207)


DEAD = 5


@st.composite
def courses(draw):
    """What everybody brought, and true hands with it: who was dealt in, the pot, what the house took and who won."""
    brought = draw(st.lists(st.integers(2, 400), min_size=2, max_size=6))
    stacks, hands = list(brought), []
    for _hand in range(draw(st.integers(1, 8))):
        able = [seat for seat, cents in enumerate(stacks) if cents]
        if len(able) < 2:
            break
        dealt = draw(st.lists(st.sampled_from(able), min_size=2, max_size=len(able), unique=True))
        wanted = {seat: draw(st.integers(0, stacks[seat])) for seat in dealt}
        matched = sorted(wanted.values())[-2]
        paid = {seat: min(cents, matched) for seat, cents in wanted.items()}
        best = draw(st.sampled_from([seat for seat in dealt if paid[seat] == matched]))
        dead = draw(st.sampled_from(dealt))
        paid[dead] += min(draw(st.integers(0, DEAD)), stacks[dead] - paid[dead])
        pot = sum(paid.values())
        taken = draw(st.integers(0, pot // 10))
        hands.append((len(dealt), pot, sum(stacks)))
        for seat, cents in paid.items():
            stacks[seat] -= cents
        stacks[best] += pot - taken
    return brought, hands


@given(courses())
def test_what_was_really_played_is_never_refused(course):
    """Each pot is within the bound that the hands before it leave: whoever played, whoever won, whatever was taken."""
    brought, hands = course
    before: list[Played] = []
    for dealt_in, pot, pool in hands:
        held = [holding(cents, before) for cents in brought]
        check_pot(pot, most_in_pot(held, dealt_in, pool_cents=pool, dead_cents=DEAD), dealt_in)
        before.append(Played(pot, dealt_in, DEAD))


def refused(has, amount, *, rebuy=None, least=4_000, most=None):
    with pytest.raises(Refusal) as caught:
        check_top_up(has, amount, rebuy or Rebuy(), min_buy_in_cents=least, max_buy_in_cents=most)
    return caught.value


class TestATopUp:
    """T3: afterwards the stack reaches the minimum buy-in, "or more" (seed 001)."""

    def test_of_the_minimum_needs_no_count(self):
        check_top_up(Holding(0, 90_000), 4_000, Rebuy(), min_buy_in_cents=4_000, max_buy_in_cents=20_000)

    def test_of_less_needs_one_unless_the_stack_is_known_to_do(self):
        refusal = refused(Holding(0, 90_000), 100)
        assert (refusal.code, refusal.facts) == ("count_required", {"min_buy_in_cents": 4_000, "least_cents": 4_000})
        check_top_up(Holding(3_900, 90_000), 100, Rebuy(), min_buy_in_cents=4_000, max_buy_in_cents=None)
        check_top_up(Holding(3_900, 3_900), 100, Rebuy(), min_buy_in_cents=4_000, max_buy_in_cents=None)

    def test_that_cannot_reach_the_minimum_is_refused_without_a_count(self):
        refusal = refused(Holding(0, 3_000), 900)
        assert (refusal.code, refusal.facts["least_cents"]) == ("below_minimum_buy_in", 1_000)
        assert refused(Holding(3_800, 3_800), 100).facts["least_cents"] == 200

    def test_above_the_maximum_is_refused_where_it_is_certain(self):
        assert refused(Holding(15_000, 90_000), 6_000, most=20_000).facts["most_cents"] == 5_000
        check_top_up(Holding(0, 90_000), 6_000, Rebuy(), min_buy_in_cents=4_000, max_buy_in_cents=20_000)

    def test_of_a_game_that_sells_to_short_stacks_alone_needs_a_count(self):
        """S6: "once he has lost all his chips or fallen below a certain score" (seed 000)."""
        rebuy = Rebuy(at_cents=1_000, amount_cents=4_000)
        assert refused(Holding(0, 90_000), 4_000, rebuy=rebuy).code == "count_required"
        assert refused(Holding(1_100, 90_000), 4_000, rebuy=rebuy).code == "stack_above_rebuy"
        check_top_up(Holding(1_000, 1_000), 4_000, rebuy, min_buy_in_cents=4_000, max_buy_in_cents=None)
        check_top_up(Holding(0, 1_000), 4_000, rebuy, min_buy_in_cents=4_000, max_buy_in_cents=None)
