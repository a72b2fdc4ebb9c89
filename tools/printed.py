"""The stacks after a printed hand, added up from the room's own amounts without our rules.

Needed for the few hands that our rules refuse as printed: their outcome is recorded all the same.
"""

from tables.rules.records import Record

_NO_BET = frozenset({"ante", "dead"})
_ON_THE_STREET = {"post": "pre"}


def left_cents(record: Record) -> dict[int, int]:
    """Cents in front of each seat after the hand, by seat number; correct where the room printed the uncalled bet."""
    left = {player["seat"]: player["stack"] for player in record["players"]}
    bets: dict[tuple[str, int], int] = {}
    for line in record["actions"]:
        seat, kind = line["seat"], line["kind"]
        place = _ON_THE_STREET.get(line["street"], line["street"]), seat
        added = line["to"] - bets.get(place, 0) if kind == "raise" else line.get("amount", 0)
        left[seat] -= added
        if kind not in _NO_BET:
            bets[place] = bets.get(place, 0) + (line["live"] if kind == "both" else added)
    for back in (*record["truth"]["uncalled"], *record["truth"]["collected"]):
        left[back["seat"]] += back["amount"]
    return left
