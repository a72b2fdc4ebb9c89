"""Tables over HTTP: set up, opened, paused, resumed, given another game, closed; the dealer."""

from typing import Any

import pytest

from tests.api_client import Api, everything, problem
from tests.builders import Evening, balances, user


def table_of(api: Api, table: int) -> dict[str, Any]:
    found: dict[str, Any] = api.get(f"tables/{table}/").json()
    return found


@pytest.fixture
def closed(floor: Api) -> dict[str, Any]:
    """A table that has just been set up."""
    answer = floor.post("tables/", {"code": "T07", "seats": 9}, key=None)
    assert answer.status_code == 201
    table: dict[str, Any] = answer.json()
    return table


def test_a_table_is_set_up(evening, closed):
    assert closed | {"id": None} == {
        "id": None, "house": evening.house.pk, "code": "T07", "seat_count": 9, "version": 1, "state": "closed",
        "session": None, "dealer": None, "button_seat": None, "markers": None, "current_hand": None,
        "current_hand_number": None, "seats": [], "kept_seats": [], "room": 0,
    }  # fmt: skip


def test_a_table_through_its_evening(floor, evening, closed):
    """Opened with a float of 500 euros, paused, resumed, another game, closed with a chip of 5 euros missing."""
    game, other = evening.game(), evening.game()
    path = f"tables/{closed['id']}"
    table = floor.post(f"{path}/open/", {"version": 1, "game": game.pk, "float_cents": 50_000}).json()
    assert (table["state"], table["version"], table["session"]["game"]) == ("open", 2, game.pk)
    assert table["session"] | {"id": 0, "opened_at": ""} == {
        "id": 0, "game": game.pk, "game_name": game.name, "recording": "every_action", "opened_at": "",
        "ends_at": None, "last_hands_left": None, "game_from_hand": 1, "tax_from": None, "bomb_pot": None,
        "hands_dealt": 0, "float_cents": 50_000, "rake_cents": 0, "tips_cents": 0,
    }  # fmt: skip
    for command, body, state in (
        ("dealer", {"dealer": evening.dealer.pk}, "open"),
        ("pause", {}, "paused"),
        ("resume", {}, "open"),
        ("change-game", {"game": other.pk}, "open"),
    ):
        table = floor.post(f"{path}/{command}/", {"version": table["version"], **body}).json()
        assert table["state"] == state, command
        assert table == table_of(floor, closed["id"])
    assert table["dealer"]["id"] == evening.dealer.pk
    assert table["session"]["game_name"] == other.name
    short = {"version": table["version"], "counted_float_cents": 49_500}
    assert problem(floor.post(f"{path}/close/", short)) == (422, "explanation_required")
    assert table_of(floor, closed["id"]) == table
    answer = floor.post(f"{path}/close/", short | {"explanation": "searched, not found"})
    assert (answer.status_code, answer.json()["state"], answer.json()["session"]) == (200, "closed", None)
    assert answer.json()["dealer"] is None
    assert balances() == {"bank/main": -500, "variance/T07": 500}


def test_the_list_is_read_at_once(dealer, floor, evening, django_assert_num_queries):
    """However many tables, guests and hands there are; one of the seven asks which seats are kept."""
    for code in ("T02", "T01"):
        evening.sit(evening.table(code=code, dealt=False), 40_000, 40_000)
    with django_assert_num_queries(7):
        answer = floor.get("tables/")
    assert [table["code"] for table in answer.json()["results"]] == ["T01", "T02"]
    assert [seat["stack_cents"] for seat in answer.json()["results"][0]["seats"]] == [40_000, 40_000]
    evening.sit(evening.table(code="T03", dealt=False), 40_000, 40_000, 40_000)
    with django_assert_num_queries(7):
        dealer.get("tables/")
    assert [table["code"] for table in dealer.get("tables/", code="T02").json()["results"]] == ["T02"]
    assert dealer.get("tables/", house=evening.house.pk + 1).json()["results"] == []


def test_dealers_who_can_be_sent(floor, evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        answer = floor.get("dealers/")
    assert answer.json()["results"] == [{"id": evening.dealer.pk, "username": "dealer", "name": "dealer"}]


def test_a_table_that_is_not_there(floor, evening):
    assert problem(floor.get("tables/4711/")) == (404, "no_such_table")
    game = evening.game()
    for command, body in (
        ("open", {"game": game.pk, "float_cents": 0}),
        ("pause", {}),
        ("resume", {}),
        ("change-game", {"game": game.pk}),
        ("close", {"counted_float_cents": 0}),
        ("dealer", {"dealer": evening.dealer.pk}),
        ("seats/1/sit", {"guest": 1, "buy_in_cents": 40_000}),
        ("seats/1/cash-out", {}),
        ("hands", {}),
        ("hands/record", {"actions": []}),
    ):
        answer = floor.post(f"tables/4711/{command}/", {"version": 1, **body})
        assert problem(answer) == (404, "no_such_table"), command


def test_what_cannot_be_set_up(floor, evening, closed):
    before = everything()
    for body, status, code in (
        ({"code": "T07", "seats": 9}, 422, "table_code_taken"),
        ({"code": "T08", "seats": 1}, 422, "seats_out_of_range"),
        ({"code": "T08", "seats": 11}, 422, "seats_out_of_range"),
        ({"code": "T08", "seats": 2**63 - 1}, 422, "seats_out_of_range"),
        ({"code": "T 8", "seats": 9}, 400, "bad_place_code"),
        ({"code": "T/8", "seats": 9}, 400, "bad_place_code"),
        ({"code": "Tü", "seats": 9}, 400, "bad_place_code"),
        ({"code": "", "seats": 9}, 400, "malformed"),
        ({"code": "T" * 21, "seats": 9}, 400, "malformed"),
        ({"code": 7, "seats": 9}, 400, "malformed"),
        ({"code": "T08", "seats": "9"}, 400, "malformed"),
        ({"code": "T08"}, 400, "malformed"),
        ({"code": "T08", "seats": 9, "colour": "green"}, 400, "malformed"),
        ({"code": "T08", "seats": 9, "house": 4711}, 404, "no_such_house"),
    ):
        assert problem(floor.post("tables/", body)) == (status, code), body
        assert everything() == before, body


def test_a_house_that_only_keeps_hands_of_other_rooms_is_never_meant(floor, evening):
    evening.house.__class__.objects.create(code="replay", name="Replay", is_active=False)
    answer = floor.post("tables/", {"code": "T17", "seats": 9})
    assert (answer.status_code, answer.json()["house"]) == (201, evening.house.pk)


def test_with_two_houses_the_body_says_which(floor, evening):
    evening.house.__class__.objects.create(code="hh", name="Spielbank Hamburg")
    before = everything()
    assert problem(floor.post("tables/", {"code": "T07", "seats": 9})) == (400, "house_required")
    assert everything() == before
    assert floor.post("tables/", {"code": "T07", "seats": 9, "house": evening.house.pk}).status_code == 201


def test_a_closed_table_does_nothing(floor, evening, closed):
    before = everything()
    for command, body in (
        ("pause", {}),
        ("resume", {}),
        ("change-game", {"game": evening.game().pk}),
        ("close", {"counted_float_cents": 0}),
        ("dealer", {"dealer": evening.dealer.pk}),
        ("seats/1/sit", {"guest": evening.guest().pk, "buy_in_cents": 40_000}),
        ("seats/1/top-up", {"amount_cents": 100}),
        ("seats/1/cash-out", {}),
        ("seats/1/move", {"to_table": closed["id"], "to_seat": 2}),
        ("seats/1/away", {}),
        ("seats/1/back", {}),
        ("hands", {}),
        ("hands/record", {"actions": []}),
    ):
        before = everything()
        answer = floor.post(f"tables/{closed['id']}/{command}/", {"version": 1, **body})
        assert problem(answer) == (422, "table_closed"), command
        assert answer.json()["facts"] == {"table": "T07"}
        assert everything() == before, command


def test_what_an_open_table_refuses(floor, evening, seated):
    version = evening.version(seated)
    summary, other = evening.game(recording="summary"), evening.game()
    elsewhere = evening.table(code="T08", dealt=False)
    second = user("dealer", "second")
    floor.post(f"tables/{elsewhere}/dealer/", {"version": evening.version(elsewhere), "dealer": second.pk})
    before = everything()
    for command, body, status, code in (
        ("open", {"game": other.pk, "float_cents": 0}, 422, "table_open"),
        ("resume", {}, 422, "table_not_paused"),
        ("change-game", {"game": summary.pk}, 422, "recording_differs"),
        ("change-game", {"game": 4711}, 404, "no_such_game"),
        ("close", {"counted_float_cents": 0}, 422, "guests_seated"),
        ("dealer", {"dealer": 4711}, 404, "no_such_dealer"),
        ("dealer", {"dealer": evening.floor.pk}, 404, "no_such_dealer"),
        ("dealer", {"dealer": evening.dealer.pk}, 422, "deals_here"),
        ("dealer", {"dealer": second.pk}, 422, "deals_elsewhere"),
        ("dealer", {"dealer": "dealer"}, 400, "malformed"),
    ):
        assert problem(floor.post(f"tables/{seated}/{command}/", {"version": version, **body})) == (status, code), body
        assert everything() == before, (command, body)


def test_no_table_command_in_mid_hand(floor, evening, seated):
    floor.post(f"tables/{seated}/hands/", {"version": evening.version(seated)})
    before = everything()
    for command, body in (
        ("pause", {}),
        ("change-game", {"game": 1}),
        ("close", {"counted_float_cents": 0}),
        ("hands", {}),
        ("hands/record", {"actions": []}),
        ("seats/1/top-up", {"amount_cents": 10_000}),
        ("seats/1/cash-out", {}),
        ("seats/1/move", {"to_table": seated, "to_seat": 9}),
    ):
        answer = floor.post(f"tables/{seated}/{command}/", {"version": evening.version(seated), **body})
        assert problem(answer) == (422, "hand_in_progress"), command
        assert everything() == before, command


def test_a_paused_table_deals_no_hand(floor, evening: Evening, seated):
    paused = floor.post(f"tables/{seated}/pause/", {"version": evening.version(seated)}).json()
    before = everything()
    for command, body in (("hands", {}), ("hands/record", {"actions": []})):
        answer = floor.post(f"tables/{seated}/{command}/", {"version": paused["version"], **body})
        assert problem(answer) == (422, "table_paused"), command
    assert problem(floor.post(f"tables/{seated}/pause/", {"version": paused["version"]})) == (422, "table_not_open")
    assert everything() == before


def test_a_float_of_whole_chips(floor, evening, closed):
    before = everything()
    game = evening.game().pk
    before = everything()
    for cents, status, code in ((150, 422, "not_on_chip"), (-100, 400, "malformed"), (10**11 + 100, 400, "malformed")):
        answer = floor.post(f"tables/{closed['id']}/open/", {"version": 1, "game": game, "float_cents": cents})
        assert problem(answer) == (status, code), cents
        assert everything() == before, cents
