"""The day's close over the API: boxes counted blind, tables carried over, the check list, re-opening by two."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from accounting.findings.services import findings
from accounting.models import Drop, Finding, GamingDay
from casino import house_time
from tables.audit.services import audits
from tests import builders
from tests.api_client import Api, everything, problem
from tests.builders import Evening
from tests.deciding import looking
from tools.evening.clock import Clock

NOON = datetime(2026, 11, 21, 11, 0, tzinfo=UTC)  # 12:00 in Berlin
SUMMARY = {"pot_cents": 18_400, "flop_seen": True, "dealt_in": 2, "tip_cents": 200}


@pytest.fixture
def clock():
    clock = Clock(NOON - timedelta(hours=10))
    with house_time.shown_by(clock.now):
        yield clock


@pytest.fixture
def evening(db, clock) -> Evening:
    return builders.evening()


@pytest.fixture
def cage(evening: Evening) -> Api:
    return Api(evening.cage)


@pytest.fixture
def played(evening: Evening, dealer: Api) -> int:
    """A pool of 500 euros; one hand brought 9 of rake and 2 of tip."""
    table = evening.table(evening.game(recording="summary"), float_cents=100_000)
    evening.sit(table, 20_000, 30_000)
    answer = dealer.post(f"tables/{table}/hands/record/", {"version": evening.version(table), **SUMMARY})
    assert answer.status_code == 201, answer.content
    return table


def drop(floor: Api, evening: Evening, table: int) -> dict[str, int]:
    """Both boxes are taken; their ids by kind."""
    answer = floor.post(f"tables/{table}/drop/", {"version": evening.version(table)})
    assert answer.status_code == 200, answer.content
    assert answer.json()["session"]["rake_cents"] == answer.json()["session"]["tips_cents"] == 0
    return dict(Drop.objects.filter(table_code="T07").values_list("kind", "pk"))


def test_a_box_is_counted_blind(evening, floor, cage, manager, played):
    boxes = drop(floor, evening, played)
    address = f"drops/{boxes['rake']}/"
    # The floor does not count, so it may see; who may count sees that there is a box, and nothing of what is in it.
    assert floor.get(address).json()["booked_cents"] == 900
    for counter in (cage, manager):
        shown = counter.get(address).json()
        assert {name for name, value in shown.items() if value is None} == {
            "booked_cents", "counts", "counted_cents", "counted_at", "variance_cents", "explained_by",
        }  # fmt: skip
        assert [row["id"] for row in counter.get("drops/", waiting="true").json()["results"]] == [
            boxes["tips"],
            boxes["rake"],
        ]
        assert not [entry for entry in counter.get("ledger/entries/").json()["results"] if entry["code"] == "drop"]
    assert cage.get("ledger/places/").json()["results"] == [], "the other places of a table would say it together"

    answer = cage.post(f"{address}count/", {"chips": {"500": 1, "100": 3}})
    assert answer.status_code == 200
    for seen in (answer, manager.get(address)):
        assert (seen.json()["counts_done"], seen.json()["counts"], seen.json()["booked_cents"]) == (1, None, None)
        assert "800" not in re.sub(r"\.\d{6}", "", seen.content.decode()), "microseconds spell it now and then"

    assert problem(manager.post(f"{address}count/", {"chips": {"100": 8}})) == (403, "count_not_blind")
    settled = Api(evening.second_cage).post(f"{address}count/", {"chips": {"100": 8}}).json()
    assert (settled["counted_cents"], settled["booked_cents"], settled["variance_cents"]) == (800, 900, -100)
    assert [(one["counted_by"], one["chips"], one["counted_cents"]) for one in settled["counts"]] == [
        (evening.cage.pk, {"500": 1, "100": 3}, 800),
        (evening.second_cage.pk, {"100": 8}, 800),
    ]
    assert settled == cage.get(address).json()
    explained = manager.post(f"{address}explain/", {"explanation": "chip under the table", "seen": settled["seen"]})
    assert (explained.json()["explanation"], explained.json()["explained_by"]) == (
        "chip under the table",
        evening.manager.pk,
    )


def test_what_is_no_count(evening, floor, cage, manager, played):
    boxes = drop(floor, evening, played)
    address = f"drops/{boxes['rake']}/count/"
    before = everything()
    for body, status, code in (
        ({}, 400, "malformed"),
        ({"chips": 900}, 400, "malformed"),
        ({"chips": None}, 400, "malformed"),
        ({"chips": {"100": "9"}}, 400, "bad_chips"),
        ({"chips": {"100": 9.0}}, 400, "bad_chips"),
        ({"chips": {"100": -9}}, 400, "bad_chips"),
        ({"chips": {"1,00": 9}}, 400, "bad_chips"),
        ({"chips": {"300": 3}}, 422, "denomination_unknown"),
        ({"chips": {"500000": 10**12}}, 422, "amount_too_large"),
        ({"chips": {}, "counted_cents": 900}, 400, "malformed"),
    ):
        assert problem(cage.post(address, body)) == (status, code), body
        assert everything() == before, body
    assert problem(floor.post(address, {"chips": {}})) == (403, "not_allowed")
    cage.post(address, {"chips": {}})
    before = everything()
    assert problem(cage.post(address, {"chips": {}})) == (403, "two_people")
    assert everything() == before


def test_a_count_sent_twice_is_one_count(evening, floor, cage, played):
    boxes = drop(floor, evening, played)
    first = cage.post(f"drops/{boxes['tips']}/count/", {"chips": {"100": 2}}, key="k1")
    again = cage.post(f"drops/{boxes['tips']}/count/", {"chips": {"100": 2}}, key="k1")
    assert again["Idempotent-Replayed"] == "true"
    assert (again.content, again.json()["counts_done"]) == (first.content, 1)
    other = cage.post(f"drops/{boxes['tips']}/count/", {"chips": {"100": 3}}, key="k1")
    assert problem(other) == (422, "key_reused")


def test_a_table_is_carried_over(clock, evening, floor, manager, played):
    path = f"tables/{played}/carry-over/"
    body = {"version": evening.version(played), "chips": {"100": 1_000}, "counted_stacks_cents": 48_900}
    before = everything()
    assert problem(floor.post(path, body)) == (422, "not_rolled_over")
    assert everything() == before
    clock.forward(NOON)
    new = manager.post(f"gaming-days/{evening.day.pk}/roll-over/", key=None)
    assert (new.status_code, new.json()["state"], new.json()["date"]) == (200, "open", "2026-11-21")
    assert floor.get("gaming-days/", state="closing").json()["results"][0]["id"] == evening.day.pk
    assert problem(manager.post(f"gaming-days/{evening.day.pk}/roll-over/")) == (422, "gaming_day_not_open")

    before = everything()
    for change, status, code in (
        ({"counted_stacks_cents": None}, 400, "malformed"),
        ({"counted_float_cents": 99_900}, 422, "chips_differ"),
        ({"version": 1}, 409, "stale"),
    ):
        assert problem(floor.post(path, body | change)) == (status, code), change
    missing = {name: value for name, value in body.items() if name != "counted_stacks_cents"}
    assert problem(floor.post(path, missing)) == (422, "count_required")
    assert problem(floor.post(path, {"version": body["version"]})) == (422, "count_required")
    assert everything() == before

    answer = floor.post(path, body)
    assert (answer.status_code, len(answer.json()["seats"])) == (200, 2)
    table = answer.json()
    assert (table["state"], table["session"]["float_cents"], table["session"]["rake_cents"]) == ("open", 100_000, 0)
    assert set(Drop.objects.values_list("gaming_day", "kind", "booked_cents")) == {
        (evening.day.pk, "rake", 900),
        (evening.day.pk, "tips", 200),
    }


def test_the_check_list_says_what_is_open(evening, floor, manager, played):
    path = f"gaming-days/{evening.day.pk}/checklist/"

    def open_items() -> dict[str, list[str]]:
        return {one["item"]: one["open"] for one in manager.get(path).json() if not one["is_met"]}

    date = str(evening.day.date)
    assert open_items() == {"tables": ["T07"], "audit": [date]}
    answer = manager.post(f"gaming-days/{evening.day.pk}/close/", key=None)
    assert (problem(answer), answer.json()["facts"]) == ((422, "tables_open"), {"tables": "T07"})
    for seat, cents in ((1, 20_000), (2, 28_900)):
        floor.post(
            f"tables/{played}/seats/{seat}/cash-out/", {"version": evening.version(played), "counted_cents": cents}
        )
    floor.post(f"tables/{played}/close/", {"version": evening.version(played), "counted_float_cents": 100_000})
    expected = {"boxes": ["T07 rake", "T07 tips"], "audit": [date]}
    assert open_items() == expected
    answer = manager.post(f"gaming-days/{evening.day.pk}/close/", key=None)
    assert (problem(answer), answer.json()["facts"]["open"]) == ((422, "day_not_ready"), expected)
    assert [one["item"] for one in manager.get(path).json()] == [
        "tables", "floats", "slips", "windows", "boxes", "funds", "schedules", "audit", "findings",
    ]  # fmt: skip
    assert problem(manager.get("gaming-days/4711/checklist/")) == (404, "no_such_gaming_day")
    assert problem(Api(evening.dealer).get(path)) == (403, "not_allowed")


def test_a_closed_day_is_opened_again_by_two(evening, floor, manager):
    evening.sign_terms()
    day = f"gaming-days/{evening.day.pk}"
    seal = manager.post(f"{day}/close/", key=None).json()["seal"]
    assert problem(manager.post(f"{day}/reopen/", {})) == (400, "malformed")
    asked = manager.post(f"{day}/reopen/", {"reason": "wrong count"}, key=None)
    assert (asked.status_code, asked.json()["seal"], asked.json()["approved_at"]) == (201, seal, None)
    approve = f"reopenings/{asked.json()['id']}/approve/"
    assert manager.get("reopenings/", waiting="true").json()["results"] == [asked.json()]
    before = everything()
    seen = {"seen": asked.json()["seen"]}
    assert problem(manager.post(approve, seen)) == (403, "two_people")
    assert problem(floor.post(approve, seen)) == (403, "not_allowed")
    assert everything() == before
    second = Api(evening.second_manager)
    answer = second.post(approve, seen, key=None)
    assert (answer.status_code, answer.json()["state"], answer.json()["seal"]) == (200, "closing", None)
    assert second.get("reopenings/", waiting="true").json()["results"] == []
    assert problem(second.post(f"{day}/close/", key=None)) == (422, "day_not_ready"), "nobody has looked at it again"
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    reopened = Finding.objects.get(rule="REOPENED")
    looking(findings.resolve)(
        finding_id=reopened.pk, resolution="justified", comment="box found", actor=evening.second_manager
    )
    again = second.post(f"{day}/close/", key=None).json()
    assert (again["state"], again["seal"] != seal) == ("closed", True)


@pytest.mark.parametrize("what", ["close", "reopen"])
def test_what_is_grave_asks_for_the_password(evening, what):
    """Without a password given a moment ago (a session that is old), nothing happens."""
    api = Api(None)
    api.client.force_authenticate(evening.manager)
    body = {"reason": "wrong count"} if what == "reopen" else {}
    answer = api.post(f"gaming-days/{evening.day.pk}/{what}/", body)
    assert problem(answer) == (403, "password_required")
    assert GamingDay.objects.get().state == "open"
