"""Tables without chips of value in the back office: played at in a tournament or for practice, and not closed."""

import pytest
from django.test import Client

from tests import builders
from tests.builders import Evening
from tests.tables.practice.practising import practice
from tests.tables.tournaments.tournament import desk, sold_tournament

pytestmark = pytest.mark.django_db
LIST = "/admin/tables/table/"


@pytest.fixture
def office(evening: Evening) -> Client:
    client = Client()
    client.force_login(evening.floor)
    return client


@pytest.fixture
def evening() -> Evening:
    return builders.evening()


def shown(office: Client, table: int) -> tuple[str, str, list[str]]:
    """The table's state and game in the list, and the commands on its own page."""
    listed = office.get(LIST).context["cl"]
    [row] = [row for row in listed.result_list if row.pk == table]
    commands = [action.name for action in office.get(f"{LIST}{table}/change/").context["house_actions"]]
    return listed.model_admin.state_badge(row), listed.model_admin.game_now(row), commands


def test_a_table_of_practice(office: Client, evening: Evening) -> None:
    game, practised = evening.game(), practice(evening)
    practised.open(game)
    state, played, commands = shown(office, practised.table)
    assert "Übung" in state
    assert (played, commands) == (game.name, [])


def test_a_table_of_a_tournament(office: Client, evening: Evening) -> None:
    desk(evening)
    tournament = sold_tournament(evening)
    for _entrant in range(2):
        tournament.enter()
    tournament.start(1)
    state, played, commands = shown(office, tournament.tables[0])
    assert "Turnier" in state
    assert (played, commands) == (tournament.row.name, [])
