"""`manage.py rollup`: roll up new entries, or recompute figures, from the console."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from datetime import date

from django.core.management import BaseCommand, CommandError

from accounting.models import GamingDay
from accounting.reports.services import rollups


class Command(BaseCommand):
    """Calls the services of the Celery task and of the rebuild job."""

    help = "Roll up tax and tips: new entries by default; or recompute one gaming day or everything."

    def add_arguments(self, parser: ArgumentParser) -> None:
        scope = parser.add_mutually_exclusive_group()
        scope.add_argument("--all", action="store_true", dest="everything", help="recompute everything")
        scope.add_argument(
            "--day", type=date.fromisoformat, help="recompute this gaming day (YYYY-MM-DD) in every house"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="the last line is one JSON object")

    def handle(self, *, everything: bool, day: date | None, as_json: bool, **_options: object) -> None:
        if everything:
            done = rollups.rebuild_all()
        elif day is not None:
            done = rollups.rebuild_days(day_ids=self._days(day))
        else:
            done = rollups.roll_up()
        if as_json:
            self.stdout.write(json.dumps(asdict(done)))
        elif done.busy:
            self.stdout.write("Another worker is rolling up just now.")
        else:
            self.stdout.write(f"Gaming days recomputed: {done.gaming_days}; table-hours: {done.table_hours or 'all'}.")

    def _days(self, day: date) -> list[int]:
        day_ids = list(GamingDay.objects.filter(date=day).values_list("pk", flat=True))
        if not day_ids:
            raise CommandError(f"There is no gaming day {day}.")
        return day_ids
