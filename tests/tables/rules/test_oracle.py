"""Random hands on our engine and on pokerkit at once.

`oracle` has the written list of excused rules, `second_opinion` judges who may raise.  `RULES_FUZZ_HANDS` raises the
number of hands (20,000 for a release).
"""

import os
import warnings
from collections import Counter
from itertools import product
from random import Random

import pytest

from tables.rules.random_hands import random_setup
from tables.rules.setup import Betting, Variant
from tests.tables.rules.duel import Table
from tests.tables.rules.oracle import REASONS, comparable

HANDS = int(os.environ.get("RULES_FUZZ_HANDS", "600"))
GAMES = list(product(Variant, Betting))
IN_THE_GATE = [(Variant.TEXAS, Betting.NO_LIMIT), (Variant.OMAHA, Betting.POT_LIMIT)]
SLOW = pytest.mark.release("a hundred random hands on two engines, for each game")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("variant", "betting"), [pytest.param(*game, marks=[] if game in IN_THE_GATE else SLOW) for game in GAMES]
)
def test_pokerkit_agrees(variant: Variant, betting: Betting) -> None:
    """Whose turn, the price, the limits, and to the cent who gets what."""
    excused: Counter[str] = Counter()
    queries = played = 0
    for seed in range(HANDS // len(GAMES)):
        random = Random(f"{variant}/{betting}/{seed}")
        setup = random_setup(random, variant=variant, betting=betting, rule_set_key="tda/2")
        if not comparable(setup):
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compared = Table(random, setup).play()
        assert compared.ours == compared.theirs, (setup, compared.actions)
        excused += compared.excused
        queries += compared.queries
        played += 1
    assert set(excused) <= set(REASONS)
    assert played > HANDS // len(GAMES) * 0.9
    # Most queries must be compared, not excused, or the comparison proves little.
    assert excused.total() < queries // 8
    print(f"{variant} {betting}: {played} hands, {queries} queries, excused {dict(excused)}")
