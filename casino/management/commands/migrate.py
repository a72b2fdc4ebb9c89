"""Stands before Django's command of this name: tables are made by their owner, and the application gets its rights."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import migrate

from casino.services import database


class Command(migrate.Command):
    """Django's, under the owner's role (DATABASE_OWNER_URL); followed by `grants` where there are two roles."""

    def handle(self, *args: Any, **options: Any) -> None:
        with database.as_owner():
            super().handle(*args, **options)
        if settings.DATABASE_OWNER is not None and not (options["plan"] or options["check_unapplied"]):
            call_command("grants", verbosity=max(options["verbosity"] - 1, 0))
