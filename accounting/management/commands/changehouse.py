"""`manage.py changehouse wi --money-by-two no`: change what nobody who signs in may change."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from accounting.services import houses
from casino import wording
from casino.errors import Refusal


class Command(BaseCommand):
    """Calls `services.houses.set_money_by_two`."""

    help = "Whether windows are closed and prizes paid by two people (the usual) or by one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code")
        parser.add_argument("--money-by-two", choices=("yes", "no"), required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            house = houses.set_money_by_two(code=options["code"], is_on=options["money_by_two"] == "yes")
        except Refusal as refusal:
            raise CommandError(wording.sentence(refusal)) from refusal
        self.stdout.write(f"{house.code}: money by {'two' if house.money_by_two else 'one'}")
