"""What the live pages of waiting lists and moves ask of the database does not grow with the number of games."""

from collections.abc import Callable

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.floor.services import seats
from tables.models import WaitingList
from tables.moving.services import must_moves, requests
from tables.waiting.services import entries, list_calls
from tests.tables.pages.conftest import Room

PAGES = (
    "/floor/lists/",
    "/floor/lists/?v=0",
    "/floor/moves/",
    "/floor/moves/?v=0",
    "/display/lists/",
    "/api/v1/waiting-lists/",
    "/api/v1/moves/",
)


def add_lists(room: Room, count: int) -> None:
    """Games with a main table, its feeder and a third one; a guest asked to move, one is called, one waits."""
    for _time in range(count):
        number = WaitingList.objects.count()
        game = room.game(name=f"NLHE {number}")
        main, feeder, third = (room.table(game, code=f"N{number}{letter}", dealt=False) for letter in "ABC")
        must_moves.couple(main_id=main, feeder_id=feeder, actor=room.floor)
        room.sit(feeder, 10_000)
        for before, after in ((1, 3), (3, 4)):  # whoever has changed seats twice has been there since the first
            version = room.version(feeder)
            seats.move(
                table_id=feeder, version=version, seat=before, to_table_id=feeder, to_seat=after, actor=room.floor
            )
        room.sit(third, 10_000, reason="with a friend")
        requests.ask(table_id=third, seat=1, to_table_id=third, to_seat=5, actor=room.floor)
        called, _waiting = (
            entries.join(game_id=game.pk, guest_id=room.guest(name).pk, is_here=True, actor=room.floor)
            for name in ("Anna", "Boris")
        )
        list_calls.call(entry_id=called.pk, table_id=feeder, seat=2, reason="", actor=room.floor)


def asked(client: Client) -> dict[str, int]:
    """How many queries each page takes."""
    found = {}
    for address in PAGES:
        client.get(address)  # what a process asks once
        cache.clear()  # else a wall that is kept for two seconds is counted or not, as the clock has it
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        found[address] = len(queries)
    return found


def test_eight_games_ask_no_more_than_two(room: Room, browser: Callable[..., Client]) -> None:
    client = browser(room.floor, "en")
    add_lists(room, 2)
    few = asked(client)
    add_lists(room, 6)
    assert asked(client) == few
