"""`manage.py restore`: lay out a copy as a data folder of its own, up to a moment, and prove its books."""

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from casino import environment
from casino.copies import CopyError, keys, restoring
from casino.embedded.postgres import USER


class Command(BaseCommand):
    """Restores and proves; exit status 0 only if the books hold."""

    help = "Lay out a copy as a new data folder, up to a moment, and prove its books. The house may go on meanwhile."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, required=True, help="a new folder")
        parser.add_argument("--at", help="the moment, with its time zone: 2026-11-21T23:30:00+01:00 (default: the end)")
        parser.add_argument("--without-log", action="store_true", help="what there was when the newest copy was taken")
        parser.add_argument(
            "--copy", default="", metavar="NAME", help="a copy of `backup --list` (default: the newest)"
        )
        parser.add_argument("--from", type=Path, dest="folder", help="the folder of the copies (default: this house's)")
        parser.add_argument("--identity", type=Path, help="file with the private key (default: this machine's own)")

    def handle(
        self,
        *,
        to: Path,
        at: str | None,
        without_log: bool,
        copy: str,
        folder: Path | None,
        identity: Path | None,
        **_options: Any,
    ) -> None:
        if at and without_log:
            raise CommandError("--at needs the log; leave out --without-log.")
        moment = _moment(at)
        key = identity or keys.identity_file()
        if not key.exists():
            raise CommandError(f"The private key {key} is not here. Name it: --identity FILE.")
        try:
            base = restoring.chosen(folder or environment.copies_folder(), moment, copy)
            with restoring.restored(base, to, key, moment, without_log=without_log) as server:
                done = restoring.prove(server)
        except CopyError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(done.stdout.strip())
        if done.returncode:
            raise CommandError(f"It is restored in {to}, but its books do not prove.\n{done.stderr.strip()}")
        is_ours = base.role == USER
        next_step = (
            f"open it with: python3 manage.py up --data {to}" if is_ours else f"the server's data is {server.folder}"
        )
        self.stdout.write(f"restored from {base.name} and proven; {next_step}")


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"{text} is no moment; write 2026-11-21T23:30:00+01:00.") from error
    if moment.tzinfo is None:
        raise CommandError(f"{text} names no time zone; write {text}+01:00 or {text}Z.")
    return moment
