"""Every line that a process of a house writes is a whole record of its log, whatever program wrote it."""

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from celery import Celery

from casino import environment
from casino.embedded.processes import end, spawn, tail, until
from casino.embedded.valkey import Valkey
from casino.management.commands.up import free_port
from tests.casino.test_worker import database_url, folder
from tests.patience import PATIENCE_S
from tests.running_house import children
from tests.test_settings import PRODUCTION, cleared

__all__ = ["folder"]

pytestmark = pytest.mark.services
FIELDS = ["time", "level", "logger", "request_id", "message"]
FACTS = {"job_id", "method", "route", "status", "ms", "refusal", "user_id", "exception"}


def commands() -> dict[str, list[str]]:
    """How docs/operations.md says to start web server, worker and beat."""
    text = (environment.ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    programs = {"python": [sys.executable], "celery": [sys.executable, "-m", "celery"]}
    found = {}
    for name, command in re.findall(r"^\| (web|worker|beat) \| `([^`]+)`", text, re.MULTILINE):
        program, *options = shlex.split(command)
        found[name] = [*programs[program], *options]
    return found


class House:
    """The processes of a house, each with a log that has both of its outputs."""

    def __init__(self, folder: Path, broker: str, variables: Mapping[str, str]) -> None:
        self.folder = folder
        self.port = free_port(0)
        self.environ = cleared(
            PRODUCTION
            | {"CASINO_DATA": str(folder / "data"), "CASINO_BEHIND_PROXY": "1", "CASINO_LOG_LEVEL": "INFO"}
            | {"CELERY_BROKER_URL": broker, "DATABASE_URL": database_url(), **variables}
        )
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        for name, argv in commands().items():
            options = ["--port", str(self.port)] if name == "web" else []
            with self.log(name).open("wb") as out:
                self.processes[name] = spawn(
                    [*argv, *options], output=out, environ=self.environ, folder=environment.ROOT
                )

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def asked(self, path: str) -> int:
        """The status of the answer; 0 where none comes."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE_S) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code
        except OSError:
            return 0

    def said(self, name: str, words: str) -> int:
        """How often."""
        return self.log(name).read_text(encoding="utf-8").count(words)

    def until_said(self, name: str, words: str, times: int = 1) -> None:
        def said() -> bool:
            return self.said(name, words) >= times

        until(lambda: said() or self.processes[name].poll() is not None, PATIENCE_S, pause=0.1)
        assert said(), f"{name} did not say {words!r}:\n{tail(self.log(name))}"

    def records(self, name: str) -> list[dict[str, Any]]:
        """Its log, each line a record with the documented fields."""
        found = []
        for line in self.log(name).read_text(encoding="utf-8").splitlines():
            assert line.startswith("{"), f"no record: {line!r}\n{tail(self.log(name))}"
            record = json.loads(line)
            assert list(record)[: len(FIELDS)] == FIELDS
            assert record.keys() <= {*FIELDS, *FACTS}
            found.append(record)
        return found


@contextlib.contextmanager
def opened(folder: Path, broker: str, variables: Mapping[str, str] = MappingProxyType({})) -> Iterator[House]:
    house = House(folder, broker, variables)
    try:
        house.start()
        assert until(lambda: house.asked("/readyz") == 200, PATIENCE_S, pause=0.1), tail(house.log("web"))
        house.until_said("beat", "beat: Starting")
        house.until_said("worker", " ready.")
        yield house
    finally:
        for process in house.processes.values():
            end(process)


@pytest.mark.release("starts web server, worker and beat, and takes their broker away")
@pytest.mark.django_db(transaction=True)
def test_each_line_of_web_worker_and_beat_is_a_record(folder: Path) -> None:
    """While they start, fail, lose a process or the broker, and end.  No option keeps anything of it back."""
    with Valkey(folder) as broker, opened(folder, broker.url()) as house:
        sender = Celery(broker=broker.url(), set_as_current=False)
        sender.send_task("casino.tasks.run_jobs", ["one too many"])
        sender.send_task("no.such.task")
        house.until_said("worker", "raised unexpected")
        house.until_said("worker", "unregistered task")
        assert house.asked("/login/") == 500, "for a host that is not ours, and without the files of its page"
        house.until_said("web", "Application callable raised an exception")
        for name in ("worker", "web"):
            os.kill(children(house.processes[name].pid)[-1], signal.SIGKILL)
        house.until_said("worker", "exited with 'signal 9 (SIGKILL)'")
        house.until_said("web", "Unexpected exit")
        broker.stop()
        house.until_said("beat", "Message Error")
        done = house.said("worker", " succeeded in ")
        broker.start()
        house.until_said("worker", " succeeded in ", times=done + 1)
        for name, process in house.processes.items():
            assert end(process) == 0, tail(house.log(name))
    worker, web, beat = (house.records(name) for name in ("worker", "web", "beat"))
    assert "worker: Warm shutdown (MainProcess)" in [line["message"] for line in worker]
    assert {line["logger"].partition(".")[0] for line in web} >= {"_granian", "casino"}
    assert {line["level"] for line in beat} == {"INFO", "ERROR"}
