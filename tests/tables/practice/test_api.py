"""S14 over HTTP: a table of chips without value is opened, a hand is dealt, recorded and settled, and begun again."""

import pytest

from tests.api_client import Api
from tests.builders import Evening
from tests.tables.practice.practising import Practice, practice

pytestmark = pytest.mark.django_db


def test_a_hand_is_practised(evening: Evening) -> None:
    made = practice(evening)
    floor, dealer, at = Api(evening.floor), Api(evening.dealer), f"tables/{made.table}/practice/"
    assert floor.get(at).json()["code"] == "no_practice"
    opened = floor.post(f"{at}open/", {"version": 1, "game": evening.game(name="NLHE 1/2").pk})
    assert opened.status_code == 201, opened.content
    assert (opened.json()["game_name"], opened.json()["seats"], opened.json()["version"]) == ("NLHE 1/2", [], 2)
    for seat in (3, 8):
        seated = dealer.post(f"{at}sit/", {"version": evening.version(made.table), "seat": seat})
    assert seated.json()["seats"] == [{"seat": 3, "chips_cents": 4_000}, {"seat": 8, "chips_cents": 4_000}]
    hand = dealer.post(f"{at}deal/", {"version": evening.version(made.table)}).json()
    assert (hand["pot_cents"], hand["to_act"], hand["version"]) == (300, 3, 0)
    assert floor.get(at).json()["current_hand"] == hand["id"]
    of_hand = f"practice-hands/{hand['id']}/"
    low = dealer.post(f"{of_hand}actions/", {"version": 0, "kind": "raise", "to_cents": 300})
    assert (low.status_code, low.json()["code"]) == (422, "below_minimum")
    folded = dealer.post(f"{of_hand}actions/", {"version": 0, "kind": "fold"}).json()
    assert (folded["phase"], [one["kind"] for one in folded["legal"]]) == ("finished", ["show"]), "H12: they may show"
    assert dealer.post(f"{of_hand}undo/", {"version": 0}).json()["code"] == "stale"
    settled = dealer.post(f"{of_hand}settle/", {"version": 1}).json()
    assert settled["state"] == "settled"
    assert {one["seat"]: one["stack_cents"] for one in settled["seats"]} == {3: 3_900, 8: 4_100}
    assert [one["id"] for one in floor.get("practice-hands/", table=made.table).json()["results"]] == [hand["id"]]
    again = dealer.post(f"{at}reset/", {"version": evening.version(made.table)}).json()
    assert [one["chips_cents"] for one in again["seats"]] == [4_000, 4_000]
    assert floor.post(f"{at}close/", {"version": evening.version(made.table)}).json()["closed_at"]


def test_a_stale_version_is_answered_with_the_table(training: Practice) -> None:
    answer = Api(training.evening.dealer).post(f"tables/{training.table}/practice/deal/", {"version": 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
