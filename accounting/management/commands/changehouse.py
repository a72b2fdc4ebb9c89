"""`manage.py changehouse wi --money-by-two no`, `--add anna`: change what nobody who signs in changes alone."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from accounting.days.services import houses
from accounting.models import House
from casino import membership, wording
from casino.errors import Refusal
from casino.services import users


class Command(BaseCommand):
    """Calls `services.houses.set_money_by_two` and `casino.services.users.join`."""

    help = (
        "Whether windows are closed and prizes paid by two people (the usual) or by one; who else works in the house."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code")
        parser.add_argument("--money-by-two", choices=("yes", "no"))
        parser.add_argument("--add", metavar="USERNAME", help="somebody who works in this house too from now on")

    def handle(self, *args: Any, **options: Any) -> None:
        code, by_two, username = options["code"], options["money_by_two"], options["add"]
        try:
            house_id = membership.houses_coded([code], None)[0].pk
            if by_two is not None:
                houses.set_money_by_two(code=code, is_on=by_two == "yes")
            if username is not None:
                users.join(username=username, house_id=house_id)
        except Refusal as refusal:
            raise CommandError(wording.sentence(refusal)) from refusal
        house = House.objects.get(pk=house_id)
        self.stdout.write(f"{house.code}: money by {'two' if house.money_by_two else 'one'}")
        if username is not None:
            self.stdout.write(f"{house.code}: {username} works here")
