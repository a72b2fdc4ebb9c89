"""An evening, and the API as its people see it."""

import pytest

from tests import builders, databases
from tests.api_client import Api
from tests.builders import Evening

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
