"""Random rounds of every game against the house: chips are conserved, and the float is what the rounds made of it.

`ROUNDS=100000 pytest -n0 tests/tables/rounds/test_random_rounds.py` plays so many; CI plays some.
"""

import os
from collections.abc import Iterator
from random import Random

import pytest

from accounting.proof.services import proofs
from tables.audit.services import audits
from tables.models import Round
from tables.rules.banked.boxes import Box
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import RULE_SETS, BankedRules, Otherwise, Spot
from tables.settlement import Tip
from tests import builders
from tests.tables.rounds.banking import EURO, RoundDetails, on_table, play

# In one transaction no row version could be cleared away, and a book is moved on with every round.
pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = int(os.environ.get("ROUNDS", "90"))
SEATS = 5
RICH = 10_000_000 * EURO


def bets(rules: BankedRules, chance: Random) -> dict[Spot, int]:
    """As the game may be bet: decisions by chance, more often on than not."""
    ante = chance.randint(5, 100) * EURO
    found = {Spot.ANTE: ante, **dict.fromkeys(rules.equals_ante, ante)}
    found |= {spot: chance.randint(1, 25) * EURO for spot in rules.side_bets if chance.random() < 0.5}
    for decision in rules.decisions:
        if decision.spot in found:
            continue
        if chance.random() < 0.6:
            found[decision.spot] = chance.choice(decision.multiples) * ante
        elif decision.otherwise is Otherwise.FOLD:
            break
    return found


def dealt(rules: BankedRules, chance: Random) -> RoundRecord:
    """One to seven boxes of five guests, each with its cards; the dealer's and the board."""
    deck = chance.sample(range(52), 52)
    draw: Iterator[int] = iter(deck)
    boxes = tuple(
        BoxRecord(Box(number, bets(rules, chance)), chance.randint(1, SEATS), hole=(next(draw), next(draw)))
        for number in chance.sample(range(1, rules.boxes + 1), chance.randint(1, rules.boxes))
    )
    return RoundRecord(boxes, dealer=(next(draw), next(draw)), board=tuple(next(draw) for _card in range(5)))


def test_random_rounds_conserve_chips_and_reconcile_the_float() -> None:
    evening, chance = builders.evening(), Random(20261121)
    tables = {}
    for number, (key, rules) in enumerate(RULE_SETS.items(), 1):
        terms = {"variant": rules.variant, "rule_set": key, "chip_cents": EURO if rules.rounding else EURO // 2}
        game = evening.banked_game(**terms, recording="every_action")
        tables[key] = evening.table(game, code=f"E{number}", float_cents=RICH, dealt=number == 1)
        evening.sit(tables[key], *[RICH] * SEATS)
    evening.dealer = evening.floor  # at every table
    won = dict.fromkeys(tables, 0)
    tips = dict.fromkeys(tables, 0)
    for number in range(ROUNDS):
        key = list(tables)[number % len(tables)]
        tip = chance.choice([0, 0, EURO, 5 * EURO])
        details = RoundDetails(tips=(Tip(1, tip),) if tip else ())
        played = play(evening, tables[key], dealt(RULE_SETS[key], chance), details)
        assert played.staked_cents >= played.lost_cents
        won[key] += played.house_cents
        tips[key] += tip
    for number, key in enumerate(tables, 1):
        held = on_table(f"E{number}")
        assert sum(held.values()) == RICH * (SEATS + 1)
        assert held[f"float/E{number}"] == RICH + won[key]
        assert held.get(f"tips/E{number}", 0) == tips[key]
    assert Round.objects.count() == ROUNDS
    assert proofs.prove().broken == []
    assert audits.audit(day_id=evening.day.pk, actor=evening.manager).by_rule == {}
