"""High and low halves, several boards, and who gets the chips that do not divide.

Sources: WLA 148–149 and TDA "Awarding odd chips" (the high half first; identical hands as evenly as can be); Robert's
Rules, "Ties" (each pot by itself).
"""

from dataclasses import replace

import pytest

from tables.rules import cards, evaluate
from tables.rules.forms import OMAHA_HI_LO
from tables.rules.result import PotResult, divided
from tables.rules.rule_sets import OddChip
from tables.rules.setup import Variant
from tests.tables.rules.scripts import result, table, won

EACH, ONE = OddChip.ONE_EACH, OddChip.ONE_A_PLAYER


def by_board(pot: PotResult, chip_cents: int, odd_chip: OddChip) -> list[dict[int, int]]:
    """The cents by seat on each board, both halves together."""
    found: list[dict[int, int]] = [{} for _board in pot.winners]
    for board, _part, cents, shares in divided(pot, pot.amount_cents, chip_cents, odd_chip):
        assert sum(shares.values()) == cents
        for seat, won_cents in shares.items():
            found[board][seat] = found[board].get(seat, 0) + won_cents
    return found


def low(hole: str, board: str) -> int:
    ranked = evaluate.low(OMAHA_HI_LO)
    assert ranked is not None
    return ranked(cards.parse(hole), cards.parse(board))


@pytest.mark.parametrize(
    ("cents", "high", "lows", "shares"),
    [
        (101, (1,), (2,), {1: 51, 2: 50}),  # the odd chip to the high
        (102, (1,), (1, 2), {1: 51 + 26, 2: 25}),  # quartered: seat 1 three quarters, its odd chip of the low too
        (103, (2,), (1, 2), {2: 52 + 25, 1: 26}),  # the low's odd chip left of the button, though the high got one
        (66, (1, 2), (1, 2), {1: 33, 2: 33}),  # identical hands: not 34 and 32
        (67, (1, 2), (1, 2), {1: 34, 2: 33}),
        (101, (1, 2), (), {1: 51, 2: 50}),  # no low: high takes all
        (100, (1,), (2, 3, 4), {1: 50, 2: 17, 3: 17, 4: 16}),  # three-way low
    ],
)
def test_halves_and_quarters(cents: int, high: tuple[int, ...], lows: tuple[int, ...], shares: dict[int, int]) -> None:
    pot = PotResult(cents, (1, 2, 3, 4), (high,), (lows,))
    assert by_board(pot, 1, EACH) == [shares]


@pytest.mark.parametrize(
    ("cents", "high", "lows", "shares"),
    [
        (101, ((1,),), ((2,),), [{1: 51, 2: 50}]),
        (102, ((1,),), ((1, 2),), [{1: 51 + 26, 2: 25}]),  # the halves are equal: seat 1 has had none
        (103, ((1,),), ((1, 2),), [{1: 52 + 25, 2: 26}]),  # of the halves' odd chip seat 1 has had its one
        (103, ((1, 2),), ((1, 2, 3),), [{1: 26 + 17, 2: 26 + 17, 3: 17}]),
        (
            106,
            ((1, 2),),
            ((1, 3),),
            [{1: 27 + 26, 2: 26, 3: 27}],
        ),  # seat 1 had that of the high
        (203, ((1,), (1, 2)), (), [{1: 102}, {1: 50, 2: 51}]),  # seat 1 had that of the boards
        (203, ((1,), (2,)), ((2,), ()), [{1: 51, 2: 51}, {2: 101}]),  # the boards' odd chip went into equal halves
        (100, ((1, 2, 3),), (), [{1: 34, 2: 33, 3: 33}]),
    ],
)
def test_no_player_receives_more_than_one_odd_chip_of_a_pot(
    cents: int, high: tuple[tuple[int, ...], ...], lows: tuple[tuple[int, ...], ...], shares: list[dict[int, int]]
) -> None:
    """Robert's Rules, "Ties"; a house may switch to it."""
    assert by_board(PotResult(cents, (1, 2, 3, 4), high, lows), 1, ONE) == shares


def test_boards_before_halves() -> None:
    """The odd chip of the boards goes with the first; each board then has its own halves."""
    pot = PotResult(203, (1, 2), ((1,), (2,)), ((2,), ()))
    assert by_board(pot, 1, EACH) == [{1: 51, 2: 51}, {2: 101}]


def test_odd_chips_are_whole_chips() -> None:
    pot = PotResult(1_025, (1, 2), ((1,),), ((2,),))
    assert by_board(pot, 25, EACH) == [{1: 525, 2: 500}]


@pytest.mark.parametrize(
    ("hole", "board", "makes"),
    [
        ("As2d KhKc", "3c4d5h 9s 9c", "5432A"),
        ("As2d KhKc", "3c4dTh 9s 9c", None),  # two low cards on the board only
        (
            "As2d KhKc",
            "2c7d8h 4s Kc",
            "8742A",
        ),  # counterfeited: A 2 4 7 8 is left
        ("7s8d KhKc", "6c5d4h 9s 9c", "87654"),
        ("AsAd 2h2c", "3c4d5h 9s 9c", "5432A"),  # a pair has one of its cards in the low
        ("AsAd KhKc", "3c4d5h 2s 6c", None),  # a low on the board, but two must come from the hand
        ("9s8d KhKc", "3c4d5h 2s 6c", None),
    ],
)
def test_lows(hole: str, board: str, makes: str | None) -> None:
    ranks = "A2345678"
    wanted = evaluate.NO_LOW if makes is None else sum(1 << ranks.index(one) for one in makes)
    assert low(hole, board) == wanted


def test_a_side_pot_without_a_low_goes_to_the_high() -> None:
    """The all-in player's low counts for the main pot only; pokerkit shares out the side pot's half."""
    setup = table([100, 300, 600, 600], variant=Variant.OMAHA_HI_LO, blinds=(5, 10))
    found = result(
        setup,
        "3 raise 100, 4 call, 1 call, 2 call, board 7c6d2h, 2 bet 200, 3 call, 4 call, board Ks, 3 bet 300, 4 call,"
        "board Kd, 1 show As3sQcJd, 2 show KhKc9s9d, 3 show QsQdJhJs, 4 show TsTd9h9c",
    )
    assert [(pot.amount_cents, pot.winners, pot.low) for pot in found.pots] == [
        (400, ((2,),), ((1,),)),
        (600, ((2,),), ((),)),
        (600, ((3,),), ((),)),
    ]
    assert won(found) == {1: 200, 2: 800, 3: 600}


def test_each_board_has_its_own_low() -> None:
    """On the second there is none, so the high takes that part; the odd chip of the boards is with the first."""
    setup = replace(table([100, 100, 105], variant=Variant.OMAHA_HI_LO, blinds=(5, 10)), boards=2, dead_cents=1)
    found = result(
        setup,
        "3 raise 100, 1 all-in, 2 call, board 7c6d2h, board KcTd9h, board Ks, board 8h, board Kd, board 2c,"
        "1 show As3sQcJd, 2 show KhJc5s5d, 3 show QsQdThTs",
    )
    assert [(pot.amount_cents, pot.winners, pot.low) for pot in found.pots] == [(301, ((2,), (1,)), ((1,), ()))]
    assert won(found) == {1: 75 + 150, 2: 76}
