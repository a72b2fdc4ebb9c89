"""The ways to play a box after the deal: what a pad offers is what `boxes.check` lets through, and all of it."""

from itertools import product

import pytest

from casino.errors import Refusal
from tables.rules.banked import boxes
from tables.rules.banked.boxes import Box, Limits
from tables.rules.banked.rule_sets import CASINO_HOLDEM, EASY_HOLDEM, RULE_SETS, ULTIMATE, BankedRules, Spot

LIMITS = Limits(500, 10_000, 2_500, 100)


def test_easy_holdem_has_five_and_the_flop_bet_follows_from_staying() -> None:
    assert boxes.ways(EASY_HOLDEM) == (
        {},
        {Spot.FLOP: 1},
        {Spot.FLOP: 1, Spot.TURN: 1},
        {Spot.FLOP: 1, Spot.RIVER: 1},
        {Spot.FLOP: 1, Spot.TURN: 1, Spot.RIVER: 1},
    )
    assert boxes.implied(EASY_HOLDEM) == {Spot.FLOP: 1}


def test_the_call_of_casino_holdem_is_twice_the_ante() -> None:
    assert boxes.ways(CASINO_HOLDEM) == ({}, {Spot.CALL: 2})
    assert boxes.implied(CASINO_HOLDEM) == {Spot.CALL: 2}


def test_nothing_tells_which_play_bet_of_ultimate_was_made() -> None:
    assert boxes.ways(ULTIMATE) == ({}, {Spot.PLAY: 4}, {Spot.PLAY: 3}, {Spot.PLAY: 2}, {Spot.PLAY: 1})
    assert boxes.implied(ULTIMATE) is None


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_they_are_all_that_the_check_lets_through(rules: BankedRules) -> None:
    decided = list(dict.fromkeys(decision.spot for decision in rules.decisions))
    legal = []
    for chosen in product((None, 1, 2, 3, 4, 5), repeat=len(decided)):
        way = {spot: times for spot, times in zip(decided, chosen, strict=True) if times}
        bets = {spot: times * 1_000 for spot, times in way.items()}
        equal = dict.fromkeys(rules.equals_ante, 1_000)
        try:
            boxes.check(rules, Box(1, {Spot.ANTE: 1_000, **equal, **bets}), LIMITS)
        except Refusal:
            continue
        legal.append(way)
    found = boxes.ways(rules)
    assert len(found) == len(legal)
    assert all(way in legal for way in found)
