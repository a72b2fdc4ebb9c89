"""`manage.py createuser anna --role dealer`: create the first users of a house from the machine's console."""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from casino import membership, roles, wording
from casino.errors import Refusal
from casino.models.users import Language
from casino.services import users


class Command(BaseCommand):
    """Creates a user through the same service as the back office."""

    help = "Make a user. The password is asked for, or read from standard input when that is no terminal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--role", action="append", default=[], choices=[role.value for role in roles.Role])
        parser.add_argument(
            "--house", action="append", default=[], help="the code of a house where they work; none: all"
        )
        parser.add_argument("--name", default="", help="the name on screens and lists")
        parser.add_argument("--language", default=Language.GERMAN.value, choices=Language.values)
        parser.add_argument("--no-password", action="store_true", help="nobody can sign in as this user")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            person = users.create(
                username=options["username"],
                password=None if options["no_password"] else _password(),
                full_name=options["name"],
                role_names=options["role"],
                house_ids=membership.coded(options["house"]),
                language=options["language"],
            )
        except Refusal as refusal:
            raise CommandError(wording.sentence(refusal)) from refusal
        houses = "every house" if person.house_ids is None else membership.house_names(person.house_ids)
        self.stdout.write(f"{person.username}: {', '.join(person.roles) or 'no role'}; {houses}")


def _password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise CommandError("The two passwords differ.")
    return password
