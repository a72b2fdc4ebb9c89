"""Moves of seated guests over HTTP: what is read, what is refused, and a move that is made once (domain §4.8)."""

import pytest

from tests.api_client import everything, problem
from tests.builders import balances
from tests.tables.floor.api.moving_story import guests_move


@pytest.fixture
def game(evening):
    return evening.game()


@pytest.fixture
def tables(evening, game):
    return evening.table(game, code="T1", dealt=False), evening.table(game, code="T2", dealt=False)


def test_the_whole_of_it(evening):
    def right(operation, answer):
        assert answer.status_code == 200, (operation, answer.content)
        return answer.json()

    guests_move(evening, right)
    assert sum(balances("seat").values()) == 267_000 - 51_000, "one refused to move, and left with what was his"


def test_what_stands_there(floor, evening, tables):
    one, two = tables
    evening.sit(one, *[40_000] * 8)
    evening.sit(two, *[40_000] * 5)
    floor.post(f"tables/{one}/seats/1/ask/", {})
    floor.post(f"tables/{one}/seats/2/ask/", {"to_table": one, "to_seat": 9})
    (view,) = floor.get("moves/").json()["results"]
    assert [(one["code"], one["players"], len(one["free"])) for one in view["tables"]] == [("T1", 8, 1), ("T2", 5, 4)]
    away, seat = view["requests"]
    assert [offer["seat"] for offer in away["offers"]] == [6, 7, 8, 9]
    assert seat["offers"] == [{"table": one, "table_code": "T1", "seat": 9}]
    assert (view["neediest"], view["breaking_order"]) == ("T2", ["T2", "T1"])
    assert view["suggestion"] == {"guest_name": "Guest 1", "from_table": "T1", "to_table": "T2", "has_asked": True}


def test_a_main_game_says_who_is_next_and_whether_it_is_short(floor, evening, tables):
    """WSOP 98: of nine seats eight are guaranteed."""
    one, two = tables
    evening.sit(one, *[40_000] * 7)
    evening.sit(two, 50_000, 60_000)
    (couple,) = floor.post(f"tables/{one}/must-move/", {"feeder": two}).json()["must_moves"]
    assert (couple["players"], couple["guaranteed"], couple["is_short"]) == (7, 8, True)
    assert [mover["seat"] for mover in couple["movers"]] == [1, 2]
    assert couple["free"] == [8, 9]


def test_a_move_is_made_once(floor, evening, tables):
    one, _two = tables
    evening.sit(one, 40_000)
    (row,) = floor.post(f"tables/{one}/seats/1/ask/", {"to_table": one}).json()["requests"]
    grant, key = {"table": one, "seat": 5}, {"key": "00000000-0000-4000-8000-000000000001"}
    first = floor.post(f"move-requests/{row['id']}/grant/", grant, **key)
    again = floor.post(f"move-requests/{row['id']}/grant/", grant, **key)
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert balances("seat") == {"seat/T1/5": 40_000}


def test_the_seed_of_a_draw_that_waits_never_leaves_the_server(floor, tables):
    drawn = floor.post(f"tables/{tables[0]}/seat-draw/").json()
    assert (drawn["seed"], drawn["result"]) == (None, None)
    assert floor.get(f"seat-draws/{drawn['id']}/").json()["seed"] is None
    assert floor.get("seat-draws/").json()["results"][0]["seed"] is None


def test_what_is_refused(floor, dealer, evening, tables):
    one, two = tables
    evening.sit(one, 40_000)
    before = everything()
    assert problem(dealer.post(f"tables/{one}/seats/1/ask/", {}))[0] == 403
    assert problem(floor.post("move-requests/4711/withdraw/")) == (404, "no_such_request")
    assert problem(floor.post(f"tables/{one}/must-move/end/")) == (422, "not_coupled")
    assert problem(floor.post("seat-draws/4711/break/")) == (404, "no_such_draw")
    assert problem(floor.post(f"tables/{one}/must-move/", {"feeder": one})) == (422, "one_table")
    assert problem(floor.post("seat-draws/4711/break/", {"counts": {"one": 1}}))[0] == 400
    assert floor.patch(f"houses/{evening.house.pk}/moving-rules/", {"barred_minutes": -1}).status_code == 400
    assert problem(dealer.patch(f"houses/{evening.house.pk}/moving-rules/", {}))[0] == 403
    assert everything() == before
    assert two
