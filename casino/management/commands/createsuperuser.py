"""Stands before Django's command of this name, which would look for a user above all roles."""

from typing import Any

from django.core.management import BaseCommand, CommandError


class Command(BaseCommand):
    """There is no superuser here."""

    help = "Not available: nobody is above the roles. Use createuser."

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError("There is no superuser: nobody is above the roles. Use: createuser NAME --role admin")
