"""Waiting lists over HTTP: what is read, what is refused, and a seat that is paid for once (domain §4.8)."""

import pytest

from tests.api_client import everything, problem
from tests.builders import balances
from tests.tables.floor.api.waiting_story import a_list_is_called


@pytest.fixture
def game(evening):
    return evening.game()


@pytest.fixture
def table(evening, game):
    return evening.table(game, dealt=False)


def join(floor, evening, game, name="Anna", **more):
    answer = floor.post(f"games/{game.pk}/wait/", {"guest": evening.guest(name).pk, **more})
    assert answer.status_code == 200, answer.content
    return answer.json()["places"][-1]["id"]


def places(floor, game):
    (found,) = floor.get("waiting-lists/", game=game.pk).json()["results"]
    return {place["guest_name"]: place for place in found["places"]}


def test_the_whole_of_it(evening):
    def right(operation, answer):
        assert answer.status_code == 200, (operation, answer.content)
        return answer.json()

    a_list_is_called(evening, right)
    assert balances("seat") == {"seat/T21/1": 40_000, "seat/T21/5": 40_000}


def test_a_list_says_places_timers_and_what_nobody_knows(floor, evening, game, table):
    anna, _boris = join(floor, evening, game), join(floor, evening, game, "Boris", is_here=False)
    floor.post(f"waits/{anna}/call/", {"table": table, "seat": 2})
    found = places(floor, game)
    assert (found["Anna"]["place"], found["Anna"]["state"], found["Anna"]["table_code"]) == (None, "called", "T07")
    assert (found["Anna"]["seat"], found["Anna"]["estimate"]) == (2, None)
    assert (found["Boris"]["place"], found["Boris"]["is_here"]) == (1, False)
    assert found["Boris"]["estimate"] == {"median_minutes": 0, "soonest_minutes": 0, "latest_minutes": 0}


def test_before_the_game_runs_it_says_how_many_more_would_make_one(floor, evening):
    """Domain §2: interest list before a game starts."""
    game = evening.game()
    join(floor, evening, game)
    (found,) = floor.get("waiting-lists/", game=game.pk).json()["results"]
    assert (found["tables_running"], found["waiting"], found["wanted"]) == (0, 1, 5)
    assert found["places"][0]["estimate"] is None


def test_a_seat_is_paid_for_once(floor, evening, game, table):
    anna = join(floor, evening, game)
    floor.post(f"waits/{anna}/call/", {"table": table, "seat": 2})
    first = floor.post(f"waits/{anna}/seat/", {"buy_in_cents": 20_000}, key="one")
    again = floor.post(f"waits/{anna}/seat/", {"buy_in_cents": 20_000}, key="one")
    assert (first.status_code, again.status_code, again.content) == (200, 200, first.content)
    assert balances("seat") == {"seat/T07/2": 20_000}


def test_what_is_refused(floor, dealer, evening, game, table):
    anna, boris = join(floor, evening, game), join(floor, evening, game, "Boris")
    version = floor.get("waiting-lists/", game=game.pk).json()["results"][0]["version"]
    before = everything()
    for path, body, status, code in (
        (f"waits/{boris}/call/", {"table": table, "seat": 2}, 422, "out_of_turn"),
        (f"waits/{anna}/call/", {"table": table, "seat": 10}, 422, "seat_unknown"),
        (f"waits/{anna}/answer/", {"answer": "cancel"}, 422, "not_called"),
        (f"waits/{anna}/answer/", {"answer": "later"}, 400, "malformed"),
        (f"waits/{anna}/seat/", {"buy_in_cents": 40_000}, 422, "not_called"),
        (f"waits/{anna}/move/", {"version": version, "place": 2, "reason": "."}, 400, "malformed"),
        (f"waits/{anna}/move/", {"version": version, "place": 9, "reason": "because"}, 422, "place_unknown"),
        (f"waits/{anna}/move/", {"place": 2, "reason": "because"}, 400, "version_required"),
        ("waits/4711/leave/", {}, 404, "no_such_wait"),
        (f"games/{game.pk}/wait/", {"guest": 4711}, 404, "no_such_guest"),
        ("games/4711/wait/", {"guest": 4711}, 404, "no_such_game"),
        (f"tables/{table}/break-up/", {}, 422, "nobody_sits"),
    ):
        assert problem(floor.post(path, body)) == (status, code), path
        assert everything() == before, path
    stale = floor.post(f"waits/{anna}/move/", {"version": version - 1, "place": 2, "reason": "because"})
    assert problem(stale) == (409, "stale")
    assert stale.json()["facts"]["current"]["version"] == version
    for values in ({"answer_seconds": 1}, {"answer_seconds": 700, "more_time_seconds": 600}):
        assert floor.patch(f"houses/{evening.house.pk}/waiting-rules/", values).status_code == 400
    assert problem(dealer.patch(f"houses/{evening.house.pk}/waiting-rules/", {}))[0] == 403
    assert problem(floor.get("waiting-lists/4711/")) == (404, "no_such_list")
    assert everything() == before


def test_who_walks_in_is_seated_past_the_list_with_a_reason_only(floor, evening, game, table):
    anna = join(floor, evening, game)
    body = {"version": evening.version(table), "guest": evening.guest("Walk-in").pk, "buy_in_cents": 40_000}
    refused = floor.post(f"tables/{table}/seats/3/sit/", body)
    assert problem(refused) == (422, "out_of_turn")
    assert refused.json()["facts"]["overtaken"] == [anna]
    answer = floor.post(f"tables/{table}/seats/3/sit/", body | {"reason": "Anna eats first"})
    assert answer.status_code == 200, answer.content
    assert [seat["seat"] for seat in answer.json()["seats"]] == [3]
    floor.post(f"waits/{anna}/call/", {"table": table, "seat": 2})
    assert floor.get(f"tables/{table}/").json()["kept_seats"] == [2]
