"""The sheet of a hand: its corrections and entries, the hands around it, the floor's rulings."""

from typing import Any

from casino.models import User
from tables.models import Game, Hand, Ruling
from tables.play.selectors.hands import RecordedHand, cases
from tables.play.selectors.hands.cases import BUNDLES, tips_cents


def context(recorded: RecordedHand, actor: User) -> dict[str, Any]:
    """For the template below the hand itself; while a hand is played there are only rulings."""
    hand = recorded.hand
    is_over = hand.state != Hand.State.OPEN
    may_record, may_void = actor.has_perm("tables.record_hand"), actor.has_perm("tables.void_hand")
    chain = cases.corrections(hand.pk) if is_over and _was_corrected(hand) else []
    is_summary = hand.recording == Game.Recording.SUMMARY and hand.setup is None
    return {
        "rulings": Ruling.objects.filter(hand=hand).select_related("by", "reversed_by").order_by("at", "pk"),
        "chain": chain,
        "entries": cases.booked_for(chain or [hand]) if is_over and actor.has_perm(BUNDLES) else [],
        "neighbours": [
            {"hand": row, "tips_cents": tips_cents(row), "is_this": row.pk == hand.pk}
            for row in (cases.neighbours(hand) if is_over else ())
        ],
        "is_open": not is_over,
        "may_record": may_record,
        "may_act": may_record and not is_over,
        "may_void": may_void and hand.state != Hand.State.VOID,
        "may_correct": may_void and is_summary and hand.state == Hand.State.SETTLED,
        "may_rule": actor.has_perm("tables.record_ruling"),
        "may_log": actor.has_perm("tables.keep_log"),
        "may_bundle": is_over and actor.has_perm(BUNDLES),
    }


def _was_corrected(hand: Hand) -> bool:
    return hand.corrects_id is not None or Hand.objects.filter(corrects_id=hand.pk).exists()
