"""What the house asked for (seeds `000`, `001`, `003`), row by row, with the documents' own numbers."""

import pytest

from casino.errors import Refusal
from tables.rules import hand
from tables.rules.actions import Kind
from tables.rules.rule_sets import RULE_SETS, rule_set
from tables.rules.setup import Betting, Variant, check
from tests.tables.rules.scripts import kinds, limits, play, play_on, refused, result, table, won

CHECKED_DOWN = "board 2c3c4d, {0} check, {1} check, board 9h, {0} check, {1} check, board Jd, {0} check, {1} check"


@pytest.mark.parametrize("variant", list(Variant))
@pytest.mark.parametrize("betting", list(Betting))
@pytest.mark.parametrize("players", range(2, 11))
def test_s1_s2_both_games_and_all_bettings_are_played_by_two_to_ten(
    variant: Variant, betting: Betting, players: int
) -> None:
    players = min(players, variant.form.most_players())
    state = play(table([1000] * players, variant=variant, betting=betting))
    assert len(hand.view(state).seats) == players
    assert state.pot == 15


@pytest.mark.parametrize(("players", "code"), [(1, "players_few"), (11, "players_many")])
def test_s1_one_or_eleven_players_are_refused(players: int, code: str) -> None:
    ten = table([1000] * 10)
    seats = tuple(type(ten.seats[0])(number, 1000) for number in range(1, players + 1))
    with pytest.raises(Refusal) as caught:
        check(type(ten)(ten.terms, ten.rule_set, seats, 1))
    assert caught.value.code == code


def test_s3_the_small_blind_is_half_the_minimum_bet_and_settable() -> None:
    assert play(table([1000] * 3, blinds=(5, 10))).pot == 15
    assert play(table([1000] * 3, blinds=(2, 5))).pot == 7


def test_s10_a_table_limits_a_round_to_three_raises() -> None:
    """Seed `003`: "three round of raising and re-raising per round of betting"."""
    state = play(table([1000] * 4, cap=3), "3 raise 20, 4 raise 40, 1 raise 80")
    assert limits(state) is None
    assert refused(state, "2 raise 160").code == "raise_capped"
    after_flop = play(
        table([1000] * 4, cap=3),
        "3 call, 4 call, 1 call, 2 check, board 2c3c4d, 1 bet 10, 2 raise 20, 3 raise 30, 4 raise 40",
    )
    assert refused(after_flop, "1 raise 50").code == "raise_capped"
    assert kinds(after_flop) == {"fold", "call"}


def test_s10_without_a_cap_no_limit_goes_on_raising() -> None:
    assert limits(play(table([1000] * 4), "3 raise 20, 4 raise 40, 1 raise 80")) == (120, 1000)


def test_t1_nobody_bets_more_than_lay_before_him() -> None:
    """Seed `001`: "a player cannot bet more money than he currently has on the table in front of him"."""
    state = play(table([1000, 1000, 300]))
    assert limits(state) == (20, 300)
    refusal = refused(state, "3 raise 301")
    assert (refusal.code, refusal.facts["max_to_cents"]) == ("above_maximum", 300)


def test_t2_t3_a_stack_changes_only_into_and_out_of_the_pot() -> None:
    state = play(table([1000] * 3), "3 raise 30, 1 call, 2 fold")
    for seat in hand.view(state).seats:
        put = {1: 30, 2: 10, 3: 30}[seat.seat]
        assert seat.stack_cents == 1000 - put


def test_h1_flop_turn_and_river_with_a_burn_card_before_each() -> None:
    state = play(table([1000] * 2), "2 call, 1 check")
    for step, cards, burned in (("board 2c3c4d", 3, 1), ("board 9h", 4, 2), ("board Jd", 5, 3)):
        assert hand.legal(state).option(Kind.BOARD) is not None
        state = play_on(state, step)
        assert (len(hand.view(state).board), hand.view(state).burned) == (cards, burned)
        if cards < 5:
            state = play_on(state, "1 check, 2 check")


@pytest.mark.parametrize("step", ["board 2c3c", "board 2c3c4d5d", "board 2c"])
def test_h1_the_flop_is_three_cards(step: str) -> None:
    state = play(table([1000] * 2), "2 call, 1 check")
    refusal = refused(state, step)
    assert (refusal.code, refusal.facts["due"]) == ("wrong_board_count", 3)


def test_h2_h3_blinds_left_of_the_button_and_the_next_player_speaks_first() -> None:
    state = play(table([1000] * 5))
    bets = {seat.seat: seat.bet_cents for seat in hand.view(state).seats}
    assert bets == {1: 5, 2: 10, 3: 0, 4: 0, 5: 0}
    assert hand.legal(state).seat == 3
    flop = play(table([1000] * 5), "3 call, 4 call, 5 call, 1 call, 2 check, board 2c3c4d")
    assert hand.legal(flop).seat == 1


@pytest.mark.parametrize("rules", ["seed-000/1", "wiesbaden/1", "seed-003/1"])
def test_h2_h3_the_seeds_play_two_like_more(rules: str) -> None:
    """Small and big blind by the first and the second left of the button, who has the big blind and acts last.

    Seed `000` §4, `001` "Game play" 2–5, `003` 2–6 and 9: no document knows another way for two.
    """
    setup = table([1000] * 2, rules=rules)
    state = play(setup)
    assert (setup.button_seat, hand.legal(state).seat) == (2, 1)
    assert {seat.seat: seat.bet_cents for seat in hand.view(state).seats} == {1: 5, 2: 10}
    assert hand.legal(play(setup, "1 call")).seat == 2  # the big blind's option
    assert hand.legal(play(setup, "1 call, 2 check, board 2c3c4d")).seat == 1


def test_h3_after_the_flop_whoever_is_next_to_the_button_and_still_in_speaks_first() -> None:
    flop = play(table([1000] * 5), "3 call, 4 call, 5 call, 1 fold, 2 check, board 2c3c4d")
    assert hand.legal(flop).seat == 2


def test_h4_a_check_only_when_nothing_is_bet() -> None:
    state = play(table([1000] * 3))
    assert refused(state, "3 check").code == "must_call_or_fold"
    assert kinds(state) == {"fold", "call", "raise", "all_in"}
    flop = play(table([1000] * 3), "3 call, 1 call, 2 check, board 2c3c4d")
    assert kinds(flop) == {"fold", "check", "bet", "all_in"}
    assert refused(flop, "1 call").code == "nothing_to_call"
    assert refused(flop, "1 raise 20").code == "nothing_to_raise"


def test_h5_ten_is_raised_to_twenty_and_twenty_four_to_thirty_eight() -> None:
    """Seed `000` §4: "10+10=20 points"; "he bets a total of 24 points and player C would have to bet at least 38"."""
    flop = "3 call, 1 call, 2 check, board 2c3c4d, 1 bet 10"
    assert limits(play(table([1000] * 3), flop)) == (20, 990)
    raised = play(table([1000] * 3), flop + ", 2 raise 24")
    assert limits(raised) == (38, 990)
    refusal = refused(raised, "3 raise 37")
    assert (refusal.code, refusal.facts["min_to_cents"]) == ("below_minimum", 38)


def test_h5_the_minimum_bet_is_the_big_blind() -> None:
    flop = play(table([1000] * 3), "3 call, 1 call, 2 check, board 2c3c4d")
    assert limits(flop, Kind.BET) == (10, 990)
    assert refused(flop, "1 bet 9").code == "below_minimum"


def test_h5_seed_003_raises_by_the_minimum_bid_only() -> None:
    """Seed `003`: "increases the amount equal or greater than the minimum bid"."""
    state = play(table([1000] * 3, rules="seed-003/1"), "3 call, 1 call, 2 check, board 2c3c4d, 1 bet 10, 2 raise 24")
    assert limits(state) == (34, 990)


def test_h6_the_big_blind_has_its_option_once_and_only_in_the_first_round() -> None:
    """Seed `001`: "the Big Blind player only has this option in the first betting round and he only has it once"."""
    state = play(table([1000] * 3), "3 call, 1 call")
    assert hand.legal(state).seat == 2
    assert kinds(state) == {"fold", "check", "raise", "all_in"}
    again = play(table([1000] * 3), "3 call, 1 call, 2 raise 20, 3 call, 1 call")
    assert kinds(again) == {"board"}
    flop = play(table([1000] * 3), "3 call, 1 call, 2 check, board 2c3c4d, 1 check, 2 check, 3 check")
    assert kinds(flop) == {"board"}


def test_h7_pot_limit_goes_from_the_minimum_to_the_pot() -> None:
    flop = play(table([1000] * 3, betting=Betting.POT_LIMIT), "3 raise 30, 1 call, 2 call, board 2c3c4d")
    assert limits(flop, Kind.BET) == (10, 90)
    assert refused(flop, "1 bet 91").code == "above_maximum"
    assert limits(play(table([1000] * 3), "3 raise 30, 1 call, 2 call, board 2c3c4d"), Kind.BET) == (10, 970)


@pytest.mark.parametrize(
    "script",
    [
        "3 raise 30, 1 call, 2 call",
        "3 call, 1 call, 2 check",
        "3 fold, 1 call, 2 check",
    ],
)
def test_h8_a_round_ends_when_all_match_or_all_check(script: str) -> None:
    assert kinds(play(table([1000] * 3), script)) == {"board"}


def test_h8_the_hand_ends_when_one_player_is_left() -> None:
    found = result(table([1000] * 3), "3 raise 30, 1 fold, 2 fold")
    assert not found.showdown
    assert (found.total_cents, won(found)) == (25, {3: 25})


def test_h9_all_in_with_70_wins_at_most_210() -> None:
    """Seed `000` §5: A all-in with 70 in total, B bets 120 (140 in total), C calls: A is paid 210 if he wins."""
    setup = table([70, 1000, 1000], blinds=(10, 20))
    script = (
        "3 call, 1 call, 2 check, board 2c3c4d, 1 all-in, 2 raise 120, 3 call, board 9h, 2 check, 3 check, "
        "board Jd, 2 check, 3 check"
    )
    found = result(setup, script + ", 2 show 5h6s, 3 show KhKd, 1 show AhAd")
    # A's aces beat C's kings but not B's straight: all to B.
    assert won(found) == {2: 350}
    found = result(setup, script + ", 2 show 7h8s, 3 show KhKd, 1 show AhAd")
    assert [pot.amount_cents for pot in found.pots] == [210, 140]
    assert won(found) == {1: 210, 3: 140}
    assert [pot.eligible for pot in found.pots] == [(1, 2, 3), (2, 3)]


def test_h10_the_only_caller_takes_back_the_excess_and_hands_are_opened() -> None:
    """Seed `000` §5: he "can take back the amount exceeding the all-in"; players "already open their hand cards"."""
    state = play(table([1000, 100, 1000]), "3 raise 200, 1 fold, 2 all-in")
    view = hand.view(state)
    assert {seat.seat: seat.stack_cents for seat in view.seats} == {1: 995, 2: 0, 3: 900}
    assert kinds(state) == {"board", "show"}
    assert view.to_act is None  # the dealer acts
    assert refused(state, "3 muck").code == "hands_open"
    opened = play_on(state, "2 show AhAd, 3 show KhKd, board 2c3c4d, board 9h, board Jd")
    found = hand.result(opened)
    assert (found.total_cents, won(found)) == (205, {2: 205})
    assert {seat.seat: seat.returned_cents for seat in found.seats} == {1: 0, 2: 0, 3: 100}


SHOWDOWN = "3 call, 1 call, 2 check, board 2c3c4d, 1 check, 2 bet 10, 3 call, 1 call, board 9h, {}, board Jd, {}"
CHECKS = "1 check, 2 check, 3 check"


@pytest.mark.parametrize(
    ("rules", "river", "first"),
    [
        (
            "seed-000/1",
            "1 check, 2 bet 10, 3 raise 20, 1 call, 2 call",
            3,
        ),  # "starting with the player who raised last"
        ("seed-000/1", CHECKS, 1),  # "If no one has raised, the player to the left of the dealer"
        ("wiesbaden/1", "1 check, 2 bet 10, 3 raise 20, 1 call, 2 call", 1),
        ("seed-003/1", "1 check, 2 bet 10, 3 call, 1 call", 2),  # "the player to the left of the last player to call"
        ("seed-003/1", CHECKS, 2),  # seat 1 was the last to call, on the flop
    ],
)
def test_h11_who_shows_first_is_each_documents_way(rules: str, river: str, first: int) -> None:
    state = play(table([1000] * 3, rules=rules), SHOWDOWN.format(CHECKS, river))
    assert hand.legal(state).seat == first


def test_h12_the_last_player_wins_unseen_and_may_show() -> None:
    state = play(table([1000] * 3), "3 raise 30, 1 fold, 2 fold")
    assert won(hand.result(state)) == {3: 25}
    assert kinds(state) == {"show"}
    shown = play_on(state, "3 show 7h2d")
    assert hand.result(shown) == hand.result(state)


def test_h13_texas_plays_the_board_and_omaha_exactly_two_of_four() -> None:
    board = "board 9hThJh, {0} check, {1} check, board Qh, {0} check, {1} check, board Kh, {0} check, {1} check"
    texas = result(table([1000] * 2), "2 call, 1 check, " + board.format(1, 2) + ", 1 show 2c3d, 2 show 4c5d")
    assert won(texas) == {1: 10, 2: 10}
    omaha = result(
        table([1000] * 2, variant=Variant.OMAHA),
        "2 call, 1 check, " + board.format(1, 2) + ", 1 show 2c3d4s5s, 2 show Ah8h2d3c",
    )
    assert won(omaha) == {2: 20}
    one_heart = result(
        table([1000] * 2, variant=Variant.OMAHA),
        "2 call, 1 check, " + board.format(1, 2) + ", 1 show Ah2c3d4s, 2 show 9c9d5s6s",
    )
    # A lone heart makes no flush in Omaha, and no straight flush either: three nines win.
    assert won(one_heart) == {2: 20}


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_every_shipped_rule_set_plays_a_hand_and_keeps_its_key(rules: str) -> None:
    assert rule_set(rules).key == rules
    script = "3 fold, 1 call, 2 check, " + CHECKED_DOWN.format(1, 2) + ", 1 show AhAd, 2 show KhKd"
    assert won(result(table([1000] * 3, rules=rules), script)) == {1: 20}
