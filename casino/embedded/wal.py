"""PostgreSQL's log, segment by segment: encrypted into the copies' folder, and fetched from there by a restored server.

PostgreSQL runs this file for each segment, so it imports nothing of ours and no Django:

    python wal.py keep FOLDER PATH NAME [BEGUN]         `archive_command`; with BEGUN, nothing before that file is there
    python wal.py fetch FOLDER IDENTITY NAME TARGET     `restore_command`

A segment that is sent twice is kept once; another one of the same name is refused, since one of them would be lost.
"""

import gzip
import hashlib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import pyrage
from pyrage import x25519

RECIPIENTS = "recipients.txt"
SEGMENTS = "wal"
NOT_KEPT, BROKEN = 1, 255  # exit status: to PostgreSQL the first is the end of the log, the other ends the recovery
_SEGMENT = re.compile(r"[0-9A-F]{24}")


def keep(folder: Path, path: Path, name: str) -> None:
    """Encrypt a segment into the folder and force it to disk.

    A folder that is not there is a disk that is not mounted: the segment is refused, and PostgreSQL sends it again.
    """
    segments = folder / SEGMENTS
    if not segments.is_dir():
        raise SystemExit(f"there is no folder {segments}: is its disk mounted, and was a copy taken?")
    plain = path.read_bytes()
    kept = segments / f"{name}.{hashlib.sha256(plain).hexdigest()[:16]}.age"
    if kept.exists():
        return
    if other := _kept(folder, name):
        raise SystemExit(f"another segment {name} is kept already: {other}")
    said = (folder / RECIPIENTS).read_text(encoding="ascii").split()
    secret = pyrage.encrypt(gzip.compress(plain, 1), [x25519.Recipient.from_str(one) for one in said])
    write(kept, secret)


def _kept(folder: Path, name: str) -> Path | None:
    """The segment of this name; others begin with it, such as the label of a base copy."""
    return next((folder / SEGMENTS).glob(f"{name}.{'[0-9a-f]' * 16}.age"), None)


def write(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after a power cut."""
    draft = path.with_name(f"{path.name}.draft")
    try:
        draft.touch(mode=0o600)
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def fetch(folder: Path, identity: Path, name: str, target: Path) -> None:
    """Decrypt a segment for a server that recovers; exit status `NOT_KEPT` after the last one.

    One that is damaged, or missing before others, ends the recovery: PostgreSQL would take it for the end of the log,
    and leave out all that was booked later.
    """
    found = _kept(folder, name)
    if found is None:
        later = _later(folder, name)
        if later is None:
            raise SystemExit(NOT_KEPT)
        _break(f"the segment {name} is missing, though {later} is kept")
    try:
        plain = gzip.decompress(pyrage.decrypt(found.read_bytes(), read_identity(identity)))
    except Exception as error:  # noqa: BLE001 -- whatever it is, the log does not end here
        _break(f"the segment {found.name} cannot be read: {error}")
    target.write_bytes(plain)


def _later(folder: Path, name: str) -> str | None:
    """A segment that is kept and follows this one on its timeline; what is no segment is followed by none."""
    if not _SEGMENT.fullmatch(name):
        return None
    kept = (path.name[:24] for path in (folder / SEGMENTS).glob(f"{name[:8]}*.age"))
    return min((one for one in kept if _SEGMENT.fullmatch(one) and one > name), default=None)


def _break(words: str) -> NoReturn:
    print(f"wal.py: {words}", file=sys.stderr)
    raise SystemExit(BROKEN)


def read_identity(path: Path) -> list[x25519.Identity]:
    """The private keys of a file as `age-keygen` writes it."""
    lines = path.read_text(encoding="ascii").splitlines()
    return [x25519.Identity.from_str(line.strip()) for line in lines if line.startswith("AGE-SECRET-KEY-")]


def run(words: Sequence[str]) -> None:
    """Do what a command line says."""
    match words:
        case ["keep", _folder, _path, _name, begun] if not Path(begun).exists():
            return
        case ["keep", folder, path, name, *_]:
            keep(Path(folder), Path(path), name)
        case ["fetch", folder, identity, name, target]:
            fetch(Path(folder), Path(identity), name, Path(target))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    run(sys.argv[1:])
