"""An evening of hands of every form of poker, on one and two boards, some of them bomb pots: booked, and audited.

Then some are booked by an engine with a fault in it: the audit computes them again, and names these hands alone.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle, islice, product
from random import Random
from typing import Any

import pytest

from tables import settlement
from tables.audit.services import audits
from tables.floor.services import tables
from tables.hands.services import imports
from tables.hands.services.recording import HandDetails
from tables.models import Hand
from tables.rules import evaluate, hand, pots, random_hands
from tables.rules import result as results
from tables.rules.random_hands import RandomHand
from tables.rules.setup import MOST_PLAYERS, Betting, Variant
from tests import builders
from tests.builders import Evening
from tests.forging import change

pytestmark = pytest.mark.django_db

RULES = "wsop-live/3"
CHIP_CENTS = 100
GAMES = list(product(Variant, Betting))
IN_THE_GATE = len(GAMES)


class EveryForm:
    """A table of each form, betting and number of boards, and ten guests who sit down for one hand after the other."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.guests = {seat: evening.guest().pk for seat in range(1, MOST_PLAYERS + 1)}
        self.tables: dict[tuple[Variant, Betting, int], int] = {}

    def table(self, variant: Variant, betting: Betting, boards: int) -> int:
        """The table of that game, which is opened for its first hand; its bomb pots have as many boards."""
        key = (variant, betting, boards)
        if key not in self.tables:
            game = self.evening.game(
                variant=variant.value,
                betting=betting.value,
                chip_cents=CHIP_CENTS,
                rule_set=RULES,
                boards=boards,
                bomb_pot_ante_cents=CHIP_CENTS,
                bomb_pot_boards=boards,
            )
            house, floor, code = self.evening.house, self.evening.floor, f"G{len(self.tables)}"
            row = tables.create(house_id=house.pk, code=code, seats=MOST_PLAYERS, actor=floor)
            tables.open_table(table_id=row.pk, version=1, game_id=game.pk, float_cents=0, actor=floor)
            self.tables[key] = row.pk
        return self.tables[key]

    def book(self, played: RandomHand) -> int:
        table = self.table(played.setup.terms.variant, played.setup.terms.betting, played.setup.boards)
        recorded = imports.record_visit(
            table_id=table,
            version=self.evening.version(table),
            guest_ids={one.seat: self.guests[one.seat] for one in played.setup.seats},
            setup=played.setup,
            actions=played.actions,
            details=HandDetails(),
            actor=self.evening.manager,
        )
        return recorded.hand.pk


def random_evening(seed: int) -> Iterator[RandomHand]:
    chance = Random(seed)
    for variant, betting in cycle(GAMES):
        setup = random_hands.random_setup(
            chance, variant=variant, betting=betting, rule_set_key=RULES, chip_cents=CHIP_CENTS
        )
        yield random_hands.play(chance, random_hands.varied(chance, setup))


def lows_reversed(patch: pytest.MonkeyPatch) -> None:
    for key, (high, low) in evaluate.RANKS.items():
        if low is not None:
            other = lambda hole, board, low=low: (  # noqa: E731
                evaluate.NO_LOW if (rank := low(hole, board)) == evaluate.NO_LOW else 255 - rank
            )
            patch.setitem(evaluate.RANKS, key, (high, other))


def halves_turned(patch: pytest.MonkeyPatch) -> None:
    halves = results._halves
    patch.setattr(results, "_halves", lambda cents, high, low, *more: halves(cents, low or high, low and high, *more))


def boards_turned(patch: pytest.MonkeyPatch) -> None:
    best = results._best
    patch.setattr(
        results,
        "_best",
        lambda state, claimants, _board, by, _ranks: best(state, claimants, len(state.boards) - 1, by, {}),
    )


def rake_of_twice_the_pot(patch: pytest.MonkeyPatch) -> None:
    facts = results.tax_facts
    patch.setattr(settlement, "tax_facts", lambda found: replace(facts(found), pot_cents=2 * found.total_cents))


def ante_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pots, "_return_ante", lambda _state: None)


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the higher low wins": lows_reversed,
    "the odd chip of the halves goes to the low": halves_turned,
    "one board decides for both": boards_turned,
    "the rake is that of twice the pot": rake_of_twice_the_pot,
    "an unmatched ante stays": ante_kept,
}


@contextmanager
def planted(fault: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        FAULTS[fault](patch)
        yield


def paid(played: RandomHand) -> Any:
    """What a hand pays, and what its rake is computed of."""
    found = hand.result(hand.replay(played.setup, played.actions))
    return hand.payout(found), settlement.tax_facts(found)


def touched(fault: str) -> RandomHand:
    """A hand that is paid otherwise with the fault."""
    for played in random_evening(2):
        right = paid(played)
        with planted(fault):
            if paid(played) != right:
                return played
    raise AssertionError(fault)


def booked(count: int) -> EveryForm:
    room = EveryForm(builders.evening())
    for played in islice(random_evening(1), count):
        room.book(played)
    return room


def audit_of(count: int) -> None:
    """Nothing differs; then of each kind of fault one hand, and nothing else."""
    room = booked(count)
    found = audits.audit(day_id=None, actor=None)
    assert (found.hands, found.agree, found.differences) == (count, count, [])
    wrong = {}
    for fault in FAULTS:
        played = touched(fault)
        with planted(fault):
            wrong[room.book(played)] = fault
    bomb_pot = Hand.objects.filter(setup__bomb_pot=True).exclude(pk__in=wrong).earliest("pk")
    change("UPDATE tables_hand SET setup = setup - 'bomb_pot' WHERE id = %s", bomb_pot.pk)
    wrong[bomb_pot.pk] = "a bomb pot is none"
    found = audits.audit(day_id=None, actor=None)
    named = {one.hand for one in found.differences}
    assert {wrong.get(pk, pk) for pk in named} == set(wrong.values())
    assert found.agree == found.hands - len(wrong)


def test_an_evening_of_every_game_agrees_and_each_fault_is_found() -> None:
    audit_of(IN_THE_GATE)


@pytest.mark.release("books 2,000 hands")
def test_two_thousand_hands_of_every_game_agree_and_each_fault_is_found() -> None:
    audit_of(2_000)
