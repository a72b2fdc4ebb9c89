"""`manage.py banfile`: serve a ban file for practice, on this machine."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tools.practice_ban_file import Script, server


class Command(BaseCommand):
    help = "Serve a ban file to practise with; set CASINO_BAN_FILE_URL to the address it says."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8765)
        parser.add_argument("--banned", action="append", default=[], metavar="NAME,1990-02-28")
        parser.add_argument("--latency-ms", type=int, default=0)
        parser.add_argument("--failures", type=int, default=0, help="the number of questions that fail first")

    def handle(self, *args: Any, **options: Any) -> None:
        banned = set()
        for one in options["banned"]:
            name, comma, birth_date = one.rpartition(",")
            if not comma:
                raise CommandError("--banned NAME,1990-02-28")
            banned.add((name.strip(), birth_date.strip()))
        script = Script(banned=banned, latency_ms=options["latency_ms"], failures=options["failures"])
        with server(script, options["port"]) as service:
            self.stdout.write(f"http://localhost:{service.server_address[1]}")
            try:
                service.serve_forever()
            except KeyboardInterrupt:
                self.stdout.write("")
