"""Rounds from a tablet's pad, which works offline: its outbox sends them in order, each under its own name.

As a hand from a pad (`hands.pad`), such a round names its session and its number there in place of the table's version.
"""

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

from casino import house_time
from casino.errors import N_, Malformed, Refusal, Stale
from casino.transactions import use_case
from tables import locks
from tables.hands.services.pad import Place
from tables.models import FloorCall, Game, Round, Session
from tables.play.selectors import sittings, situations
from tables.play.selectors.situations import Situation
from tables.play.services import refusals
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules.banked.records import RoundRecord

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.record_hand")
def record(*, table_id: int, place: Place, round_record: RoundRecord, details: RoundDetails, actor: "User") -> Round:
    """Record a round as `rounds.record` does, at the place that the pad names instead of a version.

    The round's dealer is the one at the time it was dealt, even if relieved since; that dealer, the present one and the
    floor may send it.  Refuses a round without id or time (`round_unnamed`), another session (`round_session_differs`),
    a number that is not the next (`round_number_differs`, 409), and a round that is booked already (`hand_recorded`).
    """
    if details.client_uuid is None or details.dealt_at is None:
        raise Malformed("round_unnamed", N_("A round from a pad needs a name and a time."))
    table = locks.tables([table_id])[table_id]
    situation = situations.of(table, house_time.now())
    session, game = _session(situation, place, details.client_uuid)
    # The tablet's clock is only advisory; a time in the future counts as now.
    dealt_at = min(details.dealt_at, situation.now)
    dealer_id = sittings.dealer_at(session.pk, dealt_at) or situation.dealer_id
    if actor.pk != dealer_id:
        refusals.require_dealer(actor, situation.dealer_id)
    _refuse_other_number(session, place, details.client_uuid)
    booked = rounds.book(
        replace(situation, dealer_id=dealer_id), game, round_record, replace(details, dealt_at=dealt_at), actor=actor
    )
    # A floor call about this round is settled now that the round is booked.
    FloorCall.objects.filter(hand_uuid=details.client_uuid, answered_at=None).update(
        answered_at=situation.now, answered_by=actor
    )
    return booked


def _session(situation: Situation, place: Place, name: UUID) -> tuple[Session, Game]:
    """The session in progress and its game, if it is the pad's."""
    if situation.session is None or situation.session.pk != place.session_id:
        _refuse_recorded(name)
        raise Refusal(
            "round_session_differs",
            N_("Table %(table)s has closed since this round was dealt: the floor decides what happens to it."),
            table=situation.table.code,
            session=situation.session.pk if situation.session else None,
        )
    return rounds.ready(situation)


def _refuse_other_number(session: Session, place: Place, name: UUID) -> None:
    if place.number == session.rounds_dealt + 1:
        return
    _refuse_recorded(name)
    raise Stale(
        "round_number_differs",
        N_(
            "Another round has been recorded here in the meantime: the next is #%(number)s, not #%(seen)s. Please "
            "check again."
        ),
        number=session.rounds_dealt + 1,
        seen=place.number,
    )


def _refuse_recorded(name: UUID) -> None:
    if Round.objects.filter(client_uuid=name).exists():
        raise refusals.recorded_already(name)
