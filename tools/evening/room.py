"""The demo's poker room: its staff and tables, played through the services."""

from collections import deque
from dataclasses import dataclass, field
from random import Random

from accounting import money
from accounting.money import Rounding
from casino.models import User
from tables import locks
from tables.dealers.services import downs
from tables.floor.services import seats, tables
from tables.hands.selectors import dues, next_hand
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Game, Guest, Table
from tables.play.selectors import situations
from tables.play.selectors.situations import Situation
from tables.rules import hand
from tables.settlement import Tip
from tools.evening import chance
from tools.evening.chance import Played
from tools.evening.clock import Clock

SEATS = 9
TIP_BP = 100
SHORT_IN_BLINDS = 12


@dataclass
class Room:
    """The room's staff, its stand-by dealers and the guests who wait for a seat."""

    clock: Clock
    random: Random
    floor: User
    manager: User
    second_manager: User
    counters: tuple[User, User]
    dealers: deque[User] = field(default_factory=deque)
    guests: deque[Guest] = field(default_factory=deque)
    keeps_lists: bool = False
    """Whether guests wait in order, so that nobody else takes a seat."""


class PokerTable:
    """A table in play.

    Where hands are recorded by outcome only `stacks` knows what each guest has, as in a real room.
    """

    def __init__(self, room: Room, row: Table) -> None:
        self.room = room
        self.id = row.pk
        self.code = row.code
        self.stacks: dict[int, int] = {}
        self.guests: dict[int, Guest] = {}
        self.dealer: User | None = None
        self.game: Game | None = None
        self.is_playing = False

    @property
    def version(self) -> int:
        return Table.objects.values_list("version", flat=True).get(pk=self.id)

    @property
    def terms(self) -> Game:
        """The game; the table must be open."""
        assert self.game is not None
        return self.game

    @property
    def has_stacks(self) -> bool:
        """Whether every action is recorded here, so that the system knows each stack."""
        return self.terms.recording == Game.Recording.EVERY_ACTION

    # --- the floor ---------------------------------------------------------------------------------------------------
    def open(self, game: Game, *, float_cents: int) -> None:
        tables.open_table(
            table_id=self.id, version=self.version, game_id=game.pk, float_cents=float_cents, actor=self.room.floor
        )
        self.game = game
        self.is_playing = True
        self.push(self.room.dealers.popleft())

    def push(self, dealer: User) -> None:
        """Relieve the dealer; the previous one joins the stand-by dealers."""
        downs.push(table_id=self.id, version=self.version, dealer_id=dealer.pk, actor=self.room.floor)
        if self.dealer is not None:
            self.room.dealers.append(self.dealer)
        self.dealer = dealer

    def sit(self, seat: int) -> None:
        """Seat the guest who has waited longest."""
        guest = self.room.guests.popleft()
        cents = self.buy_in_cents()
        seats.sit(
            table_id=self.id,
            version=self.version,
            seat=seat,
            guest_id=guest.pk,
            buy_in_cents=cents,
            actor=self.room.floor,
        )
        self.guests[seat] = guest
        self.stacks[seat] = cents

    def buy_in_cents(self) -> int:
        """40 to 100 big blinds."""
        return self.terms.big_blind_cents * self.room.random.choice((40, 40, 50, 75, 100))

    def leave(self, seat: int) -> None:
        """Cash a guest out."""
        counted_cents = None if self.has_stacks else self.stacks[seat]
        seats.cash_out(
            table_id=self.id, version=self.version, seat=seat, counted_cents=counted_cents, actor=self.room.floor
        )
        self.room.guests.append(self.guests.pop(seat))
        del self.stacks[seat]

    def top_up(self, seat: int, cents: int) -> None:
        seats.top_up(
            table_id=self.id,
            version=self.version,
            seat=seat,
            amount_cents=cents,
            counted_cents=None if self.has_stacks else self.stacks[seat],
            actor=self.room.floor,
        )
        self.stacks[seat] += cents

    def away(self, seat: int) -> None:
        """Mark a guest as away; their chips stay."""
        seats.away(table_id=self.id, version=self.version, seat=seat, actor=self.room.floor)

    def close(self, *, counted_float_cents: int, explanation: str = "") -> None:
        """Cash all guests out and close the table."""
        for seat in sorted(self.guests):
            self.leave(seat)
        tables.close_table(
            table_id=self.id,
            version=self.version,
            counted_float_cents=counted_float_cents,
            explanation=explanation,
            actor=self.room.floor,
        )
        if self.dealer is not None:
            self.room.dealers.append(self.dealer)
        self.dealer = self.game = None
        self.is_playing = False

    def mend(self) -> None:
        """Between hands: guests with a short stack buy chips or make room for the next guest."""
        for seat in sorted(self.guests):
            short_cents = SHORT_IN_BLINDS * self.terms.big_blind_cents - self.stacks[seat]
            if short_cents <= 0:
                continue
            if self.room.keeps_lists or self.room.random.random() < 0.6:
                wanted_cents = 100 * self.terms.big_blind_cents - self.stacks[seat]
                self.top_up(seat, money.to_unit(wanted_cents, self.terms.chip_cents, Rounding.DOWN))
            else:
                self.leave(seat)
                self.sit(seat)

    # --- the dealer --------------------------------------------------------------------------------------------------
    def deal(self) -> RecordedHand:
        """Play and record the next hand in one call."""
        recorded = self._deal_actions() if self.has_stacks else self.key(self.outcome())
        self.mend()
        return recorded

    def outcome(self) -> chance.Outcome:
        return chance.outcome(
            self.room.random,
            self.stacks,
            big_blind_cents=self.terms.big_blind_cents,
            chip_cents=self.terms.chip_cents,
        )

    def key(
        self, outcome: chance.Outcome, *, pot_cents: int | None = None, rake_cents: int | None = None, reason: str = ""
    ) -> RecordedHand:
        """Record an outcome; `pot_cents` where the dealer mistypes the pot."""
        assert self.dealer is not None
        summary = Summary(
            pot_cents=pot_cents or outcome.pot_cents,
            flop_seen=outcome.flop_seen,
            dealt_in=len(self.guests),
            tip_cents=self._tip(outcome.pot_cents),
            rake_cents=rake_cents,
            winners=(outcome.winner,),
            reason=reason,
        )
        recorded = recording.record_summary(table_id=self.id, version=self.version, summary=summary, actor=self.dealer)
        result = recorded.hand.result
        assert result is not None
        for seat, cents in outcome.contributed.items():
            self.stacks[seat] -= cents
        rake = result["rake"]
        given_cents = rake["taken_cents"] + rake["jackpot_cents"] + summary.tip_cents
        self.stacks[outcome.winner] += summary.pot_cents - given_cents
        return recorded

    def begin(self) -> tuple[RecordedHand, Played]:
        """Start a hand recorded action by action; gives it with its random play."""
        assert self.dealer is not None
        started = hands.start(table_id=self.id, version=self.version, actor=self.dealer)
        assert started.state is not None
        return started, Played(self.room.random, started.state.frame.setup, wild=True)

    def _deal_actions(self) -> RecordedHand:
        assert self.dealer is not None
        situation = self._situation()
        wild = self.room.random.random() < 0.07
        played = Played(self.room.random, next_hand.next_deal(situation, self.terms).setup, wild=wild)
        actions = played.to_the_end()
        result = hand.result(played.state)
        winner = max(result.seats, key=lambda one: one.won_cents)
        tip_cents = self._tip(result.total_cents)
        recorded = recording.record_actions(
            table_id=self.id,
            version=situation.table.version,
            actions=actions,
            tips=[Tip(winner.seat, tip_cents)] if tip_cents else [],
            actor=self.dealer,
        )
        self.read_stacks()
        return recorded

    def read_stacks(self) -> None:
        """Set `stacks` from the system's."""
        self.stacks = {one.seat: one.stack_cents for one in self._situation().seats}

    def _situation(self) -> Situation:
        return situations.of(locks.tables([self.id])[self.id], self.room.clock.now())

    def _tip(self, pot_cents: int) -> int:
        """The tip: two of three winners give the customary one."""
        if self.room.random.random() < 0.33:
            return 0
        return dues.customary_tip(pot_cents, self.terms.chip_cents, TIP_BP)
