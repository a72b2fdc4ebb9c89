"""Base copies: the whole server as one encrypted file, with a note beside it once it is complete."""

import json
import os
import re
import subprocess
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Self

import pyrage
from pyrage import x25519

from casino.copies import CopyError
from casino.embedded import binaries, wal

KEPT_FOR = timedelta(days=30)
KEPT_AT_LEAST = 2
_STARTED = re.compile(r"start point: ([0-9A-F]+)/([0-9A-F]+) on timeline (\d+)")


@dataclass(frozen=True, slots=True)
class Base:
    """A complete base copy.  It can be restored to any moment from `ended_at` on that the log covers.

    `segment` is the first segment of the log that it needs; `proven_at`: when it was restored and its books proven.
    """

    path: Path
    began_at: datetime
    ended_at: datetime
    segment: str
    size_bytes: int
    proven_at: datetime | None = None

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
    moments = {
        name: datetime.fromisoformat(said[name]) for name in ("began_at", "ended_at", "proven_at") if name in said
    }
    path = note.with_name(f"{note.stem}.tar.gz.age")
    return Base(path=path, segment=said["segment"], size_bytes=int(said["size_bytes"]), **moments)


def take(url: str, folder: Path, recipients: Sequence[str]) -> Base:
    """Copy a running server.  `url` names a role that may replicate.  CopyError: PostgreSQL's own words.

    From now on the server's log is kept beside it (`casino.embedded.wal`).
    """
    for place in (folder, folder / wal.SEGMENTS):
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
    wal.write(folder / wal.RECIPIENTS, "\n".join([*recipients, ""]).encode())
    for torn in folder.glob("*.tar.gz.age.draft"):
        torn.unlink()
    began_at = datetime.now(UTC)
    path = folder / f"{began_at:%Y%m%dT%H%M%SZ}.tar.gz.age"
    draft = path.with_name(f"{path.name}.draft")
    draft.touch(mode=0o600)
    try:
        segment = _send(url, draft, recipients)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    draft.rename(path)
    return Base(path, began_at, datetime.now(UTC), segment, path.stat().st_size).save()


def _send(url: str, draft: Path, recipients: Sequence[str]) -> str:
    """Encrypt what `pg_basebackup` sends; gives the segment of the log with which it begins."""
    program = binaries.postgres_folder() / "pg_basebackup"
    options = ["-D", "-", "-F", "tar", "-X", "fetch", "-c", "fast", "-v", "--no-password"]
    with draft.open("wb") as file, subprocess.Popen(
        [program, "-d", url, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE
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
    """Delete copies that are older than a month, but the newest two, and the log that only they need."""
    found = every(folder)
    for old in found[:-KEPT_AT_LEAST]:
        if old.began_at < now - KEPT_FOR:
            old.note.unlink()
            old.path.unlink()
    first = every(folder)[0].segment
    for segment in (folder / wal.SEGMENTS).glob("*.age"):
        if segment.name.partition(".")[0] < first:
            segment.unlink()
