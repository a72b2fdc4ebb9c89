"""Seated guests on the move over HTTP: asking, granting, a must-move, a broken table, a new game."""

from typing import Any

from tests.api_client import Api
from tests.builders import Evening


def guests_move(evening: Evening, check: Any) -> None:
    """Every answer of the moves once: with and without requests, must-moves, offers, suggestions and draws."""
    floor, game = Api(evening.floor), evening.game()
    one, two = evening.table(game, code="T71", dealt=False), evening.table(game, code="T72", dealt=False)
    rules = f"houses/{evening.house.pk}/moving-rules/"
    check("houses_moving_rules_retrieve", floor.get(rules))
    check("houses_moving_rules_update", floor.patch(rules, {"most_difference": 1}))
    evening.sit(one, 40_000, 41_000, 42_000, 43_000)
    evening.sit(two, 50_000, 51_000)
    for seat, body in ((1, {"to_table": one, "to_seat": 9}), (2, {}), (3, {"to_table": two}), (4, {})):
        whole = check("tables_seats_ask", floor.post(f"tables/{one}/seats/{seat}/ask/", body))
    first, second, third, fourth = (f"move-requests/{row['id']}" for row in whole["requests"])
    check("move_requests_grant", floor.post(f"{first}/grant/", {"table": one, "seat": 9}))
    check("move_requests_grant", floor.post(f"{second}/grant/", {"table": two, "seat": 5}))
    check("move_requests_withdraw", floor.post(f"{third}/withdraw/"))
    check("move_requests_decline", floor.post(f"{fourth}/decline/"))
    whole = check("tables_must_move", floor.post(f"tables/{one}/must-move/", {"feeder": two}))
    movers = [one["sitting"] for one in whole["must_moves"][0]["movers"]]
    body = {"sitting": movers[0], "seat": 8}
    whole = check("tables_must_move_next", floor.post(f"tables/{one}/must-move/next/", body))
    body = {"sitting": movers[1], "reason": "likes it here"}
    check("tables_must_move_refuse", floor.post(f"tables/{one}/must-move/refuse/", body))
    check("moves_list", floor.get("moves/", house=evening.house.pk))
    check("tables_must_move_end", floor.post(f"tables/{one}/must-move/end/"))
    drawn = check("tables_seat_draw", floor.post(f"tables/{two}/seat-draw/"))
    check("seat_draws_break", floor.post(f"seat-draws/{drawn['id']}/break/"))
    floor.post(f"games/{game.pk}/wait/", {"guest": evening.guest("Anna").pk})
    drawn = check("tables_seat_draw", floor.post(f"tables/{two}/seat-draw/"))
    check("seat_draws_retrieve", floor.get(f"seat-draws/{drawn['id']}/"))
    check("seat_draws_new_game", floor.post(f"seat-draws/{drawn['id']}/new-game/", {"first_seat": 3}))
    check("seat_draws_list", floor.get("seat-draws/"))
