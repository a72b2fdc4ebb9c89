"""What a table is played under does not change beneath it: not the game, not the tax, and never by one."""

from datetime import timedelta
from typing import Any

import pytest

from casino import house_time
from tables.models import Game, Hand, Table
from tests import builders, databases
from tests.api_client import Api, everything, problem
from tests.builders import Evening

NOTHING = {"kind": "fixed", "amount_cents": 0}
OUTCOME = {"pot_cents": 9_900, "flop_seen": True, "dealt_in": 3}


def three_at_a_table() -> Evening:
    """A table with three guests where outcomes are recorded."""
    evening = builders.evening()
    evening.sit(evening.table(evening.game(name="Keyed", recording="summary")), 40_000, 40_000, 40_000)
    return evening


built = databases.once(three_at_a_table)


@pytest.fixture
def keyed(evening: Evening) -> int:
    return Table.objects.get(code="T07").pk


def pot(evening, table_id: int) -> Any:
    """A pot of 99 euros, 4 euros of tax under the house's own terms."""
    body = OUTCOME | {"version": evening.version(table_id)}
    return Api(evening.dealer).post(f"tables/{table_id}/hands/record/", body)


def easier(evening, *, signed: bool) -> int:
    """The floor writes terms by which nothing is due, back-dated to yesterday."""
    body = {"name": "Nichts", "terms": NOTHING, "valid_from": (house_time.now() - timedelta(days=1)).isoformat()}
    answer = Api(evening.floor).post("rake-schedules/", body)
    assert answer.status_code == 201, answer.content
    if signed:
        evening.sign_terms()
    schedule_id: int = answer.json()["id"]
    return schedule_id


def test_the_floor_does_not_switch_the_schedule_for_one_hand_and_back(evening, floor, keyed):
    game = Game.objects.get()
    other = easier(evening, signed=True)
    answer = floor.patch(f"games/{game.pk}/", {"rake_schedule": other})
    assert problem(answer) == (422, "game_in_play")
    assert answer.json()["facts"] == {"fields": ["rake_schedule_id"], "tables": "T07"}
    assert pot(evening, keyed).status_code == 201
    assert Hand.objects.get().result["rake"]["due_cents"] == 400
    assert Game.objects.get().rake_schedule_id == evening.schedule.schedule_id


@pytest.mark.parametrize(
    "change",
    [
        {"small_blind_cents": 50, "chip_cents": 50},
        {"big_blind_cents": 400},
        {"ante_cents": 100},
        {"straddle": True},
        {"min_buy_in_cents": 2_000},
        {"max_buy_in_cents": 40_000},
        {"return_minutes": 60},
        {"raise_cap": 3},
        {"rule_set": "wsop-2025/1"},
        {"recording": "every_action"},
        {"rebuy_allowed": False},
        {"last_hands": 5},
    ],
    ids=lambda change: next(iter(change)),
)
def test_no_term_of_a_game_in_play_is_edited(floor, keyed, change):
    game = Game.objects.get()
    before = Game.objects.values().get(), Game.history.count(), everything()
    answer = floor.patch(f"games/{game.pk}/", change)
    assert problem(answer) == (422, "game_in_play"), answer.content
    assert answer.json()["facts"]["fields"] == sorted(change)
    assert (Game.objects.values().get(), Game.history.count(), everything()) == before


def test_its_name_and_whether_it_is_offered_may_change(floor, keyed):
    game = Game.objects.get()
    change = {"name": "Keyed 1/2", "is_active": False, "big_blind_cents": game.big_blind_cents}
    assert floor.patch(f"games/{game.pk}/", change).status_code == 200
    assert Game.objects.values_list("name", "is_active").get() == ("Keyed 1/2", False)


def test_terms_that_one_person_wrote_tax_no_hand(evening, floor):
    """Not at a table opened with them, nor at one that is given another game, nor as a planned stake."""
    schedule = easier(evening, signed=False)
    plain, odd = evening.game(), evening.game(name="Odd", rake_schedule_id=schedule)
    large = evening.game(name="Large", rake_schedule_id=schedule, big_blind_cents=400)
    table_id = evening.table(plain, code="T09", dealt=False)
    closed = evening.table(plain, code="T08", dealt=False)
    close = {"version": evening.version(closed), "counted_float_cents": 0}
    assert floor.post(f"tables/{closed}/close/", close).status_code == 200
    calls: list[tuple[str, dict[str, object]]] = [
        (f"tables/{closed}/open/", {"version": evening.version(closed), "game": odd.pk, "float_cents": 0}),
        (f"tables/{table_id}/change-game/", {"version": evening.version(table_id), "game": odd.pk}),
        (f"tables/{table_id}/plan-stake/", {"version": evening.version(table_id), "game": large.pk, "after_hands": 5}),
    ]
    for path, body in calls:
        before = everything()
        answer = floor.post(path, body)
        assert problem(answer) == (422, "schedule_unsigned"), path
        assert answer.json()["facts"] == {"schedule": "Nichts", "version": 1}
        assert everything() == before
    evening.sign_terms()
    for path, body in calls:
        assert floor.post(path, body | {"version": evening.version(int(path.split("/")[1]))}).status_code == 200, path
    assert not Hand.objects.exists()


def test_the_author_signs_nothing_by_any_door(evening, floor, keyed):
    body = {"name": "Nichts", "terms": NOTHING, "valid_from": house_time.now().isoformat()}
    schedule = Api(evening.manager).post("rake-schedules/", body).json()
    assert [one["state"] for one in schedule["versions"]] == ["proposed"]
    seen = {"seen": schedule["versions"][0]["seen"]}
    for who, code in ((evening.manager, "two_people"), (evening.floor, "not_allowed")):
        answer = Api(who).post(f"rake-schedules/{schedule['id']}/versions/1/approve/", seen, key=None)
        assert problem(answer) == (403, code)
