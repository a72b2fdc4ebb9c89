"""Rounds against the house over HTTP: a game is offered, a table opened, rounds recorded, read and taken back."""

import uuid
from datetime import UTC, datetime

import pytest

from tables.models import Table
from tests import builders, databases
from tests.api_client import Api, everything, problem
from tests.builders import Evening, balances, user

EASY = {
    "name": "Easy 5–100", "variant": "easy_holdem", "rule_set": "easy-holdem/1", "recording": "summary",
    "min_box_cents": 500, "max_box_cents": 10_000, "min_buy_in_cents": 500,
}  # fmt: skip
FULL = {"dealer": "Qs Jd", "board": ["Kh", "8d", "3s", "9c", "2h"]}


def easy_holdem() -> Evening:
    """Easy Hold'em with two guests; the game is offered over HTTP too."""
    evening = builders.evening()
    floor = Api(evening.floor)
    game = floor.post("games/", EASY)
    assert game.status_code == 201, game.content
    shown = game.json()
    assert (shown["rake_schedule"], shown["min_box_cents"], shown["max_paid_cents"]) == (None, 500, None)
    made = floor.post("tables/", {"code": "E1", "seats": 7}).json()
    opened = {"version": 1, "game": shown["id"], "float_cents": 500_000}
    assert floor.post(f"tables/{made['id']}/open/", opened).status_code == 200
    floor.post(f"tables/{made['id']}/dealer/", {"version": 2, "dealer": evening.dealer.pk})
    evening.sit(made["id"], 30_000, 30_000)
    return evening


built = databases.once(easy_holdem)


@pytest.fixture
def table(evening: Evening) -> int:
    return Table.objects.get(code="E1").pk


def outcome(evening: Evening, table: int) -> dict[str, object]:
    return {
        "version": evening.version(table),
        "boxes": [
            {"box": 1, "seat": 1, "bets": {"ante": 1_000, "flop": 1_000}, "comparison": "wins", "category": "flush"},
            {"box": 3, "seat": 2, "bets": {"ante": 500}},
        ],
        "tips": [{"seat": 1, "amount_cents": 100}],
    }


def test_a_round_is_recorded_read_and_taken_back(evening, floor, dealer, manager, table):
    recorded = dealer.post(f"tables/{table}/rounds/record/", outcome(evening, table))
    assert recorded.status_code == 201, recorded.content
    round_ = recorded.json()
    assert (round_["number"], round_["state"], round_["house_cents"]) == (1, "settled", 500 - 2_000)
    assert (round_["staked_cents"], round_["lost_cents"], round_["paid_cents"], round_["tips_cents"]) == (
        2_500, 500, 2_000, 100,
    )  # fmt: skip
    assert round_["boxes"][0]["bets"] == [
        {"spot": "ante", "staked_cents": 1_000, "result": "won", "paid_cents": 1_000, "rounded_cents": 0},
        {"spot": "flop", "staked_cents": 1_000, "result": "won", "paid_cents": 1_000, "rounded_cents": 0},
    ]
    assert round_["boxes"][1]["folded"]
    assert dealer.get(f"rounds/{round_['id']}/").json() == round_
    assert dealer.get("rounds/", table=table, state="settled").json()["results"] == [round_]
    assert dealer.get("rounds/", state="void").json()["results"] == []
    void = manager.post(f"rounds/{round_['id']}/void/", {"version": 1, "reason": "wrong box"})
    assert (void.json()["state"], void.json()["void_reason"]) == ("void", "wrong box")
    assert balances("float/") == {"float/E1": 500_000}


def test_whoever_saw_another_version_of_a_round_is_shown_the_present_one(evening, dealer, manager, table):
    recorded = dealer.post(f"tables/{table}/rounds/record/", outcome(evening, table)).json()
    before = everything()
    stale = manager.post(f"rounds/{recorded['id']}/void/", {"version": 7, "reason": "wrong box"})
    assert (problem(stale), stale.json()["facts"]["current"]) == ((409, "stale"), recorded)
    assert everything() == before


def test_the_same_key_gives_the_same_answer_and_books_once(evening, dealer, table):
    body, key = outcome(evening, table), str(uuid.uuid4())
    first = dealer.post(f"tables/{table}/rounds/record/", body, key=key)
    again = dealer.post(f"tables/{table}/rounds/record/", body, key=key)
    assert again.json() == first.json()
    assert again["Idempotent-Replayed"] == "true"
    assert len(dealer.get("rounds/").json()["results"]) == 1


def test_a_tablet_that_wakes_up_after_a_week_books_no_round_twice(evening, dealer, table):
    uuid_ = str(uuid.uuid4())
    recorded = dealer.post(f"tables/{table}/rounds/record/", outcome(evening, table) | {"client_uuid": uuid_})
    assert (recorded.status_code, recorded.json()["client_uuid"]) == (201, uuid_)
    before = everything()
    again = dealer.post(f"tables/{table}/rounds/record/", outcome(evening, table) | {"client_uuid": uuid_})
    assert (problem(again), again.json()["facts"]) == ((422, "hand_recorded"), {"client_uuid": uuid_})
    assert everything() == before


def test_a_false_deal_is_noted_with_its_cause(evening, dealer, table):
    """Seed `002`: wrong number of cards, or a card exposed."""
    before = balances()
    noted = dealer.post(
        f"tables/{table}/rounds/false-deal/", {"version": evening.version(table), "cause": "card_exposed"}
    )
    assert (noted.status_code, noted.json()["void_reason"], noted.json()["boxes"]) == (201, "card_exposed", [])
    assert balances() == before


def test_with_every_card_the_cards_decide(evening, floor, dealer, table):
    game = floor.post("games/", EASY | {"name": "Easy full", "recording": "every_action"}).json()
    made = floor.post("tables/", {"code": "E2", "seats": 7}).json()
    floor.post(f"tables/{made['id']}/open/", {"version": 1, "game": game["id"], "float_cents": 100_000})
    evening.sit(made["id"], 30_000)
    body = FULL | {
        "version": evening.version(made["id"]),
        "boxes": [{"box": 1, "seat": 1, "bets": {"ante": 1_000, "flop": 1_000}, "cards": "Ks 4d"}],
    }
    shown = floor.post(f"tables/{made['id']}/rounds/record/", body).json()
    assert (shown["dealer_cards"], shown["board"], shown["paid_cents"]) == ("Qs Jd", "Kh 8d 3s 9c 2h", 1_000)
    assert shown["boxes"][0]["cards"] == "Ks 4d"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"boxes": []}, (422, "no_boxes")),
        ({"boxes": [{"box": 1, "seat": 1, "bets": {"ante": 1_000, "flop": 900}}]}, (422, "bet_multiple")),
        ({"boxes": [{"box": 1, "seat": 1, "bets": {"ante": 1_000, "pot": 1}}]}, (400, "malformed")),
        ({"boxes": [{"box": 1, "seat": 1, "bets": {}}]}, (400, "malformed")),
        ({"boxes": [{"box": 1, "seat": 1}]}, (400, "malformed")),
        ({"boxes": [{"box": 1, "seat": 1, "bets": {"ante": "1000"}}]}, (400, "malformed")),
        ({"boxes": [{"box": 1, "seat": 7, "bets": {"ante": 1_000}}]}, (422, "seat_empty")),
        ({"boxes": [{"box": 8, "seat": 1, "bets": {"ante": 1_000}}]}, (422, "box_unknown")),
        ({"boxes": [{"box": 1, "seat": 1, "bets": {"ante": 1_000}, "category": "five aces"}]}, (400, "malformed")),
        ({"boxes": [{"box": 1, "seat": 1, "bets": {"ante": 1_000}, "side": {"aces": "pair"}}]}, (422, "spot_unknown")),
        ({"dealer": "Qs Jd"}, (422, "cards_unwanted")),
        ({"dealer": "Qs Zz"}, (400, "card_unreadable")),
        ({"version": 1}, (409, "stale")),
        ({"pot_cents": 1}, (400, "malformed")),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_changed(evening, dealer, table, change, expected):
    before = everything()
    answer = dealer.post(f"tables/{table}/rounds/record/", outcome(evening, table) | change)
    assert problem(answer) == expected
    assert everything() == before


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"rule_set": "casino-holdem/1"}, (422, "rule_set_differs")),
        ({"rule_set": "house/1"}, (422, "unknown_rule_set")),
        ({"min_box_cents": 0}, (422, "terms_wrong")),
        ({"max_box_cents": 400}, (422, "terms_wrong")),
        ({"max_paid_cents": 5_000}, (422, "terms_wrong")),
        ({"small_blind_cents": 100, "big_blind_cents": 200}, (422, "terms_wrong")),
        ({"min_box_cents": 550}, (422, "not_on_chip")),
        ({"variant": "texas", "rule_set": "house/1"}, (422, "terms_wrong")),
    ],
)
def test_a_game_that_cannot_be_played_is_not_offered(floor, change, expected):
    before = everything()
    assert problem(floor.post("games/", EASY | change)) == expected
    assert everything() == before


def test_who_records_and_reads(evening, table):
    body = outcome(evening, table)
    assert problem(Api(user("dealer", "stranger")).post(f"tables/{table}/rounds/record/", body)) == (
        403, "not_your_table",
    )  # fmt: skip
    assert Api(evening.cage).get("rounds/").status_code == 403, "who counts the boxes does not see what was won"
    early = Api(evening.dealer).post(f"tables/{table}/rounds/record/", body | {"dealt_at": "2030-01-01T00:00:00Z"})
    assert problem(early) == (422, "dealt_in_future")


def test_a_pad_names_session_and_number_in_place_of_a_version(evening, dealer, table):
    body = outcome(evening, table) | {
        "session": dealer.get(f"tables/{table}/").json()["session"]["id"],
        "number": 1,
        "client_uuid": str(uuid.uuid4()),
        "dealt_at": datetime.now(UTC).isoformat(),
    }
    del body["version"]
    address = f"tables/{table}/rounds/record/"
    first = dealer.post(address, body, key="one")
    assert (first.status_code, first.json()["number"], first.json()["client_uuid"]) == (201, 1, body["client_uuid"])
    again = dealer.post(address, body, key="one")
    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    before = everything()
    refused = dealer.post(address, body | {"client_uuid": str(uuid.uuid4())})
    assert problem(refused) == (409, "round_number_differs")
    assert problem(dealer.post(address, body)) == (422, "hand_recorded")
    assert everything() == before
