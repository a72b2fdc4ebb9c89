"""An evening, and the API as its people see it."""

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
