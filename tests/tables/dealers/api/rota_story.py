"""A dealer's evening over HTTP, from the roster to the end of his shift."""

from datetime import timedelta
from typing import Any

from casino import house_time
from tests.api_client import Api
from tests.builders import Evening, user


def dealers_take_turns(evening: Evening, check: Any) -> None:
    """Every answer of the rota once: planned, here, pushed, on a break, back, gone."""
    floor, house = Api(evening.floor), f"houses/{evening.house.pk}"
    table = evening.table(code="T61", dealt=False)
    anna, boris = (user("dealer", name) for name in ("rota-anna", "rota-boris"))
    here = {"house": evening.house.pk}
    begins = house_time.now() + timedelta(hours=1)
    shifts = [
        {"dealer": one.pk, "begins_at": begins.isoformat(), "ends_at": (begins + timedelta(hours=8)).isoformat()}
        for one in (anna, boris)
    ]
    entered = check("houses_enter_shifts", floor.post(f"{house}/enter-shifts/", {"shifts": shifts}))
    of_boris = entered["shifts"][1]["id"]
    check("shifts_call_off", floor.post(f"shifts/{of_boris}/call-off/", {"reason": "plans changed"}))
    check("dealers_come", floor.post(f"dealers/{anna.pk}/come/", here))
    check("dealers_come", floor.post(f"dealers/{boris.pk}/come/", here))
    skills = {**here, "skills": ["texas/no_limit"]}
    check("dealers_skills", floor.post(f"dealers/{anna.pk}/skills/", skills))
    check("houses_rota_rules_update", floor.patch(f"{house}/rota-rules/", {"is_on": True, "down_minutes": 20}))
    check("houses_line_up_retrieve", floor.get(f"{house}/line-up/"))
    line = [{"table": table, "dealer": one.pk, "version": evening.version(table)} for one in (anna,)]
    check("houses_push_line", floor.post(f"{house}/push-line/", {"pushes": line}))
    answer = check("houses_push_line", floor.post(f"{house}/push-line/", {"pushes": line}))
    assert answer["outcomes"][0]["code"] == "stale"
    check("dealers_break", floor.post(f"dealers/{boris.pk}/break/", {**here, "minutes": 20}))
    check("dealers_back", floor.post(f"dealers/{boris.pk}/back/"))
    check("dealers_go", floor.post(f"dealers/{boris.pk}/go/"))
    check("shifts_list", floor.get("shifts/", is_here="true"))
    check("dealer_breaks_list", floor.get("dealer-breaks/", dealer=boris.pk))
    check("qualifications_list", floor.get("qualifications/", dealer=anna.pk))
    check("houses_rota_rules_retrieve", floor.get(f"{house}/rota-rules/"))
    check("houses_rota_rules_update", floor.patch(f"{house}/rota-rules/", {"is_on": False}))
