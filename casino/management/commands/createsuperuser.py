"""Replaces Django's command of this name, since there are no superusers."""

from typing import Any

from django.core.management import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Not available: nobody is above the roles. Use createuser."

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError("There is no superuser: nobody is above the roles. Use: createuser NAME --role admin")
