"""A waiting list over HTTP, from the first who joins to the last who is seated."""

from typing import Any

from tests.api_client import Api
from tests.builders import Evening


def a_list_is_called(evening: Evening, check: Any) -> None:
    """Every answer of the lists once: with and without places, timers, seats and estimates."""
    floor, game = Api(evening.floor), evening.game()
    table = evening.table(game, code="T21", dealt=False)
    evening.sit(table, 40_000)
    check("houses_waiting_rules_retrieve", floor.get(f"houses/{evening.house.pk}/waiting-rules/"))
    check(
        "houses_waiting_rules_update",
        floor.patch(f"houses/{evening.house.pk}/waiting-rules/", {"misses_until_struck": 1}),
    )
    people = [evening.guest(name).pk for name in ("Anna", "Boris", "Clara")]
    for guest in people:
        body = {"guest": guest, "is_here": guest != people[1]}
        whole = check("games_wait", floor.post(f"games/{game.pk}/wait/", body))
    anna, boris, clara = (f"waits/{place['id']}" for place in whole["places"])
    whole = check("waits_arrive", floor.post(f"{boris}/arrive/"))
    check("waits_move", floor.post(f"{clara}/move/", {"version": whole["version"], "place": 1, "reason": "came first"}))
    check("waits_call", floor.post(f"{clara}/call/", {"table": table, "seat": 4}))
    check("waits_withdraw", floor.post(f"{clara}/withdraw/", {"reason": "the seat is broken"}))
    check("waits_call", floor.post(f"{clara}/call/", {"table": table, "seat": 5}))
    check("waits_miss", floor.post(f"{clara}/miss/"))
    check("waits_call", floor.post(f"{anna}/call/", {"table": table, "seat": 5}))
    check("waits_answer", floor.post(f"{anna}/answer/", {"answer": "on_my_way"}))
    check("waits_seat", floor.post(f"{anna}/seat/", {"buy_in_cents": 40_000}))
    check("waits_leave", floor.post(f"{boris}/leave/", {"reason": "goes home"}))
    whole = check("tables_break_up", floor.post(f"tables/{table}/break-up/"))
    check("waiting_lists_list", floor.get("waiting-lists/", game=game.pk))
    check("waiting_lists_retrieve", floor.get(f"waiting-lists/{whole['id']}/"))
