"""Printed hands of every game: a bomb pot in Omaha Hi-Lo on two boards, replayed and compared board by board."""

from typing import Any

import pytest

from tables.rules import hand, records
from tables.rules.agreement import compare
from tables.rules.forms import Half

ANTE = 500


def printed(*, ante_cents: int = ANTE, **changes: Any) -> dict[str, Any]:
    """Three antes of 5.00, checked down: seats 1 and 2 share the first board, seat 3 has the second; it has no low."""
    checked = [
        {"street": street, "seat": seat, "kind": "check"} for street in ("flop", "turn", "river") for seat in (1, 2, 3)
    ]
    return {
        "id": "PokerStars-bomb",
        "room": "PokerStars",
        "game": "omaha_hi_lo",
        "limit": "PL",
        "kind": "cash",
        "scale": 100,
        "stakes": [100, 200],
        "button": 3,
        "players": [{"seat": seat, "name": f"p{seat}", "stack": 10_000} for seat in (1, 2, 3)],
        "actions": [
            *({"street": "post", "seat": seat, "kind": "ante", "amount": ante_cents} for seat in (1, 2, 3)),
            *checked,
        ],
        "board": ["2c", "3d", "7h", "Ks", "Qd"],
        "more_boards": [["Ah", "Ad", "9c", "9h", "4s"]],
        "bomb_pot": True,
        "shown": {"1": ["As", "5h", "Kh", "Kd"], "2": ["Ac", "4c", "Jh", "Jd"], "3": ["9s", "9d", "8c", "8d"]},
        "mucked": [],
        "flags": [],
        "truth": {
            "total_pot": 1_500,
            "fees": {},
            "uncalled": [],
            "collected": [
                {"seat": 1, "amount": 375, "board": 1, "half": "high"},
                {"seat": 2, "amount": 375, "board": 1, "half": "low"},
                {"seat": 3, "amount": 750, "board": 2, "half": "high"},
            ],
        },
    } | changes


def differences(**changes: Any) -> list[str]:
    recording = records.convert(printed(**changes))
    found = hand.result(hand.replay(recording.setup, recording.actions))
    return [one.what for one in compare(recording.facts, found)]


def test_it_is_replayed_on_both_boards_and_agrees() -> None:
    recording = records.convert(printed())
    assert (recording.setup.boards, recording.setup.bomb_pot) == (2, True)
    found = hand.result(hand.replay(recording.setup, recording.actions))
    (pot,) = found.pots
    assert (pot.winners, pot.low) == (((1,), (3,)), ((2,), ()))
    assert recording.facts.by_half_cents == {Half.HIGH: {1: 375, 3: 750}, Half.LOW_EIGHT: {2: 375}}
    assert compare(recording.facts, found) == []


def test_a_print_without_boards_and_halves_is_compared_by_its_sums() -> None:
    truth = printed()["truth"]
    plain = [{"seat": one["seat"], "amount": one["amount"]} for one in truth["collected"]]
    assert differences(truth=truth | {"collected": plain}) == []


def said(*lines: tuple[int, int, int, str]) -> dict[str, Any]:
    collected = [{"seat": seat, "amount": cents, "board": board, "half": half} for seat, cents, board, half in lines]
    return printed()["truth"] | {"collected": collected}


@pytest.mark.parametrize(
    ("truth", "what"),
    [
        (said((1, 375, 1, "low"), (2, 375, 1, "high"), (3, 750, 2, "high")), ["halves"]),
        (said((1, 375, 2, "high"), (2, 375, 1, "low"), (3, 750, 1, "high")), ["boards"]),
        (said((1, 376, 1, "high"), (2, 374, 1, "low"), (3, 750, 2, "high")), ["net", "boards", "halves"]),
    ],
    ids=["halves swapped", "boards swapped", "a cent too many for the high"],
)
def test_another_half_or_board_in_the_print_is_a_difference(truth: dict[str, Any], what: list[str]) -> None:
    assert differences(truth=truth) == what
