"""A disk that is full: nothing is lost, everybody hears it, and the house goes on when there is room again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.embedded.processes import until
from tests.faults.house import Room
from tests.patience import PATIENCE_S
from tests.running_house import RunningHouse

pytestmark = [
    pytest.mark.services,
    pytest.mark.release("fills a disk of its own"),
    pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="mounts a small disk, which root may"),
]
SIZE_MB = 320


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, too small for much."""
    disk = tmp_path / "disk"
    disk.mkdir()
    argv = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "tmpfs", str(disk)]
    if subprocess.run(argv, check=False).returncode:
        pytest.skip("no disk may be mounted here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_full_disk_is_said_loses_nothing_and_ends(small: Path) -> None:
    house = RunningHouse(small / "data")
    try:
        room = Room(house)
        before = room.sell()[1]["chips_cents"]
        filler = small / "filler"
        subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=1M"], check=False, stderr=subprocess.DEVNULL)
        heard = set()
        sold, last = 0, time.monotonic() + PATIENCE_S
        while not heard and time.monotonic() < last:
            status, body, _seconds = room.sell()
            sold += status == 200
            if status != 200:
                heard.add((status, body["code"]))
        print(f"{sold} more sales on the full disk, then {heard}")
        assert heard <= {(507, "disk_full"), (503, "unavailable"), (503, "outcome_unknown")}
        assert heard
        assert room.ready() == 503
        filler.unlink()
        began = time.monotonic()
        assert until(lambda: room.ready() == 200, PATIENCE_S, pause=0.2)
        answer: list[int] = []
        assert until(lambda: answer.append(room.sell()[0]) or answer[-1] == 200, PATIENCE_S, pause=0.2)  # type: ignore[func-returns-value]
        print(f"sells again {time.monotonic() - began:.1f} s after there was room")
        after = room.sell()[1]["chips_cents"]
        unknown = (503, "outcome_unknown") in heard
        assert before - after - 100 * (sold + 2) in ({0, 100} if unknown else {0})
        assert house.command("prove").returncode == 0
    finally:
        if not house.ended():
            house.close(signal.SIGINT)
