"""Stands before Django's command of this name: tables are made by their owner, and the application gets its rights."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import migrate

from casino.services import database


class Command(migrate.Command):
    """Django's, under the owner's role (DATABASE_OWNER_URL); followed by `grants` where there are two roles."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with database.as_owner():  # its checks too: the application's role may not be there yet
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if settings.DATABASE_OWNER is not None and not (options["plan"] or options["check_unapplied"]):
            call_command("grants", verbosity=max(options["verbosity"] - 1, 0))
