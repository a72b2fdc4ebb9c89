"""`manage.py state`: what an operator must act on now; exit status 1 if something cannot wait, for cron and scripts."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext

from casino import environment
from casino.selectors import condition
from casino.watching import raised


class Command(BaseCommand):
    """Prints the alarms of `/operations/`, in the order of their haste."""

    help = "Print the alarms that are raised now, and exit with 1 if one of them is for tonight."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--figures", action="store_true", help="print every gauge that is watched, too")

    def handle(self, *, figures: bool, **_: Any) -> None:
        self.stdout.write(f"casino {environment.VERSION}")
        values = condition.values()
        found = raised(condition.alarms(), values)
        for alarm in found:
            when = gettext("tonight") if alarm.tonight else gettext("tomorrow")
            self.stdout.write(f"{when}: {alarm.name}: {gettext(alarm.sentence)}")
        if figures:
            for name, value in values.items():
                self.stdout.write(f"{name} {value:g}")
            for name, where in condition.not_meant().items():
                if name not in values:
                    self.stdout.write(f"{name} is not meant here: {where}")
        if any(alarm.tonight for alarm in found):
            raise CommandError("Something is to be done tonight: see the runbook in docs/operations.md.")
        if not found:
            self.stdout.write("nothing is to be done")
