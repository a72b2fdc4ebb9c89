"""Who has a claim on a jackpot: worked hands, each with the posted rule that it shows."""

from random import Random

import pytest

from accounting.policy import jackpots as policy
from accounting.policy.jackpots import Kind, Role
from casino.errors import Refusal
from tables.rules import cards, jackpots
from tables.rules.forms import BIG_O, OMAHA, OMAHA_6, OMAHA_HI_LO, TEXAS
from tables.rules.jackpots import HandShown, Lacks
from tests.tables.rules import jackpots_oracle

# Aces full of tens or better beaten, both cards play, quads need a pocket pair (as posted by several rooms).
BAD_BEAT = {"loser_bp": 5_000, "winner_bp": 2_500, "table_bp": 2_500, "qualifying": "Ah As Ad Tc Th"}


def terms(kind=Kind.BAD_BEAT, **changes):
    usual = BAD_BEAT if kind is Kind.BAD_BEAT else {"qualifying": "9c 9d 9h 9s 2c"}
    return policy.parse(kind, usual | changes)


def shown(board, hole, winners, dealt_in=(1, 2, 3, 4), pot_cents=5_000, form=TEXAS, boards=None):
    laid = tuple(cards.parse(text) for text in (boards or [board]))
    held = {seat: cards.parse(text) for seat, text in hole.items()}
    return HandShown(form, laid, held, dealt_in, winners, pot_cents)


def found(hand, **changes):
    return jackpots.examine(Kind.BAD_BEAT, terms(**changes), hand)


def high(hand, **changes):
    return jackpots.examine(Kind.HIGH_HAND, terms(Kind.HIGH_HAND, **changes), hand)


ACES_FULL_BEATEN = shown("Kd Ah As 2c 2s", {1: "Ac Kh", 2: "2d 2h"}, (2,))


def test_aces_full_beaten_by_four_deuces():
    assert found(ACES_FULL_BEATEN).seats == {Role.LOSER: [1], Role.WINNER: [2], Role.TABLE: [3, 4]}


@pytest.mark.parametrize(
    ("hand", "changes", "lacks"),
    [
        # The losing hand is the one that must be high: kings full of aces are below aces full.
        (shown("Kd Kh As 2c 2s", {1: "Kc Ah", 2: "2d 2h"}, (2,)), {}, (Lacks.HIGH_ENOUGH,)),
        # Four deuces with one deuce in the hand: no pocket pair.
        (shown("Ad Ah 2s 2c 2d", {1: "As Ac", 2: "2h 3c"}, (2,)), {"qualifying": "2c 2d 2h 3c 3d"},
         (Lacks.BOTH_CARDS, Lacks.POCKET_PAIR)),
        # Aces full on the board alone with a kicker: the ten does not play.
        (shown("Ad Ah As Kc Kd", {1: "Kh Tc", 2: "Ac 3d"}, (2,)), {}, (Lacks.BOTH_CARDS, Lacks.POCKET_PAIR)),
        (shown("Kd Ah As 2c 2s", {2: "2d 2h"}, (2,)), {}, (Lacks.LOSER,)),
        (shown("Kd Ah As 2c 2s", {}, (2,)), {}, (Lacks.SHOWDOWN,)),
        (shown("", {1: "Ac Kh", 2: "2d 2h"}, (2,), boards=["Kd Ah As"]), {}, (Lacks.SHOWDOWN,)),
        (shown("", {1: "Ac Kh", 2: "2d 2h"}, (2,), boards=["Kd Ah As 2c 2s", "Kd Ah As 2c 3s"]), {},
         (Lacks.ONE_BOARD,)),
        (ACES_FULL_BEATEN, {"least_dealt_in": 5}, (Lacks.PLAYERS,)),
        (ACES_FULL_BEATEN, {"least_pot_cents": 5_001}, (Lacks.POT,)),
    ],
)  # fmt: skip
def test_what_a_bad_beat_lacks(hand, changes, lacks):
    assert found(hand, **changes).lacks == lacks
    assert found(hand, **changes).seats == {}


def test_a_straight_flush_may_lose_to_a_higher_one():
    hand = shown("6h 7h 8h 2c 3d", {1: "5h 4h", 2: "9h Th"}, (2,))
    assert found(hand).seats[Role.LOSER] == [1]


@pytest.mark.parametrize(
    ("form", "loser", "winner"),
    [
        (OMAHA_HI_LO, "Ac Kh 7d 8d", "2d 2h 9c Tc"),
        (BIG_O, "Ac Kh 7d 8d 9h", "2d 2h 9c Tc Jh"),
        (OMAHA_6, "Ac Kh 7d 8d 9h 4c", "2d 2h 9c Tc Jh 5c"),
    ],
)
def test_hands_of_four_five_and_six_cards_claim_alike(form, loser, winner):
    hole, parts = {1: loser, 2: winner}, {Role.LOSER: [1], Role.WINNER: [2], Role.TABLE: [3, 4]}
    assert found(shown("Kd Ah As 2c 2s", hole, (2,), form=form)).seats == parts
    read = jackpots.read(
        form, board="Kd Ah As 2c 2s", hole=hole, dealt_in=(1, 2, 3, 4), winners=(), pot_cents=5_000
    )  # fmt: skip
    assert (read.winners, found(read).seats) == ((2,), parts)
    with pytest.raises(Refusal, match="wrong_hole_count"):
        jackpots.read(form, board="", hole={1: "Ac Kh"}, dealt_in=(1, 2), winners=(), pot_cents=5_000)


def test_two_equal_losers_share_one_part():
    hand = shown("Ah As Kd 2c 2s", {1: "Ac Kh", 2: "2d 2h", 3: "Ad Ks"}, (2,))
    assert found(hand).seats == {Role.LOSER: [1, 3], Role.WINNER: [2], Role.TABLE: [4]}


def test_in_omaha_two_cards_always_play():
    hand = shown("Kd Ah As 2c 2s", {1: "Ac Kh 7d 8c", 2: "2d 2h 9s 4c"}, (2,), form=OMAHA)
    assert found(hand).qualifies


class TestSeveralLosers:
    """eliospoker.com: of several hands *that qualify* the highest loses; poker-palace.ca/omaharules.php, rule 4."""

    def test_a_hand_that_does_not_qualify_hides_none_that_does(self):
        """`Js Jc` beats `Td Ts`, aces full of tens with both; `Tc 2s` makes the same hand with the ten of the board."""
        board, lost = "Ac Ad 6h Th Ah", {1: "Td Ts", 2: "Js Jc"}
        alone = found(shown(board, lost, (2,)))
        assert alone.seats == {Role.LOSER: [1], Role.WINNER: [2], Role.TABLE: [3, 4]}
        assert found(shown(board, lost | {3: "Tc 2s"}, (2,))) == alone

    def test_nor_does_a_higher_one(self):
        """Four queens with one of them need a pocket pair; kings full of queens play both cards."""
        hand = shown("Qh Qs Qc Kh Jh", {1: "Kd Kc", 2: "Qd 2c", 3: "Th 9h"}, (3,))
        assert found(hand, qualifying="2c 2d 2h 3c 3d").seats[Role.LOSER] == [1]

    def test_nor_one_that_shares_the_pot(self):
        """Of two that win with the same hand one plays both cards, and the loser is beaten by that one."""
        hand = shown("Ah As Kd Kc 2s", {1: "Ac Kh", 2: "Ad 2c", 3: "2d 2h"}, (1, 2))
        seats = found(hand, qualifying="2c 2d 2h 3c 3d").seats
        assert seats == {Role.LOSER: [3], Role.WINNER: [1], Role.TABLE: [2, 4]}

    def test_the_best_of_those_that_qualify(self):
        """Four queens and four nines lose to a straight flush: "The losing hand will be four queens"."""
        hand = shown("Qh Qc 9h 9c 8h", {1: "Qd Qs", 2: "9d 9s", 3: "Jh Th"}, (3,))
        assert found(hand).seats == {Role.LOSER: [1], Role.WINNER: [3], Role.TABLE: [2, 4]}


class TestOmahaPocketPair:
    """poker-palace.ca/omaharules.php: four of a kind "must be made using a pocket pair (hole cards of equal rank)"."""

    def quads(self, hole):
        return high(shown("Ah Qh Qc 3h Qs", {1: hole}, (1,), form=OMAHA))

    def test_the_two_cards_that_are_used_are_the_pair(self):
        hand = shown("Ah Qh Qc 3h 4s", {1: "Qd Qs 7c 8d"}, (1,), form=OMAHA)
        assert high(hand).seats[Role.WINNER] == [1]

    def test_a_pair_that_is_not_used_does_not_count(self):
        """Four queens with `Qd` and an ace; there are four aces among the nine cards, and only three can be used."""
        assert self.quads("Ac Qd As Ad").lacks == (Lacks.POCKET_PAIR,)

    def test_another_pair_in_the_hand_does_not_count(self):
        assert self.quads("Qd As 7c 7d").lacks == (Lacks.POCKET_PAIR,)


def compare(showdowns, seed):
    """Judge dealt showdowns twice; every difference is an assertion error."""
    random, tally = Random(seed), jackpots_oracle.Tally()
    for _ in range(showdowns):
        kind, rules, hand = jackpots_oracle.deal(random)
        seats = jackpots_oracle.judge(kind, rules, hand)
        found = {role: list(each) for role, each in jackpots.examine(kind, rules, hand).seats.items()}
        assert found == seats, (kind, rules, hand)
        tally.add(kind, hand, seats)
    return tally


def test_a_second_judge_finds_the_same():
    tally = compare(3_000, seed=3)
    assert tally.falls > 300
    assert tally.hidden >= 5, "hands that count below one that does not"
    assert tally.shared >= 1, "a winner that counts beside one that does not"


@pytest.mark.release("minutes of cards; the gate judges 3,000 showdowns")
def test_a_second_judge_finds_the_same_in_200_000_showdowns():
    tally = compare(200_000, seed=2)
    print(tally)
    assert tally.showdowns == 200_000
    assert len(tally.seen) == 8, "both games, both kinds, with and without a claim"
    assert min(tally.hidden, tally.shared) > 30


class TestHighHand:
    def test_the_best_shown_hand_that_counts_wins_even_if_it_lost_the_pot(self):
        hand = shown("9c 9d 4h 4s Kc", {1: "9h 9s", 2: "4d 4c"}, (1,))
        assert high(hand).seats[Role.WINNER] == [1]
        assert high(hand, qualifying="Tc Td Th Ts 2c").lacks == (Lacks.HIGH_ENOUGH,)

    def test_quads_on_the_board_do_not_count(self):
        assert high(shown("9c 9d 9h 9s Kc", {1: "Ah Qh"}, (1,))).lacks == (Lacks.BOTH_CARDS, Lacks.POCKET_PAIR)

    def test_unless_the_rules_say_so(self):
        hand = shown("9c 9d 9h 9s Kc", {1: "Ah Qh"}, (1,))
        assert high(hand, both_cards=False, pocket_pair=False).seats[Role.WINNER] == [1]


@pytest.mark.parametrize("kind", [Kind.MYSTERY, Kind.SPLASH])
def test_whoever_won_the_pot(kind):
    """A mystery jackpot and a splash pot need no showdown."""
    folded = shown("", {}, (3,), boards=[""])
    rule = policy.parse(kind, {"winner_bp": 6_000, "table_bp": 4_000})
    seats = jackpots.examine(kind, rule, folded).seats
    assert seats == {Role.LOSER: (), Role.WINNER: [3], Role.TABLE: [1, 2, 4]}
    assert jackpots.examine(kind, rule, shown("", {}, (), boards=[""])).lacks == (Lacks.WINNER,)


def test_reading_what_the_floor_wrote():
    read = {"board": "Kd Ah As 2c 2s", "hole": {1: "Ac Kh", 2: "2d 2h"}, "dealt_in": (1, 2, 3, 4), "pot_cents": 5_000}
    hand = jackpots.read(TEXAS, **read, winners=())
    assert hand.winners == (2,), "the best of the shown hands"
    with pytest.raises(Refusal, match="seat_twice"):
        jackpots.read(TEXAS, **read | {"dealt_in": (1, 1, 2)}, winners=())
