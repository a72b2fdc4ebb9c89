"""Hands over HTTP: starting, acting, undoing, voiding, settling, reading."""

import pytest

from tables.models import Table
from tests import databases
from tests.api_client import everything, problem
from tests.builders import Evening, balances
from tests.tables.api.conftest import three_at_a_table
from tests.tables.api.playing import act, settle, to_showdown
from tests.tables.rules import phh_reading

built = databases.once(three_at_a_table)


@pytest.fixture
def seated(evening: Evening) -> int:
    return Table.objects.get(code="T07").pk


def test_a_hand_starts_with_its_blinds_posted(dealer, seated, hand):
    assert (hand["number"], hand["state"], hand["street"], hand["board"], hand["version"]) == (
        1,
        "open",
        "preflop",
        "",
        1,
    )
    assert (hand["button_seat"], hand["to_act"], hand["pot_cents"], hand["pots"]) == (1, 1, 300, [])
    assert [(seat["seat"], seat["stack_cents"], seat["bet_cents"]) for seat in hand["seats"]] == [
        (1, 40_000, 0),
        (2, 39_900, 100),
        (3, 39_800, 200),
    ]
    assert hand["legal"] == [
        {"kind": "fold", "min_to_cents": None, "max_to_cents": None, "call_cents": None},
        {"kind": "call", "min_to_cents": None, "max_to_cents": None, "call_cents": 200},
        {"kind": "raise", "min_to_cents": 400, "max_to_cents": 40_000, "call_cents": None},
        {"kind": "all_in", "min_to_cents": 40_000, "max_to_cents": 40_000, "call_cents": None},
    ]
    assert hand["result"] is hand["rake"] is None
    assert dealer.get(f"tables/{seated}/").json()["current_hand"] == hand["id"]


def test_the_floor_may_say_where_the_button_lies(floor, evening, seated):
    answer = floor.post(f"tables/{seated}/hands/", {"version": evening.version(seated), "button_seat": 2})
    assert answer.status_code == 201
    assert answer.json()["button_seat"] == 2


def test_a_straddle_is_posted_where_the_game_has_one(floor, evening):
    """Under the gun, twice the big blind; where the game has none, it is refused."""
    table = evening.table(evening.game(straddle=True), code="T08", dealt=False)
    evening.sit(table, 40_000, 40_000, 40_000, 40_000)
    body = {"version": evening.version(table), "straddle_seat": 3}
    before = everything()
    assert problem(floor.post(f"tables/{table}/hands/", body)) == (422, "straddle_not_allowed")
    assert everything() == before
    hand = floor.post(f"tables/{table}/hands/", body | {"straddle_seat": 4}).json()
    assert (hand["pot_cents"], hand["to_act"]) == (100 + 200 + 400, 1)


def test_a_raise_says_the_seats_total_on_the_street(dealer, hand):
    """H5, seed 000: after a raise to 12 the next is at least to 22 (12 + the raise of 10)."""
    raised = act(dealer, hand, kind="raise", seat=1, to_cents=1_200)
    assert raised["to_act"] == 2
    assert next(option for option in raised["legal"] if option["kind"] == "raise")["min_to_cents"] == 2_200
    assert raised["actions"][0] | {"at": None} == {
        "sequence": 1, "kind": "raise", "seat": 1, "to_cents": 1_200, "cards": "", "undoes": None, "live": True,
        "actor": raised["dealer"], "at": None,
    }  # fmt: skip


def test_a_finished_hand_says_who_wins_before_anything_is_booked(dealer, hand):
    finished = to_showdown(dealer, hand)
    assert (finished["phase"], finished["street"], finished["board"]) == ("finished", "river", "Ah Td 2c 7s 7d")
    assert (finished["to_act"], finished["legal"], finished["rake"]) == (None, [], None)
    assert finished["result"]["pots"] == [
        {
            "amount_cents": 400,
            "eligible": [2, 3],
            "winners": [2],
            "winners_by_board": [[2]],
            "low": [],
            "low_by_board": [],
        }
    ]
    assert balances("rake/") == {}


def test_settling_pays_winner_house_and_staff(dealer, seated, hand):
    """5 % of 4 euros, no chip smaller than 1 euro: nothing is due; a tip of 1 euro leaves the winner's stack."""
    settled = settle(dealer, to_showdown(dealer, hand), tips=[{"seat": 2, "amount_cents": 100}])
    assert settled["state"] == "settled"
    rake = {name: settled["rake"][name] for name in ("base_cents", "due_cents", "taken_cents")}
    assert rake == {"base_cents": 400, "due_cents": 0, "taken_cents": 0}
    assert settled["result"]["won"] == [{"seat": 2, "amount_cents": 400}]
    assert settled["result"]["tips"] == [{"seat": 2, "amount_cents": 100}]
    assert {seat["seat"]: seat["stack_cents"] for seat in settled["seats"]} == {1: 40_000, 2: 40_100, 3: 39_800}
    assert balances() == {
        "guests/T07": -120_000, "seat/T07/1": 40_000, "seat/T07/2": 40_100, "seat/T07/3": 39_800, "tips/T07": 100,
    }  # fmt: skip
    assert dealer.get(f"tables/{seated}/").json()["current_hand"] is None


def test_a_rake_other_than_due_is_booked_with_its_reason(dealer, hand):
    settled = settle(dealer, to_showdown(dealer, hand), rake_cents=100, reason="a chip rolled into the box")
    assert (settled["rake"]["due_cents"], settled["rake"]["taken_cents"]) == (0, 100)
    assert settled["rake"]["reason"] == "a chip rolled into the box"
    assert balances("rake/") == {"rake/T07": 100}


def test_undo_takes_back_one_action_and_keeps_both_on_record(dealer, hand):
    raised = act(dealer, hand, kind="raise", to_cents=1_200)
    answer = dealer.post(f"hands/{hand['id']}/undo/", {"version": raised["version"]})
    assert answer.status_code == 200
    undone = answer.json()
    assert undone["version"] == 3
    assert [(row["kind"], row["undoes"], row["live"]) for row in undone["actions"]] == [
        ("raise", None, False),
        ("undo", 1, False),
    ]
    assert (undone["seats"], undone["legal"], undone["to_act"]) == (hand["seats"], hand["legal"], hand["to_act"])


def test_voiding_an_open_hand_leaves_the_stacks(floor, dealer, hand):
    before = balances()
    raised = act(dealer, hand, kind="raise", to_cents=1_200)
    answer = floor.post(f"hands/{hand['id']}/void/", {"version": raised["version"], "reason": "fouled deck"})
    assert answer.status_code == 200
    assert (answer.json()["state"], answer.json()["void_reason"]) == ("void", "fouled deck")
    assert (answer.json()["legal"], answer.json()["to_act"]) == ([], None)
    assert balances() == before


def test_voiding_a_settled_hand_reverses_its_entry(floor, dealer, hand):
    before = balances()
    settled = settle(dealer, to_showdown(dealer, hand), tips=[{"seat": 2, "amount_cents": 100}])
    answer = floor.post(f"hands/{hand['id']}/void/", {"version": settled["version"], "reason": "wrong winner"})
    assert answer.status_code == 200, answer.content
    assert answer.json()["state"] == "void"
    assert balances() == before
    codes = [row["code"] for row in floor.get("ledger/entries/", subject=f"hand:{hand['id']}").json()["results"]]
    assert codes == ["reversal", "hand"]


def test_reading_a_hand_gives_what_the_command_gave(dealer, hand, django_assert_num_queries):
    finished = settle(dealer, to_showdown(dealer, hand))
    with django_assert_num_queries(2):  # the hand with its table, its actions
        assert dealer.get(f"hands/{hand['id']}/").json() == finished


def test_the_list_knows_hands_by_table_session_state_and_day(dealer, evening, seated, hand, django_assert_num_queries):
    finished = settle(dealer, to_showdown(dealer, hand))
    second = dealer.post(f"tables/{seated}/hands/", {"version": evening.version(seated)}).json()
    with django_assert_num_queries(1):
        both = dealer.get("hands/").json()
    assert [row["id"] for row in both["results"]] == [second["id"], hand["id"]]
    assert both["results"][1] == {name: finished[name] for name in both["results"][1]}
    for query, ids in (
        ({"state": "settled"}, [hand["id"]]),
        ({"state": "open", "table": seated}, [second["id"]]),
        ({"table": seated + 1}, []),
        ({"session": hand["session"]}, [second["id"], hand["id"]]),
        ({"gaming_day": evening.day.pk}, [second["id"], hand["id"]]),
        ({"gaming_day": evening.day.pk + 1}, []),
        ({"house": evening.house.pk}, [second["id"], hand["id"]]),
        ({"house": evening.house.pk + 1}, []),
    ):
        assert [row["id"] for row in dealer.get("hands/", **query).json()["results"]] == ids, query


def test_the_list_comes_in_pages(dealer, evening, seated, hand):
    settle(dealer, to_showdown(dealer, hand))
    second = dealer.post(f"tables/{seated}/hands/", {"version": evening.version(seated)}).json()
    first_page = dealer.get("hands/", limit=1).json()
    assert [row["id"] for row in first_page["results"]] == [second["id"]]
    assert first_page["previous"] is None
    cursor = first_page["next"].partition("cursor=")[2].partition("&")[0]
    next_page = dealer.client.get(first_page["next"]).json()
    assert cursor
    assert [row["id"] for row in next_page["results"]] == [hand["id"]]
    assert next_page["next"] is None


def test_phh_reads_back_to_the_same_hand(dealer, hand):
    settled = settle(dealer, to_showdown(dealer, hand), rake_cents=100, reason="rolled in")
    answer = dealer.client.get(f"/api/v1/hands/{hand['id']}/phh/", headers={"Accept": "text/plain"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    written = phh_reading.read(answer.content.decode())
    assert [action.kind.value for action in written.actions] == [row["kind"] for row in settled["actions"]]
    assert written.taken_cents == 100
    assert "Spielbank" in answer.content.decode()
    assert "Guest" not in answer.content.decode(), "names do not leave the house"


def test_a_hand_of_which_only_the_outcome_was_recorded_has_no_phh(floor, evening):
    table = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    evening.sit(table, 40_000, 40_000)
    body = {"version": evening.version(table), "pot_cents": 4_000, "flop_seen": True, "dealt_in": 2, "winners": [1]}
    hand = floor.post(f"tables/{table}/hands/record/", body).json()
    assert problem(floor.get(f"hands/{hand['id']}/phh/")) == (422, "hand_without_actions")
