"""Random hands under every shipped rule set settle, are taxed, and leave whole chips.

`RANDOM_HANDS=50000 pytest -n0 -m "" tests/tables/rules/test_random_hands.py` plays so many under each of them.
"""

import os
from random import Random

import pytest

from accounting.policy import rake
from accounting.policy.terms import Terms
from tables import settlement
from tables.rules import actions as action_codec
from tables.rules import hand, phh, random_hands
from tables.rules import setup as setup_codec
from tables.rules.random_hands import RandomHand
from tables.rules.rule_sets import RULE_SETS
from tables.rules.setup import Betting, Variant
from tables.rules.state import Phase
from tables.settlement import Settlement, Tax
from tests.tables.rules import phh_reading

IN_THE_GATE = 40
IN_THE_RELEASE = int(os.environ.get("RANDOM_HANDS", "2000"))
CHIPS = (1, 5, 100)
BAD_BEAT = {"fund": "bad-beat", "steps": [{"from_cents": 500, "total_cents": 100}]}
#: By the table's chip: no tax, one of so much a hand, by the hundred with cap and fund, by steps.
TAXES: tuple[dict[str, object], ...] = (
    {"kind": "fixed", "amount_cents": 0},
    {"kind": "fixed", "amount_cents": 500},
    {"kind": "percent", "rate_bp": 500, "cap_cents": 1_500, "no_flop_no_drop": True, "rounding": "down"},
    {"kind": "percent", "rate_bp": 1_000, "least_cents": 3, "jackpot": BAD_BEAT},
    {
        "kind": "steps",
        "steps": [{"from_cents": 100, "total_cents": 20}, {"from_cents": 2_000, "add_cents": 400}],
        "jackpot": BAD_BEAT,
    },
)


def check(played: RandomHand, terms: Terms) -> Settlement:
    """The hand replays, settles and is paid: nobody below nothing, no chip made, lost or broken."""
    chip = played.setup.terms.chip_cents
    brought = {seat.seat: seat.stack_cents for seat in played.setup.seats}
    state = hand.replay(played.setup, played.actions)
    assert state.phase is Phase.FINISHED
    found = hand.result(state)
    settled = settlement.of_hand(
        table="T01", result=found, tips=(), tax=Tax(terms=terms, version_id=1, taken_cents=None, reason="")
    )
    stacks = dict(settled.result["stacks"])  # type: ignore[call-overload]
    to_the_house = settled.taken_cents + settled.due.jackpot_cents
    assert sum(stacks.values()) + to_the_house == sum(brought.values())
    assert {int(seat) for seat in stacks} == set(brought)
    assert all(cents >= 0 and cents % chip == 0 for cents in [*stacks.values(), settled.taken_cents, to_the_house])
    assert all(move.amount_cents > 0 and move.amount_cents % chip == 0 for move in settled.moves)
    assert 0 <= to_the_house <= found.total_cents
    balances = {f"seat/T01/{seat}": cents for seat, cents in brought.items()}
    for move in settled.moves:
        balances[move.source] = balances.get(move.source, 0) - move.amount_cents
        balances[move.destination] = balances.get(move.destination, 0) + move.amount_cents
        assert balances[move.source] >= 0, "no transfer takes what is not there"
    assert {int(seat): cents for seat, cents in stacks.items()} == {
        seat: balances[f"seat/T01/{seat}"] for seat in brought
    }
    return settled


def play_some(key: str, count: int, seed: int) -> tuple[int, int]:
    """Play and check; answers how many hands were taxed and how many went over two boards."""
    random = Random(f"{key} {seed}")
    taxed = twice = 0
    for number in range(count):
        chip = random.choice(CHIPS)
        setup = random_hands.random_setup(
            random,
            variant=random.choice(list(Variant)),
            betting=random.choice(list(Betting)),
            rule_set_key=key,
            chip_cents=chip,
        )
        played = random_hands.play(random, setup)
        settled = check(played, rake.parse(TAXES[number % len(TAXES)]))
        taxed += settled.taken_cents > 0
        twice += sum(action.kind is action_codec.Kind.RUN_TWICE for action in played.actions)
        if number % 20 == 0:
            text = phh.write(setup, played.actions)
            assert phh_reading.read(text) == phh_reading.Written(setup, played.actions, None)
            assert setup_codec.from_json(setup_codec.to_json(setup)) == setup
    return taxed, twice


@pytest.mark.parametrize("key", sorted(RULE_SETS))
def test_random_hands_settle_are_taxed_and_leave_whole_chips(key: str) -> None:
    taxed, _twice = play_some(key, IN_THE_GATE, seed=20261122)
    assert taxed


@pytest.mark.release("thousands of hands under each rule set")
@pytest.mark.parametrize("key", sorted(RULE_SETS))
def test_many_random_hands_settle_are_taxed_and_leave_whole_chips(key: str) -> None:
    taxed, twice = play_some(key, IN_THE_RELEASE, seed=1)
    assert taxed
    assert bool(twice) == RULE_SETS[key].run_it_twice
