"""The items on which general engines err (research page on engines, §1.3), each by its number."""

import pytest

from casino.errors import Refusal
from tables.rules import cards, hand
from tables.rules import setup as setup_codec
from tables.rules.actions import Kind
from tables.rules.blinds import Owes
from tables.rules.setup import Betting, Variant
from tests.tables.rules.scripts import kinds, limits, play, play_on, refused, result, table, won

FLOP = "3 call, 1 call, 2 check, board 2c3c4d, "


def test_01_the_base_holds_the_last_street_when_a_hand_ends_by_folds() -> None:
    """Flop bet 50, raise 150, all fold: the pot is 106, not 56."""
    setup = table([1000] * 3, blinds=(1, 2))
    found = result(setup, "3 call, 1 call, 2 check, board 2c3c4d, 1 bet 50, 2 raise 150, 3 fold, 1 fold")
    assert found.total_cents == 106
    assert {seat.seat: seat.returned_cents for seat in found.seats} == {1: 0, 2: 100, 3: 0}


def test_02_the_tax_is_one_amount_for_the_hand_whatever_the_number_of_pots() -> None:
    found = result(
        table([50, 200, 500]),
        "3 raise 500, 1 all-in, 2 all-in, 3 show KhKd, 2 show QhQd, 1 show AhAd, board 2c3c4d, board 9h, board Jd",
    )
    assert [pot.amount_cents for pot in found.pots] == [150, 300]
    paid = hand.payout(found, 5)
    assert [pot.taken_cents for pot in paid.pots] == [5, 0]
    assert paid.won_cents == {1: 145, 3: 300}


def test_03_a_short_big_blind_does_not_lower_the_price() -> None:
    """PokerStars-191678512844: big blind all-in for less, the others call a whole one."""
    found = play(table([1000, 4, 1000]), "3 call, 1 call, board 2c3c4d")
    assert [pot.amount_cents for pot in hand.view(found).pots] == [12, 12]


def test_04_a_limper_may_not_raise_a_small_all_in_before_the_flop() -> None:
    state = play(table([1000, 1000, 1000, 15], blinds=(5, 10)), "3 call, 4 all-in, 1 call, 2 fold")
    assert hand.legal(state).seat == 3
    assert limits(state) is None
    assert kinds(state) == {"fold", "call"}


@pytest.mark.parametrize(("rules", "expected"), [("house/1", None), ("pokerstars/1", (100, 900))])
def test_05_an_all_in_bet_below_the_minimum_reopens_by_room(rules: str, expected: tuple[int, int] | None) -> None:
    """TDA: who has checked may not raise; PokerStars-189423156874 let him complete to a full bet."""
    setup = table([1000, 130, 1000], blinds=(50, 100), rules=rules)
    state = play(setup, FLOP + "1 check, 2 all-in, 3 call")
    assert hand.legal(state).seat == 1
    assert limits(state) == expected


def test_06_many_small_all_ins_add_up_to_a_full_raise() -> None:
    """+3, +4 and +4 over a bet of 6: whoever faces 8 or more may raise."""
    setup = table([1000, 19, 23, 27, 1000], blinds=(5, 10))
    state = play(
        setup, "3 call, 4 call, 5 call, 1 call, 2 check, board 2c3c4d, 1 bet 10, 2 fold, 3 all-in, 4 all-in, 5 call"
    )
    assert state.price == 17
    assert limits(state) is None
    more = table([1000, 19, 23, 37, 1000], blinds=(5, 10))
    state = play(
        more, "3 call, 4 call, 5 call, 1 call, 2 check, board 2c3c4d, 1 bet 10, 2 fold, 3 all-in, 4 all-in, 5 call"
    )
    assert limits(state) == (27 + 14, 990)


def test_07_limit_completes_a_small_all_in_to_the_full_bet() -> None:
    """After 10 and all-in 13 the raise is to 20, not 23; after an all-in bet of 4 to 10, not 14."""
    assert limits(play(table([1000, 23, 1000], betting=Betting.FIXED_LIMIT), FLOP + "1 bet 10, 2 all-in")) == (20, 20)
    assert limits(play(table([14, 1000, 1000], betting=Betting.FIXED_LIMIT), FLOP + "1 all-in")) == (10, 10)


def test_07_a_small_all_in_does_not_use_up_a_raise() -> None:
    setup = table([1000, 23, 1000, 1000], betting=Betting.FIXED_LIMIT)
    state = play(
        setup,
        "3 call, 4 call, 1 call, 2 check, board 2c3c4d, 1 bet 10, 2 all-in, 3 raise 20, 4 raise 30, 1 raise 40",
    )
    assert refused(state, "3 raise 50").code == "raise_capped"
    assert state.raises == 3


def test_08_the_last_claimant_may_not_muck() -> None:
    state = play(
        table([1000] * 2),
        "2 call, 1 check, board 2c3c4d, 1 check, 2 check, board 9h, 1 check, 2 check, board Jd, 1 check, 2 check",
    )
    mucked = play_on(state, "1 muck")
    assert won(hand.result(mucked)) == {2: 20}
    assert refused(mucked, "2 muck").code == "hand_over"


def test_08_a_side_pot_is_never_nobodys() -> None:
    """Main pot for three, side pot for seats 2 and 3: when 2 mucks, the side pot is 3's whatever he does then."""
    setup = table([50, 200, 200])
    state = play(
        setup,
        "3 raise 100, 1 all-in, 2 call, board 2c3c4d, 2 check, 3 check, board 9h, 2 check, 3 check, board Jd, "
        "2 check, 3 check, 2 muck",
    )
    assert won(hand.result(play_on(state, "1 show AhAd, 3 show KhKd"))) == {1: 150, 3: 100}
    assert won(hand.result(play_on(state, "3 muck"))) == {1: 150, 3: 100}
    assert won(hand.result(play_on(state, "1 muck"))) == {3: 250}


def test_09_a_raise_that_nobody_can_call_is_accepted_and_returned() -> None:
    """Seed `000`: "(e.g. to scare off other players)"; 12 real hands."""
    state = play(table([1000, 100, 1000]), "3 fold, 1 raise 50, 2 all-in, 1 raise 1000")
    assert {seat.seat: seat.stack_cents for seat in hand.view(state).seats} == {1: 900, 2: 0, 3: 1000}
    assert state.pot == 200


def test_10_no_moot_check_is_asked_of_the_big_blind() -> None:
    state = play(table([8, 1000, 7]), "3 all-in, 1 all-in")
    assert kinds(state) == {"board", "show"}


@pytest.mark.parametrize("order", ["1 show Kh9d, 2 show Ks9c, 3 show Kd9s", "3 show Kd9s, 1 show Kh9d, 2 show Ks9c"])
def test_11_odd_chips_go_one_each_from_the_left_of_the_button(order: str) -> None:
    """A pot of 17 in three: 6, 6, 5; of 16: 6, 5, 5."""
    setup = table([1000] * 4, blinds=(1, 6))
    checks = "1 check, 2 check, 3 check, "
    script = f"3 call, 4 fold, 1 call, 2 check, board KcQc2d, {checks} board Th, {checks} board 8s, {checks}"
    found = result(setup, script + order)
    assert found.total_cents == 18
    assert won(found, taken=1) == {1: 6, 2: 6, 3: 5}
    assert won(found, taken=2) == {1: 6, 2: 5, 3: 5}


@pytest.mark.parametrize("amount", [7.5, "20", True, -5])
def test_13_money_is_whole_cents(amount: object) -> None:
    data = setup_codec.to_json(table([1000] * 2))
    data["dead_cents"] = amount
    with pytest.raises(Refusal) as caught:
        setup_codec.from_json(data)
    assert caught.value.code == "setup_unreadable"


@pytest.mark.parametrize(
    ("script", "step"),
    [
        ("2 call, 1 check", "board 2c2c3d"),
        ("2 call, 1 check, board 2c3c4d, 1 check, 2 check", "board 2c"),
        ("2 all-in, 1 call, 1 show AhAd", "2 show AhKd"),
        ("2 all-in, 1 call, 1 show AhAd", "board AhKdQd"),
    ],
)
def test_14_a_card_lies_only_once(script: str, step: str) -> None:
    assert _code(script, step) == "card_twice"


def _code(script: str, step: str) -> str:
    state = play(table([1000] * 2), script)
    try:
        return refused(state, step).code
    except Refusal as refusal:  # the script itself cannot be read: the card stands twice in one step
        return refusal.code


def test_15_a_seat_that_has_folded_does_nothing_more() -> None:
    state = play(table([1000] * 3), "3 fold")
    assert refused(state, "3 call").code == "not_your_turn"
    over = play(table([1000] * 3), "3 fold, 1 fold")
    assert refused(over, "3 show AhAd").code == "not_in_hand"
    assert refused(over, "1 call").code == "hand_over"


def test_dead_blinds_make_no_side_pot() -> None:
    """The probe's 23 phantom side pots: dead money counted as a level."""
    setup = table([1000] * 5, owes={4: Owes.BOTH})
    state = play(setup, "3 call, 4 check, 5 fold, 1 fold, 2 check, board 2c3c4d")
    view = hand.view(state)
    assert [(pot.amount_cents, pot.eligible) for pot in view.pots] == [(40, (2, 3, 4))]
    assert {seat.seat: seat.stack_cents for seat in view.seats}[4] == 985


def test_heads_up_the_button_is_the_small_blind_and_first_before_the_flop() -> None:
    state = play(table([1000] * 2))
    assert {seat.seat: seat.bet_cents for seat in hand.view(state).seats} == {1: 10, 2: 5}
    assert hand.legal(state).seat == 2
    assert hand.legal(play(table([1000] * 2), "2 call, 1 check, board 2c3c4d")).seat == 1


def test_cards_are_numbered_as_the_evaluator_numbers_them() -> None:
    assert cards.parse("2c 2d As") == (0, 1, 51)
    assert cards.format(range(4)) == "2c 2d 2h 2s"


@pytest.mark.parametrize("variant", list(Variant))
def test_each_form_has_its_number_of_hole_cards(variant: Variant) -> None:
    state = play(table([1000] * 2, variant=variant), "2 all-in, 1 call")
    other = "AhAdKhKd" if variant.form.hole_cards == 2 else "AhAd"
    refusal = refused(state, f"1 show {other}")
    assert (refusal.code, refusal.facts["due"]) == ("wrong_hole_count", variant.form.hole_cards)
    assert hand.legal(state).option(Kind.SHOW) is not None
