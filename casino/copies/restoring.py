"""A copy restored as a data folder of its own, to the end of its log or to a moment."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Thread

import psycopg
import pyrage

from casino import environment
from casino.copies import CopyError, bases
from casino.copies.bases import Base
from casino.embedded import binaries, wal
from casino.embedded.postgres import Cluster
from casino.embedded.processes import StartError, tail

PATIENCE_S = 4 * 3600.0  # a week's log takes its time
_ENDED_EARLY = "recovery ended before configured recovery target was reached"
_HBA = "local all all trust\n"  # only its owner reaches the folder of its socket
_MADE_IT = "SELECT rolname FROM pg_roles WHERE oid = 10"  # the superuser of initdb


def chosen(folder: Path, at: datetime | None, name: str = "") -> Base:
    """The copy of this name, else the newest, or the newest that was complete at that moment."""
    found = [base for base in bases.every(folder) if name in {"", base.name}]
    if not found:
        raise CopyError(f"There is no complete copy{name and ' '}{name} in {folder}.")
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
    cluster = Cluster(to, user=base.role, database=base.database)
    until_when = {"recovery_target": "immediate", "restore_command": "false"} if without_log else {}
    if at is not None:
        until_when = {"recovery_target_time": at.isoformat(sep=" ")}
    cluster.settings = {**_recovery(cluster, base.path.parent, identity), **until_when}
    try:
        cluster.make_folders()
        _unpack(base, cluster.folder, identity)
        _prepare(cluster)
        _recover(cluster)
    except BaseException:
        cluster.remove()
        shutil.rmtree(to, ignore_errors=True)
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
            while plain.read(1 << 16):  # what pads the archive; unread it would break the sender's pipe
                pass
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


def _recovery(cluster: Cluster, folder: Path, identity: Path) -> dict[str, str]:
    """PostgreSQL's settings while it recovers.

    Those of a house's own server may lie elsewhere or ask for what is not here, so none of them is read.
    """
    words = [sys.executable, wal.__file__, "fetch", str(folder.resolve()), str(identity.resolve())]
    return {
        "config_file": str(cluster.state / "recovery.conf"),
        "hba_file": str(cluster.state / "recovery-hba.conf"),
        "hot_standby": "off",  # nobody reads before it is over, and it needs no more connections than here
        "lc_messages": "C",
        "recovery_prefetch": "off",  # it would ask for a segment beyond the moment, which may be the damaged one
        "recovery_target_action": "promote",
        "restore_command": f'{shlex.join(words)} %f "%p"',
    }


def _prepare(cluster: Cluster) -> None:
    Path(cluster.settings["config_file"]).touch()
    Path(cluster.settings["hba_file"]).write_text(_HBA, encoding="ascii")
    (cluster.folder / "recovery.signal").touch()
    cluster.take_over()


def _recover(cluster: Cluster) -> None:
    """Start, and wait until the whole log is applied: it answers nobody before."""
    try:
        cluster.start(PATIENCE_S, tries=1)  # each would follow the whole log
    except StartError as error:
        said = cluster.log.read_text(encoding="utf-8", errors="replace")
        if _ENDED_EARLY in said:
            raise CopyError(
                "The log that is kept here ends before that moment. Without a moment all of it is restored."
            ) from error
        if broken := re.search(r"^wal\.py: (.+)$", said, re.MULTILINE):
            raise CopyError(f"The log cannot be followed to its end: {broken[1]}.") from error
        raise CopyError(f"PostgreSQL did not recover. The end of its log:\n{tail(cluster.log)}") from error
    with psycopg.connect(cluster.url("postgres")) as connection:
        row = connection.execute(_MADE_IT).fetchone()
    cluster.user = str(row[0]) if row else cluster.user
    for name in ("config_file", "hba_file"):
        Path(cluster.settings[name]).unlink()


def prove(cluster: Cluster) -> subprocess.CompletedProcess[str]:
    """`manage.py prove --books` on a restored server, in a process of its own: this one may have another database."""
    named = {"DATABASE_URL": cluster.url(), "DATABASE_OWNER_URL": cluster.url(), "CELERY_BROKER_URL": "memory://"}
    return subprocess.run(
        [sys.executable, environment.ROOT / "manage.py", "prove", "--books"],
        env=os.environ | named, capture_output=True, text=True, check=False,
    )  # fmt: skip
