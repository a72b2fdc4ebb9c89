"""What may be done about a hand besides playing it, and the floor's rulings on it."""

from typing import Any

from casino.models import User
from tables.hands.selectors.cases import BUNDLES
from tables.hands.selectors.hands import RecordedHand
from tables.models import Game, Hand, Ruling


def context(recorded: RecordedHand, actor: User) -> dict[str, Any]:
    """For the templates of a hand in play and of one that is over."""
    hand = recorded.hand
    is_over = hand.state != Hand.State.OPEN
    may_record, may_void = actor.has_perm("tables.record_hand"), actor.has_perm("tables.void_hand")
    is_summary = hand.recording == Game.Recording.SUMMARY and hand.setup is None
    return {
        "rulings": Ruling.objects.filter(hand=hand).select_related("by", "reversed_by").order_by("at", "pk"),
        "is_open": not is_over,
        "may_act": may_record and not is_over,
        "may_void": may_void and hand.state != Hand.State.VOID,
        "may_correct": may_void and is_summary and hand.state == Hand.State.SETTLED,
        "may_rule": actor.has_perm("tables.record_ruling"),
        "may_log": actor.has_perm("tables.keep_log"),
        "may_bundle": is_over and actor.has_perm(BUNDLES),
    }
