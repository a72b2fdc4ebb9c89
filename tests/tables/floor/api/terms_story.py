"""Rising stakes, planned openings and last hands over HTTP, told once for the answers and once for the schema."""

from datetime import timedelta
from typing import Any

from casino import house_time
from tests.api_client import Api
from tests.builders import Evening


def an_evening_with_terms(evening: Evening, check: Any) -> int:
    """Announced, opened, its stake planned, changed and cancelled, a guest about to leave, last hands; the table."""
    floor = Api(evening.floor)
    bomb_pots = {"bomb_pot_ante_cents": 500, "bomb_pot_boards": 2}
    game = evening.game(**bomb_pots)
    larger = evening.game(small_blind_cents=200, big_blind_cents=400, min_buy_in_cents=8_000, **bomb_pots)
    largest = evening.game(small_blind_cents=500, big_blind_cents=1_000, min_buy_in_cents=20_000, **bomb_pots)
    table = floor.post("tables/", {"code": "T31", "seats": 9}).json()["id"]
    at = f"tables/{table}"

    def send(operation: str, address: str, **body: Any) -> Any:
        return check(operation, floor.post(f"{at}/{address}", {"version": evening.version(table), **body}))

    starts_at = house_time.now() + timedelta(hours=1)
    ends_at = (starts_at + timedelta(hours=6)).isoformat()
    send("tables_plan_opening", "plan-opening/", game=game.pk, starts_at=starts_at.isoformat())
    send("tables_cancel_opening", "cancel-opening/")
    send("tables_plan_opening", "plan-opening/", game=game.pk, starts_at=starts_at.isoformat(), ends_at=ends_at)
    send("tables_open", "open/", game=game.pk, float_cents=0)
    check("planned_openings_list", floor.get("planned-openings/", table=table))
    evening.sit(table, 40_000, 40_000)
    send("tables_plan_stake", "plan-stake/", game=larger.pk, after_hands=30)
    send("tables_plan_stake", "plan-stake/", game=largest.pk, after_hands=60)
    first, second = sorted(row["id"] for row in floor.get("stake-steps/", table=table).json()["results"])
    send("tables_stake_steps_change", f"stake-steps/{first}/change/", game=larger.pk, after_hands=20)
    send("tables_stake_steps_cancel", f"stake-steps/{second}/cancel/")
    check("stake_steps_list", floor.get("stake-steps/", table=table))
    send("tables_change_game", "change-game/", game=larger.pk)
    check("game_changes_list", floor.get("game-changes/", table=table))
    send("tables_plan_end", "plan-end/", ends_at=ends_at)
    send("tables_seats_leaving", "seats/2/leaving/", leaves_at=starts_at.isoformat())
    send("tables_deck", "deck/", deck="red 17", shuffler="DM-3")
    check("deck_changes_list", floor.get("deck-changes/", table=table))
    send("tables_last_hands", "last-hands/", hands=3)
    check("tables_retrieve", floor.get(f"{at}/"))
    send("tables_play_on", "play-on/")
    send("tables_bomb_pot", "bomb-pot/")
    check("tables_retrieve", floor.get(f"{at}/"))
    send("tables_no_bomb_pot", "no-bomb-pot/")
    return table
