"""Playing at a table in a test: start, act, settle, each on the version that is current."""

import pytest

from accounting.models import Entry
from casino.errors import Refusal
from tables.models import Hand
from tables.play.services import hands
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
