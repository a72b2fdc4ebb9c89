"""`manage.py setupcode`: the one-time code of an empty installation, at the console of the people who run it."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from casino.services import setup_codes


class Command(BaseCommand):
    """The page at this address sets up the first house and its first three people."""

    help = "Print a one-time code for the page that sets up the first house, while nobody has an account."
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        if not (code := setup_codes.renew()):
            raise CommandError("Somebody has an account already: sign in. Nothing was changed.")
        hosts = settings.ALLOWED_HOSTS if settings.SECURE_SSL_REDIRECT else []
        for house in [f"https://{host}" for host in hosts] or [""]:
            self.stdout.write(f"{house}/setup/start/")
        self.stdout.write(f"{code}   (good for one hour and once; the next one replaces it)")
