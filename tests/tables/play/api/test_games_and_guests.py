"""Games and guests over HTTP, and closing the gaming day."""

from typing import Any

import pytest

from tables.models import Game
from tables.rules.forms import FORMS
from tables.rules.rule_sets import USUAL
from tests.api_client import Api, everything, problem

EUROS_1_2: dict[str, Any] = {
    "name": "NLHE 1/2",
    "variant": "texas",
    "betting": "no_limit",
    "small_blind_cents": 100,
    "big_blind_cents": 200,
    "min_buy_in_cents": 4_000,
}


@pytest.fixture
def body(evening) -> dict[str, Any]:
    return EUROS_1_2 | {"rake_schedule": evening.schedule.schedule_id}


def test_a_game_is_offered_with_what_a_room_expects(floor, evening, body):
    answer = floor.post("games/", body, key=None)
    assert answer.status_code == 201, answer.content
    game = answer.json()
    assert game == body | {
        "id": game["id"], "house": evening.house.pk, "ante_cents": 0, "straddle": False, "max_buy_in_cents": None,
        "return_minutes": None, "raise_cap": None, "recording": "summary", "rule_set": USUAL, "chip_cents": 100,
        "is_active": True,
        "min_box_cents": 0, "max_box_cents": 0, "max_side_cents": 0, "max_paid_cents": None,
        "boards": 1, "bomb_pot_ante_cents": None, "bomb_pot_boards": 1, "bomb_pot_every": None,
        "bomb_pot_at_dealer_change": False,
        "chip_set": None, "rebuy_allowed": True, "rebuy_at_cents": None, "rebuy_cents": None, "last_hands": 3,
    }  # fmt: skip
    assert floor.get(f"games/{game['id']}/").json() == game
    assert floor.get("games/").json()["results"] == [game]


def test_a_game_with_all_its_terms(floor, body):
    whole = body | {
        "name": "Omaha PL 5/5", "variant": "omaha", "betting": "pot_limit", "small_blind_cents": 500,
        "big_blind_cents": 500, "ante_cents": 100, "straddle": True, "min_buy_in_cents": 10_000,
        "max_buy_in_cents": 50_000, "return_minutes": 120, "raise_cap": 3, "recording": "every_action",
        "chip_cents": 100, "is_active": False, "boards": 2, "bomb_pot_ante_cents": 2_000, "bomb_pot_boards": 3,
        "bomb_pot_every": 30, "bomb_pot_at_dealer_change": True,
    }  # fmt: skip
    game = floor.post("games/", whole).json()
    assert {name: game[name] for name in whole} == whole
    assert floor.get("games/", is_active="true").json()["results"] == []
    assert floor.get("games/", name="Omaha PL 5/5").json()["results"] == [game]


def test_bomb_pots_that_no_game_has_are_refused(floor, body):
    for terms, code in (
        ({"bomb_pot_every": 30}, "bomb_pot_without_ante"),
        ({"bomb_pot_ante_cents": 250}, "not_on_chip"),
        ({"boards": 4}, "boards_wrong"),
        ({"bomb_pot_ante_cents": 200, "bomb_pot_boards": 0}, "boards_wrong"),
    ):
        assert problem(floor.post("games/", body | {"chip_cents": 100} | terms)) == (422, code), terms
    assert not Game.objects.exists()


@pytest.mark.parametrize("variant", FORMS)
def test_a_game_of_every_form(floor, body, variant):
    game = floor.post("games/", body | {"variant": variant}).json()
    assert game["variant"] == variant
    assert floor.get(f"games/{game['id']}/rules/").json()["about_game"][0].startswith(Game.Variant(variant).label)


def test_a_game_is_changed_by_what_the_body_names(floor, body):
    game = floor.post("games/", body).json()
    answer = floor.patch(f"games/{game['id']}/", {"max_buy_in_cents": 40_000, "name": "NLHE 1/2 deep"})
    assert answer.status_code == 200
    assert answer.json() == game | {"max_buy_in_cents": 40_000, "name": "NLHE 1/2 deep"}
    assert floor.patch(f"games/{game['id']}/", {"max_buy_in_cents": None}).json()["max_buy_in_cents"] is None
    assert Game.history.filter(id=game["id"]).count() == 3, "people edit games, so the history keeps what stood there"


NO_GAMES = (
    ({}, 422, "game_name_taken"),
    ({"name": " "}, 400, "malformed"),
    ({"name": "x" * 61}, 400, "malformed"),
    ({"name": "B", "variant": "stud"}, 400, "malformed"),
    ({"name": "B", "variant": 1}, 400, "malformed"),
    ({"name": "B", "betting": ["no_limit"]}, 400, "malformed"),
    ({"name": "B", "small_blind_cents": 300}, 422, "big_blind_below_minimum_bet"),
    ({"name": "B", "big_blind_cents": 0}, 422, "big_blind_below_minimum_bet"),
    ({"name": "B", "small_blind_cents": 0}, 422, "terms_wrong"),
    ({"name": "B", "small_blind_cents": 150}, 422, "not_on_chip"),
    ({"name": "B", "small_blind_cents": -100}, 400, "malformed"),
    ({"name": "B", "min_buy_in_cents": 100}, 422, "terms_wrong"),
    ({"name": "B", "max_buy_in_cents": 3_900}, 422, "terms_wrong"),
    ({"name": "B", "raise_cap": 0}, 422, "terms_wrong"),
    ({"name": "B", "return_minutes": 0}, 422, "terms_wrong"),
    ({"name": "B", "return_minutes": 1_441}, 422, "terms_wrong"),
    ({"name": "B", "raise_cap": 100}, 400, "malformed"),
    ({"name": "B", "chip_cents": 0}, 422, "terms_wrong"),
    ({"name": "B", "rule_set": "nobody/1"}, 422, "unknown_rule_set"),
    ({"name": "B", "rake_schedule": 4711}, 404, "no_such_schedule"),
    ({"name": "B", "rake_schedule": None}, 422, "schedule_required"),
    ({"name": "B", "rake_schedule": "1"}, 400, "malformed"),
    ({"name": "B", "min_box_cents": 500}, 422, "terms_wrong"),
    ({"name": "B", "straddle": 1}, 400, "malformed"),
    ({"name": "B", "house": 4711}, 404, "no_such_house"),
    ({"name": "B", "blinds": "1/2"}, 400, "malformed"),
)


def test_what_is_no_game(floor, evening, body):
    taken = floor.post("games/", body).json()
    before = everything()
    for change, status, code in NO_GAMES:
        answer = floor.post("games/", body | change)
        assert problem(answer) == (status, code), change
        assert everything() == before, change
    for change, status, code in (
        ({"house": evening.house.pk}, 400, "malformed"),
        ({"max_buy_in_cents": 100}, 422, "terms_wrong"),
        ({"small_blind_cents": 300}, 422, "big_blind_below_minimum_bet"),
        ({"name": ""}, 400, "malformed"),
    ):
        assert problem(floor.patch(f"games/{taken['id']}/", change)) == (status, code), change
    assert floor.get(f"games/{taken['id']}/").json() == taken
    assert problem(floor.patch("games/4711/", {"name": "B"})) == (404, "no_such_game")
    assert problem(floor.get("games/4711/")) == (404, "not_found")


def test_a_game_in_play_keeps_what_the_guests_sat_down_to(floor, evening, seated):
    game = Game.objects.get().pk
    answer = floor.patch(f"games/{game}/", {"variant": "omaha", "chip_cents": 50})
    assert (problem(answer), answer.json()["facts"]) == (
        (422, "game_in_play"), {"fields": ["chip_cents", "variant"], "tables": "T07"},
    )  # fmt: skip
    assert Game.objects.get().variant == "texas"


def test_guests_are_written_down_found_and_corrected(floor, evening, django_assert_num_queries):
    answer = floor.post("guests/", {"number": "4711", "name": "Renate Schäfer"}, key=None)
    assert answer.status_code == 201
    guest = answer.json()
    assert guest | {"id": 0, "created_at": ""} == {
        "id": 0, "house": evening.house.pk, "number": "4711", "name": "Renate Schäfer", "notes": "", "created_at": "",
            "merged_into": None,
    }  # fmt: skip
    other = floor.post("guests/", {"number": "4712", "name": "Jörg Schäfer", "notes": "left-handed"}).json()
    assert floor.get(f"guests/{guest['id']}/").json() == guest
    with django_assert_num_queries(1):
        assert floor.get("guests/", search="schäfer").json()["results"] == [other, guest]
    assert floor.get("guests/", number="4712").json()["results"] == [other]
    answer = floor.patch(f"guests/{guest['id']}/", {"name": "Renate Schaefer"})
    assert answer.json() == guest | {"name": "Renate Schaefer"}
    answer = floor.patch(f"guests/{guest['id']}/", {"notes": "speaks Dutch"})
    assert answer.json() == guest | {"name": "Renate Schaefer", "notes": "speaks Dutch"}


def test_what_is_no_guest(floor, evening):
    guest = floor.post("guests/", {"number": "4711", "name": "Renate Schäfer"}).json()
    before = everything()
    for body, status, code in (
        ({"number": "4711", "name": "Somebody else"}, 422, "guest_number_taken"),
        ({"number": 4712, "name": "A"}, 400, "malformed"),
        ({"number": "4712"}, 400, "malformed"),
        ({"number": "  ", "name": "A"}, 400, "malformed"),
        ({"number": "4712", "name": "A" * 121}, 400, "malformed"),
        ({"number": "4712", "name": "A", "vip": True}, 400, "malformed"),
    ):
        assert problem(floor.post("guests/", body)) == (status, code), body
        assert everything() == before, body
    assert problem(floor.patch(f"guests/{guest['id']}/", {"number": "1"})) == (400, "malformed")
    assert problem(floor.patch("guests/4711000/", {"name": "A"})) == (404, "no_such_guest")


def test_a_gaming_day_is_closed_with_its_seal(manager: Api, evening, floor):
    table = evening.table()
    path = f"gaming-days/{evening.day.pk}/close/"
    before = everything()
    answer = manager.post(path, key=None)
    assert (problem(answer), answer.json()["facts"]) == ((422, "tables_open"), {"tables": "T07"})
    assert everything() == before
    floor.post(f"tables/{table}/close/", {"version": evening.version(table), "counted_float_cents": 0})
    # Nobody played: no box, no hand to audit.
    answer = manager.post(path, key=None)
    assert (answer.status_code, answer.json()["state"]) == (200, "closed")
    assert len(answer.json()["seal"]) == 64
    assert answer.json() == floor.get(f"gaming-days/{evening.day.pk}/").json()
    assert problem(manager.post(path)) == (422, "gaming_day_closed")
    assert problem(manager.post("gaming-days/4711/close/")) == (404, "no_such_gaming_day")


def test_on_a_closed_day_nothing_is_opened(floor, evening):
    game = evening.game().pk
    table = floor.post("tables/", {"code": "T07", "seats": 9}).json()["id"]
    evening.close_day()
    before = everything()
    answer = floor.post(f"tables/{table}/open/", {"version": 1, "game": game, "float_cents": 0})
    assert problem(answer) == (422, "no_gaming_day")
    assert everything() == before
