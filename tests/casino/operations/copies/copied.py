"""A server whose log is kept, the pair of keys of its copies, and what stands in its tables."""

import shlex
import sys
from datetime import datetime
from pathlib import Path

import psycopg
from psycopg import sql
from pyrage import x25519

from casino.copies import bases
from casino.copies.bases import Base
from casino.embedded import wal
from casino.embedded.postgres import Cluster
from casino.embedded.processes import until
from tests.patience import PATIENCE_S

_TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
_DIGEST = "SELECT count(*) || md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '')) FROM {} t"
_ARCHIVED = """
SELECT last_archived_wal >= %s AND coalesce(last_archived_time > last_failed_time, true) FROM pg_stat_archiver
"""


class Keys:
    """A pair of keys: the identity in a file, and the public key."""

    def __init__(self, folder: Path) -> None:
        made = x25519.Identity.generate()
        self.identity = folder / "identity.txt"
        self.public = str(made.to_public())
        self.identity.write_text(f"# public key: {self.public}\n{made}\n", encoding="ascii")


def keeping(copies: Path) -> dict[str, str]:
    """The settings with which a server keeps its log there."""
    command = shlex.join([sys.executable, wal.__file__, "keep", str(copies)])
    return {"archive_mode": "on", "archive_command": f'{command} "%p" %f'}


def run(url: str, statement: str, *values: object) -> object:
    """Run a statement by itself; its first value, if it has one."""
    with psycopg.connect(url, autocommit=True) as connection:
        done = connection.execute(statement, values or None)  # type: ignore[arg-type]
        row = done.fetchone() if done.description else None
    return row[0] if row else None


def end_segment(url: str) -> str:
    """End the segment of the log in which something was written, and name it; what is written next is in another."""
    return str(run(url, "SELECT pg_walfile_name(pg_switch_wal() - 1)"))


def archived(url: str, segment: str) -> bool:
    """Whether the segment, and all before it, is kept in time."""
    return until(lambda: bool(run(url, _ARCHIVED, segment)), PATIENCE_S)


class Server:
    """A running server of numbers, and its folder of copies."""

    def __init__(self, cluster: Cluster, copies: Path, keys: Keys) -> None:
        self.cluster, self.copies, self.keys = cluster, copies, keys
        self.run("CREATE TABLE kept (number serial, pad text)")

    def run(self, statement: str) -> object:
        return run(self.cluster.url(), statement)

    def add(self, rows: int = 1) -> datetime:
        """Add rows; a moment at which they are there."""
        self.run(f"INSERT INTO kept (pad) SELECT repeat('x', 100) FROM generate_series(1, {rows})")
        moment = self.run("SELECT clock_timestamp()")
        assert isinstance(moment, datetime)
        return moment

    def take(self) -> Base:
        return bases.take(self.cluster.url("postgres"), self.copies, [self.keys.public], database="casino")

    def end_segment(self) -> str:
        return end_segment(self.cluster.url())

    def archived(self, segment: str) -> bool:
        return archived(self.cluster.url(), segment)

    def kept(self, segment: str) -> Path:
        """The file of a segment that is kept."""
        [found] = (self.copies / wal.SEGMENTS).glob(f"{segment}.*.age")
        return found


def changed(content: bytes, at: int) -> bytes:
    """The content with another byte there, whatever it was."""
    made = bytearray(content)
    made[at] ^= 1
    return bytes(made)


def digests(url: str) -> dict[str, str]:
    """The digest of every table's rows, in one snapshot."""
    found = {}
    with psycopg.connect(url) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        for (name,) in connection.execute(_TABLES).fetchall():
            row = connection.execute(sql.SQL(_DIGEST).format(sql.Identifier(name))).fetchone()
            assert row
            found[str(name)] = str(row[0])
    return found
