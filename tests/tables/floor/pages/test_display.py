"""The public display: public is the game, its stakes and where a seat is free; and it costs next to nothing."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.floor.services import seats, tables
from tests.html import flat
from tests.tables.pages.conftest import Room

EURO = 100
Counter = Callable[[int], CaptureQueriesContext]


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """What one test's wall showed is not the next one's."""
    cache.clear()
    yield
    cache.clear()


def wall(client: Client, **asked: str) -> str:
    cache.clear()
    return flat(client.get("/display/", asked).content.decode())


def test_games_stakes_and_free_seats(room: Room, client: Client) -> None:
    room.set_up("T1", "summary", ("Weber", "Rossi"))
    room.set_up("T2", "summary")
    html = wall(client, lang="en")
    for shown in ("Spielbank", "PLO 5/10", "no-limit", "2 / 4", "100 – 400", "T1", "T2", ">16<"):
        assert shown in html
    table = room.tables["T1"]
    seats.away(table_id=table, version=room.version(table), seat=1, actor=room.floor)
    assert ">16<" in wall(client), "who is away keeps his seat"
    tables.pause(table_id=table, version=room.version(table), actor=room.floor)
    assert "T1 · break" in wall(client, lang="en")
    tables.close_table(
        table_id=room.tables["T2"],
        version=room.version(room.tables["T2"]),
        counted_float_cents=500 * EURO,
        actor=room.floor,
    )
    html = wall(client)
    assert "T2" not in html
    assert ">7<" in html


def test_a_full_table_says_so(room: Room, client: Client) -> None:
    room.set_up("T1", "summary", tuple("ABCDEFGHI"))
    assert "full" in wall(client, lang="en")


def test_nothing_else_is_told(room: Room, client: Client) -> None:
    room.set_up("T1", "every_action", ("Weber", "Rossi"), stack_cents=237 * EURO)
    room.push(room.tables["T1"])
    html = wall(client)
    for hidden in ("Weber", "Rossi", "Anna Keller", "Frida", "237", "T1-1", "/floor", "csrf"):
        assert hidden not in html
    answer = client.get("/display/")
    assert not answer.cookies
    assert answer["Content-Security-Policy"].startswith("default-src 'self'")


def test_it_asks_once_however_many_look(room: Room, client: Client, django_assert_num_queries: Counter) -> None:
    room.set_up("T1", "summary", ("Weber",))
    with django_assert_num_queries(1):
        version = client.get("/display/").context["live_version"]
    with django_assert_num_queries(0):
        assert client.get("/display/", {"v": version}).status_code == 204
        assert Client().get("/display/").status_code == 200
    room.set_up("T2", "summary")
    cache.clear()
    with django_assert_num_queries(1):
        part = client.get("/display/", {"v": version})
    assert part.content.decode().lstrip().startswith("<section")


def test_the_browsers_language_unless_another_is_asked_for(room: Room, client: Client) -> None:
    assert '<html lang="en">' in client.get("/display/", headers={"accept-language": "en"}).content.decode()
    assert '<html lang="de">' in client.get("/display/", headers={"accept-language": "de"}).content.decode()
    html = client.get("/display/", {"lang": "de"}, headers={"accept-language": "en"}).content.decode()
    assert '<html lang="de">' in html
    assert "lang=de" in html, "and its polls go on so"
    assert (
        '<html lang="en">'
        in client.get("/display/", {"lang": "xx"}, headers={"accept-language": "en"}).content.decode()
    )


def test_before_there_is_a_house(db: None, client: Client) -> None:
    assert client.get("/display/").status_code == 200
