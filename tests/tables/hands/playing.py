"""Playing at a table in a test: start, act, settle, each on the version that is current."""

import pytest

from accounting.models import Entry
from casino.errors import Refusal
from tables.hands.services import hands
from tables.models import Hand
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tests import builders

FOLD = Action(Kind.FOLD)


def start(evening, table, **more):
    return hands.start(table_id=table, version=evening.version(table), actor=evening.dealer, **more)


def act(evening, recorded, *actions):
    for action in actions:
        recorded = hands.act(
            hand_id=recorded.hand.pk, version=recorded.hand.version, action=action, actor=evening.dealer
        )
    return recorded


def settle(evening, recorded, **more):
    return hands.settle(
        hand_id=recorded.hand.pk, version=recorded.hand.version, actor=more.pop("actor", evening.dealer), **more
    )


def folded_round(evening, table):
    """A hand in which all fold to the big blind."""
    recorded = start(evening, table)
    return settle(evening, act(evening, recorded, *[FOLD] * (len(recorded.hand.setup["seats"]) - 1)))


def refused_void(evening, recorded, code):
    """The facts of a refused reversal that left all chips, and the hand, as they were."""
    before = builders.balances(), Entry.objects.count()
    with pytest.raises(Refusal, match=code) as refusal:
        hands.void(hand_id=recorded.hand.pk, version=recorded.hand.version, reason="wrong pot", actor=evening.floor)
    assert before == (builders.balances(), Entry.objects.count())
    assert Hand.objects.get(pk=recorded.hand.pk).state == "settled"
    return refusal.value.facts


def posts(recorded):
    return {
        seat["seat"]: [kind for kind, _cents in seat["posts"]]
        for seat in recorded.hand.setup["seats"]
        if "posts" in seat
    }


def side_pot(evening, table):
    """Seat 1 has the button and is all-in with 100, seats 2 and 3 play on for a side pot of 100: aces, kings, threes.

    5 % of 400 are 20, capped at 15: seat 1 wins 285, seat 3 the 100.
    """
    bet, check = Action(Kind.BET, to_cents=50_00), Action(Kind.CHECK)
    boards = [Action(Kind.BOARD, cards=cards.parse(one)) for one in ("Ah Kd 2c", "7s", "8s")]
    shown = {2: "3h 3d", 3: "Kh Qs", 1: "As Ac"}
    recorded = act(evening, start(evening, table), Action(Kind.ALL_IN), Action(Kind.CALL), Action(Kind.CALL))
    recorded = act(evening, recorded, boards[0], bet, Action(Kind.CALL), boards[1], check, check, boards[2])
    shows = [Action(Kind.SHOW, seat, cards=cards.parse(hole)) for seat, hole in shown.items()]
    return settle(evening, act(evening, recorded, check, check, *shows))


def side_pot_at(room, first, *others):
    """The same at table T1 of a `Room` with guests of these names; the hand."""
    table = room.set_up("T1", "every_action", (first,), stack_cents=100_00)
    room.sit(table, 200_00, 200_00, first=2, guests=[room.guest(name) for name in others])
    room.push(table)
    return side_pot(room, table).hand
