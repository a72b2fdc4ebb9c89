"""PgBouncer before a server of the tests: every transaction gets another of a few sessions."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from casino import environment
from casino.embedded.postgres import Cluster
from casino.embedded.processes import end, spawn, until
from tests.patience import PATIENCE_S

SAMPLE = environment.ROOT / "deploy" / "postgres" / "pgbouncer.ini"
NAMED = "CASINO_TEST_PGBOUNCER"
"""The variable with the path of one more PgBouncer to try, besides the system's."""
PORT = 6_432  # only a part of the socket's name
SESSIONS = 3
_KEEPS_STATEMENTS = (1, 21)  # `max_prepared_statements`
_DEALLOCATES = (1, 22)  # psycopg's DEALLOCATE ALL after a rollback reaches every session


def programs() -> list[Path]:
    """The PgBouncers of this machine."""
    found = [shutil.which("pgbouncer", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"), os.environ.get(NAMED)]
    return [Path(path) for path in dict.fromkeys(found) if path]


def version(program: Path) -> tuple[int, int]:
    """Major and minor."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    numbers = re.search(r"PgBouncer (\d+)\.(\d+)", told)
    assert numbers, told
    return int(numbers[1]), int(numbers[2])


def prepares(program: Path) -> bool:
    """Whether DATABASE_POOLER may say `preparing` of it."""
    return version(program) >= _DEALLOCATES


@dataclass(frozen=True, slots=True)
class Pooler:
    """A running PgBouncer; its clients need no password."""

    sockets: Path

    def url(self, database: str, role: str) -> str:
        return f"postgresql://{role}@:{PORT}/{database}?host={self.sockets}"

    @contextmanager
    def all_sessions(self, database: str, role: str = "house_app") -> Iterator[None]:
        """Hold every session of a role in a transaction; afterwards they stay open, for one client after the other."""
        with ExitStack() as clients:
            for _ in range(SESSIONS):
                clients.enter_context(psycopg.connect(self.url(database, role))).execute("SELECT 1")
            yield


@contextmanager
def pooler(program: Path, server: Cluster, *roles: str, kept: int = 200, **settings: str) -> Iterator[Pooler]:
    """PgBouncer with the sample's settings for all databases of the server, for as long as the block lasts.

    It keeps so many prepared statements in each session, where it knows how.
    """
    folder = Path(tempfile.mkdtemp(prefix="casino-pooler-"))
    (folder / "users.txt").write_text("".join(f'"{role}" ""\n' for role in roles), encoding="ascii")
    given = {
        **_sample(),
        "listen_addr": "",
        "listen_port": str(PORT),
        "unix_socket_dir": str(folder),
        "auth_type": "trust",
        "auth_file": str(folder / "users.txt"),
        "default_pool_size": str(SESSIONS),
        "server_round_robin": "1",
        **({"max_prepared_statements": str(kept)} if version(program) >= _KEEPS_STATEMENTS else {}),
        **settings,
    }
    lines = [
        f"[databases]\n* = host={server.sockets}\n[pgbouncer]",
        *(f"{key} = {word}" for key, word in given.items()),
    ]
    (folder / "pgbouncer.ini").write_text("\n".join(lines), encoding="ascii")
    log = folder / "log"
    with log.open("wb") as output:
        process = spawn([*_as_nobody(), program, folder / "pgbouncer.ini"], output=output, folder=folder)
    made = Pooler(folder)
    try:
        assert until(lambda: _answers(made, roles[0]) or process.poll() is not None, PATIENCE_S), log.read_text()
        assert process.poll() is None, log.read_text()
        yield made
    finally:
        end(process)
        shutil.rmtree(folder)


def _sample() -> dict[str, str]:
    """The settings that a house begins with; it names its own database, clients and passwords."""
    read = ConfigParser(interpolation=None)
    read.read(SAMPLE, encoding="utf-8")
    return dict(read["pgbouncer"])


def _answers(made: Pooler, role: str) -> bool:
    try:
        psycopg.connect(made.url("postgres", role), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _as_nobody() -> list[str]:
    """PgBouncer refuses to run as root; in a namespace its files stay root's."""
    if os.geteuid() != 0:
        return []
    command = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"]
    if not shutil.which("unshare") or subprocess.run([*command, "true"], check=False).returncode:
        pytest.skip("root without user namespaces cannot run PgBouncer")
    return command
