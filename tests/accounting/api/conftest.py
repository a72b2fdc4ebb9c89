"""An evening, and the API as its people see it."""

from copy import deepcopy

import pytest

from tests import databases
from tests.api_client import Api
from tests.builders import Evening, evening

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
