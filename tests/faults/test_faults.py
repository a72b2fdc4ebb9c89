"""A share of the faults that `python -m tests.faults` tries."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import kills
from tests.running_house import RunningHouse, running

pytestmark = [
    pytest.mark.services,
    pytest.mark.release("kills every process of a running house under load"),
    pytest.mark.skipif(sys.platform != "linux", reason="finds its processes in /proc"),
]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[RunningHouse]:
    with running(tmp_path / "data") as house:
        yield house


def test_nothing_is_lost_doubled_or_denied_whatever_dies(house: RunningHouse) -> None:
    rows, verdict = kills.run(house, kills=16, servers=5, everything=1, seed=7)
    assert verdict.holds, kills.printed(rows, verdict)
    assert verdict.acknowledged > 50
    assert sum(row.rounds for row in rows) == 22
