"""A hand played over HTTP, step by step."""

from typing import Any

from tests.api_client import Api

Hand = dict[str, Any]


def act(api: Api, hand: Hand, **action: Any) -> Hand:
    answer = api.post(f"hands/{hand['id']}/actions/", {"version": hand["version"], **action})
    assert answer.status_code == 200, answer.content
    after: Hand = answer.json()
    assert after["version"] == hand["version"] + 1
    return after


def to_showdown(api: Api, hand: Hand) -> Hand:
    """Seat 1 folds, seats 2 and 3 check everything down; seat 2 shows aces, seat 3 mucks: 400 in the pot."""
    hand = act(api, hand, kind="fold", seat=1)
    hand = act(api, hand, kind="call", seat=2)
    hand = act(api, hand, kind="check", seat=3)
    for cards in ("Ah Td 2c", ["7s"], "7d"):
        hand = act(api, hand, kind="board", cards=cards)
        hand = act(api, hand, kind="check")
        hand = act(api, hand, kind="check")
    hand = act(api, hand, kind="show", seat=2, cards=["As", "Ac"])
    return act(api, hand, kind="muck", seat=3)


def settle(api: Api, hand: Hand, **body: Any) -> Hand:
    answer = api.post(f"hands/{hand['id']}/settle/", {"version": hand["version"], **body})
    assert answer.status_code == 200, answer.content
    settled: Hand = answer.json()
    return settled
