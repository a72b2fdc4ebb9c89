"""A played house for tests of the proof: as many hands as wanted, everything that can happen to one, two gaming days.

All of it goes through the services that people use, a few dozen hands to a transaction: more would let the rows that
every hand moves (its table's places) grow long trails of versions, and playing slows down by the square.
"""

from collections import deque
from datetime import timedelta
from random import Random

from accounting.days.services import days
from accounting.findings.services import findings
from accounting.models import Finding
from casino import house_time
from casino.transactions import together
from tables.audit.services import days as table_days
from tables.floor.services import carry_overs, tables
from tables.hands.services import hands
from tables.models import Game, Hand, Table
from tables.rules.result import result
from tables.rules.state import Phase
from tables.settlement import Tip
from tests import builders
from tests.builders import Evening
from tests.deciding import looking
from tools.evening.clock import Clock
from tools.evening.room import PokerTable, Room

FLOAT_CENTS = 500_000
BETWEEN_HANDS = timedelta(seconds=5)
AT_ONCE = 50


class PlayedHouse:
    """Three tables; after half of the hands one closes and two are carried over into the next day."""

    def __init__(self, clock: Clock, seed: int) -> None:
        """Hire, furnish, open; nothing is dealt yet."""
        self.clock, self.random = clock, Random(seed)
        self.evening: Evening = builders.evening()
        people = self.evening
        self.room = Room(
            clock,
            self.random,
            people.floor,
            people.manager,
            people.second_manager,
            (people.cage, people.second_cage),
        )
        self.room.guests = deque(self.evening.guest(f"Gast {number}") for number in range(60))
        self.room.dealers = deque([people.dealer, *(builders.user("dealer", f"dealer-{number}") for number in (2, 3))])
        games = [people.game(), people.game(recording="summary"), people.game(variant="omaha", betting="pot_limit")]
        self.tables = [self._open(f"T0{number}", game) for number, game in enumerate(games, 1)]
        self.dealt = 0

    def play(self, count: int) -> None:
        """Deal `count` hands and begin one more, which stays in play; the first day is closed and sealed."""
        self._deal(count // 2)
        self.tables[2].close(counted_float_cents=FLOAT_CENTS - 500, explanation="Ein Fünfer fehlt")
        self._next_day()
        self._deal(count - count // 2)
        started, play = self.tables[0].begin()
        hands.act(hand_id=started.hand.pk, version=1, action=play.step(), actor=self.tables[0].dealer)

    def _open(self, code: str, game: Game) -> PokerTable:
        row: Table = tables.create(house_id=self.evening.house.pk, code=code, seats=9, actor=self.evening.floor)
        table = PokerTable(self.room, row)
        table.open(game, float_cents=FLOAT_CENTS)
        for seat in range(1, 7):
            table.sit(seat)
        return table

    def _deal(self, count: int) -> None:
        playing = [table for table in self.tables if table.is_playing]
        for first in range(0, count, AT_ONCE):
            with together():
                for number in range(first, min(first + AT_ONCE, count)):
                    self.clock.forward(self.clock.at + BETWEEN_HANDS)
                    self._one(playing[number % len(playing)], self.random.random())

    def _one(self, table: PokerTable, chance: float) -> None:
        """A plain hand, or one that is voided, played with undos, dealt wrong, or taxed otherwise than due."""
        if chance < 0.03:
            self._voided(table)
        elif chance < 0.06 and table.has_stacks:
            self._live(table, ends=chance < 0.05)
        elif chance < 0.06:
            table.key(table.outcome(), rake_cents=0, reason="Gast protestiert – Saalchef gab nach")
            table.mend()
        else:
            table.deal()

    def _voided(self, table: PokerTable) -> None:
        before = dict(table.stacks)
        recorded = table._deal_actions() if table.has_stacks else table.key(table.outcome())
        hands.void(
            hand_id=recorded.hand.pk,
            version=recorded.hand.version,
            reason="Pot vertippt: dreißig statt drei",
            actor=self.evening.floor,
        )
        table.stacks = before

    def _live(self, table: PokerTable, *, ends: bool) -> None:
        """Action by action, some of them taken back and done again; settled, or called a misdeal half-way."""
        recorded, play = table.begin()
        hand: Hand = recorded.hand
        while play.state.phase is not Phase.FINISHED and (ends or len(play.actions) < 3):
            action = play.step()
            hand = hands.act(hand_id=hand.pk, version=hand.version, action=action, actor=table.dealer).hand
            if self.random.random() < 0.3:
                hand = hands.undo(hand_id=hand.pk, version=hand.version, actor=table.dealer).hand
                hand = hands.act(hand_id=hand.pk, version=hand.version, action=action, actor=table.dealer).hand
        if play.state.phase is Phase.FINISHED:
            winner = max(result(play.state).seats, key=lambda one: one.won_cents).seat
            hands.settle(hand_id=hand.pk, version=hand.version, tips=[Tip(winner, 100)], actor=table.dealer)
        else:
            hands.void(hand_id=hand.pk, version=hand.version, reason="Karte aufgedeckt", actor=self.evening.floor)
        table.read_stacks()
        table.mend()

    def _next_day(self) -> None:
        self.clock.forward(self.clock.at + timedelta(hours=26))
        days.roll_over(house_id=self.evening.house.pk, actor=self.evening.manager)
        for table in self.tables[:2]:
            carry_overs.carry_over(
                table_id=table.id,
                version=table.version,
                float_chips=builders.pieces(FLOAT_CENTS + 200),
                counted_stacks_cents=None if table.has_stacks else sum(table.stacks.values()),
                explanation="Zwei Euro zu viel",
                actor=self.evening.floor,
            )
        self.evening.make_ready()
        look_at_findings(self.evening)
        table_days.close_day(day_id=self.evening.day.pk, actor=self.evening.manager)


def look_at_findings(evening: Evening) -> None:
    """Somebody who booked nothing looks at what the audit found, and says that it was right so."""
    for finding in Finding.objects.filter(house=evening.house, state=Finding.State.OPEN):
        looking(findings.resolve)(
            finding_id=finding.pk, resolution="justified", comment="seen", actor=evening.second_manager
        )


def played_house(count: int, seed: int = 21) -> PlayedHouse:
    """A house in which `count` hands were played, as `PlayedHouse.play` says."""
    clock = Clock(house_time.now() - timedelta(days=3))
    with house_time.shown_by(clock.now):
        house = PlayedHouse(clock, seed)
        house.play(count)
    return house
