"""An evening, and the API as its people see it."""

from collections.abc import Callable

import pytest

from tests.api_client import Api
from tests.builders import Evening, evening


@pytest.fixture
def night(db: None) -> Evening:
    return evening()


@pytest.fixture
def floor(night: Evening) -> Api:
    return Api(night.floor)


@pytest.fixture
def dealer(night: Evening) -> Api:
    return Api(night.dealer)


@pytest.fixture
def manager(night: Evening) -> Api:
    return Api(night.manager)


Playing = Callable[..., int]


@pytest.fixture
def seated(night: Evening) -> int:
    """A table with three guests, 400 euros each, whose every action is recorded."""
    table_id = night.table()
    night.sit(table_id, 40_000, 40_000, 40_000)
    return table_id
