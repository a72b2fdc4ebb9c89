"""Hands, ranks, who shows, misdeals (H11–H15)."""

import pytest

from casino.errors import Refusal
from tables.rules import cards, hand, misdeal
from tables.rules.actions import Action, Kind
from tables.rules.setup import Variant
from tests.tables.rules.scripts import actions, kinds, play, play_on, refused, result, table, won

TO_SHOWDOWN = (
    "3 call, 1 call, 2 check, board 2c7d9h, 1 check, 2 check, 3 check, board Js, 1 check, 2 check, 3 check, "
    "board 3d, 1 check, 2 check, 3 check"
)
HEADS_UP = "2 call, 1 check, board {}, 1 check, 2 check, board {}, 1 check, 2 check, board {}, 1 check, 2 check, "


@pytest.mark.parametrize(
    ("board", "better", "worse"),
    [
        ("2c7d9h Js 3d", "AhQc", "KhQd"),  # high card
        ("2c7d9h Js 3d", "AhKc", "AdQd"),  # kicker
        ("2c7d9h Js 3d", "2h4c", "AdQd"),  # pair over high card
        ("2c7d9h Js 3d", "9c4c", "7cAd"),  # higher pair
        ("2c7d9h Js 3d", "9cAc", "9dKd"),  # same pair, kicker
        ("2c7d9h Js 3d", "2h3c", "AdAc"),  # two pairs over a pair
        ("2c7d9h Js 3d", "Jh2h", "9d7c"),  # higher of two pairs
        ("2c2d9h Js 9d", "Ah4h", "Kd4d"),  # two pairs, the fifth card
        ("2c7d9h Js 3d", "2h2d", "Jh9d"),  # three of a kind over two pairs
        ("2c7d9h Js 3d", "Th8c", "9c9d"),  # straight over three of a kind
        ("2c3d4h Js Kd", "Ah5c", "KhKc"),  # 5-4-3-2-A is a straight: the ace low
        ("2c3d4h Js Kd", "5h6c", "Ah5c"),  # and the lowest
        ("2c3d4h 5s Kd", "6h7c", "Ah6c"),  # higher straight
        ("2h7h9h Js Td", "Ah3h", "KdQd"),  # flush over straight
        ("2h7h9h Js Td", "Ah3h", "KhQh"),  # higher flush
        ("2h2d9h Jh 4h", "9c9d", "AhKh"),  # full house over flush
        ("2h2d9h Jh Jc", "9c9d", "2c9s"),  # nines full over twos full; the triplet decides
        ("2h2d9h Jh Jc", "2c2s", "JdAc"),  # four of a kind over a full house
        ("5h6h7h 2d 2c", "8h9h", "2h2s"),  # straight flush over four of a kind
        ("ThJhQh 2d 2c", "KhAh", "9h8h"),  # royal flush over a straight flush
        ("2h3h4h Kd Qc", "Ah5h", "KhKc"),  # straight flush with the ace low
    ],
)
def test_h14_the_better_hand_wins(board: str, better: str, worse: str) -> None:
    """Seeds `000`, `001`, `003`."""
    script = HEADS_UP.format(*board.split())
    assert won(result(table([1000] * 2), script + f"1 show {better}, 2 show {worse}")) == {1: 20}
    assert won(result(table([1000] * 2), script + f"1 show {worse}, 2 show {better}")) == {2: 20}


def test_whoever_is_asked_next_shows_where_no_seat_is_named() -> None:
    asked = play(table([1000] * 3), TO_SHOWDOWN)
    shown = hand.apply(asked, Action(Kind.SHOW, cards=cards.parse("AhKh")))
    assert dict(shown.shown) == {asked.frame.position[1]: cards.parse("AhKh")}
    mucked = hand.apply(shown, Action(Kind.MUCK))
    assert mucked.mucked == 1 << asked.frame.position[2]


@pytest.mark.parametrize("action", [Action(Kind.SHOW, cards=cards.parse("AhKh")), Action(Kind.MUCK)])
def test_nobody_is_to_show_while_there_are_bets(action: Action) -> None:
    dealt = hand.start(table([1000] * 3))
    with pytest.raises(Refusal) as refusal:
        hand.apply(dealt, action)
    assert refusal.value.code == "nothing_to_show"
    assert (dealt.shown, dealt.mucked) == (hand.start(table([1000] * 3)).shown, 0)


@pytest.mark.parametrize(
    ("board", "one", "other"),
    [
        ("2c7d9h Js 3d", "AhKc", "AdKs"),  # suits never decide
        ("ThJhQh Kh Ah", "2c2d", "9h8h"),  # the board is everybody's best
        ("2h2d9h 9s Ac", "KhQd", "7c8c"),  # the fifth card is on the board
        ("5h7h9h Jh Kh", "3h4c", "2c2d"),  # a card too small for the flush
    ],
)
def test_h14_equal_hands_share_the_pot(board: str, one: str, other: str) -> None:
    found = result(table([1000] * 2), HEADS_UP.format(*board.split()) + f"1 show {one}, 2 show {other}")
    assert won(found) == {1: 10, 2: 10}


@pytest.mark.parametrize(
    ("board", "better", "worse"),
    [
        ("AhKhQh 2c 3d", "JhThAc4c", "AdAsKcKd"),  # exactly two with three: a royal flush
        ("AhAdAc 2c 3d", "AsQh9c8c", "KhKd4s5s"),  # the fourth ace and one more
        ("9c9d9h 2c 3d", "KhKd4s6s", "AhQs8c7c"),  # a pair held makes the full house, a single ace not
        ("5h6h7h 2d 2c", "8h9hKcKd", "2h2sAhKh"),
    ],
)
def test_h13_omaha_uses_exactly_two(board: str, better: str, worse: str) -> None:
    script = HEADS_UP.format(*board.split())
    found = result(table([1000] * 2, variant=Variant.OMAHA), script + f"1 show {better}, 2 show {worse}")
    assert won(found) == {1: 20}


def test_hands_may_be_shown_out_of_turn() -> None:
    state = play(table([1000] * 3), TO_SHOWDOWN)
    assert hand.legal(state).seat == 1
    state = play_on(state, "3 show KhKd")
    assert hand.legal(state).seat == 1
    assert refused(state, "3 show KhKd").code == "shown_already"
    assert refused(state, "3 muck").code == "shown_already"
    found = hand.result(play_on(state, "2 muck, 1 show AhAd"))
    assert won(found) == {1: 30}


def test_the_order_of_showing_does_not_change_the_result() -> None:
    shows = ["1 show AhAd", "2 show KhKd", "3 show QhQd"]
    forward = result(table([1000] * 3), ", ".join([TO_SHOWDOWN, *shows]))
    backward = result(table([1000] * 3), ", ".join([TO_SHOWDOWN, *reversed(shows)]))
    assert forward == backward


def test_the_last_who_has_not_mucked_wins_unseen() -> None:
    """H12."""
    state = play(table([1000] * 3), TO_SHOWDOWN + ", 1 muck, 3 muck")
    assert won(hand.result(state)) == {2: 30}
    assert kinds(state) == {"show"}
    assert hand.view(state).seats[1].shown == ()


def test_a_winner_unseen_may_show_one_card() -> None:
    state = play(table([1000] * 3), "3 raise 30, 1 fold, 2 fold, 3 show Ah")
    assert hand.view(state).seats[2].shown == (50,)
    assert refused(play(table([1000] * 3), "3 fold, 1 fold"), "2 show").code == "wrong_hole_count"
    assert refused(state, "3 show AhAd").code == "shown_already"


def test_nobody_shows_while_there_is_betting() -> None:
    assert refused(play(table([1000] * 3)), "3 show AhAd").code == "no_showdown_yet"
    assert refused(play(table([1000] * 3), "3 call, 1 call, 2 check"), "3 muck").code == "no_showdown_yet"


def test_no_board_while_there_is_betting_and_no_betting_while_the_board_is_due() -> None:
    assert refused(play(table([1000] * 3)), "board 2c3c4d").code == "board_not_due"
    assert refused(play(table([1000] * 3), "3 call, 1 call, 2 check"), "1 check").code == "board_due"
    assert refused(play(table([1000] * 3), TO_SHOWDOWN), "1 check").code == "showdown_due"


def test_a_hand_that_is_not_over_has_no_result() -> None:
    with pytest.raises(Refusal) as caught:
        hand.result(play(table([1000] * 3)))
    assert caught.value.code == "hand_not_over"


def test_a_refusal_says_what_would_be_legal() -> None:
    refusal = refused(play(table([1000] * 3)), "3 raise 15")
    assert refusal.facts["to_act"] == 3
    assert refusal.facts["legal"] == [
        {"kind": "fold", "min_to_cents": None, "max_to_cents": None, "call_cents": None},
        {"kind": "call", "min_to_cents": None, "max_to_cents": None, "call_cents": 10},
        {"kind": "raise", "min_to_cents": 20, "max_to_cents": 1000, "call_cents": None},
        {"kind": "all_in", "min_to_cents": 1000, "max_to_cents": 1000, "call_cents": None},
    ]


def test_a_replay_names_the_action_that_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        hand.replay(table([1000] * 3), actions("3 call, 1 call, 2 call"))
    assert (caught.value.code, caught.value.facts["number"]) == ("nothing_to_call", 3)


@pytest.mark.parametrize(
    ("script", "may"),
    [
        ("", True),
        ("3 fold, 4 fold", True),  # two folds are not yet substantial
        ("3 call", True),
        ("3 fold, 4 fold, 5 fold", False),
        ("3 fold, 4 call", False),
        ("3 call, 4 raise 30", False),
    ],
)
def test_h15_a_misdeal_may_be_called_before_substantial_action(script: str, may: bool) -> None:
    """WLA 105: three checks or folds, or any two actions other than two checks or two folds; then the deal stands."""
    played = actions(script)
    hand.replay(table([1000] * 6), played)
    assert misdeal.may_be_called(played) is may


def test_h15_once_the_flop_lies_the_deal_stands() -> None:
    assert not misdeal.may_be_called(actions("board 2c3c4d"))


def test_h15_the_reasons_of_the_house_are_known() -> None:
    """Seed `002`: "wrong number of cards" and an exposed card."""
    assert {misdeal.Misdeal.WRONG_COUNT, misdeal.Misdeal.CARD_EXPOSED} <= set(misdeal.Misdeal)


def test_the_view_shows_what_the_screens_need() -> None:
    view = hand.view(play(table([1000, 1000, 300]), "3 all-in, 1 fold"))
    assert (view.street, view.to_act, view.pot_cents, view.result) == ("preflop", 2, 315, None)
    assert [(seat.folded, seat.all_in) for seat in view.seats] == [(True, False), (False, False), (False, True)]
    call = view.legal.option(Kind.CALL)
    assert call is not None
    assert call.call_cents == 290
