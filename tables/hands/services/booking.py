"""Booking a hand: its one entry in the table's book with the assessment, and the lookups for reversing it."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import connection

from accounting.chain import AssessmentFacts, EntryFacts
from accounting.days.services import days
from accounting.ledger.services import ledger
from accounting.models import Entry, EntryCode, GamingDay
from casino import house_time
from casino.errors import N_, Refusal
from casino.selectors.decisions import REVERSER
from casino.services import decisions
from tables import evidence
from tables.evidence import Dealt, Row
from tables.hands.selectors.duties import HANDS
from tables.models import Hand
from tables.play.services import rows as writing
from tables.settlement import Settlement

if TYPE_CHECKING:
    from casino.models import User

# A hand is booked into its table's day at settlement, with the terms in force when the hand began.
_CONTEXT = """
SELECT day.id, day.date, t.code, game.name, version.terms
  FROM tables_session session
  JOIN tables_table t ON t.id = session.table_id
  LEFT JOIN accounting_gamingday day ON day.id = session.gaming_day_id AND day.state <> 'closed',
       tables_game game, accounting_scheduleversion version
 WHERE session.id = %s AND game.id = %s AND version.id = %s
"""


@dataclass(frozen=True, slots=True)
class Context:
    """The context of a booking: the open day, names for the reports, the schedule's terms."""

    day: GamingDay
    table_code: str
    game: str
    terms: dict[str, object]


def context(hand: Hand) -> Context:
    """Load the context of a hand; refuses `no_gaming_day`."""
    with connection.cursor() as cursor:
        cursor.execute(_CONTEXT, [hand.session_id, hand.game_id, hand.schedule_version_id])
        row = cursor.fetchone()
    assert row is not None
    day_id, date, table_code, game, terms = row
    if day_id is None:
        raise Refusal("no_gaming_day", N_("No gaming day is open."))
    return Context(GamingDay(id=day_id, house_id=hand.house_id, date=date), table_code, game, json.loads(terms))


def book(hand: Hand, context: Context, settled: Settlement, rows: tuple[Row, ...], *, actor: "User") -> None:
    """Post an open hand and mark it as settled.  The caller holds its table."""
    now = house_time.now()
    ledger.post_facts(entry(hand, context, settled, rows, at=now, actor=actor), day_id=context.day.pk)
    writing.settle_hand(hand, dict(settled.result), now)


def entry(
    hand: Hand,
    context: Context,
    settled: Settlement,
    rows: tuple[Row, ...],
    *,
    at: datetime,
    actor: "User",
    hour: datetime | None = None,
    reason: str = "",
) -> EntryFacts:
    """The hand's entry with its assessment; the unique reference prevents booking a hand twice.

    `hour`: the hour whose report it belongs to, if not that of `at`; `reason`: why it is booked later.
    """
    return EntryFacts(
        house_id=context.day.house_id,
        book=writing.book(context.table_code),
        code=EntryCode.HAND.value,
        subject=f"hand:{hand.pk}",
        at=at,
        gaming_day=context.day.date,
        actor_id=actor.pk,
        reason=reason,
        reference=f"hand:{hand.pk}",
        reverses=None,
        evidence=evidence.digest(dealt(hand), rows, settled.result),
        moves=settled.moves,
        assessment=_assessment(hand, context, settled, (hour or at).replace(minute=0, second=0, microsecond=0)),
    )


def _assessment(hand: Hand, context: Context, settled: Settlement, hour: datetime) -> AssessmentFacts:
    return AssessmentFacts(
        hour=hour,
        table_code=context.table_code,
        dealer_id=hand.dealer_id,
        game=context.game,
        schedule_version_id=hand.schedule_version_id,
        dealt_in=settled.dealt_in,
        flop_seen=settled.flop_seen,
        bomb_pot=settled.bomb_pot,
        pot_cents=settled.pot_cents,
        base_cents=settled.due.base_cents,
        due_cents=settled.due.due_cents,
        taken_cents=settled.taken_cents,
        jackpot_cents=settled.due.jackpot_cents,
        tips_cents=settled.tips_cents,
        reason=settled.reason,
    )


def dealt(hand: Hand) -> Dealt:
    """The hand's own fields in the evidence."""
    return Dealt(
        hand.session_id,
        hand.number,
        hand.started_at,
        hand.button_seat,
        hand.client_uuid,
        hand.setup,
        hand.corrects_id,
    )


def misdeal(hand: Hand, rows: tuple[Row, ...], *, reason: str, actor: "User") -> None:
    """Post an entry for a hand voided before settlement: no chip moves, but the digest proves the recorded actions."""
    found = context(hand)
    ledger.post(
        day=found.day,
        book=writing.book(found.table_code),
        code=EntryCode.MISDEAL,
        subject=f"hand:{hand.pk}",
        moves=(),
        actor=actor,
        reason=reason,
        reference=f"hand:{hand.pk}",
        evidence=evidence.digest(dealt(hand), rows, {}),
    )


def entry_of(hand: Hand, *, actor: "User") -> Entry:
    """The entry of a settled hand, to be reversed by `actor`; refuses `two_people` if they booked it."""
    decisions.refuse_same(HANDS, hand, REVERSER, actor)
    return Entry.objects.select_related("assessment").get(reference=f"hand:{hand.pk}")


def day_for(day_id: int) -> GamingDay:
    """The day to book a correction into: the hand's own until it is closed, else the house's open day.

    A sealed day gets no more entries.  Refuses `no_gaming_day`.
    """
    day = GamingDay.objects.get(pk=day_id)
    return days.current(day.house_id) if day.state == GamingDay.State.CLOSED else day
