"""The clock on the wall and the draws: public, without a name, in the language asked for, cheap to poll."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.models import Draw
from tables.prizes.services import prizes
from tables.rules import draws as law
from tables.rules import seating
from tables.rules.seating import Seat, SeatsAt
from tables.rules.tournaments.shipped import EVENING, LIMIT, TURBO
from tables.tournaments.services import balance, clock, seats
from tests import builders
from tests.builders import Evening
from tests.tables.tournaments.pages.tournaments import running, sold, to
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament

Browser = Callable[..., Client]
Counter = Callable[[int], CaptureQueriesContext]


@pytest.fixture
def evening(db: None) -> Evening:
    cache.clear()
    return builders.evening()


@pytest.fixture
def tournament(evening: Evening) -> SoldTournament:
    return sold_tournament(evening, structure=EVENING)


def wall(client: Client, tournament: SoldTournament, **asked: str) -> str:
    return client.get(to("clock", tournament.id), asked).content.decode()


def test_the_clock_shows_level_blinds_figures_and_prizes_to_whoever_passes(
    tournament: SoldTournament, client: Client
) -> None:
    running(tournament)
    html = wall(client, tournament, lang="en")
    for shown in ("Freitagsturnier", "50 / 100", "75 / 150", "20:00", "4<small> / 4", "400.00", "4,000"):
        assert shown in html, shown
    prizes.fix(**tournament.seen, early=True, actor=tournament.evening.floor)
    html = wall(client, tournament, lang="en")
    assert "260.00" in html
    assert "140.00" in html


def test_no_name_of_a_guest_is_on_the_wall(evening: Evening, client: Client) -> None:
    tournament = sold_tournament(evening, structure=TURBO)
    running(tournament, *(f"Guest {number}" for number in range(1, 11)), tables=2)
    first = tournament.seated()[0]
    assert first.table
    other = next(one.table for one in tournament.seated() if one.table_id != first.table_id)
    assert other
    seats.move(
        **tournament.seen, entrant_id=first.pk, table_id=other.table_id, seat=seats.free_seats(other)[0],
        reason="Wunsch", actor=evening.floor,
    )  # fmt: skip
    balance.balance(**tournament.seen, actor=evening.floor)
    html = wall(client, tournament, lang="en")
    assert "New seats" in html
    assert "Guest" not in html
    for hidden in ("csrf", evening.floor.username, "/floor"):
        assert hidden not in html
    answer = client.get(to("clock", tournament.id))
    assert not answer.cookies
    assert answer["Content-Security-Policy"].startswith("default-src 'self'")
    html = client.get(to("draws", tournament.id)).content.decode()
    assert "Guest" not in html


def test_an_idle_poll_is_one_read_and_says_what_time_it_is(
    tournament: SoldTournament, client: Client, django_assert_num_queries: Counter
) -> None:
    running(tournament)
    seen = client.get(to("clock", tournament.id)).context["live_version"]
    with django_assert_num_queries(1):
        answer = client.get(to("clock", tournament.id), {"v": seen})
    assert answer.status_code == 204
    assert int(answer["Server-Now"]) > 1_700_000_000_000
    clock.pause(**tournament.seen, actor=tournament.evening.floor)
    answer = client.get(to("clock", tournament.id), {"v": seen, "lang": "en"})
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "<html" not in html, "the part alone"
    assert "Clock stopped" in html


def test_the_wall_speaks_the_language_it_is_asked_for(tournament: SoldTournament, client: Client) -> None:
    running(tournament)
    german, english = wall(client, tournament, lang="de"), wall(client, tournament, lang="en")
    assert '<html lang="de">' in german
    assert "4.000" in german
    assert f"v={tournament.row.version}&amp;lang=de" in german, "and its polls ask for it"
    assert '<html lang="en">' in english
    assert "4,000" in english
    assert "lang=" not in wall(client, tournament, lang="fr").replace("<html lang=", "")


def test_a_limit_game_shows_its_bets(evening: Evening, client: Client) -> None:
    """S3: the blinds are half the small bet and the small bet."""
    html = wall(client, sold_tournament(evening, structure=LIMIT), lang="en")
    assert "50 / 100" in html
    assert "100 / 200" in html
    assert "Bets" in html


def test_there_is_no_such_tournament(db: None, client: Client) -> None:
    for name in ("clock", "draws"):
        assert client.get(to(name, 999)).status_code == 404


def test_a_seed_is_secret_until_it_is_used_and_then_anybody_can_draw_again(
    tournament: SoldTournament, client: Client
) -> None:
    sold(tournament, "Weber", "Rossi", "Nguyen")
    waiting = Draw.objects.get(drawn_at=None)
    told = "".join(client.get(to("draws", tournament.id)).content.decode().split())
    assert waiting.commitment in told
    assert waiting.seed not in told
    seats.draw(**tournament.seen, table_ids=tournament.furniture(2), actor=tournament.evening.floor)
    waiting.refresh_from_db()
    html = client.get(to("draws", tournament.id)).content.decode()
    assert waiting.seed in "".join(html.split())
    assert Draw.objects.get(drawn_at=None).seed not in "".join(html.split())
    assert law.commitment(waiting.seed) == waiting.commitment
    assert waiting.facts["label"] in html
    again = seating.draw(
        waiting.seed,
        waiting.facts["label"],
        waiting.facts["entrants"],
        [SeatsAt(table, players, tuple(free)) for table, players, free in waiting.facts["tables"]],
    )
    assert again == tuple(Seat(*one) for one in waiting.result)
    for one in again:
        assert f"{one.entrant}: {one.table}/{one.seat}" in html
