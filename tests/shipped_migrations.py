"""The digests of the migrations that were shipped, which never change: `make ship`, at a release.

A digest covers the file and the SQL that it runs, since `casino/guards.py` writes most of it.  The command adds the
migrations that are new; it never writes a digest a second time.
"""

import hashlib
import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import django
from django.db.migrations import RunSQL
from django.db.migrations.operations.base import Operation

from casino import environment

KEPT = Path(__file__).with_name("shipped_migrations.txt")


def shipped() -> dict[str, str]:
    """The digest of each shipped migration, by its path."""
    return dict(line.split() for line in KEPT.read_text(encoding="ascii").splitlines())


def found() -> dict[str, str]:
    """The digests of all migrations as they are now."""
    paths = sorted(environment.ROOT.glob("[a-z]*/migrations/[0-9]*.py"))
    return {path.relative_to(environment.ROOT).as_posix(): _digest(path) for path in paths}


def steps(path: str) -> list[Operation]:
    """The operations of a migration; those of `AtOnce` are one."""
    operations: list[Operation] = import_module(path.removesuffix(".py").replace("/", ".")).Migration.operations
    return operations


def _digest(path: Path) -> str:
    operations = steps(path.relative_to(environment.ROOT).as_posix())
    flat = [each for step in operations for each in getattr(step, "operations", [step])]  # of `AtOnce`
    run = [part for step in flat if isinstance(step, RunSQL) for part in (step.sql, step.reverse_sql)]
    return hashlib.sha256(path.read_bytes() + "\0".join(map(str, run)).encode()).hexdigest()


def changed(shipped: Mapping[str, str], found: Mapping[str, str]) -> list[str]:
    """The shipped migrations that are no longer what they were, each with what is right instead."""
    return [
        f"{path} was {'edited' if path in found else 'deleted'}, and databases were made from it: put it back as it "
        "was, and change the schema in a new migration"
        for path, digest in shipped.items()
        if found.get(path) != digest
    ]


def ship() -> None:
    """Add the new migrations to the kept list; refuses while a shipped one is changed."""
    kept, now = shipped(), found()
    if wrong := changed(kept, now):
        raise SystemExit("\n".join(wrong))
    KEPT.write_text("".join(f"{path} {digest}\n" for path, digest in sorted((now | kept).items())), encoding="ascii")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings.testing")
    django.setup()
    ship()
