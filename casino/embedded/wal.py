"""PostgreSQL's log, segment by segment: encrypted into the copies' folder, and fetched from there by a restored server.

PostgreSQL runs this file for each segment, so it imports nothing of ours and no Django:

    python wal.py keep FOLDER PATH NAME                 `archive_command`
    python wal.py fetch FOLDER IDENTITY NAME TARGET     `restore_command`

A segment that is sent twice is kept once; another one of the same name is refused, since one of them would be lost.
"""

import gzip
import hashlib
import os
import sys
from pathlib import Path

import pyrage
from pyrage import x25519

RECIPIENTS = "recipients.txt"
SEGMENTS = "wal"


def keep(folder: Path, path: Path, name: str) -> None:
    """Encrypt a segment into the folder and force it to disk.  Without a base copy there is nothing to add it to."""
    segments = folder / SEGMENTS
    if not segments.is_dir():
        return
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
    draft.touch(mode=0o600)
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def fetch(folder: Path, identity: Path, name: str, target: Path) -> None:
    """Decrypt a segment for a server that recovers; exit status 1 where it is not kept, as PostgreSQL expects."""
    found = _kept(folder, name)
    if found is None:
        raise SystemExit(1)
    target.write_bytes(gzip.decompress(pyrage.decrypt(found.read_bytes(), read_identity(identity))))


def read_identity(path: Path) -> list[x25519.Identity]:
    """The private keys of a file as `age-keygen` writes it."""
    lines = path.read_text(encoding="ascii").splitlines()
    return [x25519.Identity.from_str(line.strip()) for line in lines if line.startswith("AGE-SECRET-KEY-")]


if __name__ == "__main__":
    if sys.argv[1] == "keep":
        keep(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
    else:
        fetch(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4], Path(sys.argv[5]))
