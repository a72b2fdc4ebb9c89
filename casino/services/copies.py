"""Copies of the house, taken by a command, by beat each night and by `up` before it changes tables."""

import logging
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from pyrage import x25519

from casino import environment, paths
from casino.copies import CopyError, bases, keys, restoring
from casino.copies.bases import Base
from casino.embedded import binaries, wal
from casino.embedded.postgres import Cluster, copies_begun
from casino.embedded.processes import StartError

log = logging.getLogger(__name__)

_NO_PROGRAMS = (
    "A copy needs PostgreSQL's own programs, of the server's major version: install them, or name their folder in "
    "PG_BINDIR."
)


def take(*, also: Sequence[str] = ()) -> Base:
    """Copy the house's server, and delete what is too old.  CopyError: PostgreSQL sent none.

    `also`: a public key that reads this copy besides those of the house.
    """
    folder, place = environment.copies_folder(), settings.DATABASES["default"]
    if not environment.takes_copies():
        raise CopyError("Name a role that may replicate, of the server in DATABASE_URL: CASINO_COPIES_URL.")
    if found := paths.refusals(paths.Part.BACKUP):
        raise CopyError(" ".join(found))
    try:
        binaries.postgres_folder()
    except StartError as error:
        raise CopyError(_NO_PROGRAMS) from error
    url = environment.text("CASINO_COPIES_URL")
    if not url:
        url = Cluster(environment.data_folder()).url("postgres")
        copies_begun(environment.data_folder()).touch()
    base = bases.take(url, folder, keys.recipients(), database=str(place["NAME"]), also=also)
    bases.prune(folder, datetime.now(UTC))
    return base


def take_and_prove(identity: Path) -> tuple[Base, str]:
    """Take a copy, restore it in a folder that is removed afterwards, and prove its books; what `prove` said.

    Where the identity is not here, as it should be, a key that lives for so long reads the copy, without the log.
    CopyError: it cannot be taken or restored, or the books do not prove.
    """
    with tempfile.TemporaryDirectory(prefix="casino-copy-") as folder:
        once, is_here = x25519.Identity.generate(), identity.exists()
        base = take(also=[] if is_here else [str(once.to_public())])
        if not is_here:
            identity = Path(folder) / "identity"
            wal.write(identity, str(once).encode())
        with restoring.restored(base, Path(folder) / "data", identity, without_log=not is_here) as server:
            done = restoring.prove(server)
    if done.returncode:
        raise CopyError(f"{base.name} was restored, but its books do not prove:\n{done.stdout}{done.stderr}")
    return bases.proven(base), done.stdout.strip()


def every_night() -> None:
    """Take a copy and prove it.  A failure is an error of the log."""
    try:
        take_and_prove(keys.identity_file())
    except CopyError as error:
        log.error("no good copy tonight: %s", error)  # noqa: TRY400 -- its text says all
