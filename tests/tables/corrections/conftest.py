"""A table that records summaries, on an evening whose clock the test moves."""

import pytest

from casino import house_time
from tables.management.evening.clock import Clock
from tests import builders
from tests.tables.corrections.correcting import EIGHT, JACKPOT, STACK


@pytest.fixture
def clock():
    clock = Clock(EIGHT)
    with house_time.shown_by(clock.now):
        yield clock


@pytest.fixture
def evening(clock):
    return builders.evening(JACKPOT)


@pytest.fixture
def table(evening):
    table = evening.table(evening.game(recording="summary"), float_cents=50_000)
    evening.sit(table, STACK, STACK, STACK)
    return table
