"""Replaces Django's command: migrates as the tables' owner, then grants the application its rights.

It refuses a database of a version whose migrations it does not know, and says what differs where the schema is not this
version's although everything was applied.
"""

from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.commands import migrate

from casino.selectors import migrations
from casino.services import database, schema


class Command(migrate.Command):
    """Django's command under the owner's role (DATABASE_OWNER_URL), then `grants` if there are two roles."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with database.as_owner():  # for its checks too: the application's role may not exist yet
            return super().execute(*args, **options)

    def get_check_kwargs(self, options: dict[str, Any]) -> dict[str | None, Any]:
        """Without the checks of the database: what they find is what this command is run for."""
        return super().get_check_kwargs(options) | {"databases": []}

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["prune"]:  # which forgets what is not known
            try:
                schema.refuse_unknown()
            except schema.VersionError as error:
                raise CommandError(str(error)) from error
        super().handle(*args, **options)
        if options["plan"] or options["check_unapplied"]:
            return
        if settings.DATABASE_OWNER is not None:
            call_command("grants", verbosity=max(options["verbosity"] - 1, 0))
        if not migrations.history().missing and (found := schema.structure()):
            self.stderr.write(schema.sentence(found))
