"""The tables in play: hands, who walks and comes back, who buys again, who goes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tables.floor.services import seats
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Down
from tests.stories.friday import crowd
from tests.stories.friday.crowd import Visitor
from tests.stories.friday.room import FridayRoom
from tests.stories.friday.size import EURO, Offer
from tools.evening.clock import Agenda, once

HANDS_SECONDS = (90, 150)


@dataclass(slots=True)
class Running:
    """A table that is open, as somebody sees it who stands there."""

    id: int
    code: str
    offer: Offer
    opened_at: datetime
    sitting: dict[int, Visitor] = field(default_factory=dict)
    hands: int = 0
    is_closed: bool = False


class FridayPlay:
    """What happens at the tables, and what the house and its guests have of it."""

    def __init__(self, room: FridayRoom) -> None:
        self.room, self.chance, self.clock = room, room.chance, room.clock
        self.agenda = Agenda(room.clock)
        self.running: dict[int, Running] = {}
        self.rake_cents = self.tips_cents = 0

    def after(self, what: Callable[[], object], low: float, high: float) -> None:
        """Somewhen between so many minutes from now."""
        moment = self.clock.now() + timedelta(minutes=self.chance.uniform(low, high))
        self.agenda.at(moment, once(what))

    def deals(self, table: Running) -> timedelta | None:
        """The next hand; between hands guests go, buy again, or the game breaks."""
        if table.is_closed:
            return None
        self.between_hands(table)
        here = {seat: one.stack_cents for seat, one in table.sitting.items() if not one.is_away}
        down = Down.objects.select_related("dealer").filter(table_id=table.id, ended_at=None).first()
        if len(here) < 2 or down is None:
            return timedelta(minutes=2)
        paid = crowd.pot(self.chance, table.offer, here)
        pot_cents = sum(paid.values())
        flop_seen = pot_cents > 3 * table.offer.big * EURO
        tip_cents = EURO if flop_seen and self.chance.random() < 0.6 else 0
        winner = self.chance.choice(sorted(paid))
        summary = Summary(pot_cents, flop_seen, len(here), tip_cents=tip_cents, winners=(winner,))
        hand = recording.record_summary(
            table_id=table.id, version=self.room.version(table.id), summary=summary, actor=down.dealer
        ).hand
        taken_cents = hand.result["rake"]["taken_cents"]
        for seat, cents in paid.items():
            table.sitting[seat].stack_cents -= cents
        table.sitting[winner].stack_cents += pot_cents - taken_cents - tip_cents
        self.rake_cents += taken_cents
        self.tips_cents += tip_cents
        table.hands += 1
        return timedelta(seconds=self.chance.uniform(*HANDS_SECONDS))

    def between_hands(self, table: Running) -> None:
        for one in list(table.sitting.values()):
            if one.goes_at and one.goes_at <= self.clock.now():
                self.goes(table, one)
            elif one.stack_cents < 10 * table.offer.big * EURO:
                self.buys_again(table, one)
            elif not one.is_away and self.chance.random() < 0.01:
                self.walks(table, one)

    def walks(self, table: Running, one: Visitor) -> None:
        """Away for a while, and back."""
        seats.away(**self.room.seen(table.id), seat=one.seat)
        one.is_away = True
        self.after(lambda: self.comes_back(one), 5, 20)

    def comes_back(self, one: Visitor) -> None:
        if one.is_away:
            seats.back(**self.room.seen(one.table_id), seat=one.seat)
            one.is_away = False

    def buys_again(self, table: Running, one: Visitor) -> None:
        if not one.pockets:
            self.goes(table, one)
            return
        one.pockets -= 1
        cents = table.offer.buy_in_cents
        seats.top_up(**self.room.seen(table.id), seat=one.seat, amount_cents=cents)
        one.stack_cents += cents
        one.brought_cents += cents

    def goes(self, table: Running, one: Visitor, *, for_good: bool = True) -> None:
        """With everything that lies in front of him (T2)."""
        seats.cash_out(**self.room.seen(table.id), seat=one.seat, counted_cents=one.stack_cents)
        one.took_cents += one.stack_cents
        del table.sitting[one.seat]
        one.table_id, one.seat, one.stack_cents, one.is_away = None, None, 0, False
        one.is_gone = for_good

    def close(self, table: Running) -> None:
        for one in list(table.sitting.values()):
            self.goes(table, one)
        self.room.close(table.id)
        table.is_closed = True
        del self.running[table.id]
