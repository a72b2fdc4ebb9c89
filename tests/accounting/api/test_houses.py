"""Houses and gaming days over HTTP."""

from accounting.models import GamingDay
from accounting.models.houses import usual_denominations
from tests.api_client import problem


def test_the_house(dealer, evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        houses = dealer.get("houses/").json()
    assert houses == {
        "next": None,
        "previous": None,
        "results": [
            {
                "id": evening.house.pk, "code": "wi", "name": "Spielbank", "currency": "EUR",
                "time_zone": "Europe/Berlin", "rolls_over_at": "12:00", "shift_starts": ["20:00"],
                "tip_bp": 100, "denominations_cents": usual_denominations(), "money_by_two": True,
                "stakes_agreed_before_start": False,
            }
        ],
    }  # fmt: skip
    assert dealer.get(f"houses/{evening.house.pk}/").json() == houses["results"][0]
    assert problem(dealer.get("houses/4711/")) == (404, "not_found")


def test_gaming_days_by_state(floor, evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        days = floor.get("gaming-days/", state="open").json()["results"]
    assert [(day["id"], day["state"], day["seal"], day["closed_at"]) for day in days] == [
        (evening.day.pk, "open", None, None)
    ]
    assert floor.get("gaming-days/", state="closed").json()["results"] == []
    assert floor.get("gaming-days/", date=str(evening.day.date)).json()["results"] == days
    assert floor.get(f"gaming-days/{evening.day.pk}/").json() == days[0]


def test_a_gaming_day_is_opened(manager, evening):
    evening.day.delete()
    answer = manager.post("gaming-days/", {"house": evening.house.pk}, key=None)
    assert answer.status_code == 201, answer.content
    day = answer.json()
    assert (day["house"], day["state"], day["opened_by"]) == (evening.house.pk, "open", evening.manager.pk)
    assert day == manager.get(f"gaming-days/{day['id']}/").json()


def test_a_gaming_day_that_cannot_be_opened(manager, evening):
    for body, status, code in (
        ({}, 422, "gaming_day_open"),
        ({"house": evening.house.pk}, 422, "gaming_day_open"),
        ({"house": 4711}, 404, "no_such_house"),
        ({"house": 0}, 400, "malformed"),
        ({"house": "wi"}, 400, "malformed"),
        ({"date": "2026-11-21"}, 400, "malformed"),
    ):
        assert problem(manager.post("gaming-days/", body)) == (status, code), body
        assert GamingDay.objects.count() == 1, body
    evening.close_day()
    assert problem(manager.post("gaming-days/")) == (422, "gaming_day_was_closed")
