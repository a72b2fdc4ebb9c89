"""Windows and slips through the API: once per key, chips by denomination, and what nobody may see or do."""

from datetime import timedelta

import pytest

from accounting.models import Entry
from casino import house_time
from casino.models import StoredAnswer
from casino.services import answers
from tests.api_client import Api, everything, problem
from tests.builders import Evening, balances
from tests.forging import changed, found


@pytest.fixture
def cage(evening: Evening) -> Api:
    return Api(evening.cage)


@pytest.fixture
def window(cage: Api) -> int:
    made = cage.post("windows/", {"code": "W1", "name": "Kasse"}).json()["id"]
    assert cage.post(f"windows/{made}/open/", {"chips": {"100": 500}, "cash_cents": 0}).status_code == 200
    return made


def test_a_sale_sent_twice_is_one(cage, window):
    body = {"amount_cents": 5_000}
    first = cage.post(f"windows/{window}/sell/", body, key="one")
    again = cage.post(f"windows/{window}/sell/", body, key="one")
    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    assert balances("ca") == {"cage/W1": 45_000, "cash/W1": 5_000}
    assert problem(cage.post(f"windows/{window}/sell/", {"amount_cents": 100}, key="one")) == (422, "key_reused")


def test_a_sale_sent_again_after_its_answer_was_forgotten_is_refused(cage, window):
    """Answers are kept for a week, keys of what was booked for ever: also where a clock was wrong."""
    body = {"amount_cents": 5_000}
    assert cage.post(f"windows/{window}/sell/", body, key="one").status_code == 200
    StoredAnswer.objects.update(created_at=house_time.now() - timedelta(days=8))
    assert answers.forget() > 0
    before = everything()
    assert problem(cage.post(f"windows/{window}/sell/", body, key="one")) == (422, "already_booked_by_key")
    assert everything() == before
    assert cage.post(f"windows/{window}/sell/", body, key="two").status_code == 200, "another key is another sale"


def test_the_key_is_part_of_the_chain(cage, window):
    """Taking it away would let the same request book again; so it is proven like everything else."""
    assert cage.post(f"windows/{window}/sell/", {"amount_cents": 5_000}, key="one").status_code == 200
    entry = Entry.objects.get(code="sale")
    assert len(bytes(entry.key_digest)) == 16
    assert found() == []
    for other in (None, bytes(16)):
        said = changed("UPDATE accounting_entry SET key_digest = %s WHERE id = %s", other, entry.pk)
        assert ("cage/W1", entry.number, "the digest does not fit the content") in said, other


def test_a_slip_brought_twice_is_brought_once(floor, cage, evening, window):
    table = evening.table(dealt=False)
    fill = {"kind": "fill", "table": table, "window": window, "chips": {"100": 20}}
    slips = [floor.post("slips/", fill, key="fill").json() for _ in range(2)]
    assert [slip["number"] for slip in slips] == [1, 1]
    before = everything()
    seen = {"seen": slips[0]["seen"]}
    assert problem(floor.post(f"slips/{slips[0]['id']}/carry-out/", seen)) == (403, "two_people")
    assert problem(cage.post("slips/4711/carry-out/", seen)) == (404, "no_such_slip")
    assert everything() == before
    for _ in range(2):
        assert cage.post(f"slips/{slips[0]['id']}/carry-out/", seen, key="bring").json()["state"] == "done"
    assert balances("float") == {"float/T07": 2_000}
    prints = [cage.post(f"slips/{slips[0]['id']}/print/", key=key).json()["number"] for key in ("a", "a", "b")]
    assert prints == [1, 1, 2]


def test_a_table_opens_and_closes_by_denomination(floor, evening):
    table = floor.post("tables/", {"code": "T01", "seats": 9}).json()["id"]
    game, chips = evening.game().pk, {"500": 10, "100": 50}
    opening = {"version": 1, "game": game, "chips": chips}
    assert problem(floor.post(f"tables/{table}/open/", opening | {"float_cents": 1})) == (422, "chips_differ")
    assert problem(floor.post(f"tables/{table}/open/", {"version": 1, "game": game})) == (422, "count_required")
    assert floor.post(f"tables/{table}/open/", opening).status_code == 200
    assert balances("float") == {"float/T01": 10_000}
    closing = {"version": evening.version(table), "chips": chips}
    assert problem(floor.post(f"tables/{table}/close/", closing | {"chips": {"7": 1}})) == (422, "denomination_unknown")
    assert floor.post(f"tables/{table}/close/", closing).status_code == 200
    assert balances() == {}
