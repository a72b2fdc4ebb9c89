"""`manage.py createhouse wi "Spielbank Wiesbaden"`: set up a house from the console."""

from argparse import ArgumentParser
from datetime import time
from typing import Any

from django.core.management import BaseCommand, CommandError

from accounting.days.services import houses
from casino import wording
from casino.errors import Refusal


class Command(BaseCommand):
    """Calls `services.houses.create`; people, schedules, games and tables are set up after it."""

    help = "Set up a house: its code, its name, where it stands."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="short and for good: small letters, digits, hyphens")
        parser.add_argument("name")
        parser.add_argument("--currency", default="EUR")
        parser.add_argument("--time-zone", default="Europe/Berlin")
        parser.add_argument("--rolls-over-at", type=time.fromisoformat, default=time(12), help="like 12:00")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            house = houses.create(
                code=options["code"],
                name=options["name"],
                currency=options["currency"],
                time_zone=options["time_zone"],
                rolls_over_at=options["rolls_over_at"],
                actor=None,
            )
        except Refusal as refusal:
            raise CommandError(wording.sentence(refusal)) from refusal
        self.stdout.write(f"{house.code}: {house.name}; who works there: changehouse {house.code} --add USERNAME")
