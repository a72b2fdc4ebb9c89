"""An evening, and the API as its people see it."""

from copy import deepcopy

import pytest

from tests import databases
from tests.api_client import Api
from tests.builders import Evening, evening
from tests.tables.api.playing import Hand
from tests.tables.api.tournamentstory import Story

built = databases.once(evening)


@pytest.fixture
def night(built: Evening, db: None) -> Evening:
    return deepcopy(built)


@pytest.fixture
def floor(night: Evening) -> Api:
    return Api(night.floor)


@pytest.fixture
def dealer(night: Evening) -> Api:
    return Api(night.dealer)


@pytest.fixture
def manager(night: Evening) -> Api:
    return Api(night.manager)


@pytest.fixture
def seated(night: Evening) -> int:
    """A table with three guests, 400 euros each, whose every action is recorded."""
    table_id = night.table()
    night.sit(table_id, 40_000, 40_000, 40_000)
    return table_id


@pytest.fixture
def hand(dealer: Api, night: Evening, seated: int) -> Hand:
    """Three players with 400 euros; the button on seat 1, blinds 1 and 2 euros on 2 and 3."""
    answer = dealer.post(f"tables/{seated}/hands/", {"version": night.version(seated)})
    assert answer.status_code == 201, answer.content
    started: Hand = answer.json()
    return started


@pytest.fixture
def story(night: Evening) -> Story:
    """Registration is open; nobody has entered."""
    made = Story(night)
    made.announce()
    return made
