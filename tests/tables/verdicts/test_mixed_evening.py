"""An evening of every form, on one and two boards, with bomb pots: no hand differs, what is planted is found."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from accounting.policy import rake
from accounting.verdicts import Rule
from tables.rules.setup import Variant
from tables.verdicts import hand as verdicts
from tables.verdicts.booked import BookedHand
from tests.tables.rules.test_phh import dealt
from tests.tables.verdicts.booked_hands import CHARGED, TERMS, of_actions, rebooked, rules

EXEMPTING = replace(CHARGED, terms=rake.parse(TERMS | {"bomb_pots_free": True}))
BOARDS = (1, 2)
Result = dict[str, Any]


def evening(of_each: int) -> Iterator[BookedHand]:
    """So many hands of each form, number of boards, and bomb pot or not; in turns under two schedules."""
    for variant in Variant:
        for boards in BOARDS:
            for bomb_pot in (False, True):
                for number, played in enumerate(dealt(variant, boards, bomb_pot=bomb_pot, count=of_each)):
                    yield of_actions(played.setup, played.actions, EXEMPTING if number % 2 else CHARGED)


def differing(of_each: int) -> tuple[int, list[list[str]]]:
    """How many hands there were, and the rules that any of them broke."""
    found = [rules(booked) for booked in evening(of_each)]
    return len(found), [broken for broken in found if broken]


def test_no_hand_of_a_mixed_evening_differs() -> None:
    assert differing(2) == (56, [])


@pytest.mark.release("computes 2,016 hands twice each; the gate computes 56")
def test_no_hand_of_two_thousand_differs() -> None:
    assert differing(72) == (2_016, [])


def _another_high(result: Result) -> None:
    winners = result["pots"][0]["winners"]
    winners[-1] = [seat for seat in result["pots"][0]["eligible"] if seat not in winners[-1]][:1]


def _another_low(result: Result) -> None:
    low = result["pots"][0]["low"]
    low[-1] = [seat for seat in result["pots"][0]["eligible"] if seat not in low[-1]][:1]


def _no_low(result: Result) -> None:
    at = next(board for board, seats in enumerate(result["pots"][0]["low"]) if seats)
    result["pots"][0]["low"][at] = []


def _one_board(result: Result) -> None:
    result["pots"][0]["winners"] = result["pots"][0]["winners"][:1]


def _odd_chip(result: Result) -> None:
    first, second, *_rest = result["won"]
    result["won"][first] += 1
    result["won"][second] -= 1


PLANTED: dict[str, Callable[[Result], None]] = {
    "another winner of the high on the last board": _another_high,
    "another winner of the low on the last board": _another_low,
    "a low forgotten": _no_low,
    "a board forgotten": _one_board,
    "an odd chip to another seat": _odd_chip,
}


@pytest.fixture(scope="module")
def hands() -> list[BookedHand]:
    return list(evening(2))


@pytest.mark.parametrize("plant", PLANTED.values(), ids=PLANTED)
def test_what_is_planted_in_a_result_is_found_and_named(
    hands: list[BookedHand], plant: Callable[[Result], None]
) -> None:
    tried = 0
    for booked in hands:
        result = deepcopy(dict(booked.recorded.result or {}))
        try:
            plant(result)
        except (LookupError, StopIteration, ValueError):
            continue  # no low, one board or one winner
        if result == booked.recorded.result or not any(result["pots"][0]["winners"]):
            continue
        tried += 1
        found = verdicts.verdicts(booked._replace(recorded=booked.recorded._replace(result=result)))
        figures = next(one for one in found if one.rule is Rule.FIGURES_DIFFER)
        assert {"computed_winners", "computed_won_cents"} & set(figures.facts)
    assert tried >= 5


def test_an_exemption_taken_away_or_given_is_found(hands: list[BookedHand]) -> None:
    for booked in hands:
        assert booked.booking is not None
        assert booked.booking.facts.assessment is not None
        changed = not booked.booking.facts.assessment.bomb_pot
        assert rules(rebooked(booked, bomb_pot=changed)) == ["FIGURES_DIFFER"]
