"""`manage.py grants`: write each package's `grants` into the database, as the owner of the tables."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from casino import wording
from casino.errors import Refusal
from casino.services import database, database_rights


class Command(BaseCommand):
    """Runs by itself after every `migrate`."""

    help = "Give the application's role of the database the rights it needs, and no others. Safe to repeat."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--role", default="", help="the application's role (default: the user in DATABASE_URL)")

    def handle(self, *, role: str, verbosity: int, **_options: Any) -> None:
        runs_as = settings.DATABASES["default"]
        wanted = role or runs_as["USER"]
        password = runs_as["PASSWORD"] if wanted == runs_as["USER"] else ""
        try:
            with database.as_owner():
                undecided = database.grant(role=wanted, password=password)
                left = database_rights.for_administrator(database_rights.left(wanted))
        except Refusal as refusal:
            raise CommandError(wording.sentence(refusal)) from refusal
        if verbosity:
            self.stdout.write(f"{wanted}: rights as the packages say")
        if left:
            self.stderr.write(f"Only PostgreSQL's administrator may do the rest. Run in this database as one: {left}")
        if undecided:
            self.stderr.write(f"No right to these tables, since no package's grants.py names them: {undecided}")
