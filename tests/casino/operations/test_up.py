"""`python3 manage.py up` as a person uses it: in a process of its own, ended by Ctrl-C or worse."""

import gc
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError

from casino import environment
from casino.embedded.postgres import APPLICATION
from casino.embedded.processes import until
from casino.management.commands.up import Stopper, free_port
from tests.patience import PATIENCE_S
from tests.running_house import MANAGE, RunningHouse

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(sys.platform != "linux", reason="finds its descendants in /proc"),
]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[RunningHouse]:
    house = RunningHouse(tmp_path / "data")
    yield house
    if not house.ended():
        house.close(signal.SIGKILL)
        until(lambda: not house.running(), PATIENCE_S)


def get(address: str) -> tuple[int, bytes]:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        return answer.status, answer.read()


def sign_in(address: str, name: str) -> int:
    """The answer to a demo person's user name and password."""
    body = json.dumps({"username": name, "password": f"demo-{name}"}).encode()
    asked = urllib.request.Request(f"{address}api/v1/auth/token/", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
        return int(answer.status)


PEOPLE = ["floor", "dealer", "cage", "cage2", "manager", "manager2", "auditor", "admin"]
ROLE = "from django.db import connection as c; print(c.cursor().execute('SELECT current_user').fetchone()[0])"
MAKE = "from casino.models import User; User.objects.create_user('kept', None, full_name='', roles=[])"
READY = (200, f"ok {environment.VERSION}".encode())
COUNT = "from casino.models import User; print(User.objects.filter(username='kept').count())"


def _works_under_its_own_role(house: RunningHouse) -> None:
    assert house.roles() == {APPLICATION}  # web, worker and beat; the owner made the tables and left
    assert house.shell(ROLE) == APPLICATION
    for words in (["prove"], ["audit"], ["check", "--database", "default", "--fail-level", "WARNING"]):
        checked = house.command(*words)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def _serves_what_its_pages_ask_for(address: str) -> None:
    _status, page = get(f"{address}api/docs/")
    asked = re.findall(r'/(static/[^"]+)', page.decode())
    assert asked
    assert [get(f"{address}{name}")[0] for name in asked] == [200] * len(asked)


@pytest.mark.release("starts the whole house with its demo, several times")
def test_a_house_opens_closes_and_finds_its_data_again(house: RunningHouse) -> None:
    """Ctrl-C stops every child, a second start finds the data, a killed one recovers."""
    address = house.open()
    assert [sign_in(address, name) for name in PEOPLE] == [200] * len(PEOPLE)
    assert f"Sign in as           {', '.join(sorted(PEOPLE))}" in house.said()
    assert get(f"{address}healthz") == (200, b"ok")
    assert get(f"{address}readyz") == READY
    _serves_what_its_pages_ask_for(address)
    assert house.ready() == [address]

    _works_under_its_own_role(house)
    house.shell(MAKE)  # a single command is a guest of the servers that run
    assert house.kept() == 1
    second = house.command("up", "--port", "0")
    assert second.returncode == 1
    assert "in use already by manage.py up" in second.stderr
    assert address in second.stderr
    assert get(f"{address}readyz") == READY

    house.forget_rights()
    assert house.close(signal.SIGINT) == 0
    assert house.running() == []
    stops = [line.split("|")[1].strip() for line in house.said().splitlines() if line.endswith("stopped")]
    assert stops == ["web stopped", "beat stopped", "worker stopped", "everything stopped"]

    assert house.shell(COUNT) == "1"  # a single command without `up` starts the servers for its own time
    assert house.running() == []

    house.open()  # the demo is there already
    house.close(signal.SIGKILL)
    assert until(lambda: house.running() == [], PATIENCE_S, pause=0.2), house.running()
    house.open("--no-demo")
    assert house.kept() == 1

    killed = house.pid("celery -A casino worker")
    os.kill(killed, signal.SIGKILL)
    assert get(f"{house.ready()[0]}readyz") == READY, "the others go on"
    assert until(lambda: "worker was started again" in house.said(), PATIENCE_S, pause=0.1), house.said()
    assert house.pid("celery -A casino worker") != killed
    assert house.close(signal.SIGINT) == 0
    assert house.running() == []


@pytest.mark.release("servers of its own; the gate starts them once")
def test_the_parts_are_stopped_by_sigterm_while_they_start(house: RunningHouse) -> None:
    with house.log.open("wb") as log:
        argv = [*MANAGE, "up", "--port", "0", "--no-demo"]
        house.process = subprocess.Popen(argv, cwd=environment.ROOT, stdout=log, stderr=log, env=house.environ)
    assert until(lambda: "PostgreSQL and Valkey run" in house.said(), PATIENCE_S)
    assert house.close(signal.SIGTERM) == 0
    assert house.running() == []
    assert house.ready() == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_gets_lost_is_still_heard() -> None:
    """Python drops an exception that a signal's handler raises within a finalizer; `up` once ran on, deaf to all."""

    class Finalized:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    with Stopper() as stopper:
        Finalized()
        gc.collect()
    assert stopper.asked
    with pytest.raises(KeyboardInterrupt):
        stopper.check()


def test_a_second_signal_does_not_disturb_the_stop() -> None:
    with Stopper() as stopper:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        stopper.deaf = True
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_taken_port_is_said_before_anything_starts(house: RunningHouse) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} cannot be had"):
            free_port(port)
        refused = house.command("up", "--port", str(port))
    assert refused.returncode == 1
    assert f"--port {port + 1}" in refused.stderr
    assert not (house.data / "pg").exists()


@pytest.mark.parametrize("data", ["/proc/nothing", "/dev/null/data"])
def test_a_folder_that_cannot_be_written_is_a_sentence(house: RunningHouse, data: str) -> None:
    refused = house.command("up", "--port", "0", "--data", data)
    assert refused.returncode == 1
    assert f"The data folder {data} cannot be written" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_free_port_is_found_for_zero() -> None:
    assert 1024 <= free_port(0) <= 65535
