"""Played houses of versions before this one, kept as dumps beside this file, from which the upgrade is tested.

`evening-1.0.sql.xz` is the demo of 1.0, as every later version finds it.  `evening-5fc4c03f.sql.xz` is of a state
before the first release, by its commit: its demo, what its browser tests did in that house besides, and three findings
that were decided.  A house that tried that state loses nothing.

At a release whose migrations change tables a dump of it is added: `python -m tests.upgrades.houses 1.1` plays the demo
of the checkout into servers of its own, in about a minute.
"""

import lzma
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from casino import environment
from casino.embedded import binaries
from casino.embedded.postgres import Cluster

FOLDER = Path(__file__).parent
FIRST_RELEASE = "1.0"
BEFORE_IT = "5fc4c03f"
# A setting that PostgreSQL 15 and 16 do not have, and what only the newest psql knows.
NEWER = ("SET transaction_timeout", "\\restrict ", "\\unrestrict ")


def path(version: str) -> Path:
    """Where the dump of a version is kept."""
    return FOLDER / f"evening-{version}.sql.xz"


def restore(version: str, url: str, programs: Path) -> None:
    """Lay out the house of a version in the empty database at this address, whose user owns the tables from then on."""
    psql = [programs / "psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null", url]
    subprocess.run(psql, input=lzma.decompress(path(version).read_bytes()), check=True)


def portable(dump: Iterable[str]) -> str:
    """A dump without what PostgreSQL 15 to 18 do not all understand."""
    return "".join(line for line in dump if not line.startswith(NEWER))


def keep(version: str) -> Path:
    """Play the demo of this checkout, and keep its dump under the name of a version."""
    with tempfile.TemporaryDirectory(prefix="casino-evening-") as folder:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("CASINO_", "DATABASE_"))}
        demo = [sys.executable, "manage.py", "demo"]
        subprocess.run(demo, cwd=environment.ROOT, env=own | {"CASINO_DATA": folder}, check=True)
        with Cluster(Path(folder)) as cluster:
            dump = [binaries.postgres_folder() / "pg_dump", "--no-owner", "--no-acl", cluster.url()]
            said = subprocess.run(dump, capture_output=True, check=True, text=True).stdout
    text = portable(said.splitlines(keepends=True))
    path(version).write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    return path(version)


if __name__ == "__main__":
    kept = keep(sys.argv[1])
    print(f"{kept}: {kept.stat().st_size} bytes")
