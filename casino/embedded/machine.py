"""The embedded servers of a data folder, and their ownership between processes.

One process owns the servers and stops them: `manage.py up`, or a single command while no `up` runs. Other commands are
guests. The owner holds `owner.lock`; guests share `guests.lock`, and a single command that owns the servers waits for
its guests before it stops them. The kernel releases both locks when their process dies.
"""

import contextlib
import fcntl
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
from django.core.management import CommandError, call_command

from casino import environment
from casino.embedded.postgres import APPLICATION, Cluster
from casino.embedded.processes import StartError, until
from casino.embedded.valkey import Valkey

WAIT_FOR_OTHERS = 60.0  # seconds; a cold start of another owner takes about one
WITHOUT_TABLES = {"migrate", "makemigrations", "showmigrations", "sqlmigrate", "dbshell"}


class Lock:
    """A lock file in the data folder; its text describes the holder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def take(self, how: int, who: str = "") -> bool:
        """Take the lock with flags of fcntl (`LOCK_EX`, `LOCK_SH`, `| LOCK_NB`); False if another process holds it."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, how)
        except BlockingIOError:
            os.close(file)
            return False
        if who:
            os.ftruncate(file, 0)
            os.write(file, who.encode())
        self.release()
        self._file = file
        return True

    def release(self) -> None:
        """Release the lock; the kernel does the same when the process dies."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def holder(self) -> str:
        """The description of the last holder."""
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""


class Machine:
    """PostgreSQL and Valkey of one data folder, each only if no URL names another server."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.owner = Lock(data / "owner.lock")
        self.guests = Lock(data / "guests.lock")
        self.cluster = None if environment.text("DATABASE_URL") else Cluster(data, copies=environment.copies_folder())
        self.valkey = None if environment.text("CELERY_BROKER_URL") else Valkey(data)

    def servers(self) -> list[Cluster | Valkey]:
        """The servers of this folder, in the order in which they start."""
        return [server for server in (self.cluster, self.valkey) if server]

    def answers(self) -> bool:
        """Whether all servers answer."""
        return all(server.answers() for server in self.servers())

    def start(self) -> None:
        """Start the servers; the caller must hold `owner`."""
        for server in self.servers():
            server.start()

    def stop(self) -> None:
        """Stop the servers in reverse order and release the ownership."""
        for server in reversed(self.servers()):
            server.stop()
        self.owner.release()


@contextlib.contextmanager
def lent(command: str) -> Iterator[None]:
    """Provide the servers for one command: those already running, else started now and stopped afterwards."""
    if environment.PRODUCTION or (environment.text("DATABASE_URL") and environment.text("CELERY_BROKER_URL")):
        yield
        return
    machine = Machine(environment.data_folder())
    try:
        owns = _own_or_visit(machine, command)
        if owns and machine.cluster:
            _make_ready(machine.cluster, tables=command not in WITHOUT_TABLES)
    except StartError as error:
        machine.stop()
        raise SystemExit(str(error)) from error
    try:
        yield
    finally:
        if owns:
            machine.guests.take(fcntl.LOCK_EX)  # wait for guests that came while we ran
            machine.stop()
        machine.guests.release()


def _own_or_visit(machine: Machine, command: str) -> bool:
    """Start the servers and return True, or return False when another process owns them and they answer."""
    last = time.monotonic() + WAIT_FOR_OTHERS
    while time.monotonic() < last:
        if machine.owner.take(fcntl.LOCK_EX | fcntl.LOCK_NB, f"manage.py {command} (process {os.getpid()})"):
            machine.start()
            return True
        if machine.guests.take(fcntl.LOCK_SH | fcntl.LOCK_NB):
            if until(machine.answers, 1):
                return False
            machine.guests.release()
        time.sleep(0.1)
    raise StartError(f"The servers in {machine.data} belong to {machine.owner.holder()} but do not answer.")


def _make_ready(cluster: Cluster, *, tables: bool) -> None:
    """Create the tables of a new database (if `tables`), and grant the application's rights where they are missing."""
    with psycopg.connect(cluster.url()) as connection:
        found = connection.execute(
            "SELECT has_table_privilege(%s, to_regclass('django_migrations'), 'SELECT')", [APPLICATION]
        ).fetchone()
    granted = found[0] if found else None  # null where there is no table
    if granted or (granted is None and not tables):
        return
    import django  # noqa: PLC0415 -- loads the settings, which need the data folder chosen

    if granted is None:
        print(f"A new database in {cluster.state}: making the tables ...", file=sys.stderr, flush=True)
    django.setup()
    if granted is None:
        call_command("migrate", interactive=False, verbosity=0)
    else:  # created by a version that had only the owner's role
        call_command("grants", verbosity=0)


def claim(data: Path, who: str) -> Machine:
    """The machine for `up`, owned but not started; waits for a single command to end. Raises CommandError."""
    machine = Machine(data)
    if until(lambda: machine.owner.take(fcntl.LOCK_EX | fcntl.LOCK_NB, who), 0, pause=0.1):
        return machine
    holder = machine.owner.holder()
    if "manage.py up" in holder:
        raise CommandError(
            f"The data folder {data} is in use already by {holder}. Stop that one, or name another: --data DIR."
        )
    print(f"Waiting for {holder} to finish with {data} ...", flush=True)
    if until(lambda: machine.owner.take(fcntl.LOCK_EX | fcntl.LOCK_NB, who), WAIT_FOR_OTHERS, pause=0.1):
        return machine
    raise CommandError(
        f"The data folder {data} is still in use by {machine.owner.holder()}. Stop that, or name another: --data DIR."
    )
