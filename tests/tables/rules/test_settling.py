"""Whatever hand the rules let finish can be settled and compared, under every rule set and every schedule."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounting import places
from accounting.policy.rake import HandFacts
from accounting.policy.terms import Fixed, Terms
from tables import settlement
from tables.rules import agreement, hand
from tables.rules.actions import Action, Kind
from tables.rules.random_hands import play, random_setup
from tables.rules.records import Facts
from tables.rules.result import Result, payout
from tables.rules.rule_sets import RULE_SETS
from tables.rules.setup import Betting, HandSetup, Post, PostKind, Variant
from tables.rules.state import Phase
from tables.settlement import Tax
from tests.accounting.policy.drawn import terms as schedules
from tests.tables.rules.agreement import explaining
from tests.tables.rules.scripts import result, table

CHIPS = (1, 25, 100)
#: `max_examples` is the profile's; a hand of ten players takes its time.
quick = settings(suppress_health_check=[HealthCheck.too_slow])


def in_chips(setup: HandSetup, chip: int) -> HandSetup:
    """The same hand where each cent is a chip."""
    terms = setup.terms
    money = ("small_blind_cents", "big_blind_cents", "ante_cents", "straddle_cents", "small_bet_cents", "big_bet_cents")
    worth = {name: getattr(terms, name) * chip for name in money}
    seats = tuple(
        replace(
            seat,
            stack_cents=seat.stack_cents * chip,
            posts=tuple(Post(post.kind, post.cents * chip) for post in seat.posts),
        )
        for seat in setup.seats
    )
    return replace(setup, terms=replace(terms, **worth, chip_cents=chip), seats=seats)


def with_dead_small_blind(setup: HandSetup) -> HandSetup:
    """The same without whoever had the small blind, where two are left."""
    seats = tuple(seat for seat in setup.seats if all(post.kind is not PostKind.SMALL_BLIND for post in seat.posts))
    return replace(setup, seats=seats) if len(seats) > 1 else setup


def fold_round(setup: HandSetup) -> Result:
    """Everybody folds to the last."""
    state = hand.start(setup)
    while state.phase is not Phase.FINISHED:
        allowed = hand.legal(state)
        if state.phase is not Phase.BETTING:  # nobody can bet any more: the board comes, and all show
            return hand.result(hand.replay(setup, play(Random(1), setup).actions))
        kind = Kind.FOLD if allowed.option(Kind.FOLD) is not None else Kind.CHECK
        state = hand.apply(state, Action(kind, allowed.seat))
    return hand.result(state)


@st.composite
def finished(draw: st.DrawFn) -> Result:
    """A finished hand of any game, betting and rule set: side pots, walks, dead blinds, and nothing in the pot."""
    random = Random(draw(st.integers(0, 2**32)))
    setup = random_setup(
        random,
        variant=draw(st.sampled_from(list(Variant))),
        betting=draw(st.sampled_from(list(Betting))),
        rule_set_key=draw(st.sampled_from(sorted(RULE_SETS))),
    )
    if draw(st.booleans()):
        setup = with_dead_small_blind(setup)
    setup = in_chips(setup, draw(st.sampled_from(CHIPS)))
    if draw(st.integers(0, 3)) == 0:
        return fold_round(setup)
    return hand.result(hand.replay(setup, play(random, setup).actions))


@quick
@given(finished(), schedules, st.none() | st.integers(0, 100))
def test_a_finished_hand_is_settled_in_whole_chips(found: Result, terms: Terms, taken_percent: int | None) -> None:
    """With the tax that is due, or with another that somebody says was taken."""
    chip = found.chip_cents
    due = settlement.of_hand(table="T1", result=found, tips=(), tax=Tax(terms, 1, None, "")).due
    most = found.total_cents - due.jackpot_cents
    taken = None if taken_percent is None else most * taken_percent // 100 // chip * chip
    settled = settlement.of_hand(table="T1", result=found, tips=(), tax=Tax(terms, 1, taken, "as it was taken"))
    paid = payout(found, settled.taken_cents + due.jackpot_cents, terms)
    for pot in paid.pots:
        assert 0 <= pot.taken_cents <= pot.amount_cents
        assert pot.taken_cents % chip == 0
    assert all(cents >= 0 and cents % chip == 0 for cents in paid.final_cents.values())
    assert all(move.amount_cents > 0 and move.amount_cents % chip == 0 for move in settled.moves)
    inside = sum(move.amount_cents for move in settled.moves if move.destination == places.pot("T1"))
    outside = sum(move.amount_cents for move in settled.moves if move.source == places.pot("T1"))
    assert inside == outside == found.total_cents


@quick
@given(schedules, st.sampled_from(CHIPS), st.integers(0, 5_000), st.booleans(), st.integers(2, 10))
def test_an_outcome_is_settled_in_whole_chips(terms: Terms, chip: int, pot: int, flop: bool, players: int) -> None:
    facts = HandFacts(pot * chip, flop, players, chip_cents=chip)
    settled = settlement.of_summary(table="T1", facts=facts, tip_cents=0, winners=(), tax=Tax(terms, 1, None, ""))
    assert sum(move.amount_cents for move in settled.moves) <= pot * chip
    assert all(move.amount_cents % chip == 0 for move in settled.moves)


sums = st.dictionaries(st.integers(1, 10), st.integers(-5, 5_000), max_size=4)
prints = st.builds(
    Facts,
    total_cents=st.integers(-5, 50_000),
    taken_cents=st.integers(-5, 50_000),
    uncalled_cents=sums,
    collected_cents=sums,
    flags=st.sets(st.sampled_from(["uncalled_not_printed", "pot_printed_net"])).map(frozenset),
    pots_cents=st.lists(st.integers(0, 5_000), max_size=3).map(tuple),
)
WALK = result(table([1_000] * 3), "3 fold, 1 fold")


@quick
@given(finished(), prints)
@example(WALK, Facts(10, 20, {}, {2: 10}, frozenset()))  # more taken than a walk holds
@example(WALK, Facts(10, -1, {}, {2: 10}, frozenset()))
def test_whatever_was_printed_is_compared(found: Result, facts: Facts) -> None:
    """Also what no hand can be: that is a difference, and neither refused nor an error."""
    agreement.compare(facts, found)
    explaining(facts, found)


@quick
@given(finished(), st.integers(0, 100))
def test_our_own_figures_agree_with_themselves(found: Result, taken_percent: int) -> None:
    taken = found.total_cents * taken_percent // 100
    paid = payout(found, taken)
    facts = Facts(
        total_cents=found.total_cents,
        taken_cents=taken,
        uncalled_cents={seat.seat: seat.returned_cents for seat in found.seats if seat.returned_cents},
        collected_cents={seat: cents for seat, cents in paid.won_cents.items() if cents},
        flags=frozenset(),
        pots_cents=tuple(pot.amount_cents - pot.taken_cents for pot in paid.pots),
    )
    assert agreement.compare(facts, found) == []
    assert found.tax_from in explaining(facts, found) or terms_decide(found)


def terms_decide(found: Result) -> bool:
    """Where each pot bears what it adds to the tax, the schedule is asked: without one the main pot pays first."""
    return found.tax_from == "as_due"


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_a_tax_of_nothing_on_nothing_is_settled(rules: str) -> None:
    setup = with_dead_small_blind(table([1_000] * 3, rules=rules))
    found = fold_round(setup)
    assert found.total_cents == 0
    settled = settlement.of_hand(table="T1", result=found, tips=(), tax=Tax(Terms(Fixed(500)), 1, None, ""))
    assert (settled.moves, settled.taken_cents) == ((), 0)
