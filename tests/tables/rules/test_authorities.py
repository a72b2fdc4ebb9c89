"""What TDA 2024 and the WSOP live rules ("WLA") say, with their own examples."""

from dataclasses import replace

import pytest

from tables.rules import hand
from tables.rules.actions import Kind
from tables.rules.rule_sets import Straddle
from tables.rules.setup import Betting, Post, PostKind
from tests.tables.rules.scripts import kinds, limits, play, refused, table

FLOP = "3 call, 1 call, 2 check, board 2c3c4d, "
FLOP_OF_FOUR = "3 call, 4 call, 1 call, 2 check, board 2c3c4d, "


def test_bet_100_all_in_140_makes_the_next_full_raise_240() -> None:
    """WLA 172."""
    state = play(table([1000, 1000, 150], blinds=(5, 10)), FLOP + "1 bet 100, 2 call, 3 all-in")
    assert state.price == 140
    assert hand.legal(state).seat == 1
    assert limits(state) is None  # and 40 more does not reopen to who has bet
    fresh = play(table([150, 1000, 1000, 1000]), FLOP_OF_FOUR + "1 check, 2 bet 100, 3 call, 4 call, 1 all-in")
    assert limits(fresh) is None
    behind = play(table([1000, 150, 1000]), FLOP + "1 bet 100, 2 all-in")
    assert limits(behind) == (240, 990)


def test_several_short_all_ins_that_reach_a_full_raise_reopen() -> None:
    """WLA 173: 500, raise 1,000, call 1,000, all-in 1,300, all-in 1,700: players at 1,000 may raise, least 2,200."""
    setup = table([10_000, 10_000, 10_000, 1_400, 1_800], blinds=(50, 100))
    script = (
        "3 call, 4 call, 5 call, 1 call, 2 check, board 2c3c4d, 1 bet 500, 2 raise 1000, 3 call, 4 all-in, 5 all-in"
    )
    state = play(setup, script + ", 1 fold")
    assert hand.legal(state).seat == 2
    assert limits(state) == (2200, 9900)
    assert limits(play(setup, script + ", 1 fold, 2 call")) == (2200, 9900)


@pytest.mark.parametrize(("second", "expected"), [(30, (30, 990)), (29, None)])
def test_short_all_ins_that_are_a_full_raise_exactly_reopen(second: int, expected: tuple[int, int] | None) -> None:
    """TDA 47: closed to whoever is "not facing at least a full bet or raise"; bet 10, all-ins to 15 and 20, or 19."""
    state = play(table([1000, 25, second, 1000]), FLOP_OF_FOUR + "1 bet 10, 2 all-in, 3 all-in, 4 call")
    assert hand.legal(state).seat == 1
    assert limits(state) == expected


@pytest.mark.parametrize(("rules", "expected"), [("house/1", None), ("tda/1", None)])
def test_one_short_all_in_does_not_reopen(rules: str, expected: None) -> None:
    setup = table([1000, 1000, 160], rules=rules)
    state = play(setup, FLOP + "1 bet 100, 2 call, 3 all-in")
    assert limits(state) is expected
    assert refused(state, "1 raise 400").code == "raising_closed"
    assert kinds(state) == {"fold", "call"}


@pytest.mark.parametrize("key", ["house/2", "tda/2", "wsop-live/2", "seed-000/2"])
@pytest.mark.parametrize(("all_in", "expected"), [(7_500, None), (8_000, (12_000, 100_000))])
def test_a_short_all_in_alone_does_not_reopen_either(key: str, all_in: int, expected: object) -> None:
    """TDA 47 A: closed to "players who have already acted and are not facing at least a full bet or raise".

    Blinds 2,000 and 4,000: a call, an all-in of 7,500, and all others fold.  Nobody could call a raise of the caller's,
    so it would all be returned; but 3,500 more is no full raise, and the caller may only call or fold.
    """
    setup = table([100_000, 100_000, 100_000, all_in], blinds=(2_000, 4_000), rules=key)
    state = play(setup, "3 call, 4 all-in, 1 fold, 2 fold")
    assert hand.legal(state).seat == 3
    assert limits(state) == expected
    if expected is None:
        assert kinds(state) == {"fold", "call"}
        assert refused(state, "3 raise 12000").code == "raising_closed"
        assert refused(state, "3 all-in").code == "raising_closed"


def test_the_cap_holds_against_all_ins_too() -> None:
    """WLA 126: a bet and so many raises, whether or not the last opponent has chips left."""
    setup = table([1000, 50, 1000], betting=Betting.FIXED_LIMIT)
    state = play(setup, FLOP + "1 bet 10, 2 raise 20, 3 fold, 1 raise 30, 2 raise 40")
    assert limits(state) is None
    assert refused(state, "1 raise 50").code == "raise_capped"


def test_a_short_big_blind_is_called_at_the_full_price() -> None:
    """WLA 150: others call the full big blind or raise to at least two."""
    state = play(table([1000, 4, 1000]))
    assert state.price == 10
    option = hand.legal(state).option(Kind.CALL)
    assert option is not None
    assert option.call_cents == 10
    assert limits(state) == (20, 1000)


@pytest.mark.parametrize(
    ("script", "maximum"),
    [
        ("", 35),  # 5/10: first raise to 35
        ("3 raise 35", 115),
        ("3 call", 40),  # the small blind: 10 + 25 + 5
    ],
)
def test_pot_limit_before_the_flop(script: str, maximum: int) -> None:
    """Bet, pot and call added up: 10 + (5 + 10) + 10 = 35."""
    limit = limits(play(table([1000] * 3, betting=Betting.POT_LIMIT), script))
    assert limit is not None
    assert limit[1] == maximum


@pytest.mark.parametrize("key", ["wsop-live/1", "wsop-live/3"])
@pytest.mark.parametrize(("posts", "maximum"), [((), 30), ((Post(PostKind.SMALL_BLIND, 5),), 45)])
def test_pot_limit_without_a_big_blind_counts_what_is_there(key: str, posts: tuple[Post, ...], maximum: int) -> None:
    """WLA 187 counts the small blind as a big one until the big blind has acted; here nobody has the big blind."""
    setup = table([1000] * 3, betting=Betting.POT_LIMIT, rules=key)
    ante = Post(PostKind.ANTE, 10)
    seats = tuple([replace(seat, posts=(ante, *(posts if seat.seat == 3 else ()))) for seat in setup.seats])
    limit = limits(play(replace(setup, seats=seats)), Kind.RAISE if posts else Kind.BET)
    assert limit is not None
    assert limit[1] == maximum


def test_pot_limit_pot_100_bet_50_is_raised_to_250() -> None:
    """WLA page 13."""
    setup = table([1000] * 3, betting=Betting.POT_LIMIT, blinds=(5, 10))
    state = play(setup, "3 raise 35, 1 fold, 2 call, board 2c3c4d, 2 check, 3 bet 50")
    assert hand.view(state).pot_cents == 75 + 50
    assert limits(state) == (100, 50 + 125 + 50)
    exact = table([1000] * 3, betting=Betting.POT_LIMIT, blinds=(20, 50))
    heads_up = play(exact, "3 call, 1 fold, 2 check, board 2c3c4d, 2 bet 50")
    assert hand.view(heads_up).pot_cents == 170
    assert limits(heads_up) == (100, 50 + 170 + 50)
    hundred = play(
        table([1000] * 2, betting=Betting.POT_LIMIT, blinds=(25, 50)), "2 call, 1 check, board 2c3c4d, 1 bet 50"
    )
    assert hand.view(hundred).pot_cents == 150
    assert limits(hundred) == (100, 250)


def test_pot_limit_counts_a_short_blind_in_full_before_the_flop() -> None:
    """TDA 54; pokerkit would say 30 (its pot has the 5 really posted)."""
    assert limits(play(table([1000, 4, 1000], betting=Betting.POT_LIMIT))) == (20, 35)


def test_fixed_limit_bets_are_exact_and_double_on_the_turn() -> None:
    setup = table([1000] * 3, betting=Betting.FIXED_LIMIT)
    assert limits(play(setup)) == (20, 20)
    flop = play(setup, FLOP)
    assert limits(flop, Kind.BET) == (10, 10)
    turn = play(setup, FLOP + "1 check, 2 check, 3 check, board 9h")
    assert limits(turn, Kind.BET) == (20, 20)
    assert limits(play(setup, FLOP + "1 check, 2 check, 3 check, board 9h, 1 bet 20")) == (40, 40)


def test_limit_all_in_of_half_a_bet_counts_as_a_full_one() -> None:
    """WLA 129: half or more reopens and is raised by a full bet ("a $15 all-in bet to $35"); less is completed."""
    half = play(table([1000, 1000, 25], betting=Betting.FIXED_LIMIT), FLOP + "1 bet 10, 2 call, 3 all-in")
    assert half.price == 15
    assert limits(half) == (25, 25)
    less = play(table([1000, 1000, 23], betting=Betting.FIXED_LIMIT), FLOP + "1 bet 10, 2 call, 3 all-in")
    assert less.price == 13
    assert limits(less) is None
    behind = play(table([1000, 23, 1000], betting=Betting.FIXED_LIMIT), FLOP + "1 bet 10, 2 all-in")
    assert limits(behind) == (20, 20)


def test_limit_three_raises_after_the_bet_and_no_cap_when_the_round_starts_heads_up() -> None:
    """Seed `003` and Jackson: three raises; WLA 127: unlimited when the round starts heads-up."""
    three = play(table([1000] * 3, betting=Betting.FIXED_LIMIT), FLOP + "1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40")
    assert refused(three, "2 raise 50").code == "raise_capped"
    heads_up = play(
        table([1000] * 3, betting=Betting.FIXED_LIMIT),
        "3 fold, 1 call, 2 check, board 2c3c4d, 1 bet 10, 2 raise 20, 1 raise 30, 2 raise 40",
    )
    assert limits(heads_up) == (50, 50)
    capped = play(
        table([1000] * 3, betting=Betting.FIXED_LIMIT, rules="seed-003/1"),
        "3 fold, 1 call, 2 check, board 2c3c4d, 1 bet 10, 2 raise 20, 1 raise 30, 2 raise 40",
    )
    assert refused(capped, "1 raise 50").code == "raise_capped"


def test_a_straddle_acts_last_and_sets_the_minimum_raise() -> None:
    """1/2/4: the next raise is to 8; the straddler has the option."""
    setup = table([1000] * 4, blinds=(1, 2), straddles={3: Straddle.UNDER_THE_GUN})
    state = play(setup)
    assert hand.legal(state).seat == 4
    assert limits(state) == (8, 1000)
    option = play(setup, "4 call, 1 call, 2 call")
    assert hand.legal(option).seat == 3
    assert kinds(option) == {"fold", "check", "raise", "all_in"}


def test_a_bet_lies_on_the_smallest_chip_unless_it_is_everything() -> None:
    """WLA 130."""
    setup = table([1003, 1000, 1000], blinds=(5, 10), chip=5)
    assert refused(play(setup), "3 raise 23").code == "not_on_chip"
    assert play(setup, "3 raise 25").price == 25
    assert play(setup, "3 fold, 1 raise 1003").price == 1003


def test_an_odd_all_in_makes_the_next_raise_a_whole_chip() -> None:
    setup = table([1000, 23, 1000], blinds=(5, 10), chip=5)
    state = play(setup, "3 call, 1 call, 2 all-in")
    assert state.price == 23
    assert limits(state) == (40, 1000)
