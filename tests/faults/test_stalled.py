"""Clients that stall, in fewer seconds than `python -m tests.faults.stalled` tries; that command measures."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import stalled
from tests.running_house import RunningHouse, running

pytestmark = [pytest.mark.services, pytest.mark.release("a crowd stalls a running house in each way")]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[RunningHouse]:
    with running(tmp_path / "data") as house:
        yield house


def test_a_healthy_client_is_served_while_others_stall(house: RunningHouse) -> None:
    rows = stalled.run(house, clients=100, seconds=3)
    assert not any(row.failed for row in rows), stalled.printed(rows)
    assert all(row.connected >= 100 for row in rows)
