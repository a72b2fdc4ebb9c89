"""A night of every game, played by chance: boxes, reports, proof and audit say the same, whatever happens.

A guest who leaves takes whole chips.  `NIGHTS=7 ROUNDS=150 pytest -m "" -k rule_set THIS_FILE` plays seven nights under
each rule set, each of 150 rounds of a hand of each game.
"""

import os
from collections.abc import Sequence
from itertools import cycle, product
from random import Random

import pytest

from accounting.findings.services import findings
from accounting.models import Assessment, Entry, Finding
from accounting.proof.services import proofs
from accounting.reports.selectors import reports
from accounting.reports.selectors.figures import By, Subject
from accounting.reports.services import rollups
from accounting.verdicts import Rule
from tables.audit.services import audits
from tables.floor.services import seats, tables
from tables.hands.services import hands, recording
from tables.models import Hand
from tables.rules import random_hands, setup
from tables.rules.forms import FORMS
from tables.rules.result import payout, result
from tables.rules.rule_sets import RULE_SETS
from tables.rules.setup import Betting
from tables.settlement import Tip
from tests import builders
from tests.deciding import looking

pytestmark = pytest.mark.django_db

#: Every form of poker, each with another betting than the one before.
GAMES = list(zip(FORMS, cycle(Betting), strict=False))
ALL_GAMES = list(product(FORMS, Betting))

ROUNDS = 4
MORE_ROUNDS = int(os.environ.get("ROUNDS", "20"))
NIGHTS = range(int(os.environ.get("NIGHTS", "1")))


class EveryGame:
    """One table of each game under these rule sets; guests top up, tip when they win, and go home in the end.

    Some games are dealt on two boards, and in all of them every third hand is a bomb pot.
    """

    def __init__(self, rules: Sequence[str], games: Sequence[tuple[str, Betting]], night: int) -> None:
        self.random = Random(f"{' '.join(rules)} {night}")
        self.evening = builders.evening()
        self.evening.sign_terms()
        self.tables = []
        self.bought_cents = 0
        for number, (variant, betting) in enumerate(games):
            game = self.evening.game(
                variant=variant,
                betting=betting,
                ante_cents=self.random.choice((0, 100)),
                boards=self.random.choice((1, 1, 2)),
                bomb_pot_ante_cents=500,
                bomb_pot_boards=2,
                bomb_pot_every=3,
                rule_set=rules[number % len(rules)],
            )
            table = self.evening.table(game, code=f"T{number}", dealt=False)
            self.evening.push(table, builders.user("dealer", f"dealer-{number}"))
            stacks = [100 * self.random.randint(40, 900) for _seat in range(self.random.randint(2, 6))]
            self.evening.sit(table, *stacks)
            self.bought_cents += sum(stacks)
            self.tables.append(table)

    def play(self, table: int) -> None:
        """One hand, half of them action by action with undone slips, the others in one call; some are voided."""
        floor, version = self.evening.floor, self.evening.version
        by_action = self.random.random() < 0.5
        hand = hands.start(table_id=table, version=version(table), actor=floor).hand
        actions = random_hands.play(self.random, setup.from_json(hand.setup)).actions
        if not by_action:
            hands.void(hand_id=hand.pk, version=1, reason="dealt again", actor=floor)
            hand = recording.record_actions(table_id=table, version=version(table), actions=actions, actor=floor).hand
        else:
            for action in actions:
                hand = hands.act(hand_id=hand.pk, version=hand.version, action=action, actor=floor).hand
                if self.random.random() < 0.1:
                    hand = hands.undo(hand_id=hand.pk, version=hand.version, actor=floor).hand
                    hand = hands.act(hand_id=hand.pk, version=hand.version, action=action, actor=floor).hand
            hand = self.settle(hand)
        if self.random.random() < 0.1:
            hands.void(hand_id=hand.pk, version=hand.version, reason="ruling", actor=self.evening.manager)

    def settle(self, hand: Hand) -> Hand:
        """With a tip from whoever has one to give after the hand."""
        state = hands.hands.state_of(hand, hands.hands.rows_of(hand.pk))
        givers = [seat for seat, cents in payout(result(state)).final_cents.items() if cents > 5_000]
        tips = [Tip(givers[0], self.random.choice((100, 500)))] if givers else []
        return hands.settle(hand_id=hand.pk, version=hand.version, tips=tips, actor=self.evening.floor).hand

    def refill(self, table: int) -> None:
        """Whoever is low buys chips (T3)."""
        for seat in self.evening.view(table).seats:
            if seat.stack_cents is not None and seat.stack_cents < 4_000:
                amount = 10_000 - seat.stack_cents % 100
                seats.top_up(
                    table_id=table,
                    version=self.evening.version(table),
                    seat=seat.seat,
                    amount_cents=amount - amount % 100,
                    actor=self.evening.floor,
                )
                self.bought_cents += amount - amount % 100

    def justify_voids(self) -> None:
        """A long night voids more than half of its hands on purpose; nothing else may be found."""
        for finding in Finding.objects.filter(state=Finding.State.OPEN):
            assert finding.rule == Rule.VOID_RATE, finding
            looking(findings.resolve)(
                finding_id=finding.pk, resolution="justified", comment="played so", actor=self.evening.manager
            )

    def close(self) -> int:
        """Everybody leaves with what they have; answers how much that was."""
        for table in self.tables:
            for seat in self.evening.view(table).seats:
                seats.cash_out(
                    table_id=table, version=self.evening.version(table), seat=seat.seat, actor=self.evening.floor
                )
            tables.close_table(
                table_id=table,
                version=self.evening.version(table),
                counted_float_cents=0,
                actor=self.evening.floor,
            )
        return self.bought_cents + sum(builders.balances("guests").values())


@pytest.mark.django_db(transaction=True)  # one transaction of thousands of hands grows slower with each
@pytest.mark.release("a longer night under each rule set")
@pytest.mark.parametrize("night", NIGHTS)
@pytest.mark.parametrize("key", sorted(RULE_SETS))
def test_whatever_is_played_under_a_rule_set_the_books_agree(key, night):
    everything_agrees([key], ALL_GAMES, MORE_ROUNDS, night)


def test_whatever_is_played_the_books_agree():
    everything_agrees(sorted(RULE_SETS), GAMES, ROUNDS)


def everything_agrees(rules, games, rounds, night=0):
    played = EveryGame(rules, games, night)
    for _round in range(rounds):
        for table in played.tables:
            played.play(table)
            played.refill(table)
    rake_cents, tips_cents = (sum(builders.balances(box).values()) for box in ("rake", "tips"))
    home_cents = played.close()

    assert builders.balances("rake") == builders.balances("tips") == {}
    assert builders.balances("count") == {"count/room": rake_cents + tips_cents}
    assert home_cents == played.bought_cents - (rake_cents + tips_cents)
    assert builders.balances("seat") == builders.balances("pot") == builders.balances("pool") == {}

    rollups.roll_up()
    total = reports.report(subject=Subject.RAKE, by=By.HOUR, actor=played.evening.manager).total
    assert (total.taken_cents, total.tips_cents) == (rake_cents, tips_cents)
    assert total.hands == sum(Assessment.objects.values_list("sign", flat=True))

    dealt = Hand.objects.filter(state=Hand.State.SETTLED).values_list("setup", flat=True)
    kinds = {(hand.get("bomb_pot", False), hand.get("boards", 1)) for hand in dealt}
    assert kinds == {(False, 1), (False, 2), (True, 2)}
    proof = proofs.prove()
    assert (proof.ok, proof.entries) == (True, Entry.objects.count()), proof.broken
    found = audits.audit(day_id=played.evening.day.pk, actor=played.evening.manager)
    assert (found.hands, found.differences) == (Hand.objects.count(), [])
    played.justify_voids()
    day = played.evening.close_day()
    assert day.seal
    counted = {"bank/rake": rake_cents, f"tronc/{day.date:%Y-%m}": tips_cents}
    assert {name: cents for name, cents in builders.balances().items() if not name.startswith("guests")} == counted
