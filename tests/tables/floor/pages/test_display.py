"""The public display: public is the game, its stakes and where a seat is free; and it costs next to nothing."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino import house_time
from tables.floor.services import openings, seats, tables
from tables.rules.tournaments import codec
from tables.rules.tournaments.shipped import EVENING
from tables.tournaments.services import announcing
from tables.tournaments.services.announcing import Terms
from tables.waiting.services import entries, list_calls
from tests.html import flat
from tests.tables.pages.conftest import Room
from tests.tables.tournaments.tournament import desk, sold_tournament

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
    for shown in ("Spielbank", "Hold&#x27;em NL", "2 / 4", "100 – 400", "Stakes €", ">16<"):
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
    assert ">7<" in wall(client)


def test_a_full_table_says_so(room: Room, client: Client) -> None:
    room.set_up("T1", "summary", tuple("ABCDEFGHI"))
    assert "full" in wall(client, lang="en")


def test_a_limit_game_is_known_by_its_bets(room: Room, client: Client) -> None:
    """Blinds of 2 and 4 are bets of 4 and 8; also where it is planned, and where it comes next."""
    limit = room.game(name="Limit Texas", betting="fixed_limit", small_blind_cents=200, big_blind_cents=400)
    room.table(limit, code="T9", dealt=False)
    planned = tables.create(house_id=room.house.pk, code="T10", seats=9, actor=room.floor)
    opening = openings.Planned(limit.pk, house_time.now() + timedelta(hours=1))
    openings.plan(table_id=planned.pk, version=1, planned=opening, actor=room.floor)
    html = wall(client, lang="en")
    assert html.count("4 / 8") == 2
    assert "2 / 4" not in html


def test_called_guests_by_their_initials_and_how_many_wait(room: Room, client: Client) -> None:
    room.set_up("T1", "summary", ("Weber", "Rossi"))
    game = room.games["summary"]
    anna, _boris = (
        entries.join(game_id=game.pk, guest_id=room.guest(name).pk, actor=room.floor)
        for name in ("Anna Becker", "Boris Clausen")
    )
    list_calls.call(entry_id=anna.pk, table_id=room.tables["T1"], seat=3, actor=room.floor)
    html = wall(client, lang="en")
    assert "<b>A. B.</b><span>T1</span><em>PLO 5/10 · seat 3</em>" in html
    assert '<td class="number free">list</td>' in html, "six are free, but one waits, who is asked first"
    assert '<td class="number">1</td>' in html, "one waits"
    assert "Anna" not in html


def test_tournaments_in_play_and_to_come(room: Room, client: Client) -> None:
    desk(room)
    played = sold_tournament(room)
    for name in ("Weber", "Rossi", "Nguyen"):
        played.enter(room.guest(name))
    played.start(1)
    soon = house_time.now() + timedelta(hours=3)
    terms = Terms(
        name="Turbo", starts_at=soon, structure=codec.to_json(EVENING), buy_in_cents=100 * EURO, fee_cents=10 * EURO
    )
    announcing.create(house_id=room.house.pk, code="TURBO", terms=terms, actor=room.floor)
    html = wall(client, lang="en")
    assert "3 of 3 in play" in html
    assert "level 1" in html
    assert "Turbo <b>" in html
    assert "· 110 €" in html
    assert "Weber" not in html


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
    with django_assert_num_queries(5):  # house, games, calls, tournaments, jackpots
        version = client.get("/display/").context["live_version"]
    with django_assert_num_queries(0):
        assert client.get("/display/", {"v": version}).status_code == 204
        assert Client().get("/display/").status_code == 200
    room.set_up("T2", "summary")
    cache.clear()
    with django_assert_num_queries(5):
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


def test_what_is_no_code_of_a_house_is_not_there(room: Room, client: Client) -> None:
    for code in ("", "wies baden", "<b>", "x" * 200):
        assert client.get("/display/", {"house": code}).status_code == 404, code


def test_before_there_is_a_house(db: None, client: Client) -> None:
    assert client.get("/display/").status_code == 200
