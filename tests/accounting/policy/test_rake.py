"""Laws every schedule keeps, whatever its terms; the rooms' own terms are in test_rooms.py."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.money import Rounding
from accounting.policy import rake
from accounting.policy.rake import SENTENCES, HandFacts, Step
from accounting.policy.terms import JSON, Percent, Terms
from tests.accounting.policy.drawn import hands, terms


@given(terms)
def test_terms_survive_their_json(terms: Terms) -> None:
    assert rake.parse(json.loads(json.dumps(rake.dump(terms)))) == terms


@given(terms, hands)
def test_never_above_the_cap_nor_the_pot(terms: Terms, hand: HandFacts) -> None:
    due = rake.due(terms, hand)
    assert 0 <= due.due_cents <= hand.pot_cents
    assert due.due_cents + due.jackpot_cents <= hand.pot_cents
    if terms.cap_cents is not None:
        assert due.due_cents <= terms.cap_cents
    for cap, above in pairwise((*terms.caps, None)):
        if cap and cap.players <= hand.dealt_in and (above is None or hand.dealt_in < above.players):
            assert due.due_cents <= cap.cap_cents


@given(terms, hands)
def test_always_a_whole_number_of_chips(terms: Terms, hand: HandFacts) -> None:
    due = rake.due(terms, hand)
    assert due.due_cents % terms.chip_cents == 0
    assert due.jackpot_cents % terms.chip_cents == 0


@given(terms, hands)
def test_no_flop_no_drop(terms: Terms, hand: HandFacts) -> None:
    terms = replace(terms, no_flop_no_drop=True)
    assert rake.due(terms, replace(hand, flop_seen=False)).due_cents == 0


@given(terms, hands, st.integers(0, 5_000_000))
def test_a_larger_pot_never_owes_less(terms: Terms, hand: HandFacts, more_cents: int) -> None:
    larger = replace(hand, pot_cents=hand.pot_cents + more_cents)
    assert rake.due(terms, larger).due_cents >= rake.due(terms, hand).due_cents


@given(terms, hands)
def test_the_same_hand_owes_the_same_for_ever(terms: Terms, hand: HandFacts) -> None:
    assert rake.due(rake.parse(rake.dump(terms)), hand) == rake.due(terms, hand)


@given(terms, hands)
def test_an_uncalled_bet_is_not_taxed_unless_the_terms_say_so(terms: Terms, hand: HandFacts) -> None:
    base_cents = rake.due(terms, hand).base_cents
    assert base_cents == hand.pot_cents + (hand.uncalled_cents if terms.base_includes_uncalled else 0)


@given(terms, hands)
def test_the_last_amount_on_the_sheet_is_what_is_due(terms: Terms, hand: HandFacts) -> None:
    due = rake.due(terms, hand)
    amounts = [line.facts["due_cents"] for line in due.lines if "due_cents" in line.facts]
    assert (amounts[-1] if amounts else 0) == due.due_cents
    assert all(line.message % line.facts for line in due.lines)


def test_every_step_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Step)


def test_a_sheet_tells_how_the_cap_was_reached() -> None:
    terms = rake.parse({"kind": "percent", "rate_bp": 1_000, "cap_cents": 600, "chip_cents": 100})
    due = rake.due(terms, HandFacts(pot_cents=9_950, flop_seen=True, dealt_in=6, uncalled_cents=3_000))
    assert (due.base_cents, due.due_cents) == (9_950, 600)
    assert [(line.step, line.facts.get("due_cents")) for line in due.lines] == [
        (Step.BASE, None),
        (Step.PERCENT, 900),
        (Step.CAP, 600),
    ]


@pytest.mark.parametrize(("rounding", "due_cents"), [(Rounding.DOWN, 100), (Rounding.NEAREST, 200), (Rounding.UP, 200)])
def test_rounding_is_the_houses_choice(rounding: Rounding, due_cents: int) -> None:
    terms = Terms(Percent(1_000), rounding=rounding, chip_cents=100)
    assert rake.due(terms, HandFacts(pot_cents=1_500, flop_seen=True, dealt_in=6)).due_cents == due_cents


def test_rounding_up_does_not_pass_the_cap() -> None:
    terms = Terms(Percent(1_000), cap_cents=250, rounding=Rounding.UP, chip_cents=100)
    assert rake.due(terms, HandFacts(pot_cents=90_000, flop_seen=True, dealt_in=6)).due_cents == 200


def test_a_schedule_may_exempt_bomb_pots_and_no_flop_no_drop_never_does() -> None:
    fund: JSON = {"fund": "promo", "steps": [{"from_cents": 100, "total_cents": 200}], "flop_required": True}
    raw: dict[str, JSON] = {"kind": "percent", "rate_bp": 500, "no_flop_no_drop": True, "jackpot": fund}
    bomb_pot = HandFacts(pot_cents=12_000, flop_seen=True, dealt_in=6, bomb_pot=True)
    raked = rake.due(rake.parse(raw), bomb_pot)
    assert (raked.due_cents, raked.jackpot_cents) == (600, 200)
    exempting = rake.parse({**raw, "bomb_pots_free": True})
    free = rake.due(exempting, bomb_pot)
    assert (free.base_cents, free.due_cents, free.jackpot_cents) == (12_000, 0, 0)
    assert [line.step for line in free.lines] == [Step.BASE, Step.BOMB_POT, Step.JACKPOT_BOMB_POT]
    assert rake.due(exempting, replace(bomb_pot, bomb_pot=False)) == rake.due(
        rake.parse(raw), replace(bomb_pot, bomb_pot=False)
    )


def test_a_fund_gets_only_what_the_tax_leaves() -> None:
    fund: JSON = {"fund": "promo", "steps": [{"from_cents": 100, "total_cents": 200}]}
    terms = rake.parse({"kind": "fixed", "amount_cents": 500, "jackpot": fund})
    due = rake.due(terms, HandFacts(pot_cents=600, flop_seen=True, dealt_in=4))
    assert (due.due_cents, due.jackpot_cents) == (500, 100)


def test_one_rake_for_the_hand_is_charged_to_the_main_pot_first() -> None:
    # domain: "compute per hand on the sum of pots, then attribute main-first"; a cap per pot would take 6 + 6 here.
    terms = rake.parse({"kind": "percent", "rate_bp": 1_000, "cap_cents": 600})
    pots_cents = (500, 20_000)
    due = rake.due(terms, HandFacts(pot_cents=sum(pots_cents), flop_seen=True, dealt_in=3))
    assert rake.charge_pots(due.due_cents, pots_cents) == (500, 100)
