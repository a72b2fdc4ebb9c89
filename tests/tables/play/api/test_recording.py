"""A finished hand in one call, both ways of recording."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from accounting.models import Assessment
from accounting.proof.services import proofs
from tables.audit.services import audits
from tests import forging
from tests.api_client import Api, everything, problem
from tests.builders import Evening, balances

WALK = [{"kind": "fold", "seat": 1}, {"kind": "fold", "seat": 2}]
CHECKED_DOWN: list[dict[str, Any]] = [
    {"kind": "call", "seat": 1},
    {"kind": "raise", "seat": 2, "to_cents": 2_000},
    {"kind": "call", "seat": 3},
    {"kind": "fold", "seat": 1},
    {"kind": "board", "cards": "Ah Td 2c"},
    {"kind": "check", "seat": 2},
    {"kind": "check", "seat": 3},
    {"kind": "board", "cards": ["7s"]},
    {"kind": "check", "seat": 2},
    {"kind": "check", "seat": 3},
    {"kind": "board", "cards": "7d"},
    {"kind": "check", "seat": 2},
    {"kind": "check", "seat": 3},
    {"kind": "show", "seat": 2, "cards": "As Ac"},
    {"kind": "muck", "seat": 3},
]
SUMMARY = {"pot_cents": 10_000, "flop_seen": True, "dealt_in": 3, "tip_cents": 100, "winners": [2]}


@pytest.fixture
def pooled(evening: Evening) -> int:
    """A table with three guests, 400 euros each, of whose hands only the outcome is recorded."""
    table_id = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table_id, 40_000, 40_000, 40_000)
    return table_id


def record(api: Api, evening: Evening, table: int, **body: Any) -> dict[str, Any]:
    answer = api.post(f"tables/{table}/hands/record/", {"version": evening.version(table), **body})
    assert answer.status_code == 201, answer.content
    hand: dict[str, Any] = answer.json()
    assert api.get(f"hands/{hand['id']}/").json() == hand
    return hand


def test_every_action_in_one_call(dealer, evening, seated):
    """Pot 20 + 20 + 2; 5 % of 42 euros is 2.10, rounded down to the chip of 1 euro: 2 are due."""
    hand = record(dealer, evening, seated, button_seat=1, actions=CHECKED_DOWN, tips=[{"seat": 2, "amount_cents": 100}])
    assert (hand["state"], hand["recording"], hand["board"]) == ("settled", "every_action", "Ah Td 2c 7s 7d")
    assert [row["kind"] for row in hand["actions"]] == [action["kind"] for action in CHECKED_DOWN]
    rake = {name: hand["rake"][name] for name in ("base_cents", "due_cents", "taken_cents")}
    assert rake == {"base_cents": 4_200, "due_cents": 200, "taken_cents": 200}
    assert hand["rake"]["schedule_version"] == evening.schedule.pk
    assert hand["result"]["won"] == [{"seat": 2, "amount_cents": 4_000}]
    assert balances() == {
        "guests/T07": -120_000, "rake/T07": 200, "tips/T07": 100,
        "seat/T07/1": 39_800, "seat/T07/2": 41_900, "seat/T07/3": 38_000,
    }  # fmt: skip


def test_a_pot_that_one_claims_names_no_board_of_two(dealer, evening):
    """Run twice: the main pot goes to one winner on each board; the side pot of folded chips was decided by none."""
    table = evening.table(evening.game(rule_set="wsop-live/2"), code="T09")
    evening.sit(table, 40_000, 10_000, 40_000)
    played = [
        {"kind": "raise", "to_cents": 20_000}, {"kind": "all_in"}, {"kind": "raise", "to_cents": 40_000},
        {"kind": "fold"}, {"kind": "run_twice"},
        *[{"kind": "board", "cards": dealt} for dealt in ("2c 7d 9h", "Js", "3d", "2s 7h 9d", "Ks", "4s")],
        {"kind": "show", "seat": 2, "cards": "Ah Ad"}, {"kind": "show", "seat": 3, "cards": "Kh Kd"},
    ]  # fmt: skip
    pots = record(dealer, evening, table, button_seat=1, actions=played)["result"]["pots"]
    assert [(pot["amount_cents"], pot["winners"], pot["winners_by_board"]) for pot in pots] == [
        (30_000, [2, 3], [[2], [3]]),
        (20_000, [3], []),
    ]


def test_a_bomb_pot_by_its_outcome(dealer, evening, pooled):
    """The evening's schedule does not exempt it: 5 % of 100 euros."""
    body = {"version": evening.version(pooled), **SUMMARY, "bomb_pot": True}
    assert problem(dealer.post(f"tables/{pooled}/hands/record/", body)) == (422, "no_bomb_pots")
    forging.change("UPDATE tables_game SET bomb_pot_ante_cents = 500")
    assert record(dealer, evening, pooled, **SUMMARY, bomb_pot=True)["rake"]["taken_cents"] == 500
    assert Assessment.objects.get().bomb_pot


CHOPPED = [{"kind": "fold"}, {"kind": "chop"}]


def test_the_blinds_are_taken_back_in_one_call(dealer, evening):
    """WLA 67: the hand is booked without a pot, and proved as any other; a tip is the guest's to give."""
    table = evening.table(evening.game(rule_set="wsop-live/2"), code="T09")
    evening.sit(table, 40_000, 40_000, 40_000)
    hand = record(dealer, evening, table, button_seat=1, actions=CHOPPED, tips=[{"seat": 2, "amount_cents": 100}])
    assert (hand["state"], hand["pot_cents"], hand["rake"]["due_cents"], hand["rake"]["taken_cents"]) == (
        "settled", 0, 0, 0,
    )  # fmt: skip
    assert (hand["result"]["pots"], hand["result"]["won"], hand["result"]["uncalled"]) == ([], [], [])
    assert [row["kind"] for row in hand["actions"]] == ["fold", "chop"]
    assert balances() == {
        "guests/T09": -120_000, "seat/T09/1": 40_000, "seat/T09/2": 39_900, "seat/T09/3": 40_000, "tips/T09": 100,
    }  # fmt: skip
    assert audits.audit(day_id=evening.day.pk, actor=evening.manager).ok
    assert proofs.prove().ok
    following = dealer.post(f"tables/{table}/hands/", {"version": evening.version(table)}).json()
    assert following["button_seat"] == 2, "the button moves on"


def test_a_chopped_hand_gives_the_house_nothing_to_take(dealer, evening):
    table = evening.table(evening.game(rule_set="wsop-live/2"), code="T09")
    evening.sit(table, 40_000, 40_000, 40_000)
    taken = {"rake_cents": 100, "reason": "a chip"}
    body = {"version": evening.version(table), "button_seat": 1, "actions": CHOPPED, **taken}
    assert problem(dealer.post(f"tables/{table}/hands/record/", body)) == (422, "rake_above_pot")
    assert balances("rake/") == {}


def test_where_blinds_are_played_the_answer_names_the_options(dealer, evening, seated):
    body = {"version": evening.version(seated), "button_seat": 1, "actions": CHOPPED}
    answer = dealer.post(f"tables/{seated}/hands/record/", body)
    assert problem(answer) == (422, "chop_not_offered")
    assert {option["kind"] for option in answer.json()["facts"]["legal"]} == {"fold", "call", "raise", "all_in"}


def test_only_the_outcome_in_one_call(dealer, evening, pooled):
    """5 % of 100 euros."""
    dealt_at = datetime.now(UTC) - timedelta(minutes=3)
    uuid = str(uuid4())
    hand = record(dealer, evening, pooled, **SUMMARY, client_uuid=uuid, dealt_at=dealt_at.isoformat())
    assert (hand["state"], hand["recording"], hand["client_uuid"]) == ("settled", "summary", uuid)
    assert datetime.fromisoformat(hand["started_at"]) == dealt_at.replace(
        microsecond=dealt_at.microsecond // 1000 * 1000
    )
    assert (hand["pot_cents"], hand["seats"], hand["actions"], hand["street"]) == (10_000, [], [], None)
    assert hand["rake"]["due_cents"] == hand["rake"]["taken_cents"] == 500
    assert hand["result"]["pots"] == [
        {
            "amount_cents": 10_000,
            "eligible": [],
            "winners": [2],
            "winners_by_board": [[2]],
            "low": [],
            "low_by_board": [],
        }
    ]
    assert (hand["result"]["tips_cents"], hand["result"]["won"]) == (100, None)
    assert balances() == {"guests/T08": -120_000, "pool/T08": 119_400, "rake/T08": 500, "tips/T08": 100}


def test_four_taps_are_enough(dealer, evening, pooled):
    hand = record(dealer, evening, pooled, pot_cents=10_000, flop_seen=False, dealt_in=2)
    assert hand["rake"]["due_cents"] == 0, "no flop, no drop"
    assert hand["result"]["tips_cents"] == 0


def test_a_rake_other_than_due_needs_its_reason(dealer, evening, pooled):
    hand = record(dealer, evening, pooled, **SUMMARY, rake_cents=400, reason="short of change")
    assert (hand["rake"]["due_cents"], hand["rake"]["taken_cents"]) == (500, 400)


# Each changes one thing of a body that would be accepted.
SUMMARIES: list[tuple[dict[str, Any], int, str, dict[str, Any]]] = [
    ({"pot_cents": 0}, 422, "amount_too_small", {"amount_cents": 0, "least_cents": 100}),
    ({"pot_cents": 10_050}, 422, "not_on_chip", {"amount_cents": 10_050, "chip_cents": 100}),
    ({"pot_cents": 120_100}, 422, "pot_above_table", {"pot_cents": 120_100, "pool_cents": 120_000}),
    ({"pot_cents": 10**11}, 422, "pot_above_table", {"pot_cents": 10**11, "pool_cents": 120_000}),
    ({"dealt_in": 1}, 422, "dealt_in_differs", {"dealt_in": 1, "least": 2, "most": 3, "present": [1, 2, 3]}),
    ({"dealt_in": 4}, 422, "dealt_in_differs", {"dealt_in": 4, "least": 2, "most": 3, "present": [1, 2, 3]}),
    ({"dealt_in": -1}, 422, "dealt_in_differs", {"dealt_in": -1, "least": 2, "most": 3, "present": [1, 2, 3]}),
    ({"tip_cents": 150}, 422, "not_on_chip", {"amount_cents": 150, "chip_cents": 100}),
    ({"tip_cents": 9_600}, 422, "tip_above_stack", {"pot_cents": 10_000, "rake_cents": 500, "tip_cents": 9_600}),
    ({"rake_cents": 400}, 422, "rake_reason_required", {"rake_cents": 400, "due_cents": 500}),
    (
        {"rake_cents": 10_100, "reason": "all"},
        422,
        "rake_above_pot",
        {"rake_cents": 10_100, "most_cents": 10_000, "due_cents": 500},
    ),
    ({"winners": [9]}, 422, "seat_empty", {"seat": 9}),
    ({"winners": [10]}, 422, "seat_unknown", {"seat": 10, "seats": 9}),
    ({"actions": []}, 400, "malformed", {}),  # neither one nor the other
    ({"winners": [2, 2]}, 400, "malformed", {}),
    ({"pot_cents": None}, 400, "malformed", {}),
    ({"client_uuid": "4711"}, 400, "malformed", {}),
    ({"dealt_at": "2026-11-21T02:14:08"}, 400, "malformed", {}),  # no offset: which hour?
    ({"dealt_at": "0001-01-01T00:00:00+14:00"}, 400, "malformed", {}),
]


def test_a_wrong_summary_is_refused(dealer, evening, pooled):
    before = everything()
    version = evening.version(pooled)
    for change, status, code, facts in SUMMARIES:
        answer = dealer.post(f"tables/{pooled}/hands/record/", {"version": version, **SUMMARY, **change})
        assert (problem(answer), answer.json()["facts"]) == ((status, code), facts), change
        assert everything() == before, change


def test_a_hand_cannot_have_been_dealt_tomorrow(dealer, evening, pooled):
    before = everything()
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    body = {"version": evening.version(pooled), **SUMMARY, "dealt_at": tomorrow}
    assert problem(dealer.post(f"tables/{pooled}/hands/record/", body)) == (422, "dealt_in_future")
    assert everything() == before


def test_a_tablet_that_wakes_up_after_a_week_books_no_hand_twice(dealer, evening, pooled):
    uuid = str(uuid4())
    record(dealer, evening, pooled, **SUMMARY, client_uuid=uuid)
    before = everything()
    body = {"version": evening.version(pooled), **SUMMARY, "client_uuid": uuid}
    answer = dealer.post(f"tables/{pooled}/hands/record/", body)
    assert (problem(answer), answer.json()["facts"]) == ((422, "hand_recorded"), {"client_uuid": uuid})
    assert everything() == before


def changed(index: int, **action: Any) -> list[dict[str, Any]]:
    """The hand with one action replaced."""
    return [*CHECKED_DOWN[:index], action, *CHECKED_DOWN[index + 1 :]]


ACTIONS: list[tuple[list[dict[str, Any]], int, str, dict[str, Any]]] = [
    (CHECKED_DOWN[:-1], 422, "hand_not_over", {}),
    ([], 422, "hand_not_over", {}),
    (changed(0, kind="call", seat=2), 422, "not_your_turn", {"number": 1, "seat": 2, "turn": 1}),
    (changed(1, kind="raise", seat=2, to_cents=300), 422, "below_minimum", {"number": 2, "min_to_cents": 400}),
    (changed(4, kind="board", cards="Ah Td"), 422, "wrong_board_count", {"number": 5, "due": 3, "given": 2}),
    (changed(7, kind="board", cards="Ah"), 422, "card_twice", {"number": 8, "card": "Ah"}),
    (changed(13, kind="show", seat=2, cards="As Ah"), 422, "card_twice", {"number": 14, "card": "Ah"}),
    ([*CHECKED_DOWN, {"kind": "fold"}], 422, "hand_over", {"number": 16}),
    (changed(0, kind="wink"), 400, "action_unreadable", {"number": 1, "field": "kind"}),
    (changed(0, kind="call", seat="1"), 400, "action_unreadable", {"number": 1, "field": "seat"}),
    (changed(0, kind="call", seat=True), 400, "action_unreadable", {"number": 1, "field": "seat"}),
    (changed(1, kind="raise", to_cents=20.5), 400, "action_unreadable", {"number": 2, "field": "to_cents"}),
    (changed(1, kind="raise", to_cents=-400), 400, "action_unreadable", {"number": 2, "field": "to_cents"}),
    (changed(0, kind="call", chips=3), 400, "action_unreadable", {"number": 1, "field": "chips"}),
    (changed(4, kind="board", cards={"c": 1}), 400, "action_unreadable", {"number": 5, "field": "cards"}),
    (changed(4, kind="board", cards="1x"), 400, "card_unreadable", {"number": 5}),
]


def test_wrong_actions_are_refused_by_their_number(dealer, evening, seated):
    before = everything()
    version = evening.version(seated)
    for actions, status, code, facts in ACTIONS:
        body = {"version": version, "button_seat": 1, "actions": actions}
        answer = dealer.post(f"tables/{seated}/hands/record/", body)
        found = answer.json()["facts"]
        assert (problem(answer), {name: found.get(name) for name in facts}) == ((status, code), facts), actions
        assert everything() == before, actions


def test_actions_that_are_no_list_of_actions(dealer, evening, seated):
    before = everything()
    version = evening.version(seated)
    for actions in ({}, "fold", [1], [[]], [None], [{"kind": "fold"}] * 401, None):
        answer = dealer.post(f"tables/{seated}/hands/record/", {"version": version, "actions": actions})
        assert problem(answer) == (400, "malformed"), actions
        assert answer.json()["errors"][0]["pointer"].startswith("/actions"), actions
        assert everything() == before, actions


def test_each_table_is_recorded_its_own_way(floor, evening):
    stacks = evening.table(code="T07", dealt=False)
    pool = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    for table in (stacks, pool):
        evening.sit(table, 40_000, 40_000, 40_000)
    before = everything()
    for table, body in ((stacks, SUMMARY), (pool, {"actions": WALK})):
        answer = floor.post(f"tables/{table}/hands/record/", {"version": evening.version(table), **body})
        assert problem(answer) == (422, "recording_differs")
    assert everything() == before


def test_a_pad_names_session_and_number_in_place_of_a_version(dealer, evening, pooled):
    session = dealer.get(f"tables/{pooled}/").json()["session"]["id"]
    body = SUMMARY | {
        "session": session,
        "number": 1,
        "client_uuid": str(uuid4()),
        "dealt_at": datetime.now(UTC).isoformat(),
    }
    address = f"tables/{pooled}/hands/record/"
    first = dealer.post(address, body, key="one")
    assert (first.status_code, first.json()["number"]) == (201, 1)
    again = dealer.post(address, body, key="one")
    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    before = everything()
    refused = dealer.post(address, body | {"client_uuid": str(uuid4())})
    assert problem(refused) == (409, "hand_number_differs")
    assert refused.json()["facts"]["current"]["session"]["hands_dealt"] == 1
    assert problem(dealer.post(address, body)) == (422, "hand_recorded")
    assert everything() == before


def test_a_list_of_hands_in_one_call_and_once_by_its_key(dealer, evening, pooled):
    """5 % of 100 euros and of 84; a second request with the same key gets the same answer and books nothing."""
    uuid = str(uuid4())
    hands = [SUMMARY, {"pot_cents": 8_400, "flop_seen": True, "dealt_in": 2, "client_uuid": uuid}]
    body = {"version": evening.version(pooled), "hands": hands}
    first, again = (dealer.post(f"tables/{pooled}/hands/import/", body, key="sheet-1") for _time in range(2))
    assert (first.status_code, again.content) == (201, first.content)
    shown = first.json()["hands"]
    assert [(hand["number"], hand["client_uuid"], hand["due_cents"], hand["taken_cents"]) for hand in shown] == [
        (1, None, 500, 500),
        (2, uuid, 400, 400),
    ]
    assert {hand["dealer"] for hand in shown} == {evening.dealer.pk}
    for hand in shown:
        assert dealer.get(f"hands/{hand['id']}/").json()["number"] == hand["number"]
    assert balances() == {"guests/T08": -120_000, "pool/T08": 119_000, "rake/T08": 900, "tips/T08": 100}


def test_a_list_is_refused_whole_and_says_which_hand_is_wrong(dealer, evening, pooled):
    before = balances()
    for hands, status, code in (
        ([SUMMARY, {**SUMMARY, "pot_cents": 10_050}], 422, "not_on_chip"),
        ([SUMMARY, {**SUMMARY, "dealt_in": 4}], 422, "dealt_in_differs"),
    ):
        answer = dealer.post(f"tables/{pooled}/hands/import/", {"version": evening.version(pooled), "hands": hands})
        assert problem(answer) == (status, code)
        assert answer.json()["facts"]["number"] == 2
    for hands in ([], [SUMMARY] * 1_001, [{**SUMMARY, "session": 3}], [{"pot_cents": 100}], {}, [3]):
        answer = dealer.post(f"tables/{pooled}/hands/import/", {"version": evening.version(pooled), "hands": hands})
        assert answer.status_code == 400, hands
    assert balances() == before
