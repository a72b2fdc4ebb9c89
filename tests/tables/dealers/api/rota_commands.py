"""The rota's commands, each with a body right in shape."""

from typing import Any

from tests.builders import Evening
from tests.tables.api.call import Call

FREE: dict[str, Any] = {"idempotent": False, "versioned": False}


def rota_calls(evening: Evening, table: int) -> list[Call]:
    """All of them."""
    house, dealer = f"houses/{evening.house.pk}", f"dealers/{evening.dealer.pk}"
    shift = {
        "dealer": evening.dealer.pk, "begins_at": "2030-01-01T18:00:00+01:00", "ends_at": "2030-01-02T02:00:00+01:00",
    }  # fmt: skip
    here = {"house": evening.house.pk}
    push = {"table": table, "dealer": evening.dealer.pk, "version": 1}
    return [
        Call(f"{house}/enter-shifts/", {"shifts": [shift]}, **FREE),
        Call(f"{house}/push-line/", {"pushes": [push]}, **FREE),
        Call("shifts/4711/call-off/", {"reason": "ill"}, **FREE),
        Call(f"{dealer}/come/", here, **FREE),
        Call(f"{dealer}/go/", **FREE),
        Call(f"{dealer}/break/", here, **FREE),
        Call(f"{dealer}/back/", **FREE),
        Call(f"{dealer}/skills/", {**here, "skills": ["texas/no_limit"]}, **FREE),
    ]
