"""Copies of the house, taken by a command, by beat each night and by `up` before it changes tables."""

import logging
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from casino import environment
from casino.copies import CopyError, bases, keys, restoring
from casino.copies.bases import Base
from casino.embedded.postgres import Cluster, copies_begun

log = logging.getLogger(__name__)


def take() -> Base:
    """Copy the house's server, and delete what is too old.  CopyError: PostgreSQL sent none."""
    folder, place = environment.copies_folder(), settings.DATABASES["default"]
    url = environment.text("CASINO_COPIES_URL")
    if not url:
        if environment.text("DATABASE_URL"):
            raise CopyError("Name a role that may replicate, of the server in DATABASE_URL: CASINO_COPIES_URL.")
        url = Cluster(environment.data_folder()).url("postgres")
        copies_begun(environment.data_folder()).touch()
    base = bases.take(url, folder, keys.recipients(), database=str(place["NAME"]))
    bases.prune(folder, datetime.now(UTC))
    return base


def check(base: Base, identity: Path) -> tuple[Base, str]:
    """Restore a copy in a folder that is removed afterwards, and prove its books; what `prove` said.

    CopyError: it cannot be restored, or the books do not prove.
    """
    with (
        tempfile.TemporaryDirectory(prefix="casino-copy-") as folder,
        restoring.restored(base, Path(folder) / "data", identity) as server,
    ):
        done = restoring.prove(server)
    if done.returncode:
        raise CopyError(f"The copy was restored, but its books do not prove:\n{done.stdout}{done.stderr}")
    return bases.proven(base), done.stdout.strip()


def every_night() -> None:
    """Take a copy, and check it where this machine has the identity.  A failure is an error of the log."""
    try:
        base, key = take(), keys.identity_file()
        if key.exists():
            check(base, key)
    except CopyError as error:
        log.error("no good copy tonight: %s", error)  # noqa: TRY400 -- its text says all
