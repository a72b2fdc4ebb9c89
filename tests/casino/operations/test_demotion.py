"""Both commands of the README where root may make no user namespace, as in an ordinary container or a chroot.

PostgreSQL refuses to run as root, so the embedded one changes to `nobody`, and its files lie where `nobody` may go.
"""

import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino import environment
from casino.embedded.postgres import place
from casino.embedded.processes import until
from tests.patience import PATIENCE_S
from tests.running_house import MANAGE, RunningHouse

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root must change its account"),
    pytest.mark.skipif(sys.platform != "linux", reason="finds its descendants in /proc"),
]
DEMOTED = {"CASINO_DEMOTE": "setuid"}
A_SLICE = "tests/accounting/admin/test_cage_admin.py"


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data folder whose servers' states are deleted afterwards, wherever they lie."""
    folder = tmp_path / "data"
    yield folder
    for cluster in (folder, *folder.glob("tests/*/")):
        shutil.rmtree(place(cluster, demoted=True), ignore_errors=True)


def test_tests_that_use_the_database_pass_and_old_templates_are_deleted(data: Path) -> None:
    old = data / "tests" / "0123456789abcdef"
    old.mkdir(parents=True)
    place(old, demoted=True).mkdir(mode=0o700)
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "DATABASE_"))}
    ran = subprocess.run(
        [*MANAGE, "test", "-q", A_SLICE],
        cwd=environment.ROOT,
        env=environ | DEMOTED | {"CASINO_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert ran.returncode == 0, ran.stdout
    assert " passed" in ran.stdout
    [kept] = data.glob("tests/*/")
    assert kept.name != old.name
    assert place(kept, demoted=True).stat().st_uid != os.geteuid()
    assert not place(old, demoted=True).exists()


def test_an_empty_house_opens_and_closes(data: Path) -> None:
    house = RunningHouse(data)
    house.environ |= DEMOTED
    address = house.open("--no-demo")
    try:
        with urllib.request.urlopen(f"{address}readyz", timeout=PATIENCE_S) as answer:
            assert (answer.status, answer.read()) == (200, f"ok {environment.VERSION}".encode())
        server = Path(f"/proc/{house.pid('postgres')}")
        assert server.stat().st_uid == place(data, demoted=True).stat().st_uid != os.geteuid()
        assert house.close(signal.SIGINT) == 0
    finally:
        if not house.ended():
            house.close(signal.SIGKILL)
    assert until(lambda: house.running() == [], PATIENCE_S), house.running()
