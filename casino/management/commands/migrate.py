"""Replaces Django's command: migrates as the tables' owner, then grants the application its rights."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import migrate

from casino.services import database


class Command(migrate.Command):
    """Django's command under the owner's role (DATABASE_OWNER_URL), then `grants` if there are two roles."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with database.as_owner():  # for its checks too: the application's role may not exist yet
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if settings.DATABASE_OWNER is not None and not (options["plan"] or options["check_unapplied"]):
            call_command("grants", verbosity=max(options["verbosity"] - 1, 0))
