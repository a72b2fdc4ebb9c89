"""A guest who is away over HTTP: until his chips are picked up, handed out, and brought back."""

from typing import Any

from tests import builders
from tests.api_client import Api
from tests.builders import Evening


def somebody_walks(evening: Evening, check: Any) -> None:
    """Every answer about absence once, with and without an end."""
    floor, game = Api(evening.floor), evening.game(return_minutes=120)
    table = evening.table(game, code="T33", dealt=False)
    guest, *_others = evening.sit(table, 20_000, 20_000, 20_000)
    rules = f"houses/{evening.house.pk}/absence-rules/"
    check("houses_absence_rules_retrieve", floor.get(rules))
    check("houses_absence_rules_update", floor.patch(rules, {"away_most": 1}))
    for seat, reason in ((1, ""), (2, "is called to the door")):
        check("tables_seats_away", floor.post(f"tables/{table}/seats/{seat}/away/", at(evening, table, reason=reason)))
    for number in (1, 2):
        relief = builders.user("dealer", f"relief-{number}")
        floor.post(f"tables/{table}/dealer/", at(evening, table, dealer=relief.pk))
    check("absences_list", floor.get("absences/", table=table, is_over="false"))
    for seat in (1, 2):
        check("tables_seats_pick_up", floor.post(f"tables/{table}/seats/{seat}/pick-up/", at(evening, table)))
    check("absences_list", floor.get("absences/", table=table, is_over="true"))
    [one] = check("kept_chips_list", floor.get("kept-chips/", guest=guest.pk, is_over="false"))["results"]
    check("kept_chips_hand_out", floor.post(f"kept-chips/{one['id']}/hand-out/"))
    check("kept_chips_list", floor.get("kept-chips/", table=table))
    check("guests_returns_retrieve", floor.get(f"guests/{guest.pk}/returns/"))


def at(evening: Evening, table: int, **more: object) -> dict[str, object]:
    """A body with the table's version."""
    return {"version": evening.version(table), **more}
