"""A small room for the pages: house, open day, a table of each recording, guests and a dealer, all by services."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest
from django.test import Client

from accounting.models import GamingDay, House
from accounting.services import days, schedules
from casino.models import User
from tables.models import Game, Table
from tables.services import downs, games, guests, seats, tables
from tables.services.games import GameForm
from tests import databases

EURO = 100
PERCENT = {"kind": "percent", "rate_bp": 500, "cap_cents": 1500, "chip_cents": 100, "no_flop_no_drop": True}


@dataclass
class Room:
    """What stands in the room."""

    house: House
    day: GamingDay
    floor: User
    dealer: User
    games: dict[str, Game]
    tables: dict[str, Table] = field(default_factory=dict)

    def version(self, code: str) -> int:
        """The table's version now."""
        return Table.objects.get(code=code).version

    def table(self, code: str, recording: str, names: tuple[str, ...] = (), *, stack_cents: int = 200 * EURO) -> Table:
        """An open table with guests from seat 1 on."""
        table = tables.create(house_id=self.house.pk, code=code, seats=9, actor=self.floor)
        self.tables[code] = table
        tables.open_table(
            table_id=table.pk, version=1, game_id=self.games[recording].pk, float_cents=500 * EURO, actor=self.floor
        )
        for seat, name in enumerate(names, 1):
            self.seat(code, seat, name, stack_cents)
        return table

    def seat(self, code: str, seat: int, name: str, stack_cents: int = 200 * EURO) -> None:
        """A new guest on a seat."""
        guest = guests.register(house_id=self.house.pk, number=f"{code}-{seat}", name=name, actor=self.floor)
        seats.sit(
            table_id=self.tables[code].pk,
            version=self.version(code),
            seat=seat,
            guest_id=guest.pk,
            buy_in_cents=stack_cents,
            actor=self.floor,
        )

    def push(self, code: str, dealer: User | None = None) -> None:
        """Send a dealer to a table."""
        dealer_id = (dealer or self.dealer).pk
        downs.push(table_id=self.tables[code].pk, version=self.version(code), dealer_id=dealer_id, actor=self.floor)


def make_room() -> Room:
    """House, day, schedule, games, people."""
    house = House.objects.create(code="wiesbaden", name="Spielbank")
    floor = User.objects.create_user("floor", full_name="Frida Floor", roles=["floor"], language="en")
    dealer = User.objects.create_user("dealer", full_name="Anna Keller", roles=["dealer"], language="en")
    day = days.open_day(house_id=house.pk, actor=floor)
    since = datetime(2026, 1, 1, tzinfo=UTC)
    version = schedules.publish(house_id=house.pk, name="5 %", terms=PERCENT, valid_from=since, actor=floor)
    offered = {}
    for recording, name in ((Game.Recording.EVERY_ACTION, "NLHE 2/4"), (Game.Recording.SUMMARY, "PLO 5/10")):
        terms = GameForm(
            name=name,
            variant="texas",
            betting="no_limit",
            small_blind_cents=200,
            big_blind_cents=400,
            min_buy_in_cents=100 * EURO,
            max_buy_in_cents=400 * EURO,
            rake_schedule_id=version.schedule_id,
            recording=recording,
        )
        offered[recording.value] = games.create(house_id=house.pk, terms=terms, actor=floor)
    return Room(house, day, floor, dealer, offered)


built = databases.once(make_room)


@pytest.fixture
def room(built: Room, db: None) -> Room:
    """The room, nothing open yet."""
    return deepcopy(built)


@pytest.fixture
def browser() -> Callable[..., Client]:
    """`browser(user, "de")`: a browser in which the user is signed in and reads that language."""

    def sign_in(user: User, language: str = "en") -> Client:
        User.objects.filter(pk=user.pk).update(language=language)
        client = Client()
        client.force_login(user)
        return client

    return sign_in
