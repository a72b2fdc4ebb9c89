"""The demo's tournament: seventeen entries at two tables, in its third level now.

Like the table against the house it has its own guests and random numbers.
"""

from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from accounting.cage.services import windows
from accounting.models import House
from tables.floor.services import tables
from tables.guests.services import guests
from tables.models import Entrant, Guest
from tables.prizes.services import eliminations
from tables.prizes.services.eliminations import Out
from tables.rules.tournaments import codec
from tables.rules.tournaments.shipped import TURBO
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import announcing, balance, chips, clock, entries, seats
from tables.tournaments.services.announcing import Terms
from tools.evening import cast
from tools.evening.clock import Agenda, once
from tools.evening.room import Room

SEED = 2_003
CODE = "TURBO"
PLAYED = timedelta(minutes=26)  # up to now
SEATS = 9
CHIPS = {"100": 100, "500": 50}
CASH_CENTS = 50_000


class Contest:
    """Sold at a window of its own, drawn, started; four players are eliminated, one of them re-enters."""

    def __init__(self, room: Room, house: House) -> None:
        self.room, self.house = room, house
        self.random = Random(SEED)  # noqa: S311 -- not for real cards
        self.tables = [
            tables.create(house_id=house.pk, code=code, seats=SEATS, actor=room.floor).pk for code in ("M1", "M2")
        ]
        self.players = [
            guests.register(house_id=house.pk, number=str(number), name=name, actor=room.floor)
            for number, name in enumerate(cast.CONTESTANTS, 3_001)
        ]

    def plan(self, agenda: Agenda, ends_at: datetime) -> None:
        starts_at = ends_at - PLAYED
        agenda.at(starts_at - timedelta(minutes=20), once(lambda: self._sell(starts_at)))
        agenda.at(starts_at, once(lambda: clock.start(**self._seen, actor=self.room.floor)))
        for minute in (9, 14, 19, 23):
            again = minute == 14
            agenda.at(starts_at + timedelta(minutes=minute), once(partial(self._put_out, again=again)))
        agenda.at(starts_at + timedelta(minutes=23.5), once(self._count))

    def _sell(self, starts_at: datetime) -> None:
        """Announce it, open its window, sell an entry to each player, draw their seats."""
        window = windows.create(house_id=self.house.pk, code="K2", name="Turnierkasse", actor=self.room.manager)
        windows.open_window(window_id=window.pk, chips=CHIPS, cash_cents=CASH_CENTS, actor=self.room.manager)
        self.window = window
        self._announce(starts_at)
        for guest in self.players:
            self._enter(guest)
        seats.draw(**self._seen, table_ids=self.tables, actor=self.room.floor)

    @property
    def _seen(self) -> dict[str, Any]:
        """The tournament and its current version."""
        return {"tournament_id": self.id, "version": int(facts.version(self.id))}

    def _announce(self, starts_at: datetime) -> None:
        terms = Terms(
            name="Turbo am Abend",
            starts_at=starts_at,
            structure=codec.to_json(TURBO),
            buy_in_cents=10_000,
            fee_cents=1_500,
            bounty_cents=2_500,
            guarantee_cents=150_000,
            seats_per_table=SEATS,
        )
        row = announcing.create(house_id=self.house.pk, code=CODE, terms=terms, actor=self.room.floor)
        self.id = row.pk
        announcing.open_registration(**self._seen, actor=self.room.floor)

    def _enter(self, guest: Guest) -> None:
        entries.enter(tournament_id=self.id, guest_id=guest.pk, window_id=self.window.pk, actor=self.room.manager)

    def _put_out(self, *, again: bool) -> None:
        """Eliminate a random player, won by another at the table; then balance the tables."""
        sitting = list(Entrant.objects.filter(tournament_id=self.id, state=Entrant.State.SEATED).order_by("number"))
        loser = self.random.choice(sitting)
        winner = self.random.choice([one for one in sitting if one.table_id == loser.table_id and one.pk != loser.pk])
        outs = [Out(loser.pk, (winner.pk,))]
        eliminations.eliminate(**self._seen, outs=outs, actor=self.room.floor)
        if again:
            self._enter(loser.guest)
        balance.balance(**self._seen, actor=self.room.floor)

    def _count(self) -> None:
        """Record a count in which chips have moved at random between players of a table."""
        sitting = list(Entrant.objects.filter(tournament_id=self.id, state=Entrant.State.SEATED).order_by("number"))
        stacks = {one.pk: one.chips for one in sitting}
        for table_id in {one.table_id for one in sitting}:
            names = [one.pk for one in sitting if one.table_id == table_id]
            for _pot in range(20):
                winner, loser = self.random.sample(names, 2)
                won = min(stacks[loser] - 100, self.random.randrange(1, 12) * 100)
                stacks[winner] += won
                stacks[loser] -= won
        chips.count(**self._seen, counts=stacks, actor=self.room.floor)
