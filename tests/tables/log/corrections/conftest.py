"""A table that records summaries, on an evening whose clock the test moves."""

import pytest

from casino import house_time
from tests import builders, databases
from tests.tables.log.corrections.correcting import EIGHT, JACKPOT, STACK
from tools.evening.clock import Clock


@pytest.fixture(autouse=True)
def clock():
    clock = Clock(EIGHT)
    with house_time.shown_by(clock.now):
        yield clock


def three_seated():
    """Three guests at a table that keeps summaries."""
    with house_time.shown_by(Clock(EIGHT).now):
        evening = builders.evening(JACKPOT)
        table = evening.table(evening.game(recording="summary"), float_cents=50_000)
        evening.sit(table, STACK, STACK, STACK)
    return evening


built, evening = databases.shared(three_seated)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


@pytest.fixture
def by_action(evening):
    """Two guests at another table, whose hands are recorded action by action by another dealer."""
    evening.dealer = builders.user("dealer", "second-dealer")
    table = evening.table(code="T08")
    evening.sit(table, STACK, STACK)
    return table
