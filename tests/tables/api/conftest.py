"""An evening, and the API as its people see it."""

import pytest

from tests import builders, databases, kept_rows
from tests.api_client import Api
from tests.builders import Evening
from tests.tables.api.playing import Hand
from tests.tables.tournaments.api.tournament_story import Story

built, evening = databases.shared(builders.evening)


@pytest.fixture
def floor(evening: Evening) -> Api:
    return Api(evening.floor)


@pytest.fixture
def dealer(evening: Evening) -> Api:
    return Api(evening.dealer)


@pytest.fixture
def manager(evening: Evening) -> Api:
    return Api(evening.manager)


def seat_three(evening: Evening) -> int:
    """A table with three guests, 400 euros each, whose every action is recorded."""
    table_id = evening.table()
    evening.sit(table_id, 40_000, 40_000, 40_000)
    return table_id


@kept_rows.rebuilt
def three_at_a_table() -> Evening:
    """An evening with them: a module that begins with it says which table is `seated`."""
    evening = builders.evening()
    seat_three(evening)
    return evening


@pytest.fixture
def seated(evening: Evening) -> int:
    return seat_three(evening)


@pytest.fixture
def hand(dealer: Api, evening: Evening, seated: int) -> Hand:
    """Three players with 400 euros; the button on seat 1, blinds 1 and 2 euros on 2 and 3."""
    answer = dealer.post(f"tables/{seated}/hands/", {"version": evening.version(seated)})
    assert answer.status_code == 201, answer.content
    started: Hand = answer.json()
    return started


@pytest.fixture
def story(evening: Evening) -> Story:
    """Registration is open; nobody has entered."""
    made = Story(evening)
    made.announce()
    return made
