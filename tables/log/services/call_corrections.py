"""A hand voided or corrected because somebody called: the hand and the call end together, or neither does."""

from typing import TYPE_CHECKING

from casino import roles
from casino.transactions import use_case
from tables import locks
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import corrections, hands
from tables.hands.services.recording import Summary
from tables.log.services import floor_calls
from tables.models import Hand

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.void_hand", password=True)
def void(*, call_id: int, hand_id: int, version: int | None, reason: str, actor: "User") -> RecordedHand:
    """Void a hand and answer the call with the reason.

    Refuses what `hands.void` refuses, another table's call (`no_such_call`), and an answered one (`call_answered`).
    """
    roles.require(actor, floor_calls.PERMISSION)
    locked = hands.with_table(hand_id)
    done = hands.voided(locked, version=version, reason=reason, actor=actor)
    _answer(call_id, locked.hand, reason, actor)
    return done


@use_case("tables.void_hand", password=True)
def correct(
    *, call_id: int, hand_id: int, version: int | None, summary: Summary, reason: str, actor: "User"
) -> RecordedHand:
    """Correct a hand and answer the call with the reason; refuses calls as `void` does."""
    roles.require(actor, floor_calls.PERMISSION)
    locked = hands.with_table(hand_id)
    new = corrections.corrected(locked, version=version, summary=summary, reason=reason, actor=actor)
    _answer(call_id, locked.hand, reason, actor)
    return new


def _answer(call_id: int, hand: Hand, reason: str, actor: "User") -> None:
    table = locks.tables([hand.table_id])[hand.table_id]
    floor_calls.close_with(table, call_id, f"#{hand.number}: {reason.strip()}", actor)
