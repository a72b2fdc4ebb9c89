"""Fixed limit 10/20 with all-ins below a full bet: WLA 129, and "Betting and raising" 6 of Robert's Rules of Poker 11.

"An all-in wager of less than half a bet does not reopen the betting for any participant who has already acted and is
in the pot for all previous bets.  A participant … facing an all-in wager of less than half a bet, may fold, call, or
complete the wager.  An all-in wager of a half a bet or more is treated as a full bet, and a participant may fold, call,
or make a full raise.  An example of a full raise on a $20 betting round is raising a $15 all-in bet to $35.  Multiple
all-in wagers, each of an amount too small to individually qualify as a raise, still act as a raise and reopen the
betting if the resulting wager size to a participant qualifies as a raise."

TDA 47 B says the same for tournaments: "at least 50% of a full bet or raise is required to re-open betting for players
who have already acted" (H9; S2: fixed limit).
"""

from dataclasses import dataclass

import pytest

from tables.rules import cards, hand
from tables.rules.actions import Kind
from tables.rules.setup import Betting, HandSetup
from tests.tables.rules.oracle import create
from tests.tables.rules.scripts import actions, limits, play, refused, table

PREFLOP, FLOP, TURN, RIVER = range(4)
BLIND = 10_00
DEEP = 1_000_00
BOARDS = ("board 2c3c4d", "board 9h", "board Jd")

NO_HALF_BET = "pokerkit knows no half-bet rule: below a full bet nothing reopens"
NO_COMPLETION = "pokerkit knows no completion: a raise goes a full bet above any all-in"
OPENS = "pokerkit reopens to a player who has checked or limped, however small the all-in"
USES_UP = "pokerkit counts a small all-in among the raises of the cap"


@dataclass(frozen=True)
class Spot:
    """Chips of the seats on a street, what happens there, and the total to which `seat` may raise then (None: not)."""

    what: str
    street: int
    chips: tuple[int, ...]
    script: str
    seat: int
    to_cents: int | None
    pokerkit: str = ""

    def setup(self, rules: str) -> HandSetup:
        before = BLIND if self.street else 0
        stacks = [chips + before for chips in self.chips]
        return table(stacks, betting=Betting.FIXED_LIMIT, blinds=(BLIND // 2, BLIND), rules=rules, cap=3)

    def actions(self) -> str:
        """All limp in, and check up to the street."""
        if not self.street:
            return self.script
        players = len(self.chips)
        after_big_blind = [*range(3, players + 1), 1]
        steps = [*[f"{seat} call" for seat in after_big_blind], "2 check"]
        for street in range(self.street):
            steps.append(BOARDS[street])
            if street + 1 < self.street:
                steps += [f"{seat} check" for seat in range(1, players + 1)]
        return ", ".join([*steps, self.script])


SPOTS = (
    Spot("the rule's own example", TURN, (15_00, DEEP, DEEP), "1 all_in", 2, 35_00),
    Spot("the same on the river", RIVER, (15_00, DEEP, DEEP), "1 all_in", 2, 35_00),
    Spot("half a bet exactly", TURN, (10_00, DEEP, DEEP), "1 all_in", 2, 30_00),
    Spot("less than half is completed", TURN, (9_50, DEEP, DEEP), "1 all_in", 2, 20_00, NO_COMPLETION),
    Spot("to a player who has checked", TURN, (DEEP, 15_00, DEEP), "1 check, 2 all_in, 3 call", 1, 35_00),
    Spot("less to a player who has checked", TURN, (DEEP, 9_50, DEEP), "1 check, 2 all_in, 3 call", 1, None, OPENS),
    Spot("less to a player who has checked, alone", TURN, (DEEP, 9_50, DEEP), "1 check, 2 all_in, 3 fold", 1, None),
    Spot("before the flop", PREFLOP, (DEEP, DEEP, 17_50, DEEP), "3 all_in", 4, 27_50),
    Spot("before the flop, half a bet exactly", PREFLOP, (DEEP, DEEP, 15_00, DEEP), "3 all_in", 4, 25_00),
    Spot("before the flop, less", PREFLOP, (DEEP, DEEP, 14_50, DEEP), "3 all_in", 4, 20_00, NO_COMPLETION),
    Spot("the big blind's option", PREFLOP, (DEEP, DEEP, 17_50, DEEP), "3 all_in, 4 call, 1 fold", 2, 27_50),
    Spot("to a limper", PREFLOP, (DEEP, DEEP, DEEP, 17_50), "3 call, 4 all_in, 1 call, 2 call", 3, 27_50),
    Spot("to a limper, less", PREFLOP, (DEEP, DEEP, DEEP, 14_50), "3 call, 4 all_in, 1 call, 2 call", 3, None, OPENS),
    Spot("over a bet", FLOP, (DEEP, 15_00, DEEP), "1 bet 1000, 2 all_in", 3, 25_00),
    Spot("over a bet, less", FLOP, (DEEP, 14_50, DEEP), "1 bet 1000, 2 all_in", 3, 20_00, NO_COMPLETION),
    Spot("over a bet of 20", TURN, (DEEP, 30_00, DEEP), "1 bet 2000, 2 all_in", 3, 50_00),
    Spot("over a bet of 20, less", TURN, (DEEP, 29_50, DEEP), "1 bet 2000, 2 all_in", 3, 40_00, NO_COMPLETION),
    Spot("to the bettor", FLOP, (DEEP, 15_00, DEEP), "1 bet 1000, 2 all_in, 3 call", 1, 25_00, NO_HALF_BET),
    Spot("to the bettor, less", FLOP, (DEEP, 14_50, DEEP), "1 bet 1000, 2 all_in, 3 call", 1, None),
    Spot("over a raise", FLOP, (DEEP, DEEP, 25_00, DEEP), "1 bet 1000, 2 raise 2000, 3 all_in", 4, 35_00),
    Spot(
        "over a raise, less", FLOP, (DEEP, DEEP, 24_50, DEEP), "1 bet 1000, 2 raise 2000, 3 all_in", 4, 30_00,
        NO_COMPLETION,
    ),
    Spot("after a raise over it", FLOP, (DEEP, 15_00, DEEP, DEEP), "1 bet 1000, 2 all_in, 3 raise 2500", 4, 35_00),
    Spot(
        "after it was completed", FLOP, (DEEP, 13_00, DEEP, DEEP), "1 bet 1000, 2 all_in, 3 raise 2000", 4, 30_00,
        NO_COMPLETION,
    ),
    Spot("a second one that counts", FLOP, (DEEP, 15_00, 20_00, DEEP), "1 bet 1000, 2 all_in, 3 all_in", 4, 30_00),
    Spot(
        "a second one that does not", FLOP, (DEEP, 15_00, 18_00, DEEP), "1 bet 1000, 2 all_in, 3 all_in", 4, 25_00,
        NO_COMPLETION,
    ),
    Spot(
        "two small ones that count together, to the bettor", FLOP, (DEEP, 13_00, 16_00, DEEP),
        "1 bet 1000, 2 all_in, 3 all_in, 4 call", 1, 26_00, NO_HALF_BET,
    ),
    Spot(
        "the same, to a player who has called the first", FLOP, (DEEP, 13_00, DEEP, 16_00),
        "1 bet 1000, 2 all_in, 3 call, 4 all_in, 1 call", 3, None,
    ),
    Spot(
        "two that do not", FLOP, (DEEP, 13_00, 14_00, DEEP), "1 bet 1000, 2 all_in, 3 all_in, 4 call", 1, None,
    ),
    Spot(
        "all-in above it for less", FLOP, (DEEP, 15_00, 22_00, DEEP), "1 bet 1000, 2 all_in", 3, 22_00,
    ),
    Spot(
        "it counts among the raises", FLOP, (DEEP, 15_00, DEEP, DEEP),
        "1 bet 1000, 2 all_in, 3 raise 2500, 4 raise 3500", 1, None,
    ),
    Spot(
        "less does not count among the raises", FLOP, (DEEP, 13_00, DEEP, DEEP, DEEP),
        "1 bet 1000, 2 all_in, 3 raise 2000, 4 raise 3000", 5, 40_00, USES_UP,
    ),
)  # fmt: skip


@pytest.mark.parametrize("rules", ["house/2", "tda/2", "wsop-live/2"])
@pytest.mark.parametrize("spot", SPOTS, ids=[spot.what for spot in SPOTS])
def test_the_raise_over_a_short_all_in(spot: Spot, rules: str) -> None:
    state = play(spot.setup(rules), spot.actions())
    assert hand.legal(state).seat == spot.seat
    assert limits(state) == (None if spot.to_cents is None else (spot.to_cents, spot.to_cents))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("spot", SPOTS, ids=[spot.what for spot in SPOTS])
def test_pokerkit_says_the_same_unless_a_reason_is_written(spot: Spot) -> None:
    theirs = of_pokerkit(spot)
    if spot.pokerkit:
        assert theirs != spot.to_cents, "the reason has gone: pokerkit agrees now"
    else:
        assert theirs == spot.to_cents


def of_pokerkit(spot: Spot) -> int | None:
    """The total to which pokerkit lets the next player raise; None where it does not, or refuses the hand before."""
    setup = spot.setup("tda/2")
    state, other = hand.start(setup), create(setup)
    for _ in range(2 * len(setup.seats)):
        other.deal_hole("??")
    for action in actions(spot.actions()):
        before, state = state, hand.apply(state, action)
        if action.kind is Kind.BOARD:
            other.burn_card("??")
            other.deal_board(cards.format(action.cards).replace(" ", ""))
        elif action.kind is Kind.FOLD:
            other.fold()
        elif state.price > before.price:
            if not other.can_complete_bet_or_raise_to(state.price):
                return None
            other.complete_bet_or_raise_to(state.price)
        else:
            other.check_or_call()
    least: int | None = other.min_completion_betting_or_raising_to_amount
    return least


def test_a_hand_of_the_first_version_is_replayed_as_it_was_played() -> None:
    """`house/1` read the rule in whole bets: a raise over 15 on 10 went to 30.  What was booked so stays right."""
    script = "3 call, 1 call, 2 check, board 2c3c4d, 1 bet 1000, 2 all_in, 3 raise 3000"
    old = table([DEEP, 25_00, DEEP], betting=Betting.FIXED_LIMIT, blinds=(5_00, 10_00), rules="house/1")
    assert play(old, script).price == 30_00
    new = table([DEEP, 25_00, DEEP], betting=Betting.FIXED_LIMIT, blinds=(5_00, 10_00), rules="house/2")
    before, _comma, step = script.rpartition(", ")
    refusal = refused(play(new, before), step)
    assert (refusal.code, refusal.facts["max_to_cents"]) == ("above_maximum", 25_00)


def test_a_house_may_keep_limit_bets_in_whole_bets() -> None:
    key = "house/2;half_bet_raise=whole_bets"
    setup = table([DEEP, 25_00, DEEP], betting=Betting.FIXED_LIMIT, blinds=(5_00, 10_00), rules=key)
    assert limits(play(setup, "3 call, 1 call, 2 check, board 2c3c4d, 1 bet 1000, 2 all_in")) == (30_00, 30_00)
