"""The same key and body get the same answer and one effect, over HTTP."""

import pytest

from accounting.models import Entry
from casino.models.answers import StoredAnswer
from tables.models import Table
from tests import databases
from tests.api_client import everything, problem
from tests.builders import Evening, balances
from tests.tables.api.conftest import three_at_a_table
from tests.tables.api.playing import to_showdown

built = databases.once(three_at_a_table)


@pytest.fixture
def seated(evening: Evening) -> int:
    return Table.objects.get(code="T07").pk


def test_a_buy_in_sent_twice_is_booked_once(floor, evening, seated):
    body = {"version": evening.version(seated), "guest": evening.guest().pk, "buy_in_cents": 40_000}
    first = floor.post(f"tables/{seated}/seats/4/sit/", body, key="slip-1")
    after = everything()
    again = floor.post(f"tables/{seated}/seats/4/sit/", dict(reversed(body.items())), key="slip-1")
    assert (first.status_code, "Idempotent-Replayed" in first) == (200, False)
    assert (again.status_code, again["Idempotent-Replayed"], again.content) == (200, "true", first.content)
    assert everything() == after
    assert balances("seat/T07/4") == {"seat/T07/4": 40_000}


def test_a_settlement_sent_twice_is_paid_once(dealer, hand):
    finished = to_showdown(dealer, hand)
    body = {"version": finished["version"], "tips": [{"seat": 2, "amount_cents": 100}]}
    answers = [dealer.post(f"hands/{hand['id']}/settle/", body, key="settle-1") for _time in range(3)]
    assert len({answer.content for answer in answers}) == 1
    assert Entry.objects.filter(subject=f"hand:{hand['id']}").count() == 1


def test_a_recorded_hand_keeps_its_status(dealer, evening, seated):
    body = {
        "version": evening.version(seated),
        "button_seat": 1,
        "actions": [{"kind": "fold", "seat": 1}, {"kind": "fold", "seat": 2}],
    }
    first, again = (dealer.post(f"tables/{seated}/hands/record/", body, key="hand-1") for _time in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    assert again["Idempotent-Replayed"] == "true"


def test_a_key_belongs_to_one_body_and_one_address(floor, evening, seated):
    body = {"version": evening.version(seated), "amount_cents": 10_000}
    floor.post(f"tables/{seated}/seats/1/top-up/", body, key="k")
    after = everything()
    for path, other in (
        (f"tables/{seated}/seats/1/top-up/", body | {"amount_cents": 20_000}),
        (f"tables/{seated}/seats/2/top-up/", body),
        (f"tables/{seated}/seats/1/cash-out/", {"version": body["version"]}),
    ):
        answer = floor.post(path, other, key="k")
        assert problem(answer) == (422, "key_reused"), path
        assert everything() == after, path


def test_a_key_belongs_to_one_person(floor, manager, evening, seated):
    for api, seat in ((floor, 1), (manager, 2)):
        body = {"version": evening.version(seated), "amount_cents": 10_000}
        answer = api.post(f"tables/{seated}/seats/{seat}/top-up/", body, key="k")
        assert (answer.status_code, "Idempotent-Replayed" in answer) == (200, False)


def test_a_refused_command_leaves_its_key_free(floor, evening, seated):
    path = f"tables/{seated}/seats/1/top-up/"
    version = evening.version(seated)
    assert floor.post(path, {"version": version, "amount_cents": 50}, key="k").status_code == 422
    assert not StoredAnswer.objects.exists()
    assert floor.post(path, {"version": version, "amount_cents": 10_000}, key="k").status_code == 200


def test_where_a_key_is_optional_it_holds_all_the_same(floor, evening):
    body = {"number": "4711", "name": "Renate Schäfer"}
    first, again = (floor.post("guests/", body, key="guest-1") for _time in range(2))
    assert first.content == again.content
    assert problem(floor.post("guests/", body, key=None)) == (422, "guest_number_taken")
