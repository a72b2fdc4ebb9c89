"""Rake schedules over HTTP: a change is proposed by one and approved by another."""

from datetime import UTC, datetime, timedelta

import pytest

from accounting.models import RakeSchedule, ScheduleVersion
from accounting.rake.selectors.schedules import SCHEDULES
from tests.api_client import Api, problem
from tests.deciding import shown

STEPS = {"kind": "steps", "steps": [{"from_cents": 1_000, "total_cents": 100}, {"from_cents": 5_000, "add_cents": 200}]}
FIXED = {"kind": "fixed", "amount_cents": 300}


def soon(**ahead: int) -> str:
    return (datetime.now(UTC) + timedelta(**ahead)).isoformat(timespec="seconds")


@pytest.fixture
def second(evening) -> Api:
    """The other manager."""
    return Api(evening.second_manager)


def test_a_change_is_proposed_by_one_and_approved_by_another(manager, second, evening, django_assert_num_queries):
    begins, changes = soon(minutes=5), soon(days=7)
    answer = manager.post("rake-schedules/", {"name": "Steps", "terms": STEPS, "valid_from": begins}, key=None)
    assert answer.status_code == 201, answer.content
    assert [version["state"] for version in answer.json()["versions"]] == ["proposed"]
    again = {"name": "Steps", "terms": FIXED, "valid_from": changes}
    assert problem(manager.post("rake-schedules/", again)) == (422, "proposal_open")
    seen = {"seen": answer.json()["versions"][0]["seen"]}
    assert second.post(f"rake-schedules/{answer.json()['id']}/versions/1/approve/", seen).status_code == 200
    proposed = manager.post("rake-schedules/", {"name": "Steps", "terms": FIXED, "valid_from": changes}).json()
    assert proposed["id"] == answer.json()["id"]
    assert [(version["version"], version["terms"], version["state"]) for version in proposed["versions"]] == [
        (1, STEPS, "published"), (2, FIXED, "proposed"),
    ]  # fmt: skip
    assert [version["valid_to"] for version in proposed["versions"]] == [None, None]
    path = f"rake-schedules/{proposed['id']}/versions/2/approve/"
    assert problem(second.post(path, seen)) == (409, "stale"), "what was seen of version 1"
    assert second.post(path, seen).json()["facts"]["current"] == proposed
    seen = {"seen": proposed["versions"][1]["seen"]}
    assert problem(manager.post(path, seen)) == (403, "two_people")
    approved = second.post(path, seen)
    assert approved.status_code == 200, approved.content
    first, last = approved.json()["versions"]
    assert datetime.fromisoformat(first["valid_to"]) == datetime.fromisoformat(last["valid_from"])
    assert datetime.fromisoformat(last["valid_from"]) == datetime.fromisoformat(changes)
    assert (first["approved_by"], last["approved_by"], last["state"]) == (
        evening.second_manager.pk,
        evening.second_manager.pk,
        "published",
    )
    with django_assert_num_queries(2):
        schedules = manager.get("rake-schedules/").json()["results"]
    assert [schedule["name"] for schedule in schedules] == ["Steps", "Taxe"]
    assert schedules[0] == approved.json() == manager.get(f"rake-schedules/{proposed['id']}/").json()
    assert manager.get("rake-schedules/", name="Taxe").json()["results"] == schedules[1:]


def test_a_proposal_is_declined_and_nothing_else_is(manager, second, evening):
    schedule = evening.schedule.schedule_id
    manager.post("rake-schedules/", {"name": "Taxe", "terms": FIXED, "valid_from": soon(days=1)})
    first, change = (f"rake-schedules/{schedule}/versions/{number}/decline/" for number in (1, 2))
    seen = {"seen": shown(SCHEDULES, evening.schedule.pk)}
    assert problem(second.post(first, seen)) == (422, "terms_approved")
    assert problem(second.post(change, seen | {"reason": "x" * 101})) == (400, "malformed")
    assert problem(second.post(f"rake-schedules/{schedule}/versions/3/decline/", seen)) == (404, "no_such_version")
    assert problem(second.post("rake-schedules/4711/versions/1/approve/", seen)) == (404, "no_such_version")
    assert list(ScheduleVersion.objects.order_by("version").values_list("state", flat=True)) == [
        "published", "proposed",
    ]  # fmt: skip
    seen = {"seen": shown(SCHEDULES, ScheduleVersion.objects.get(version=2).pk)}
    declined = second.post(change, seen | {"reason": "Too much"})
    assert declined.status_code == 200, declined.content
    assert [(version["state"], version["approved_by"]) for version in declined.json()["versions"]] == [
        ("published", evening.second_manager.pk), ("declined", None),
    ]  # fmt: skip
    assert ScheduleVersion.objects.get(version=2).history.first().history_change_reason == "Too much"


def test_what_is_no_schedule(manager, evening):
    good = {"name": "Steps", "terms": STEPS, "valid_from": soon(days=1)}
    for change, status, code in (
        ({"name": "Taxe", "valid_from": soon(days=-2)}, 422, "schedule_overlaps"),
        ({"terms": {}}, 400, "bad_terms"),
        ({"terms": {"kind": "percent"}}, 400, "bad_terms"),
        ({"terms": {"kind": "percent", "rate_bp": 10_001}}, 400, "bad_terms"),
        ({"terms": {"kind": "percent", "rate_bp": 5.5}}, 400, "bad_terms"),
        ({"terms": {"kind": "percent", "rate_bp": 500, "captain_cents": 1}}, 400, "bad_terms"),
        ({"terms": {"kind": "steps", "steps": []}}, 400, "bad_terms"),
        ({"terms": {"kind": "lottery"}}, 400, "bad_terms"),
        ({"terms": "percent"}, 400, "malformed"),
        ({"terms": [STEPS]}, 400, "malformed"),
        ({"terms": None}, 400, "malformed"),
        ({"valid_from": "2026-11-21"}, 400, "malformed"),
        ({"valid_from": "2026-11-21T12:00:00"}, 400, "malformed"),
        ({"valid_from": "2026-13-21T12:00:00Z"}, 400, "malformed"),
        ({"valid_from": 1_795_000_000}, 400, "malformed"),
        ({"name": ""}, 400, "malformed"),
        ({"name": "x" * 61}, 400, "malformed"),
        ({"house": 4711}, 404, "no_such_house"),
        ({"version": 3}, 400, "malformed"),
    ):
        answer = manager.post("rake-schedules/", good | change)
        assert problem(answer) == (status, code), change
        assert (RakeSchedule.objects.count(), ScheduleVersion.objects.count()) == (1, 1), change


def test_bad_terms_point_to_the_field(manager, evening):
    body = {"name": "S", "terms": {"kind": "percent", "rate_bp": 0}, "valid_from": soon(days=1)}
    answer = manager.post("rake-schedules/", body)
    assert answer.json()["facts"]["field"] == "/rate_bp"
