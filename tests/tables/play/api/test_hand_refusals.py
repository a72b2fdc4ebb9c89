"""What a hand refuses, over HTTP: the code, what would have been right, and that nothing was changed."""

from typing import Any

import pytest

from tables.models import Table
from tests import databases
from tests.api_client import Api, everything, problem
from tests.builders import Evening
from tests.tables.api.conftest import three_at_a_table
from tests.tables.api.playing import Hand, act, settle, to_showdown

LEGAL_AT_FIRST = [
    {"kind": "fold", "min_to_cents": None, "max_to_cents": None, "call_cents": None},
    {"kind": "call", "min_to_cents": None, "max_to_cents": None, "call_cents": 200},
    {"kind": "raise", "min_to_cents": 400, "max_to_cents": 40_000, "call_cents": None},
    {"kind": "all_in", "min_to_cents": 40_000, "max_to_cents": 40_000, "call_cents": None},
]

# Seat 1 is to act before the flop, facing the big blind of 200 with 40 000 in front of it.
BEFORE_THE_FLOP: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"kind": "fold", "seat": 2}, "not_your_turn", {"seat": 2, "turn": 1}),
    ({"kind": "check"}, "must_call_or_fold", {}),
    ({"kind": "bet", "to_cents": 400}, "bet_stands", {}),
    ({"kind": "raise"}, "amount_missing", {}),
    ({"kind": "raise", "to_cents": 300}, "below_minimum", {"to_cents": 300, "min_to_cents": 400}),
    ({"kind": "raise", "to_cents": 0}, "below_minimum", {"to_cents": 0, "min_to_cents": 400}),
    ({"kind": "raise", "to_cents": 40_001}, "above_maximum", {"to_cents": 40_001, "max_to_cents": 40_000}),
    ({"kind": "raise", "to_cents": 10**11}, "above_maximum", {"to_cents": 10**11, "max_to_cents": 40_000}),
    ({"kind": "raise", "to_cents": 450}, "not_on_chip", {"to_cents": 450, "chip_cents": 100}),
    ({"kind": "board", "cards": "Ah Td 2c"}, "board_not_due", {}),
    ({"kind": "show", "seat": 1, "cards": "As Ac"}, "no_showdown_yet", {}),
    ({"kind": "muck", "seat": 1}, "no_showdown_yet", {}),
]


built = databases.once(three_at_a_table)


@pytest.fixture
def seated(evening: Evening) -> int:
    return Table.objects.get(code="T07").pk


def refused(api: Api, hand: Hand, body: dict[str, Any]) -> dict[str, Any]:
    """The facts of a refusal that changed nothing."""
    before = everything()
    answer = api.post(f"hands/{hand['id']}/actions/", {"version": hand["version"], **body})
    assert everything() == before
    facts: dict[str, Any] = answer.json()["facts"]
    return {"answer": problem(answer), **facts}


def test_an_illegal_action_hears_what_is_legal(dealer, hand):
    for action, code, facts in BEFORE_THE_FLOP:
        expected = {"answer": (422, code), **facts, "to_act": 1, "legal": LEGAL_AT_FIRST}
        assert refused(dealer, hand, action) == expected, action


def test_what_has_no_meaning_with_an_action_is_not_recorded(dealer, hand):
    deck = " ".join(rank + suit for rank in "23456789TJ" for suit in "cd")
    for more in ({"cards": "Ah"}, {"cards": deck}):
        assert refused(dealer, hand, {"kind": "fold", **more})["answer"] == (400, "action_unreadable"), more


@pytest.fixture
def at_the_flop(dealer: Api, hand: Hand) -> Hand:
    """Everybody has called; the flop is due."""
    hand = act(dealer, hand, kind="call")
    hand = act(dealer, hand, kind="call")
    return act(dealer, hand, kind="check")


def test_a_wrong_flop_is_refused(dealer, at_the_flop):
    for cards, status, code in (
        ("Ah Td", 422, "wrong_board_count"),  # a board of two cards
        ("Ah Td 2c 3c", 422, "wrong_board_count"),
        ("", 422, "wrong_board_count"),
        (None, 422, "wrong_board_count"),
        ([], 422, "wrong_board_count"),
        ("Ah Ah 2c", 422, "card_twice"),
        (["Ah", "2c", "Ah"], 422, "card_twice"),
        ("1h", 400, "card_unreadable"),
        ("Ahh", 400, "card_unreadable"),
        ("A♥", 400, "card_unreadable"),
        (["Ah", "Td", "x"], 400, "card_unreadable"),
        (["Ah", 3], 400, "malformed"),
        ({"flop": "Ah"}, 400, "malformed"),
        (7, 400, "malformed"),
        ("Ah " * 30, 400, "malformed"),
    ):
        assert refused(dealer, at_the_flop, {"kind": "board", "cards": cards})["answer"] == (status, code), cards


def test_a_card_is_dealt_once_in_a_hand(dealer, at_the_flop):
    flop = act(dealer, at_the_flop, kind="board", cards="Ah Td 2c")
    for _seat in range(3):
        flop = act(dealer, flop, kind="check")
    found = refused(dealer, flop, {"kind": "board", "cards": "Td"})
    assert (found["answer"], found["card"]) == ((422, "card_twice"), "Td")


def test_betting_waits_for_the_board(dealer, at_the_flop):
    assert refused(dealer, at_the_flop, {"kind": "check"})["answer"] == (422, "board_due")


def test_an_unfinished_hand_is_not_settled(dealer, hand):
    before = everything()
    answer = dealer.post(f"hands/{hand['id']}/settle/", {"version": 1})
    assert problem(answer) == (422, "hand_not_over")
    assert answer.json()["facts"] == {"to_act": 1, "legal": LEGAL_AT_FIRST}
    assert everything() == before


SETTLEMENTS: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"rake_cents": 100}, "rake_reason_required", {"rake_cents": 100, "due_cents": 0}),
    ({"rake_cents": 100, "reason": "  "}, "rake_reason_required", {"rake_cents": 100, "due_cents": 0}),
    (
        {"rake_cents": 500, "reason": "why not"},
        "rake_above_pot",
        {"rake_cents": 500, "most_cents": 400, "due_cents": 0},
    ),
    ({"rake_cents": 150, "reason": "half a chip"}, "not_on_chip", {"amount_cents": 150, "chip_cents": 100}),
    ({"tips": [{"seat": 2, "amount_cents": 0}]}, "tip_not_positive", {"seat": 2}),
    ({"tips": [{"seat": 2, "amount_cents": 50}]}, "not_on_chip", {"amount_cents": 50, "chip_cents": 100}),
    (
        {"tips": [{"seat": 3, "amount_cents": 40_000}]},
        "tip_above_stack",
        {"seat": 3, "tip_cents": 40_000, "stack_cents": 39_800},
    ),
    (
        {"tips": [{"seat": 9, "amount_cents": 100}]},
        "tip_above_stack",
        {"seat": 9, "tip_cents": 100, "stack_cents": 0},
    ),
]


def test_a_wrong_settlement_is_refused(dealer, hand):
    finished = to_showdown(dealer, hand)
    before = everything()
    for body, code, facts in SETTLEMENTS:
        answer = dealer.post(f"hands/{hand['id']}/settle/", {"version": finished["version"], **body})
        assert (problem(answer), answer.json()["facts"]) == ((422, code), facts), body
        assert everything() == before, body


def test_nothing_happens_in_a_settled_hand(dealer, hand):
    settled = settle(dealer, to_showdown(dealer, hand))
    before = everything()
    for command, body in (("actions", {"kind": "fold"}), ("undo", {}), ("settle", {})):
        answer = dealer.post(f"hands/{hand['id']}/{command}/", {"version": settled["version"], **body})
        assert problem(answer) == (422, "hand_settled"), command
        assert everything() == before, command


def test_nothing_to_undo(dealer, hand):
    before = everything()
    assert problem(dealer.post(f"hands/{hand['id']}/undo/", {"version": 1})) == (422, "nothing_to_undo")
    assert everything() == before


def test_a_void_hand_stays_void(floor, hand):
    body = {"version": 1, "reason": "misdeal"}
    voided = floor.post(f"hands/{hand['id']}/void/", body).json()
    before = everything()
    assert problem(floor.post(f"hands/{hand['id']}/void/", body | {"version": voided["version"]})) == (422, "hand_void")
    assert everything() == before


def test_after_substantial_action_a_misdeal_is_the_floors_to_call(dealer, floor, hand):
    """Two bets in turn are substantial action (WSOP live-action 104)."""
    raised = act(dealer, act(dealer, hand, kind="raise", to_cents=400), kind="raise", to_cents=1_000)
    body = {"version": raised["version"], "reason": "exposed card"}
    before = everything()
    assert problem(dealer.post(f"hands/{hand['id']}/void/", body)) == (403, "deal_stands")
    assert everything() == before
    assert floor.post(f"hands/{hand['id']}/void/", body).json()["state"] == "void"


def test_a_void_says_why(floor, hand):
    before = everything()
    for reason in ("", "..", "   ", None, 3):
        answer = floor.post(f"hands/{hand['id']}/void/", {"version": 1, "reason": reason})
        assert problem(answer) == (400, "malformed"), reason
        assert [error["pointer"] for error in answer.json()["errors"]] == ["/reason"], reason
        assert everything() == before, reason


def test_a_second_hand_waits_for_the_first(dealer, evening, seated, hand):
    before = everything()
    answer = dealer.post(f"tables/{seated}/hands/", {"version": evening.version(seated)})
    assert (problem(answer), answer.json()["facts"]) == (
        (422, "hand_in_progress"),
        {"table": "T07", "hand": hand["id"]},
    )
    assert everything() == before


def test_one_player_is_no_hand(floor, evening):
    table = evening.table(code="T08", dealt=False)
    evening.sit(table, 40_000)
    before = everything()
    answer = floor.post(f"tables/{table}/hands/", {"version": evening.version(table)})
    assert (problem(answer), answer.json()["facts"]) == ((422, "players_few"), {"fewest": 2})
    assert everything() == before


def test_a_summary_table_starts_no_hand(floor, evening: Evening):
    table = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    evening.sit(table, 40_000, 40_000)
    assert problem(floor.post(f"tables/{table}/hands/", {"version": evening.version(table)})) == (422, "summary_only")


def test_a_hand_that_is_not_there(floor):
    for path in ("hands/4711/", "hands/4711/phh/"):
        assert problem(floor.get(path)) == (404, "no_such_hand")
    for command, body in (("actions", {"kind": "fold"}), ("undo", {}), ("settle", {}), ("void", {"reason": "misdeal"})):
        answer = floor.post(f"hands/4711/{command}/", {"version": 1, **body})
        assert problem(answer) == (404, "no_such_hand"), command
