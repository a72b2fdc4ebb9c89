"""Base copies: the whole server as one encrypted file, with a note beside it once it is complete."""

import fcntl
import json
import os
import re
import subprocess
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Self

import pyrage
from psycopg import conninfo
from pyrage import x25519

from casino.copies import CopyError
from casino.embedded import binaries, wal
from casino.embedded.postgres import USER

KEPT_FOR = timedelta(days=30)
KEPT_AT_LEAST = 2
_STARTED = re.compile(r"start point: ([0-9A-F]+)/([0-9A-F]+) on timeline (\d+)")


@dataclass(frozen=True, slots=True)
class Base:
    """A complete base copy.  It can be restored to any moment from `ended_at` on that the log covers.

    `segment` is the first segment of the log that it needs; `role` is the one that it was copied as, `database` the
    house's; `proven_at`: when it was restored and its books proven.
    """

    path: Path
    began_at: datetime
    ended_at: datetime
    segment: str
    size_bytes: int
    proven_at: datetime | None = None
    role: str = USER
    database: str = "casino"

    @property
    def name(self) -> str:
        """The moment at which it began, as its files are called."""
        return self.path.name.removesuffix(".tar.gz.age")

    @property
    def note(self) -> Path:
        """The file that says so; without it a copy is unfinished."""
        return self.path.with_name(f"{self.name}.json")

    def save(self) -> Self:
        """Write the note."""
        said = {name: str(value) for name, value in asdict(self).items() if name != "path" and value is not None}
        wal.write(self.note, json.dumps(said, indent=1).encode())
        return self


def every(folder: Path) -> list[Base]:
    """The complete base copies of a folder, the oldest first."""
    return [_read(note) for note in sorted(folder.glob("*.json"))]


def _read(note: Path) -> Base:
    said = json.loads(note.read_text(encoding="utf-8"))
    proven_at = said.get("proven_at")
    return Base(
        path=note.with_name(f"{note.stem}.tar.gz.age"),
        began_at=datetime.fromisoformat(said["began_at"]),
        ended_at=datetime.fromisoformat(said["ended_at"]),
        segment=said["segment"],
        size_bytes=int(said["size_bytes"]),
        proven_at=datetime.fromisoformat(proven_at) if proven_at else None,
        role=said["role"],
        database=said["database"],
    )


def take(url: str, folder: Path, recipients: Sequence[str], *, database: str, also: Sequence[str] = ()) -> Base:
    """Copy a running server that has this database.  `url` names a role that may replicate.

    A caller that `also` reads the copy does not read the log.
    From now on the server's log is kept beside it (`casino.embedded.wal`).  CopyError: PostgreSQL's own words, or why
    the folder cannot be written; nothing is left of the copy.
    """
    try:
        with _alone(folder):
            wal.write(folder / wal.RECIPIENTS, "\n".join([*recipients, ""]).encode())
            for torn in folder.glob("*.tar.gz.age.draft"):
                torn.unlink()
            return _take(url, folder, [*recipients, *also], database)
    except (OSError, pyrage.EncryptError, pyrage.RecipientError) as error:
        raise CopyError(f"No copy can be written to {folder}: {error}") from error


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One copy at a time; another waits for the first.  The kernel ends this with the process."""
    (folder / wal.SEGMENTS).mkdir(parents=True, exist_ok=True, mode=0o700)
    place = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(place, fcntl.LOCK_EX)
        yield
    finally:
        os.close(place)


def _take(url: str, folder: Path, recipients: Sequence[str], database: str) -> Base:
    role = conninfo.conninfo_to_dict(url).get("user")
    if not role:
        raise CopyError("The address of the server to be copied names no role.")
    began_at = datetime.now(UTC)
    path = folder / f"{began_at:%Y%m%dT%H%M%S.%fZ}.tar.gz.age"
    draft = path.with_name(f"{path.name}.draft")
    draft.touch(mode=0o600)
    try:
        segment = _send(url, draft, recipients)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    draft.rename(path)
    return Base(path, began_at, datetime.now(UTC), segment, path.stat().st_size, None, str(role), database).save()


def _send(url: str, draft: Path, recipients: Sequence[str]) -> str:
    """Encrypt what `pg_basebackup` sends; gives the segment of the log with which it begins.

    It is told in English; and the password stands in no list of processes.
    """
    program = binaries.postgres_folder() / "pg_basebackup"
    place = conninfo.conninfo_to_dict(url)
    environ = os.environ | {"LC_ALL": "C", "PGPASSWORD": str(place.pop("password", "") or "")}
    argv = [str(program), "-d", conninfo.make_conninfo("", **place)]
    options = ["-D", "-", "-F", "tar", "-X", "fetch", "-c", "fast", "-v", "--no-password"]
    with draft.open("wb") as file, subprocess.Popen(
        [*argv, *options], env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as sender:  # fmt: skip
        assert sender.stdout is not None
        assert sender.stderr is not None
        readers = [x25519.Recipient.from_str(one) for one in recipients]
        pyrage.encrypt_io(_Gzipped(sender.stdout), file, readers)
        file.flush()
        os.fsync(file.fileno())
        said = sender.stderr.read().decode(errors="replace")
    started = _STARTED.search(said)
    if sender.returncode or started is None:
        raise CopyError(f"PostgreSQL sent no copy:\n{said.strip()[-2000:]}")
    upper, lower, timeline = int(started[1], 16), int(started[2], 16), int(started[3])
    return f"{timeline:08X}{upper:08X}{lower >> 24:08X}"


class _Gzipped:
    """What a file reads, as gzip."""

    def __init__(self, plain: IO[bytes]) -> None:
        self._plain, self._packer = plain, zlib.compressobj(1, wbits=31)
        self._ready, self._is_over = b"", False

    def read(self, size: int) -> bytes:
        while not self._is_over and len(self._ready) < size:
            block = self._plain.read(1 << 16)
            self._ready += self._packer.compress(block) if block else self._packer.flush()
            self._is_over = not block
        part, self._ready = self._ready[:size], self._ready[size:]
        return part


def proven(base: Base) -> Base:
    """Note that the copy was restored and its books proven."""
    return replace(base, proven_at=datetime.now(UTC)).save()


def prune(folder: Path, now: datetime) -> None:
    """Delete copies that are older than a month, and the log that only they need.

    The newest two stay, and the newest that was proven: what came after it may be no good.
    """
    found = every(folder)
    good = next((one for one in reversed(found) if one.proven_at), None)
    for old in found[:-KEPT_AT_LEAST]:
        if old.began_at < now - KEPT_FOR and old != good:
            old.note.unlink()
            old.path.unlink()
    first = every(folder)[0].segment
    for segment in (folder / wal.SEGMENTS).glob("*.age"):
        if segment.name.partition(".")[0] < first:
            segment.unlink()
