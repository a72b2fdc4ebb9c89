"""`manage.py backup`: copy the house's database, encrypted; restore the copy and prove it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from casino import environment
from casino.copies import CopyError, bases, keys
from casino.services import copies


class Command(BaseCommand):
    """Takes a copy, or lists them."""

    help = "Copy the house's database, encrypted, while it works; restore the copy and prove it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--list", action="store_true", help="the copies that are there, the oldest first")
        parser.add_argument("--unchecked", action="store_true", help="take it, and restore nothing")
        parser.add_argument(
            "--identity",
            type=Path,
            help="file with the private key, to check the log too (default: this machine's own)",
        )

    def handle(self, *, list: bool, unchecked: bool, identity: Path | None, **_options: Any) -> None:  # noqa: A002 -- the option's name
        if list:
            for base in bases.every(environment.copies_folder()):
                self.stdout.write(_line(base))
            return
        try:
            if unchecked:
                self.stdout.write(_line(copies.take()))
                return
            base, said = copies.take_and_prove(identity or keys.identity_file())
        except CopyError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{_line(base)}\nrestored and proven: {said}")


def _line(base: bases.Base) -> str:
    proven = f"proven {base.proven_at:%Y-%m-%d %H:%M} UTC" if base.proven_at else "not proven"
    took = (base.ended_at - base.began_at).total_seconds()
    return f"{base.name}  {base.size_bytes / 1e6:,.1f} MB in {took:.1f} s, {proven}"
