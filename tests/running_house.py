"""`manage.py up` as a person uses it: a process of its own on a data folder, and everything that it started."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from casino import environment
from casino.embedded.postgres import APPLICATION, Cluster
from casino.embedded.processes import until
from tests.patience import PATIENCE_S

MANAGE = [sys.executable, "manage.py"]


def children(pid: int) -> list[int]:
    """The processes that its main thread started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in listed.split()]


class RunningHouse:
    """A data folder, and the process `up` that runs on it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.log = data.with_name("up.log")
        self.environ = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "CELERY_BROKER_URL"}
        }
        self.environ |= {"CASINO_DATA": str(data), "DJANGO_SETTINGS_MODULE": "casino.settings"}
        self.process: subprocess.Popen[bytes] | None = None

    def open(self, *options: str) -> str:
        """Start `up` and wait for its ready line; the address in it."""
        with self.log.open("wb") as log:
            argv = [*MANAGE, "up", "--port", "0", "--data", str(self.data), *options]
            self.process = subprocess.Popen(argv, cwd=environment.ROOT, stdout=log, stderr=log, env=self.environ)
        assert until(lambda: self.ready() != [] or self.ended(), PATIENCE_S, pause=0.1), self.said()
        assert len(self.ready()) == 1, self.said()
        return self.ready()[0]

    def ready(self) -> list[str]:
        return re.findall(r"^ready (http://127\.0\.0\.1:\d+/)$", self.said(), re.MULTILINE)

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def close(self, how: signal.Signals) -> int:
        """Send the signal and wait; the exit status."""
        assert self.process
        self.process.send_signal(how)
        return self.process.wait(PATIENCE_S)

    def command(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Another command on the same data folder."""
        return subprocess.run(
            [*MANAGE, *words],
            cwd=environment.ROOT,
            env=self.environ,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )

    def shell(self, script: str) -> str:
        """What a script in Django's shell prints."""
        answer = self.command("shell", "--no-imports", "-c", script)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout.strip()

    def kept(self) -> int:
        """How many rows of MAKE the running database has."""
        with psycopg.connect(Cluster(self.data).url()) as connection:
            counted = connection.execute("SELECT count(*) FROM casino_user WHERE username = 'kept'").fetchone()
        assert counted
        return int(counted[0])

    def roles(self) -> set[str]:
        """The roles that are connected to the house's database."""
        with psycopg.connect(Cluster(self.data).url("postgres")) as connection:
            rows = connection.execute(
                "SELECT DISTINCT usename FROM pg_stat_activity"
                " WHERE datname = 'casino' AND usename IS NOT NULL"  # a process of the server's own has no role
            )
            return {str(name) for (name,) in rows.fetchall()}

    def forget_rights(self) -> None:
        """The database as a version before the two roles left it."""
        with psycopg.connect(Cluster(self.data).url()) as connection:
            connection.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {APPLICATION}")

    def running(self) -> list[str]:
        """The command lines of all live processes that belong to this data folder."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                if str(self.data) in words or str(self.data) in (process / "environ").read_bytes().decode():
                    found.append(words)
            except OSError:
                continue  # it ended meanwhile
        return [words for words in found if words]

    def pid(self, words: str) -> int:
        """The child of `up` whose command line contains `words`; its own children have the same one.

        Told by its parent: numbers begin again after the last one, so the eldest need not have the smallest.
        """
        assert self.process
        for pid in children(self.process.pid):
            if words in Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode():
                return pid
        raise AssertionError(f"no process {words}")


@contextmanager
def running(data: Path) -> Iterator[RunningHouse]:
    """A house with its data in this folder, which is closed in the end if it still runs."""
    house = RunningHouse(data)
    yield house
    if not house.ended():
        house.close(signal.SIGINT)
