"""The waiting lists on the wall: a visible place and an honest wait, and nobody's name."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from django.utils.html import strip_tags

from tables.board.pages.waiting_wall import initials
from tables.models import Game
from tables.rules.waiting.estimates import NOW, Estimate
from tables.waiting.services import entries, list_calls
from tests import builders
from tests.builders import Evening
from tests.html import flat


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """What one test's wall showed is not the next one's."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def evening(db: None) -> Evening:
    return builders.evening()


@pytest.fixture
def game(evening: Evening) -> Game:
    return evening.game(name="PLO 5/10")


def join(evening: Evening, game: Game, name: str) -> int:
    return entries.join(game_id=game.pk, guest_id=evening.guest(name).pk, actor=evening.floor).pk


def wall(client: Client, **asked: str) -> str:
    cache.clear()
    answer = client.get("/display/lists/", {"lang": "en", **asked})
    assert answer.status_code == 200
    return answer.content.decode()


def test_places_calls_and_nobodys_name(evening: Evening, game: Game, client: Client) -> None:
    table = evening.table(game, dealt=False)
    anna, _boris = join(evening, game, "Anna Becker"), join(evening, game, "Boris von Clausen")
    list_calls.call(entry_id=anna, table_id=table, seat=3, actor=evening.floor)
    html = wall(client)
    for shown in ("PLO 5/10", "A. B.", "Please come to T07, seat 3", "B. V. C.", "a seat is free"):
        assert shown in html
    for hidden in ("Anna", "Becker", "Boris", "Clausen", *evening.house.guests.values_list("number", flat=True)):
        assert hidden not in html


@pytest.mark.parametrize(
    ("estimate", "language", "words"),
    [
        (Estimate(114, 29, 382), "en", "about 2 hours"),
        (Estimate(114, 29, 382), "de", "etwa 2 Stunden"),
        (Estimate(22, 6, None), "en", "about 20 minutes or longer"),
        (Estimate(22, 6, None), "de", "etwa 20 Minuten oder länger"),
        (NOW, "en", "a seat is free"),
        (None, "en", "not known yet"),
    ],
)
def test_a_wait_is_told_as_people_say_it(estimate: Estimate | None, language: str, words: str) -> None:
    with translation.override(language):
        assert flat(strip_tags(render_to_string("display/_estimate.html", {"estimate": estimate}))).strip() == words


def test_what_nobody_knows_is_not_made_up(evening: Evening, game: Game, client: Client) -> None:
    table = evening.table(game, dealt=False)
    evening.sit(table, *[40_000] * 9)
    join(evening, game, "Anna Becker")
    assert "not known yet" in wall(client)


def test_before_the_game_it_says_how_many_more_are_wanted(evening: Evening, game: Game, client: Client) -> None:
    for name in ("Anna", "Boris", "Clara", "Dora"):
        join(evening, game, name)
    assert "2 more needed for a game" in wall(client)
    join(evening, game, "Emil")
    assert "1 more needed for a game" in wall(client)


def test_nobody_waits(evening: Evening, client: Client) -> None:
    assert "Nobody is waiting at the moment." in wall(client)


def test_a_screen_that_shows_it_already_gets_nothing_and_many_ask_once(
    evening: Evening, game: Game, client: Client
) -> None:
    join(evening, game, "Anna")
    html = wall(client)
    version = html.split("?v=")[1].split("&")[0]
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/display/lists/", {"v": version}).status_code == 204
    assert len(captured) == 0
    join(evening, game, "Boris")
    assert "B." in wall(client, v=version)


def test_a_screen_before_there_is_a_house(db: None, client: Client) -> None:
    assert "Nobody is waiting at the moment." in wall(client)


def test_initials() -> None:
    assert [initials(name) for name in ("Anna Becker", "boris", "A B C D")] == ["A. B.", "B.", "A. B. C."]
