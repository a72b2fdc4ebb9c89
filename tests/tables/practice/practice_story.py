"""A hand of practice over HTTP, each answer checked against the description."""

from typing import Any

from tests.api_client import Api
from tests.builders import Evening
from tests.tables.practice.practising import practice


def a_hand_is_practised(evening: Evening, check: Any) -> None:
    """A table of chips without value: opened, two seats, a hand that is folded."""
    made = practice(evening, code="P1")
    floor, dealer, at = Api(evening.floor), Api(evening.dealer), f"tables/{made.table}/practice/"

    def version() -> int:
        return evening.version(made.table)

    check("tables_practice_open", floor.post(f"{at}open/", {"version": version(), "game": evening.game().pk}))
    for seat in (1, 2):
        check("tables_practice_sit", dealer.post(f"{at}sit/", {"version": version(), "seat": seat}))
    hand = check("tables_practice_deal", dealer.post(f"{at}deal/", {"version": version()}))["id"]
    fold = {"version": 0, "kind": "fold"}
    check("practice_hands_actions", dealer.post(f"practice-hands/{hand}/actions/", fold))
    check("tables_practice_retrieve", floor.get(at))
    check("practice_hands_list", floor.get("practice-hands/"))
    check("practice_hands_retrieve", floor.get(f"practice-hands/{hand}/"))
    check("practice_hands_settle", dealer.post(f"practice-hands/{hand}/settle/", {"version": 1}))
    check("tables_practice_reset", dealer.post(f"{at}reset/", {"version": version()}))
    check("tables_practice_close", floor.post(f"{at}close/", {"version": version()}))
