"""Houses, gaming days and rake schedules over HTTP."""

from datetime import UTC, datetime, timedelta

from accounting.models import GamingDay, RakeSchedule, ScheduleVersion
from tests.api_client import problem

STEPS = {"kind": "steps", "steps": [{"from_cents": 1_000, "total_cents": 100}, {"from_cents": 5_000, "add_cents": 200}]}


def soon(**ahead: int) -> str:
    return (datetime.now(UTC) + timedelta(**ahead)).isoformat(timespec="seconds")


def test_the_house(dealer, night, django_assert_num_queries):
    with django_assert_num_queries(1):
        houses = dealer.get("houses/").json()
    assert houses == {
        "next": None,
        "previous": None,
        "results": [
            {
                "id": night.house.pk, "code": "wi", "name": "Spielbank", "currency": "EUR",
                "time_zone": "Europe/Berlin", "rolls_over_at": "12:00", "tip_bp": 100,
            }
        ],
    }  # fmt: skip
    assert dealer.get(f"houses/{night.house.pk}/").json() == houses["results"][0]
    assert problem(dealer.get("houses/4711/")) == (404, "not_found")


def test_gaming_days_by_state(dealer, night, django_assert_num_queries):
    with django_assert_num_queries(1):
        days = dealer.get("gaming-days/", state="open").json()["results"]
    assert [(day["id"], day["state"], day["seal"], day["closed_at"]) for day in days] == [
        (night.day.pk, "open", None, None)
    ]
    assert dealer.get("gaming-days/", state="closed").json()["results"] == []
    assert dealer.get("gaming-days/", date=str(night.day.date)).json()["results"] == days
    assert dealer.get(f"gaming-days/{night.day.pk}/").json() == days[0]


def test_a_gaming_day_is_opened(manager, night):
    night.day.delete()
    answer = manager.post("gaming-days/", {"house": night.house.pk}, key=None)
    assert answer.status_code == 201, answer.content
    day = answer.json()
    assert (day["house"], day["state"], day["opened_by"]) == (night.house.pk, "open", night.manager.pk)
    assert day == manager.get(f"gaming-days/{day['id']}/").json()


def test_a_gaming_day_that_cannot_be_opened(manager, night):
    for body, status, code in (
        ({}, 422, "gaming_day_open"),
        ({"house": night.house.pk}, 422, "gaming_day_open"),
        ({"house": 4711}, 404, "no_such_house"),
        ({"house": 0}, 400, "malformed"),
        ({"house": "wi"}, 400, "malformed"),
        ({"date": "2026-11-21"}, 400, "malformed"),
    ):
        assert problem(manager.post("gaming-days/", body)) == (status, code), body
        assert GamingDay.objects.count() == 1, body
    night.close_day()
    assert problem(manager.post("gaming-days/")) == (422, "gaming_day_was_closed")


def test_a_schedule_is_published_and_changed_by_a_new_version(manager, night, django_assert_num_queries):
    first, second = soon(minutes=5), soon(days=7)
    answer = manager.post("rake-schedules/", {"name": "Steps", "terms": STEPS, "valid_from": first}, key=None)
    assert answer.status_code == 201, answer.content
    terms = {"kind": "fixed", "amount_cents": 300}
    changed = manager.post("rake-schedules/", {"name": "Steps", "terms": terms, "valid_from": second}).json()
    assert changed["id"] == answer.json()["id"]
    assert [(version["version"], version["terms"]) for version in changed["versions"]] == [(1, STEPS), (2, terms)]
    ends, begins = changed["versions"][0]["valid_to"], changed["versions"][1]["valid_from"]
    assert datetime.fromisoformat(ends) == datetime.fromisoformat(begins) == datetime.fromisoformat(second)
    with django_assert_num_queries(2):
        schedules = manager.get("rake-schedules/").json()["results"]
    assert [schedule["name"] for schedule in schedules] == ["Steps", "Taxe"]
    assert schedules[0] == changed == manager.get(f"rake-schedules/{changed['id']}/").json()
    assert manager.get("rake-schedules/", name="Taxe").json()["results"] == schedules[1:]


def test_what_is_no_schedule(manager, night):
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


def test_bad_terms_point_to_the_field(manager, night):
    body = {"name": "S", "terms": {"kind": "percent", "rate_bp": 0}, "valid_from": soon(days=1)}
    answer = manager.post("rake-schedules/", body)
    assert answer.json()["facts"]["field"] == "/rate_bp"
