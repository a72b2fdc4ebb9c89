"""The demo's table against the house: Easy Hold'em, first by the outcome of each round, then with every card.

It has its own guests, dealers and random numbers, so that it does not change the rest of the evening.
"""

from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from random import Random

from accounting import money, places
from accounting.models import House, Place
from accounting.money import Rounding
from casino.models import User
from tables.floor.services import tables
from tables.games.services import games
from tables.guests.services import guests
from tables.models import Game, Round
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules.banked import settling
from tables.rules.banked.boxes import Box
from tables.rules.banked.categories import Category
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import Spot, rule_set
from tables.rules.misdeal import Misdeal
from tables.settlement import Tip
from tools.evening import cage, cast
from tools.evening.chance import DECK
from tools.evening.clock import Agenda, once
from tools.evening.room import PokerTable, Room

CODE = "E1"
SEED = 2_002
FLOAT_CENTS = 500_000
BOXES = 7
_UNIT_CENTS = 500  # antes are laid in red chips
_ANTE_BP = 1_250  # of the stack at most: four bets in each of two boxes
_SHORT_CENTS = 4_500  # an ante of one unit, and a tip
_PACE_MINUTES = (2.6, 4.2)
_CHANGE = timedelta(minutes=185)  # from the outcome to every card


class BankTable(PokerTable):
    """A table where guests play box by box against the house."""

    def buy_in_cents(self) -> int:
        return self.room.random.choice((20_000, 30_000, 50_000))

    @property
    def float_cents(self) -> int:
        """The float by the books."""
        name = places.table_float(self.code)
        return Place.objects.values_list("balance_cents", flat=True).get(name=name)

    def play(self) -> Round:
        """Deal a round and record it."""
        assert self.dealer is not None
        deck = self.room.random.sample(range(DECK), 2 * BOXES + 2 + 5)
        bank, board, rest = deck[:2], deck[2:7], deck[7:]
        boxes = []
        for number, seat in enumerate(self._players(), 1):
            hole = rest[2 * number - 2 : 2 * number]
            boxes.append(self._box(number, seat, hole, bank, board))
        winners = [one.seat for one in boxes if Spot.TURN in one.box.bets]
        tips = (Tip(winners[0], _UNIT_CENTS),) if winners and self.room.random.random() < 0.2 else ()
        row = rounds.record(
            table_id=self.id,
            version=self.version,
            round_record=RoundRecord(tuple(boxes), *((tuple(bank), tuple(board)) if self.has_stacks else ())),
            details=RoundDetails(tips=tips),
            actor=self.dealer,
        )
        self._pay(row)
        self.mend()
        return row

    def false_deal(self) -> None:
        """Record a misdeal: a card was exposed."""
        assert self.dealer is not None
        rounds.false_deal(table_id=self.id, version=self.version, cause=Misdeal.CARD_EXPOSED, actor=self.dealer)

    def mend(self) -> None:
        """Sell chips to every guest with a short stack."""
        for seat in sorted(self.guests):
            if self.stacks[seat] < _SHORT_CENTS:
                self.top_up(seat, self.buy_in_cents())

    def _players(self) -> list[int]:
        """Seats by box: each guest has one box, and now and then one of them a second."""
        seats = sorted(self.guests)
        return sorted([*seats, *self.room.random.sample(seats, self.room.random.choice((0, 0, 1)))])

    def _box(self, number: int, seat: int, hole: Sequence[int], bank: Sequence[int], board: Sequence[int]) -> BoxRecord:
        showing = settling.show(rule_set(self.terms.rule_set), hole, bank, board)
        bets = self._bets(seat, showing.category)
        box, has_folded = Box(number, bets), Spot.FLOP not in bets
        if has_folded:
            return BoxRecord(box, seat)
        if self.has_stacks:
            return BoxRecord(box, seat, hole=tuple(hole))
        return BoxRecord(box, seat, comparison=showing.comparison, category=showing.category)

    def _bets(self, seat: int, holds: Category) -> dict[Spot, int]:
        """Random bets: seven of ten boxes with only a high card fold; the others bet by the hand they will make."""
        wanted_cents = self.room.random.choice((1, 2, 2, 3, 4, 6)) * _UNIT_CENTS
        most_cents = money.share(self.stacks[seat], _ANTE_BP, unit_cents=_UNIT_CENTS, rounding=Rounding.DOWN)
        ante_cents = min(wanted_cents, most_cents)
        bets = {Spot.ANTE: ante_cents}
        if holds is Category.HIGH_CARD and self.room.random.random() < 0.7:
            return bets
        bets[Spot.FLOP] = ante_cents
        eager = 0.25 if holds <= Category.PAIR else 0.8
        for spot in (Spot.TURN, Spot.RIVER):
            if self.room.random.random() < eager:
                bets[spot] = ante_cents
        return bets

    def _pay(self, row: Round) -> None:
        """Update the guests' stacks after a round."""
        for one in row.result["boxes"]:
            for bet in one["bets"]:
                lost_cents = bet["staked_cents"] if bet["result"] == settling.Result.LOST else 0
                self.stacks[one["seat"]] += bet["paid_cents"] - lost_cents
        for seat, cents in row.result["tips"]:
            self.stacks[seat] -= cents


class Bank:
    """The table's evening: opened, filled, closed and counted, and opened again for the game with every card."""

    def __init__(self, room: Room, house: House, dealers: Sequence[User]) -> None:
        """Create the table with its games and guests; only `dealers` deal here."""
        actor = room.floor
        own = Room(
            room.clock,
            Random(SEED),  # noqa: S311 -- not for real cards
            floor=room.floor,
            manager=room.manager,
            second_manager=room.second_manager,
            counters=room.counters,
            dealers=deque(dealers),
            guests=deque(
                guests.register(house_id=house.pk, number=str(number), name=name, actor=actor)
                for number, name in enumerate(cast.GUESTS_OF_THE_BANK, 2_001)
            ),
        )
        self.table = BankTable(own, tables.create(house_id=house.pk, code=CODE, seats=BOXES, actor=actor))
        self.quick, self.full = (games.create(house_id=house.pk, terms=form, actor=actor) for form in cast.BANKED_GAMES)

    def plan(self, agenda: Agenda, begins_at: datetime) -> None:
        again = begins_at + _CHANGE
        self._open(agenda, self.quick, begins_at + timedelta(minutes=14), seats=4)
        agenda.at(begins_at + timedelta(minutes=92), once(self.table.false_deal))
        agenda.at(begins_at + timedelta(minutes=155), once(lambda: cage.fill(self.table.room, self.table.id)))
        agenda.at(
            again - timedelta(minutes=6), once(lambda: self.table.close(counted_float_cents=self.table.float_cents))
        )
        self._open(agenda, self.full, again, seats=5)

    def _open(self, agenda: Agenda, game: Game, at: datetime, *, seats: int) -> None:
        table = self.table

        def play() -> timedelta | None:
            if table.game != game:
                return None
            table.play()
            return timedelta(minutes=table.room.random.uniform(*_PACE_MINUTES))

        def relieve() -> timedelta | None:
            if table.game != game:
                return None
            table.push(table.room.dealers.popleft())
            return timedelta(minutes=30)

        agenda.at(at, once(lambda: table.open(game, float_cents=FLOAT_CENTS)))
        for seat in range(1, seats + 1):
            agenda.at(at + timedelta(minutes=1.5 * seat), once(partial(table.sit, seat)))
        agenda.at(at + timedelta(minutes=10), play)
        agenda.at(at + timedelta(minutes=30), relieve)
