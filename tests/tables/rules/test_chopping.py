"""WLA 67: the blinds may take theirs back "when all other participants have folded"; players may not split a pot."""

from dataclasses import replace

import pytest

from accounting.policy.terms import Fixed, Percent, Terms
from tables import settlement
from tables.rules import hand, phh
from tables.rules.actions import Kind
from tables.rules.blinds import Owes
from tables.rules.rule_sets import Straddle, rule_set
from tables.rules.setup import Betting, HandSetup
from tables.tournament_hands.services.playing import RULES as RULES_OF_TOURNAMENTS
from tests.tables.rules import phh_reading
from tests.tables.rules.scripts import actions, kinds, play, refused, table

RULES = "wsop-live/2"
STACKS = [1000, 900, 800]


def test_both_take_back_what_they_posted_and_the_hand_is_over() -> None:
    state = play(table(STACKS, rules=RULES), "3 fold, chop")
    found = hand.result(state)
    assert [(seat.seat, seat.stack_cents, seat.contributed_cents) for seat in found.seats] == [
        (1, 1000, 0),
        (2, 900, 0),
        (3, 800, 0),
    ]
    assert (found.total_cents, found.pots, found.showdown, found.voluntary, found.flop_seen) == (
        0,
        (),
        False,
        False,
        False,
    )
    assert hand.payout(found).final_cents == {1: 1000, 2: 900, 3: 800}
    assert kinds(state) == {"show"}, "their cards are their own"


@pytest.mark.parametrize("betting", list(Betting))
def test_it_is_offered_to_the_small_blind_alone(betting: Betting) -> None:
    setup = table([*STACKS, 700], rules=RULES, betting=betting)
    offered = {script: "chop" in kinds(play(setup, script)) for script in ("", "3 fold", "3 fold, 4 fold")}
    assert offered == {"": False, "3 fold": False, "3 fold, 4 fold": True}


@pytest.mark.parametrize(
    ("setup", "script"),
    [
        (table([1000] * 3, rules=RULES), ""),
        (table([1000] * 3, rules=RULES), "3 call"),
        (table([1000] * 3, rules=RULES), "3 fold, 1 call"),
        (table([1000] * 3, rules=RULES), "3 fold, 1 raise 20"),
        (table([1000] * 3, rules=RULES), "3 fold, 1 fold"),
        (table([1000] * 3, rules=RULES), "3 fold, 1 call, 2 check, board 2c3c4d"),
        (table([1000] * 2, rules=RULES), ""),
        (table([1000] * 3, rules=RULES, ante=1), "3 fold"),
        (table([1000] * 3, rules=RULES, ante=10, big_blind_ante=True), "3 fold"),
        (table([1000] * 4, rules=RULES, straddles={3: Straddle.UNDER_THE_GUN}), "4 fold"),
        (table([1000] * 5, rules=RULES, owes={4: Owes.BOTH}), "3 fold, 4 fold, 5 fold"),
        (replace(table([1000] * 3, rules=RULES), dead_cents=40), "3 fold"),
    ],
    ids=[
        "nobody has folded", "a limper", "the small blind has called", "the small blind has raised", "a walk",
        "the flop", "two players", "an ante", "a big blind's ante", "a straddle", "a late blind", "money in the pot",
    ],
)  # fmt: skip
def test_nothing_else_is_split(setup: HandSetup, script: str) -> None:
    state = play(setup, script)
    assert "chop" not in kinds(state)
    assert refused(state, "chop").code == "chop_not_now"


@pytest.mark.parametrize("key", ["house/1", "house/2", "tda/2", "wsop-live/1"])
def test_a_table_whose_rules_do_not_say_so_plays_the_blinds(key: str) -> None:
    state = play(table(STACKS, rules=key), "3 fold")
    assert "chop" not in kinds(state)
    assert refused(state, "chop").code == "chop_not_offered"


def test_tournaments_play_their_blinds() -> None:
    """Wikipedia, "Chopping the blinds": it "is not allowed in tournament play"; its blinds decide who goes out."""
    assert not rule_set(RULES_OF_TOURNAMENTS).blind_chop


def test_a_short_blind_takes_back_what_it_put_in() -> None:
    state = play(table([1000, 7, 1000], rules=RULES), "3 fold, chop")
    assert hand.payout(hand.result(state)).final_cents == {1: 1000, 2: 7, 3: 1000}


@pytest.mark.parametrize("charge", [Percent(500), Fixed(200)])
@pytest.mark.parametrize("no_flop_no_drop", [True, False])
def test_nothing_is_due_of_no_pot(charge: Percent | Fixed, no_flop_no_drop: bool) -> None:
    """What is due is never more than the pot, whatever the schedule says of hands without a flop."""
    found = hand.result(play(table(STACKS, rules=RULES), "3 fold, chop"))
    tax = settlement.Tax(Terms(charge, no_flop_no_drop=no_flop_no_drop), 1, None, "")
    settled = settlement.of_hand(table="T1", result=found, tips=[], tax=tax)
    assert (settled.pot_cents, settled.due.due_cents, settled.taken_cents, settled.moves) == (0, 0, 0, ())


def test_it_is_written_and_read_back() -> None:
    setup = table(STACKS, rules=RULES)
    state = play(setup, "3 fold, chop")
    text = phh.write(setup, actions("3 fold, chop"), hand.payout(hand.result(state)))
    read = phh_reading.read(text)
    assert [action.kind for action in read.actions] == [Kind.FOLD, Kind.CHOP]
    assert hand.result(hand.replay(read.setup, read.actions)) == hand.result(state)
