"""Outcomes from a tablet's pad, which works offline: its outbox sends them in order.

Such a hand cannot name the table's version.  Instead it names its session and its number there, so a pad that missed
a hand recorded elsewhere is refused as with a stale version, while several hands keyed offline still follow each
other.  If an answer was lost, the tablet's own id of the hand (`client_uuid`) prevents booking it twice.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import UUID

from casino import house_time
from casino.errors import N_, Malformed, Refusal, Stale
from casino.transactions import use_case
from tables import locks
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import FloorCall, Game, Hand, Session
from tables.play.selectors import sittings, situations
from tables.play.selectors.situations import Situation
from tables.play.services import refusals, stakes

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "tables.record_hand"


@dataclass(frozen=True, slots=True)
class Place:
    """The hand's place as the pad names it: the table's session, and the number in it."""

    session_id: int
    number: int


@use_case("tables.record_hand")
def record(*, table_id: int, place: Place, summary: Summary, actor: "User") -> RecordedHand:
    """Record an outcome as `recording.record_summary` does, at the place that the pad names instead of a version.

    The hand's dealer is the one at the time it was dealt, even if relieved since; that dealer, the present one and the
    floor may send it.  Refuses a hand without id or time (`hand_unnamed`), another session (`session_differs`), a
    number that is not the next (`hand_number_differs`, 409), and a hand that is booked already (`hand_recorded`).
    """
    if summary.client_uuid is None or summary.dealt_at is None:
        raise Malformed("hand_unnamed", N_("A hand from a pad needs a name and a time."))
    table = locks.tables([table_id])[table_id]
    situation = stakes.at_next_hand(situations.of(table, house_time.now()))
    session, game = _session(situation, place, summary.client_uuid)
    # The tablet's clock is only advisory; a time in the future counts as now.
    dealt_at = min(summary.dealt_at, situation.now)
    dealer_id = sittings.dealer_at(session.pk, dealt_at) or situation.dealer_id
    if actor.pk != dealer_id:
        refusals.require_dealer(actor, situation.dealer_id)
    recording.may_record(situation, game, Game.Recording.SUMMARY)
    _refuse_other_number(session, place, summary.client_uuid)
    recorded = recording.book_summary(
        replace(situation, dealer_id=dealer_id), game, replace(summary, dealt_at=dealt_at), actor=actor
    )
    # A floor call about this hand is settled now that the hand is booked.
    FloorCall.objects.filter(hand_uuid=summary.client_uuid, answered_at=None).update(
        answered_at=situation.now, answered_by=actor
    )
    return recorded


def _session(situation: Situation, place: Place, name: UUID) -> tuple[Session, Game]:
    """The session in progress and its game, if it is the pad's; refuses `session_differs`, `hand_recorded`."""
    if situation.session is None or situation.session.pk != place.session_id:
        _refuse_recorded(name)
        raise Refusal(
            "session_differs",
            N_("Table %(table)s has closed since this hand was dealt: the floor must enter it late."),
            table=situation.table.code,
            session=situation.session.pk if situation.session else None,
        )
    return refusals.playing(situation)


def _refuse_other_number(session: Session, place: Place, name: UUID) -> None:
    if place.number == session.hands_dealt + 1:
        return
    _refuse_recorded(name)
    raise Stale(
        "hand_number_differs",
        N_(
            "Another hand has been recorded here in the meantime: the next is #%(number)s, not #%(seen)s. Please "
            "check again."
        ),
        number=session.hands_dealt + 1,
        seen=place.number,
    )


def _refuse_recorded(name: UUID) -> None:
    if Hand.objects.filter(client_uuid=name).exists():
        raise refusals.recorded_already(name)
