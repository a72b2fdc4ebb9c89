"""A hand of Texas or Omaha is read, written, settled and paid as in 1.0, whatever games come: digests of random hands.

A digest changes only where a shipped rule set does, which none may.
"""

import json
from hashlib import sha256
from random import Random

import pytest

from accounting.policy import rake
from tables.rules import actions as action_codec
from tables.rules import hand, phh, random_hands
from tables.rules import setup as setup_codec
from tables.rules.setup import Betting, Variant
from tests.tables.rules.test_random_hands import TAXES, check

HANDS = 30
"""Of each rule set: every variant and betting five times."""

DIGESTS = {
    "house/1": "1035af4a637f2037",
    "house/2": "a6a2a6feade6a990",
    "pokerstars/1": "83c1f1a8d0c024b0",
    "pokerstars/2": "6c0312d5dffec71d",
    "seed-000/1": "cc5de5a44777b9fe",
    "seed-000/2": "f86455a6633ae661",
    "seed-003/1": "eb229100bd0564a1",
    "seed-003/2": "b8ef787c035b03fc",
    "tda/1": "9efb7087354e4a7f",
    "tda/2": "f9a979f810da9b27",
    "wiesbaden/1": "8af67053c4b35889",
    "wiesbaden/2": "20429fff4155e2e7",
    "wsop-live/1": "e80e8540545a3cc7",
    "wsop-live/2": "5ad753f72193e0ce",
}


def digest(key: str, count: int = HANDS) -> str:
    """Of set-up, actions, settlement, transfers, state and PHH of random hands under a rule set."""
    random, found = Random(f"kept {key}"), sha256()
    games = [(variant, betting) for variant in (Variant.TEXAS, Variant.OMAHA) for betting in Betting]
    for number in range(count):
        variant, betting = games[number % len(games)]
        setup = random_hands.random_setup(random, variant=variant, betting=betting, rule_set_key=key)
        played = random_hands.play(random, setup)
        settled = check(played, rake.parse(TAXES[number % len(TAXES)]))
        kept = [
            setup_codec.to_json(setup),
            [action_codec.to_json(action) for action in played.actions],
            settled.result,
            [[move.source, move.destination, move.amount_cents] for move in settled.moves],
            phh.write(setup, played.actions, hand.payout(hand.result(hand.replay(setup, played.actions)))),
        ]
        found.update(json.dumps(kept, sort_keys=True, default=str).encode())
    return found.hexdigest()[:16]


@pytest.mark.parametrize("key", sorted(DIGESTS))
def test_hands_of_1_0_are_what_they_were(key: str) -> None:
    assert digest(key) == DIGESTS[key]
