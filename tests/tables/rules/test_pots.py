"""Side pots, odd chips, the house's share, and boards run twice."""

from dataclasses import replace

import pytest

from accounting.policy import rake
from casino.errors import Refusal
from tables.rules import blinds, hand
from tables.rules.blinds import Entrant, Positions, deal_in, positions_from_button
from tables.rules.pots import derive, split
from tables.rules.result import payout, tax_facts
from tables.rules.rule_sets import RULE_SETS, OddChip, TaxFrom, rule_set
from tables.rules.setup import Betting, GameTerms, HandSetup, Variant
from tests.tables.rules.scripts import kinds, play, play_on, refused, result, table, won

FOUR_ALL_IN = "3 all-in, 4 all-in, 1 all-in, 2 call"
BOARD = ", board 2c7d9h, board Js, board 3d"


def test_four_stacks_make_three_pots_and_return_the_rest_in_omaha() -> None:
    setup = table([100, 900, 200, 400], variant=Variant.OMAHA)
    found = result(
        setup,
        FOUR_ALL_IN + BOARD + ", 1 show AhAdKhKd, 2 show 5h5d6h6d, 3 show QhQdThTd, 4 show 8h8d4h4d",
    )
    assert [pot.amount_cents for pot in found.pots] == [400, 300, 400]
    assert [pot.eligible for pot in found.pots] == [(1, 2, 3, 4), (2, 3, 4), (2, 4)]
    assert {seat.seat: seat.returned_cents for seat in found.seats}[2] == 0
    assert won(found) == {1: 400, 3: 300, 4: 400}


def test_five_stacks_make_four_side_pots_in_omaha() -> None:
    setup = table([100, 900, 200, 400, 1000], variant=Variant.OMAHA, betting=Betting.NO_LIMIT)
    found = result(
        setup,
        "3 all-in, 4 all-in, 5 all-in, 1 all-in, 2 all-in"
        + BOARD
        + ", 1 show AhAdKhKd, 2 show 5h5d6h6d, 3 show QhQdThTd, 4 show 8h8d4h4d, 5 show 5c6c4c4s",
    )
    assert [pot.amount_cents for pot in found.pots] == [500, 400, 600, 1000]
    assert {seat.seat: seat.returned_cents for seat in found.seats}[5] == 100
    assert sum(won(found).values()) == found.total_cents == 2500


def test_all_in_raise_over_a_short_call_keeps_the_folded_money_in_the_right_pots() -> None:
    assert derive([50, 20, 100, 100], 0, 0b1101, 0b1100) == [(50 + 20 + 50 + 50, 0b1101), (100, 0b1100)]


def test_dead_money_goes_to_the_main_pot() -> None:
    assert derive([50, 100, 100], 30, 0b111, 0b110) == [(180, 0b111), (100, 0b110)]


def test_antes_of_a_short_seat_are_matched_only_as_far() -> None:
    """All-in by 3 of an ante of 5: wins at most 3 of each."""
    setup = table([3, 1000, 1000, 1000], ante=5)
    state = play(setup, "3 call, 4 fold, 2 check, board 2c3c4d")
    assert [(pot.amount_cents, pot.eligible) for pot in hand.view(state).pots] == [(12, (1, 2, 3)), (26, (2, 3))]


def bomb_pot(stacks: list[int], rules: str, ante: int = 100) -> HandSetup:
    dealt = table(stacks, rules=rules)
    return blinds.bomb_pot(blinds.Deal(dealt, blinds.positions_of(dealt), ()), ante).setup


SHOWN = "1 show AhAd, 2 show KhKd, 3 show QhQd"
THREE_STREETS = "board 2c7d9h, board Js, board 3d, "


@pytest.mark.parametrize(
    ("rules", "total", "pots", "returned"),
    [
        ("house/2", 220, [(180, (1, 2, 3)), (40, (1,))], {}),
        ("house/3", 180, [(180, (1, 2, 3))], {1: 40}),
    ],
)
def test_an_ante_that_nobody_can_match_goes_back_and_bears_no_rake(
    rules: str, total: int, pots: object, returned: object
) -> None:
    """Antes of 100, 60 and 60 in a bomb pot: nothing is bet, and 40 are seat 1's alone."""
    setup = bomb_pot([1000, 60, 60], rules)
    assert hand.view(play(setup)).pot_cents == total
    found = result(setup, THREE_STREETS + SHOWN)
    assert [(pot.amount_cents, pot.eligible) for pot in found.pots] == pots
    assert {seat.seat: seat.returned_cents for seat in found.seats if seat.returned_cents} == returned
    facts = tax_facts(found)
    assert (facts.pot_cents, facts.uncalled_cents) == (total, 220 - total)
    assert hand.payout(found).final_cents == {1: 1120, 2: 0, 3: 0}


def test_an_unmatched_ante_goes_back_with_the_unmatched_blind() -> None:
    """The big blind antes 100 and posts 10; the others have 60 and 40 for the ante."""
    found = result(table([60, 1000, 40], ante=100), THREE_STREETS + SHOWN)
    assert [(pot.amount_cents, pot.eligible) for pot in found.pots] == [(120, (1, 2, 3)), (40, (1, 2))]
    assert [(seat.seat, seat.contributed_cents, seat.returned_cents) for seat in found.seats] == [
        (1, 60, 0), (2, 60, 50), (3, 40, 0)
    ]  # fmt: skip
    assert hand.payout(found).final_cents == {1: 160, 2: 940, 3: 0}


def test_an_ante_that_was_matched_by_somebody_who_folded_stays() -> None:
    """Seat 2 has folded 110: of what seat 1 alone can win 50 are seat 2's, so it is won, and bears rake."""
    script = "1 call, 2 check, board 2c7d9h, 1 bet 50, 2 fold, 1 show AhAd, 3 show QhQd, board Js, board 3d"
    found = result(table([1000, 1000, 60], ante=100), script)
    assert [(pot.amount_cents, pot.eligible) for pot in found.pots] == [(180, (1, 3)), (100, (1,))]
    assert {seat.seat: seat.returned_cents for seat in found.seats} == {1: 50, 2: 0, 3: 0}


def test_a_schedule_that_counts_uncalled_bets_counts_the_ante_too() -> None:
    found = result(bomb_pot([1000, 60, 60], "tda/3"), THREE_STREETS + SHOWN)
    five_percent = rake.parse({"kind": "percent", "rate_bp": 500})
    with_uncalled = rake.parse({"kind": "percent", "rate_bp": 500, "base_includes_uncalled": True})
    assert rake.due(five_percent, tax_facts(found)).due_cents == 9
    assert rake.due(with_uncalled, tax_facts(found)).due_cents == 11


def test_a_big_blind_ante_is_dead_money_for_all() -> None:
    setup = table([1000] * 3, ante=10, big_blind_ante=True)
    state = play(setup)
    assert state.pot == 25
    assert {seat.seat: (seat.stack_cents, seat.bet_cents) for seat in hand.view(state).seats}[2] == (980, 10)


@pytest.mark.parametrize(
    ("cents", "winners", "chip", "shares"),
    [
        (18, 3, 1, (6, 6, 6)),
        (20, 3, 1, (7, 7, 6)),
        (17, 3, 1, (6, 6, 5)),
        (250, 2, 100, (150, 100)),
        (250, 3, 100, (150, 100, 0)),
        (700, 2, 500, (700, 0)),
        (1000, 3, 100, (400, 300, 300)),
    ],
)
def test_odd_chips_by_whole_chips(cents: int, winners: int, chip: int, shares: tuple[int, ...]) -> None:
    assert split(cents, winners, chip, OddChip.ONE_EACH) == shares
    assert sum(shares) == cents


def test_the_odd_chip_lies_left_of_the_button_wherever_that_is() -> None:
    """WLA 148–149: with the button at seat 2 the first seat is 3, not 1.  Of 19 it gets 10."""
    seats = range(1, 4)
    entrants = [Entrant(seat, 1000) for seat in seats]
    setup = deal_in(
        table([1000] * 3).terms, "house/1", entrants, positions_from_button(2, seats, rule_set("house/1"))
    ).setup
    checks = "3 check, 1 check, "
    script = f"2 fold, 3 call, 1 check, board KcQc2d, {checks} board Th, {checks} board 8s, {checks}"
    assert won(result(setup, script + "1 show Kh9d, 3 show Ks9c"), taken=1) == {3: 10, 1: 9}


def test_all_odd_chips_to_the_first_is_another_rooms_rule() -> None:
    assert split(20, 3, 1, OddChip.ALL_TO_FIRST) == (8, 6, 6)


THREE_POTS = "3 all-in, 1 all-in, 2 all-in, 1 show AhAd, 2 show KhKd, 3 show QhQd, board 2c7d9h, board Js, board 3d"


def test_the_share_of_the_house_comes_from_the_main_pot_first() -> None:
    found = result(table([50, 200, 500]), THREE_POTS)
    assert [pot.amount_cents for pot in found.pots] == [150, 300]
    assert [pot.taken_cents for pot in payout(found, 160).pots] == [150, 10]
    assert payout(found, 160).won_cents == {1: 0, 2: 290}


def test_other_rooms_charge_each_pot_its_part() -> None:
    found = result(table([50, 200, 500], rules="pokerstars/1"), THREE_POTS)
    assert RULE_SETS["pokerstars/1"].tax_from is TaxFrom.BY_SIZE
    assert [pot.taken_cents for pot in payout(found, 45).pots] == [15, 30]


def test_each_pot_bears_its_part_of_the_tax_in_whole_chips() -> None:
    """Nobody can lay down a part of the table's smallest chip, so no payout may leave one in a stack."""
    setup = table([500, 2_000, 5_000], rules="pokerstars/1", blinds=(100, 200), chip=100)
    found = result(setup, THREE_POTS)
    paid = payout(found, 200)
    assert [pot.amount_cents for pot in found.pots] == [1_500, 3_000]
    assert [pot.taken_cents for pot in paid.pots] == [100, 100]
    assert all(cents % 100 == 0 for cents in paid.final_cents.values())


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_a_hand_with_nothing_in_the_pot_is_paid(rules: str) -> None:
    """The small blind is dead, all fold, and the big blind goes back uncalled: nothing is left to win or to tax."""
    terms = GameTerms(Variant.TEXAS, Betting.NO_LIMIT, 5, 10)
    entrants = [Entrant(seat, 1_000) for seat in (1, 2, 3)]
    setup = deal_in(terms, rules, entrants, Positions(button_seat=3, small_blind_seat=4, big_blind_seat=1)).setup
    found = result(setup, "2 fold, 3 fold")
    paid = payout(found)
    assert (found.total_cents, paid.won_cents, paid.taken_cents) == (0, {1: 0}, 0)
    assert paid.final_cents == {1: 1_000, 2: 1_000, 3: 1_000}


@pytest.mark.parametrize("taken", [-1, 451])
def test_no_more_than_the_pot_is_taken(taken: int) -> None:
    found = result(table([50, 200, 500]), THREE_POTS)
    with pytest.raises(Refusal) as caught:
        payout(found, taken)
    assert caught.value.code == "taken_above_pot"


def test_payout_gives_every_seat_its_final_stack() -> None:
    found = result(table([50, 200, 500]), THREE_POTS)
    assert payout(found, 10).final_cents == {1: 140, 2: 300, 3: 300}


def test_run_twice_is_offered_only_where_the_house_does_and_nothing_is_left_to_bet() -> None:
    assert "run_twice" not in kinds(play(table([100, 100]), "2 all-in, 1 call"))
    assert refused(play(table([100, 100]), "2 all-in, 1 call"), "twice").code == "run_twice_not_offered"
    state = play(table([100, 100], rules="wsop-live/1"), "2 call, 1 check")
    assert refused(state, "twice").code == "run_twice_not_now"


def test_run_twice_deals_the_rest_of_the_board_twice_and_halves_each_pot() -> None:
    """WLA 204–211: boards in full one after another; odd chip of the halves with the first board."""
    state = play(table([101, 101], rules="wsop-live/1"), "2 call, 1 check, board 2c7d9h, 1 all-in, 2 call, twice")
    state = play_on(state, "board Js, board 3d")
    view = hand.view(state)
    assert (view.boards[1], kinds(state)) == (view.boards[0][:3], {"board", "show"})
    assert refused(state, "board 3d").code == "card_twice"
    state = play_on(state, "board As, board 4s, 1 show KhKd, 2 show AhQd")
    found = hand.result(state)
    assert found.pots[0].winners == ((1,), (2,))
    assert won(found) == {1: 101, 2: 101}
    assert won(found, taken=1) == {1: 101, 2: 100}
    assert hand.view(state).burned == 1 + 2 + 2


def test_run_twice_from_before_the_flop_deals_two_whole_boards() -> None:
    state = play(table([100, 100], rules="wsop-live/1"), "2 all-in, 1 call, twice, board 2c7d9h, board Js, board 3d")
    assert hand.legal(state).options[0].cards == 3
    state = play_on(state, "board 2s7h9d, board Jd, board 3h, 1 show KhKd, 2 show AhAd")
    assert won(hand.result(state)) == {2: 200}


def test_bets_in_front_of_the_seats_are_not_yet_in_the_pots() -> None:
    state = play(table([1000] * 3), "3 call, 1 call, 2 check, board 2c3c4d, 1 bet 20, 2 raise 50")
    view = hand.view(state)
    assert [(pot.amount_cents, pot.eligible) for pot in view.pots] == [(30, (1, 2, 3))]
    assert view.pot_cents == 100


def test_money_that_lay_in_the_pot_before_belongs_to_the_winner() -> None:
    """A time pot, or what somebody left: in the base, in nobody's contribution."""
    setup = replace(table([1000] * 3), dead_cents=40)
    found = result(setup, "3 raise 30, 1 fold, 2 fold")
    assert found.total_cents == 40 + 25
    assert sum(seat.contributed_cents for seat in found.seats) == 25
    assert won(found) == {3: 65}


@pytest.mark.parametrize(
    ("script", "seen"),
    [
        ("3 raise 30, 1 fold, 2 fold", False),
        ("3 raise 30, 1 fold, 2 call, board 2c3c4d, 2 bet 10, 3 fold", True),
    ],
)
def test_whether_a_flop_was_seen(script: str, seen: bool) -> None:
    assert result(table([1000] * 3), script).flop_seen is seen


@pytest.mark.parametrize(
    ("terms", "taken", "by_pot"),
    [
        ({"kind": "percent", "rate_bp": 1_000}, 400, [100, 300]),  # 10 % of 15, of 45, each rounded down to the chip
        (
            {"kind": "percent", "rate_bp": 1_000, "cap_cents": 200},
            200,
            [100, 100],
        ),  # the cap is reached in the side pot
        ({"kind": "percent", "rate_bp": 5_000, "min_pot_cents": 2_000}, 2_200, [0, 2_200]),  # the main pot owes nothing
        ({"kind": "steps", "steps": [{"from_cents": 4_000, "total_cents": 3_500}]}, 3_500, [500, 3_000]),  # holds less
        ({"kind": "fixed", "amount_cents": 500}, 500, [500, 0]),
        ({"kind": "percent", "rate_bp": 1_000}, 100, [100, 0]),  # less was taken than is due
        ({"kind": "percent", "rate_bp": 1_000}, 1_600, [1_300, 300]),  # more: the main pot first
        ({"kind": "time", "amount_cents": 600, "period_minutes": 30}, 100, [100, 0]),  # though nothing is due of a pot
    ],
)
def test_each_pot_bears_what_it_adds_to_the_tax(terms: dict[str, object], taken: int, by_pot: list[int]) -> None:
    """The network's way: the rate of each pot, main first, up to the cap; here in whole chips of 1.00."""
    setup = table([500, 2_000, 5_000], rules="pokerstars/2", blinds=(100, 200), chip=100)
    found = result(setup, THREE_POTS)
    assert [pot.amount_cents for pot in found.pots] == [1_500, 3_000]
    assert [pot.taken_cents for pot in payout(found, taken, rake.parse(terms)).pots] == by_pot
