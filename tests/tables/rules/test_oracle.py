"""Random hands of every form of poker on our engine and on pokerkit at once.

`oracle` has the written list of excused rules, `second_opinion` judges who may raise.  The comparison cannot see a
wrong odd chip, since pokerkit knows no house's: `test_halves` holds those.  `RULES_FUZZ_HANDS` raises the number of
hands.
"""

import os
import warnings
from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from random import Random

import pytest

from tables.rules import blinds, hand
from tables.rules.random_hands import random_setup
from tables.rules.setup import Betting, HandSetup, Variant
from tests.tables.rules.duel import Comparison, Table
from tests.tables.rules.oracle import REASONS, comparable

IN_THE_GATE = 60
# Each form is dealt as five games or more: over 5,000 hands a form.
IN_THE_RELEASE = int(os.environ.get("RULES_FUZZ_HANDS", "1200"))


@dataclass(frozen=True)
class Game:
    """What is dealt."""

    variant: Variant
    betting: Betting
    boards: int = 1
    bomb_pot: bool = False

    def __str__(self) -> str:
        more = [f"{self.boards} boards"] * (self.boards > 1) + ["bomb"] * self.bomb_pot
        return " ".join([self.variant.value, self.betting.value, *more])

    def setup(self, random: Random) -> HandSetup | None:
        """A random hand of it; None where pokerkit cannot be told of it, or the deck does not suffice."""
        setup = random_setup(random, variant=self.variant, betting=self.betting, rule_set_key="tda/3")
        if len(setup.seats) > self.variant.form.most_players(self.boards):
            return None
        if self.bomb_pot:
            ante_cents = random.choice((1, 2, 5)) * setup.terms.big_blind_cents
            setup = blinds.bomb_pot(blinds.Deal(setup, blinds.positions_of(setup), ()), ante_cents, self.boards).setup
        else:
            setup = replace(setup, boards=self.boards)
        return setup if comparable(setup) else None


SOME = (
    Game(Variant.TEXAS, Betting.NO_LIMIT),
    Game(Variant.TEXAS_HI_LO, Betting.FIXED_LIMIT),
    Game(Variant.OMAHA, Betting.POT_LIMIT),
    Game(Variant.OMAHA_5, Betting.POT_LIMIT),
    Game(Variant.OMAHA_6, Betting.POT_LIMIT),
    Game(Variant.OMAHA_HI_LO, Betting.FIXED_LIMIT),
    Game(Variant.BIG_O, Betting.POT_LIMIT),
    Game(Variant.TEXAS, Betting.NO_LIMIT, boards=2, bomb_pot=True),
    Game(Variant.OMAHA, Betting.POT_LIMIT, boards=2),
    Game(Variant.OMAHA_HI_LO, Betting.POT_LIMIT, boards=2, bomb_pot=True),
)
ALL = [
    *[Game(*one) for one in product(Variant, Betting)],
    *[Game(one, Betting.POT_LIMIT, boards=2, bomb_pot=is_bomb) for one in Variant for is_bomb in (False, True)],
    Game(Variant.TEXAS, Betting.NO_LIMIT, boards=2, bomb_pot=True),
    Game(Variant.OMAHA_6, Betting.POT_LIMIT, bomb_pot=True),
]


def compare(game: Game, count: int) -> None:
    """Whose turn, the price, the limits, and to the cent who gets what."""
    excused: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for seed in range(count):
        random = Random(f"{game}/{seed}")
        if (setup := game.setup(random)) is None:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            table = Table(random, setup)
            compared = table.play()
        assert compared.ours == compared.theirs, (setup, table.actions, table.holes)
        excused += compared.excused
        seen += Counter(hands=1, queries=compared.queries) + seen_in(compared)
    assert set(excused) <= set(REASONS)
    assert seen["hands"] > count * 0.5
    # Most queries must be compared, not excused, or the comparison proves little.
    assert excused.total() < seen["queries"] // 8
    print(f"{game}: {dict(seen)}, excused {dict(excused)}")


def seen_in(compared: Comparison) -> Counter[str]:
    """What a hand had, and why our own payment differs from pokerkit's; it may by one chip for each split."""
    found = compared.result
    seen = Counter(
        showdowns=int(found.showdown),
        lows=int(any(any(pot.low) for pot in found.pots)),
        strangers=int(compared.strangers > 0),
    )
    paid = hand.payout(found).final_cents
    if not compared.strangers and paid != compared.theirs:
        seen["odd chips"] += 1
        assert max(abs(paid[seat] - cents) for seat, cents in compared.theirs.items()) <= compared.splits
    return +seen


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", SOME, ids=str)
def test_pokerkit_agrees(game: Game) -> None:
    compare(game, IN_THE_GATE)


@pytest.mark.release("thousands of random hands on two engines, for each game")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", ALL, ids=str)
def test_pokerkit_agrees_on_many_hands(game: Game) -> None:
    compare(game, IN_THE_RELEASE)
