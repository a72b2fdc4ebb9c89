"""A list of finished hands of one table, recorded by one command: what another system kept of an evening, or paper.

The hands are settled and checked one after the other, as `recording.record_summary` does it, and written in bulk.
Either all of them are booked or none.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import IntegrityError

from accounting.ledger.services import ledger
from casino import house_time
from casino.errors import Refusal
from casino.transactions import use_case
from tables import locks
from tables.hands.selectors import next_hand
from tables.hands.services import booking, recording
from tables.hands.services.booking import Context
from tables.hands.services.recording import Summary
from tables.models import FloorCall, Game, Hand, Session
from tables.play.selectors import sittings, situations
from tables.play.selectors import stakes as planned
from tables.play.selectors.situations import Situation
from tables.play.selectors.stakes import Play
from tables.play.services import pools, refusals, rows, stakes
from tables.rules.blinds import Positions
from tables.settlement import Settlement

if TYPE_CHECKING:
    from casino.models import User

MOST = 1_000
"""Hands of one list: more than a table deals in a day."""


@use_case("tables.record_hand")
def record(*, table_id: int, version: int | None, outcomes: Sequence[Summary], actor: "User") -> list[Hand]:
    """Record outcomes in the order in which they were dealt; each hand's dealer is the one at its time (`dealt_at`).

    Refuses what `recording.record_summary` refuses of any of them; `facts["number"]` is that hand's place in the list,
    counted from 1.
    """
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    refusals.require_dealer(actor, situation.dealer_id)
    _refuse_recorded(outcomes)
    pile = _Pile(situation, actor)
    for number, outcome in enumerate(outcomes, 1):
        try:
            pile.add(outcome)
        except Refusal as refusal:
            refusal.facts["number"] = number
            raise
    pile.write()
    _answer_calls(pile.written, actor)
    return pile.written


def _refuse_recorded(outcomes: Sequence[Summary]) -> None:
    """Refuse `hand_recorded`: an id that is in the books, or twice in the list."""
    named = [outcome.client_uuid for outcome in outcomes if outcome.client_uuid is not None]
    seen = set(Hand.objects.filter(client_uuid__in=named).values_list("client_uuid", flat=True))
    for number, outcome in enumerate(outcomes, 1):
        if outcome.client_uuid in seen:
            refusal = refusals.recorded_already(outcome.client_uuid)
            refusal.facts["number"] = number
            raise refusal
        if outcome.client_uuid is not None:
            seen.add(outcome.client_uuid)


def _answer_calls(hands: Sequence[Hand], actor: "User") -> None:
    """Calls for the floor about these hands are settled, now that they are booked."""
    named = [hand.client_uuid for hand in hands if hand.client_uuid is not None]
    FloorCall.objects.filter(hand_uuid__in=named, answered_at=None).update(
        answered_at=hands[-1].ended_at, answered_by=actor
    )


class _Pile:
    """Hands that are settled but not yet written, and the table as it stands after them."""

    def __init__(self, situation: Situation, actor: "User") -> None:
        self.situation = situation
        self.actor = actor
        self.downs = sittings.downs_of(situation.session.pk) if situation.session else []
        self.pending: list[tuple[Hand, Settlement]] = []
        self.written: list[Hand] = []

    def add(self, outcome: Summary) -> None:
        """Check and settle the next hand."""
        self._raise_stake()
        situation = self.situation
        session, game = refusals.playing(situation)
        recording.may_record(situation, game, Game.Recording.SUMMARY)
        charge = refusals.charge(situation)
        recording.check_outcome(outcome, situation, game)
        if not pools.is_brought(situation, game, outcome.pot_cents, outcome.dealt_in):
            self.write()  # the bounds on the stacks are computed from the books
            pools.check(situation, game, outcome.pot_cents, outcome.dealt_in, outcome.dealt_at)
        if outcome.contributions:
            self.write()
            pools.check_contributions(situation, game, outcome)
            session.measures_stacks = True
        settled = recording.settled_summary(situation.table.code, outcome, game, charge)
        leaves_cents = sum(move.amount_cents for move in settled.moves)
        refusals.whole_chips(leaves_cents, game, least_cents=0)
        refusals.dealt_in_time(situation, outcome.dealt_at)
        positions = next_hand.next_positions(situation)
        hand = self._hand(outcome, session, game, positions, settled)
        self.pending.append((hand, settled))
        session.bomb_pot_called = session.bomb_pot_called and not outcome.bomb_pot
        self._go_on(session, hand, positions, leaves_cents)

    def _raise_stake(self) -> None:
        """Take a planned step that is due for the next hand, once the hands before it are written."""
        play = Play.at(self.situation) if self.situation.plan else None
        if play is not None and play.due():
            self.write()
            self.situation = stakes.at_next_hand(situations.of(self.situation.table, self.situation.now))

    def _hand(
        self, outcome: Summary, session: Session, game: Game, positions: Positions | None, settled: Settlement
    ) -> Hand:
        situation, at = self.situation, outcome.dealt_at
        dealer_id = sittings.dealer_among(self.downs, at) if at else None
        return Hand(
            house_id=situation.table.house_id,
            table_id=situation.table.id,
            session_id=session.pk,
            gaming_day_id=refusals.open_day(situation).pk,
            number=session.hands_dealt + 1,
            state=Hand.State.SETTLED.value,
            recording=game.recording,
            game_id=game.pk,
            schedule_version_id=refusals.charge(situation).id,
            dealer_id=dealer_id or situation.dealer_id,
            button_seat=positions.button_seat if positions else None,
            started_at=at or situation.now,
            ended_at=situation.now,
            result=settled.result,
            client_uuid=outcome.client_uuid,
        )

    def _go_on(self, session: Session, hand: Hand, positions: Positions | None, leaves_cents: int) -> None:
        """The table after this hand."""
        if session.last_hands_left is not None and not session.is_redeal:
            session.last_hands_left -= planned.counts(self.situation, hand.started_at)
        session.hands_dealt, session.is_redeal = hand.number, False
        session.button_seat = positions.button_seat if positions else None
        session.small_blind_seat = positions.small_blind_seat if positions else None
        session.big_blind_seat = positions.big_blind_seat if positions else None
        self.situation = replace(
            self.situation, pool_cents=self.situation.pool_cents - leaves_cents, hand_before_at=hand.started_at
        )

    def write(self) -> None:
        """Write the hands that are pending, with their entries."""
        if not self.pending:
            return
        situation, hands = self.situation, [hand for hand, _settled in self.pending]
        _session, game = refusals.in_session(situation)
        context = Context(
            refusals.open_day(situation), situation.table.code, game.name, refusals.charge(situation).terms
        )
        for hand, pk in zip(hands, rows.next_ids(len(hands)), strict=True):
            hand.pk = pk
        try:
            rows.insert_hands(situation, hands)
        except IntegrityError as error:
            if "client_uuid" in str(error):
                raise refusals.recorded_already(None) from None
            raise
        entries = [
            booking.entry(hand, context, settled, (), at=situation.now, actor=self.actor)
            for hand, settled in self.pending
        ]
        ledger.post_all(entries, day_id=context.day.pk)
        self.written += hands
        self.pending = []
