"""A pot shared otherwise than its boards and halves say is found, and the finding names board, half and seats."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from accounting.chain import Move
from accounting.policy import rake
from accounting.verdicts import Rule, Verdict
from tables.audit.pages.facts import labelled
from tables.rules import records
from tables.verdicts import hand as verdicts
from tables.verdicts.booked import BookedHand
from tests.tables.rules.test_printed_games import printed
from tests.tables.verdicts.booked_hands import CHARGED, TERMS, of_actions, rebooked, rules, summary

RECORDING = records.convert(printed())
EXEMPTING = replace(CHARGED, terms=rake.parse(TERMS | {"bomb_pots_free": True}))


def booked() -> BookedHand:
    """A bomb pot in Omaha Hi-Lo on two boards: seats 1 and 2 share the first, seat 3 has the second; nothing is due."""
    return of_actions(RECORDING.setup, RECORDING.actions, EXEMPTING)


def tampered(change: Any) -> Verdict:
    """The verdict on the figures of the hand, after its stored result was changed."""
    honest = booked()
    result = deepcopy(dict(honest.recorded.result or {}))
    change(result)
    found = verdicts.verdicts(honest._replace(recorded=honest.recorded._replace(result=result)))
    assert {one.rule for one in found} == {Rule.RECORD_CHANGED, Rule.FIGURES_DIFFER}
    return next(one for one in found if one.rule is Rule.FIGURES_DIFFER)


def shared(verdict: Verdict) -> dict[str, Any]:
    return {name: fact for name, fact in verdict.facts.items() if name not in ("number", "result")}


def test_an_honest_hand_of_halves_and_boards_agrees() -> None:
    assert rules(booked()) == []
    assert (booked().recorded.result or {})["pots"][0]["low"] == [[2], []]


def low_to_the_high(result: dict[str, Any]) -> None:
    result["pots"][0]["low"][0] = [1]


def second_board_to_another(result: dict[str, Any]) -> None:
    result["pots"][0]["winners"][1] = [1, 3]


def a_low_where_there_was_none(result: dict[str, Any]) -> None:
    result["pots"][0]["low"][1] = [2]


def no_halves_at_all(result: dict[str, Any]) -> None:
    del result["pots"][0]["low"]


def another_share(result: dict[str, Any]) -> None:
    result["won"]["1"] += 1
    result["won"]["2"] -= 1


@pytest.mark.parametrize(
    ("planted", "named"),
    [
        (low_to_the_high, {"board": 1, "half": "low half", "stored_winners": "1", "computed_winners": "2"}),
        (second_board_to_another, {"board": 2, "half": "high half", "stored_winners": "1, 3", "computed_winners": "3"}),
        (a_low_where_there_was_none, {"board": 2, "half": "low half", "stored_winners": "2", "computed_winners": "–"}),
        (no_halves_at_all, {"board": 1, "half": "low half", "stored_winners": "–", "computed_winners": "2"}),
    ],
)
def test_other_winners_are_named_by_board_and_half(planted: Any, named: dict[str, Any]) -> None:
    assert shared(tampered(planted)) == {"pot": 1, **named}


def test_an_odd_chip_that_went_to_another_seat_is_named() -> None:
    assert shared(tampered(another_share)) == {"seat": 1, "stored_won_cents": 376, "computed_won_cents": 375}


def test_a_result_that_cannot_be_read_is_still_a_difference() -> None:
    assert shared(tampered(lambda result: result.update(pots=7, won=None))) == {}


def test_transfers_that_share_it_otherwise_are_found_though_the_chain_fits() -> None:
    honest = booked()
    assert honest.booking is not None
    moves = [
        Move(source, to, cents + {"seat/T07/1": 1, "seat/T07/2": -1}.get(to, 0))
        for source, to, cents in honest.booking.facts.moves
    ]
    assert rules(rebooked(honest, moves=moves)) == ["TRANSFERS_DIFFER"]


def test_an_exemption_that_is_no_bomb_pot_s_is_found() -> None:
    """Booked as one: of 200.00 nothing was taken, though 10.00 are due."""
    plain = summary(charged=EXEMPTING)
    assert rules(plain) == []
    (found,) = verdicts.verdicts(rebooked(plain, bomb_pot=True))
    assert (found.rule, found.facts["stored_bomb_pot"], found.facts["computed_bomb_pot"]) == (
        Rule.FIGURES_DIFFER, True, False,
    )  # fmt: skip
    free = rebooked(plain, bomb_pot=True, due_cents=0, taken_cents=0, moves=[])
    assert {"TAX_MISSED", "FIGURES_DIFFER", "TRANSFERS_DIFFER"} <= set(rules(free))


def test_a_bomb_pot_that_was_taxed_under_an_exempting_schedule_is_found() -> None:
    assert rules(rebooked(booked(), taken_cents=100, reason="x")) == ["FIGURES_DIFFER", "TAX_OVER"]


def test_a_manager_reads_which_half_of_which_board_went_to_whom() -> None:
    facts = tampered(low_to_the_high).facts
    with override("en"):
        assert labelled(facts)[2:] == [
            ("pot (1: main pot)", "1"), ("board", "1"), ("half of the pot", "low half"),
            ("seats to which it was booked", "1"), ("seats that won it", "2"),
        ]  # fmt: skip
    with override("de"):
        assert ("Hälfte des Pots", "niedrige Hälfte") in labelled(facts)
        assert ("Plätze, die sie gewonnen haben", "2") in labelled(facts)
