"""`manage.py audit [--day DATE]`: compute every hand anew; exit status 0 only when nothing differs."""

import json
from dataclasses import asdict

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.errors import Refusal
from tables.services import audits


class Command(BaseCommand):
    """Recomputation of what was booked, from what was recorded."""

    help = "Compute the hands of a gaming day (default: of all) anew and compare with what was booked."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--day`, `--json`."""
        parser.add_argument("--day", help="the gaming day's date, like 2026-11-21")
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def handle(self, *, day: str | None, json: bool, **options: object) -> None:
        """Audit, print, and fail when something differs."""
        try:
            found = audits.audit(day_id=audits.day_named(day) if day else None, actor=None)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        for one in found.differences:
            self.stdout.write(f"{one.table} #{one.number} (hand {one.hand}): {one.what}")
        self.stdout.write(_line(found, as_json=json))
        if not found.ok:
            raise CommandError("Not all hands agree.")


def _line(found: audits.Audit, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"ok": found.ok, **asdict(found)})
    return f"{found.hands} hands, {found.agree} agree, {len(found.differences)} differences"
