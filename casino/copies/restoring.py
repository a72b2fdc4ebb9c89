"""A copy restored as a data folder of its own, to the end of its log or to a moment."""

import os
import shlex
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Thread

import psycopg
import pyrage
from psycopg import sql

from casino import environment
from casino.copies import CopyError, bases
from casino.copies.bases import Base
from casino.embedded import binaries, wal
from casino.embedded.postgres import Cluster
from casino.embedded.processes import StartError, tail, until

PATIENCE_S = 4 * 3600.0  # a week's log takes its time
_ENDED_EARLY = "recovery ended before configured recovery target was reached"


def chosen(folder: Path, at: datetime | None) -> Base:
    """The newest copy, or the newest that was complete at that moment."""
    found = bases.every(folder)
    if not found:
        raise CopyError(f"There is no complete copy in {folder}.")
    if at is None:
        return found[-1]
    early = [base for base in found if base.ended_at <= at]
    if not early:
        raise CopyError(f"The oldest copy is of {found[0].ended_at:%Y-%m-%dT%H:%M:%S%z}; name a later moment.")
    return early[-1]


@contextmanager
def restored(
    base: Base, to: Path, identity: Path, at: datetime | None = None, *, without_log: bool = False
) -> Iterator[Cluster]:
    """The copy as a running server, recovered; it is stopped afterwards, and stays in the data folder `to`.

    It has all that the log says, or what it says up to a moment, or (`without_log`) what there was when it was taken.
    CopyError: the folder is not empty, the key is not the right one, the copy is damaged, or the log ends before that
    moment.  Then nothing is left in the folder.
    """
    if to.exists() and any(to.iterdir()):
        raise CopyError(f"{to} is not empty. Name a new folder: nothing is written over.")
    to.mkdir(parents=True, exist_ok=True, mode=0o700)
    cluster = Cluster(to)
    try:
        cluster.make_folders()
        _unpack(base, cluster.folder, identity)
        until_when = {"recovery_target": "immediate"} if without_log else {}
        if at is not None:
            until_when = {"recovery_target_time": at.isoformat(sep=" ")}
        _tell_to_recover(cluster, base.path.parent, identity, until_when)
        _recover(cluster)
    except BaseException:
        cluster.stop()
        for left in (cluster.state, to):
            shutil.rmtree(left, ignore_errors=True)
        raise
    try:
        yield cluster
    finally:
        cluster.stop()


def _unpack(base: Base, target: Path, identity: Path) -> None:
    """Decrypt, lay out and verify each file by PostgreSQL's manifest."""
    target.mkdir(mode=0o700)
    failed: list[Exception] = []
    reading, writing = os.pipe()

    def decrypt() -> None:
        try:
            with os.fdopen(writing, "wb") as plain, base.path.open("rb") as secret:
                pyrage.decrypt_io(secret, plain, wal.read_identity(identity))
        except Exception as error:  # noqa: BLE001 -- told by the thread that waits
            failed.append(error)

    sender = Thread(target=decrypt)
    sender.start()
    try:
        with os.fdopen(reading, "rb") as plain, tarfile.open(fileobj=plain, mode="r|gz") as files:
            files.extractall(target, filter="data")
    except (tarfile.TarError, EOFError, OSError) as error:
        failed.append(error)
    sender.join()
    if failed:
        raise CopyError(f"{base.path} cannot be read with {identity}: {failed[0]}")
    checked = subprocess.run(
        [binaries.postgres_folder() / "pg_verifybackup", target], capture_output=True, text=True, check=False
    )
    if checked.returncode:
        raise CopyError(f"{base.path} is damaged:\n{checked.stderr.strip()[-2000:]}")


def _tell_to_recover(cluster: Cluster, folder: Path, identity: Path, until_when: Mapping[str, str]) -> None:
    words = [sys.executable, wal.__file__, "fetch", str(folder.resolve()), str(identity.resolve())]
    restore_command = f'{shlex.join(words)} %f "%p"'
    settings = {"restore_command": restore_command, "recovery_target_action": "promote", **until_when}
    with (cluster.folder / "postgresql.auto.conf").open("a", encoding="utf-8") as file:
        for name, value in settings.items():
            quoted = value.replace("'", "''")
            file.write(f"{name} = '{quoted}'\n")
    (cluster.folder / "recovery.signal").touch()
    if cluster.account:
        for path in [cluster.folder, *cluster.folder.rglob("*")]:
            os.chown(path, cluster.account.uid, cluster.account.gid)


def _recover(cluster: Cluster) -> None:
    """Start, wait until the whole log is applied, and forget the settings of the recovery."""
    try:
        cluster.start(PATIENCE_S)
        recovered = until(lambda: cluster.has_ended() or not _is_recovering(cluster), PATIENCE_S, pause=0.1)
    except StartError:
        recovered = False
    if not recovered or cluster.has_ended():
        said = tail(cluster.log)
        if _ENDED_EARLY in said:
            raise CopyError(
                "The log that is kept here ends before that moment. Without a moment all of it is restored."
            )
        raise CopyError(f"PostgreSQL did not recover. The end of its log:\n{said}")
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
        for name in ("restore_command", "recovery_target_action", "recovery_target", "recovery_target_time"):
            connection.execute(sql.SQL("ALTER SYSTEM RESET {}").format(sql.Identifier(name)))


def _is_recovering(cluster: Cluster) -> bool:
    try:
        with psycopg.connect(cluster.url("postgres"), connect_timeout=2) as connection:
            row = connection.execute("SELECT pg_is_in_recovery()").fetchone()
    except psycopg.OperationalError:
        return True
    return row is None or bool(row[0])


def prove(cluster: Cluster) -> subprocess.CompletedProcess[str]:
    """`manage.py prove` on a restored server, in a process of its own: this one may work with another database."""
    named = {"DATABASE_URL": cluster.url(), "CELERY_BROKER_URL": "memory://", "CASINO_DATA": str(cluster.state)}
    return subprocess.run(
        [sys.executable, environment.ROOT / "manage.py", "prove"],
        env=os.environ | named, capture_output=True, text=True, check=False,
    )  # fmt: skip
