"""Every command of tournaments with a body right in shape, of a tournament that is not there (`commands`)."""

from typing import Any

from tests.tables.api.call import Call

SELLING = frozenset({"cage", "manager"})
ANYBODY = frozenset({"auditor", "cage", "floor", "manager", "integrator"})
AT_TABLES = frozenset({"dealer", "floor", "manager", "integrator"})
DECIDING = frozenset({"manager"})
NEW: dict[str, Any] = {
    "code": "FR", "name": "Freitagsturnier", "starts_at": "2030-11-27T20:00:00+01:00", "buy_in_cents": 10_000,
    "structure": {
        "name": "short", "late_until_level": 1, "re_entries": 1,
        "items": [{"minutes": 20, "small_blind": 50, "big_blind": 100},
                  {"minutes": 20, "small_blind": 100, "big_blind": 200}],
        "chips": [{"worth": 50, "pieces": 20}, {"worth": 100, "pieces": 30}],
    },
}  # fmt: skip


def tournament_calls(tournament: int = 4711, entrant: int = 4711, prize: int = 4711) -> list[Call]:
    """All of them but the edit; which of them carry a version is tested on one that is there (`test_tournaments`)."""
    return [*_announcing(tournament), *_selling(tournament, entrant, prize), *_running(tournament), *_hands()]


def _announcing(tournament: int) -> list[Call]:
    at = f"tournaments/{tournament}"
    return [
        Call("tournaments/", NEW, idempotent=False, versioned=False),
        Call(f"{at}/open-registration/", idempotent=False, versioned=False),
        Call(f"{at}/cancel/", {"reason": "no guests"}, DECIDING, versioned=False),
        Call(f"{at}/settle/", roles=DECIDING, versioned=False),
    ]


def _selling(tournament: int, entrant: int, prize: int) -> list[Call]:
    on = f"entrants/{entrant}"
    return [
        Call(f"tournaments/{tournament}/enter/", {"guest": 4711, "window": 4711}, SELLING, versioned=False),
        Call(f"{on}/withdraw/", {"reason": "fell ill"}, SELLING, versioned=False),
        Call(f"{on}/re-buy/", {"holding": 100, "window": 4711}, SELLING, versioned=False),
        Call(f"{on}/add-on/", {"window": 4711}, SELLING, versioned=False),
        Call(f"prizes/{prize}/pay/", {"window": 4711, "seen": "0" * 32}, SELLING, versioned=False),
        Call(f"prizes/{prize}/award-seat/", versioned=False),
    ]


def _running(tournament: int) -> list[Call]:
    at = f"tournaments/{tournament}"
    free: dict[str, Any] = {"idempotent": False, "versioned": False}
    move = {"entrant": 4711, "to_table": 4711, "to_seat": 1, "reason": "wheelchair"}
    race = {"table": 4711, "denomination": 25, "next_denomination": 100, "seats": []}
    button = {"table": 4711, "button_seat": 1, "small_blind_seat": 2, "big_blind_seat": 3}
    return [
        Call(f"{at}/draw-seats/", {"tables": [4711]}, versioned=False),
        Call(f"{at}/add-tables/", {"tables": [4711]}, versioned=False),
        Call(f"{at}/move/", move, versioned=False),
        Call(f"{at}/buttons/", {"buttons": [button]}, **free),
        Call(f"{at}/balance/", versioned=False),
        Call(f"{at}/clock/start/", **free),
        Call(f"{at}/clock/pause/", **free),
        Call(f"{at}/clock/resume/", **free),
        Call(f"{at}/clock/move/", {"item": 1}, **free),
        Call(f"{at}/clock/adjust/", {"by_ms": 1_000}, versioned=False),
        Call(f"{at}/hand-for-hand/", {"on": True}, **free),
        Call(f"{at}/count-chips/", {"stacks": [{"entrant": 4711, "chips": 100}]}, versioned=False),
        Call(f"{at}/check-chip-set/", {"when": "start", "found": {}}, versioned=False),
        Call(f"{at}/eliminate/", {"outs": [{"entrant": 4711, "won_by": [4712]}]}, versioned=False),
        Call(f"{at}/undo-elimination/", versioned=False),
        Call(f"{at}/fix-prizes/", versioned=False),
        Call(f"{at}/race-chips/", race, versioned=False),
        Call(f"{at}/propose-deal/", {"method": "icm"}, ANYBODY, **free),
        Call(f"{at}/agree-on-deal/", {"method": "even"}, versioned=False),
        Call(f"{at}/advance/", versioned=False),
        Call(f"{at}/deal-hand/", {"table": 4711}, versioned=False),
    ]


def _hands() -> list[Call]:
    """Of a hand that is not there, and so nobody's: who may record one is tested on one that is."""
    on = "tournament-hands/4711"
    return [
        Call(f"{on}/actions/", {"version": 0, "kind": "fold"}, AT_TABLES, versioned=False),
        Call(f"{on}/undo/", {"version": 1}, AT_TABLES, versioned=False),
        Call(f"{on}/void/", {"reason": "misdeal"}, AT_TABLES, versioned=False),
        Call(f"{on}/settle/", {"version": 5}, AT_TABLES, versioned=False),
    ]
