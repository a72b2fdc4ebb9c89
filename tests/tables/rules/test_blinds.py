"""Button and blinds from hand to hand, new players, missed blinds, straddles."""

import pytest

from casino.errors import Refusal
from tables.rules.blinds import (
    Deal,
    Entrant,
    Owes,
    Positions,
    deal_in,
    missed,
    next_positions,
    positions_from_button,
    positions_of,
    straddles,
)
from tables.rules.rule_sets import RULE_SETS, Straddle, switched
from tables.rules.setup import Betting, GameTerms, PostKind, Variant

HOUSE = RULE_SETS["house/1"]
TERMS = GameTerms(Variant.TEXAS, Betting.NO_LIMIT, 5, 10)


def dealt(entrants: list[Entrant], positions: Positions, *, rules: str = "house/1", terms: GameTerms = TERMS) -> Deal:
    return deal_in(terms, rules, entrants, positions)


def posts(deal: Deal) -> dict[int, list[tuple[str, int]]]:
    return {
        seat.seat: [(post.kind.value, post.cents) for post in seat.posts] for seat in deal.setup.seats if seat.posts
    }


def players(*seats: int) -> list[Entrant]:
    return [Entrant(seat, 1000) for seat in seats]


def test_the_first_and_second_player_after_the_button_post() -> None:
    """Seed `001`: the first player after the button "plays the Small Blind and the second player the Big Blind"."""
    deal = dealt(players(2, 5, 7, 9), positions_from_button(5, [2, 5, 7, 9], HOUSE))
    assert posts(deal) == {7: [("small_blind", 5)], 9: [("big_blind", 10)]}
    assert deal.setup.button_seat == 5


def test_heads_up_the_button_posts_the_small_blind() -> None:
    deal = dealt(players(2, 5), positions_from_button(5, [2, 5], HOUSE))
    assert posts(deal) == {2: [("big_blind", 10)], 5: [("small_blind", 5)]}


def test_all_move_clockwise_after_each_hand() -> None:
    """S11."""
    positions = positions_from_button(1, [1, 2, 3, 4], HOUSE)
    seen = []
    for _hand in range(5):
        seen.append((positions.button_seat, positions.small_blind_seat, positions.big_blind_seat))
        positions = next_positions(positions, [1, 2, 3, 4], HOUSE)
    assert seen == [(1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2), (1, 2, 3)]


def test_when_the_small_blind_leaves_the_button_is_dead() -> None:
    last = Positions(1, 2, 3)
    now = next_positions(last, [1, 3, 4, 5], HOUSE)
    assert now == Positions(2, 3, 4)
    deal = dealt(players(1, 3, 4, 5), now)
    assert (deal.setup.button_seat, posts(deal)) == (2, {3: [("small_blind", 5)], 4: [("big_blind", 10)]})


def test_when_the_big_blind_leaves_the_small_blind_is_dead() -> None:
    now = next_positions(Positions(1, 2, 3), [1, 2, 4, 5], HOUSE)
    assert now == Positions(2, 3, 4)
    deal = dealt(players(1, 2, 4, 5), now)
    assert posts(deal) == {4: [("big_blind", 10)]}
    assert next_positions(positions_of(deal.setup), [1, 2, 4, 5], HOUSE).button_seat == 3


def test_a_moving_button_skips_the_empty_seat() -> None:
    moving = RULE_SETS["seed-003/1"]
    assert not moving.dead_button
    assert next_positions(Positions(1, 2, 3), [1, 3, 4, 5], moving) == Positions(3, 4, 5)


def test_nobody_pays_the_big_blind_twice_when_three_become_two() -> None:
    assert next_positions(Positions(1, 2, 3), [2, 3], HOUSE) == Positions(3, 3, 2)
    assert next_positions(Positions(1, 2, 3), [1, 3], HOUSE) == Positions(3, 3, 1)
    assert next_positions(Positions(1, 2, 3), [1, 2], HOUSE) == Positions(2, 2, 1)


def test_two_become_three() -> None:
    assert next_positions(Positions(1, 1, 3), [1, 3, 5], HOUSE) == Positions(1, 3, 5)
    assert next_positions(Positions(1, 1, 3), [1, 2, 3], HOUSE) == Positions(2, 3, 1)


def test_positions_are_read_back_from_a_hand() -> None:
    deal = dealt(players(2, 5, 7), positions_from_button(2, [2, 5, 7], HOUSE))
    assert positions_of(deal.setup) == deal.positions == Positions(2, 5, 7)


def test_one_player_is_no_game() -> None:
    with pytest.raises(Refusal) as caught:
        next_positions(Positions(1, 2, 3), [4], HOUSE)
    assert caught.value.code == "players_few"


def test_a_new_player_posts_the_big_blind_or_waits_for_it() -> None:
    positions = Positions(1, 2, 3)
    newcomer = Entrant(5, 1000, Owes.NEW)
    deal = dealt([*players(1, 2, 3, 4), newcomer], positions)
    assert posts(deal)[5] == [("live", 10)]
    waits = dealt([*players(1, 2, 3, 4), Entrant(5, 1000, Owes.NEW, posts_now=False)], positions)
    assert waits.waiting == (5,)
    in_the_blind = dealt([*players(1, 2, 4), Entrant(3, 1000, Owes.NEW, posts_now=False)], positions)
    assert posts(in_the_blind)[3] == [("big_blind", 10)]


def test_a_new_player_never_comes_in_on_the_button_or_between_button_and_blind() -> None:
    """Saarland's rules: never in the small blind, on the button or between them."""
    positions = Positions(1, 3, 4)
    assert dealt([*players(1, 3, 4, 5), Entrant(2, 1000, Owes.NEW)], positions).waiting == (2,)
    assert dealt([*players(3, 4, 5), Entrant(1, 1000, Owes.NEW)], positions).waiting == (1,)


def test_where_the_house_lets_new_players_in_free_they_post_nothing_but_in_limit() -> None:
    """WLA 100a."""
    entrants = [*players(1, 2, 3, 4), Entrant(5, 1000, Owes.NEW)]
    free = dealt(entrants, Positions(1, 2, 3), rules="wsop-live/1")
    assert 5 not in posts(free)
    limit = GameTerms(Variant.TEXAS, Betting.FIXED_LIMIT, 5, 10)
    assert posts(dealt(entrants, Positions(1, 2, 3), rules="wsop-live/1", terms=limit))[5] == [("live", 10)]


@pytest.mark.parametrize(
    ("owes", "expected"),
    [
        (Owes.BOTH, [("live", 10), ("dead", 5)]),
        (Owes.BIG_BLIND, [("live", 10)]),
        (Owes.SMALL_BLIND, [("dead", 5)]),
    ],
)
def test_missed_blinds_only_the_big_one_is_live(owes: Owes, expected: list[tuple[str, int]]) -> None:
    """WLA 156."""
    deal = dealt([*players(1, 2, 3, 4), Entrant(5, 1000, owes)], Positions(1, 2, 3))
    assert posts(deal)[5] == expected


def test_where_the_house_has_them_wait_who_missed_blinds_comes_back_in_the_big_one_alone() -> None:
    rules = switched("house/1", {"missed_blinds": "wait"}).key
    back = Entrant(5, 1000, Owes.BIG_BLIND, posts_now=True)
    assert dealt([*players(1, 2, 3, 4), back], Positions(1, 2, 3), rules=rules).waiting == (5,)
    assert posts(dealt([*players(1, 3, 4), back], Positions(3, 4, 5), rules=rules))[5] == [("big_blind", 10)]
    new = Entrant(5, 1000, Owes.NEW, posts_now=True)
    assert posts(dealt([*players(1, 2, 3, 4), new], Positions(1, 2, 3), rules=rules))[5] == [("live", 10)]


def test_two_players_do_not_straddle() -> None:
    """Under the gun is whoever comes after the big blind: of two, that is the small blind."""
    both = switched("house/1", {"straddles": "both"})
    assert straddles([2, 5], Positions(5, 5, 2), TERMS, both) == {}
    assert straddles([2, 5, 7], Positions(5, 7, 2), TERMS, both) == {
        Straddle.UNDER_THE_GUN: 5,
        Straddle.BUTTON: 5,
    }


def test_who_missed_which_blind() -> None:
    last = Positions(1, 2, 3)
    assert missed(last, Positions(2, 3, 5), away=[4]) == {4: Owes.BIG_BLIND}
    # One hand later the small blind comes past the same seat: together it owes both.
    assert missed(Positions(2, 3, 5), Positions(3, 5, 6), away=[4]) == {4: Owes.SMALL_BLIND}
    assert missed(Positions(2, 3, 4), Positions(3, 4, 5), away=[4]) == {4: Owes.SMALL_BLIND}
    assert missed(last, Positions(2, 3, 4), away=[6]) == {}
    assert missed(Positions(5, 6, 1), Positions(6, 1, 3), away=[2, 4, 5]) == {2: Owes.BIG_BLIND}


def test_a_moving_button_may_take_both_blinds_past_a_seat_at_once() -> None:
    assert missed(Positions(1, 2, 3), Positions(3, 5, 6), away=[4]) == {4: Owes.BOTH}


def test_when_nobody_else_is_left_the_game_starts_anew_and_nobody_owes() -> None:
    entrants = [Entrant(1, 1000, Owes.BOTH), Entrant(2, 1000, Owes.NEW), Entrant(3, 1000, Owes.NEW, posts_now=False)]
    deal = dealt(entrants, Positions(1, 2, 3))
    assert deal.waiting == ()
    assert posts(deal) == {2: [("small_blind", 5)], 3: [("big_blind", 10)]}


@pytest.mark.parametrize(("big_blind_ante", "expected"), [(False, {1, 2, 3}), (True, {3})])
def test_antes_by_each_or_by_the_big_blind(big_blind_ante: bool, expected: set[int]) -> None:
    terms = GameTerms(Variant.TEXAS, Betting.NO_LIMIT, 5, 10, ante_cents=10, big_blind_ante=big_blind_ante)
    deal = dealt(players(1, 2, 3), Positions(1, 2, 3), terms=terms)
    paying = {
        seat.seat for seat in deal.setup.seats for post in seat.posts if post.kind in (PostKind.ANTE, PostKind.DEAD)
    }
    assert paying == expected


@pytest.mark.parametrize(
    ("seat", "straddle", "rules", "allowed"),
    [
        (4, Straddle.UNDER_THE_GUN, "house/1", True),
        (5, Straddle.UNDER_THE_GUN, "house/1", False),
        (1, Straddle.BUTTON, "house/1", False),
        (1, Straddle.BUTTON, "wsop-live/1", True),
        (4, Straddle.UNDER_THE_GUN, "wiesbaden/1", False),
    ],
)
def test_straddles_where_the_house_allows_them(seat: int, straddle: Straddle, rules: str, allowed: bool) -> None:
    """WLA 161: twice the big blind, under the gun or from the button."""
    entrants = [Entrant(number, 1000, straddle=straddle if number == seat else None) for number in (1, 2, 3, 4, 5)]
    if allowed:
        assert posts(dealt(entrants, Positions(1, 2, 3), rules=rules))[seat] == [("straddle", 20)]
    else:
        with pytest.raises(Refusal) as caught:
            dealt(entrants, Positions(1, 2, 3), rules=rules)
        assert caught.value.code == "straddle_not_allowed"
