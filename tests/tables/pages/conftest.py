"""The pages' room: an evening of people with names, with tables of two games, all made by services."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from django.test import Client

from casino.models import User
from casino.services import users
from tables.models import Game
from tests import builders, databases, kept_rows
from tests.builders import Evening

EURO = 100
NAMES = {"floor": "Frida Floor", "dealer": "Anna Keller", "manager": "Mara Manager", "cage": "Carl Cage"}


@dataclass
class Room(Evening):
    """An evening with a game of each recording and its tables by their codes."""

    games: dict[str, Game] = field(default_factory=dict)
    tables: dict[str, int] = field(default_factory=dict)

    def set_up(self, code: str, recording: str, names: Sequence[str] = (), *, stack_cents: int = 200 * EURO) -> int:
        """An open table with guests from seat 1 on, whose cards have its code and their seat as numbers."""
        table = self.table(self.games[recording], code=code, float_cents=500 * EURO, dealt=False)
        guests = [self.guest(name, f"{code}-{seat}") for seat, name in enumerate(names, 1)]
        self.sit(table, *[stack_cents] * len(guests), guests=guests)
        self.tables[code] = table
        return table


@kept_rows.rebuilt
def make_room() -> Room:
    """House, day, schedule, games, people; no table yet."""
    people = {
        role: users.create(username=role, password=None, full_name=name, role_names=[role], language="en")
        for role, name in NAMES.items()
    }
    room = Room(**vars(builders.evening(code="wiesbaden", schedule="5 %", people=people, opener=people["floor"])))
    stakes = {"small_blind_cents": 200, "big_blind_cents": 400}
    buy_in = {"min_buy_in_cents": 100 * EURO, "max_buy_in_cents": 400 * EURO}
    for recording, name in ((Game.Recording.EVERY_ACTION, "NLHE 2/4"), (Game.Recording.SUMMARY, "PLO 5/10")):
        room.games[recording.value] = room.game(name=name, recording=recording, **stakes, **buy_in)
    return room


built, room = databases.shared(make_room)


@pytest.fixture
def browser() -> Callable[..., Client]:
    """`browser(user, "de")`: a browser in which the user is signed in and reads that language."""

    def sign_in(user: User, language: str = "en") -> Client:
        User.objects.filter(pk=user.pk).update(language=language)
        client = Client()
        client.force_login(user)
        return client

    return sign_in
