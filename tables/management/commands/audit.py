"""`manage.py audit [--day DATE] [--workers N]`: recompute every hand; exit status 0 only when nothing differs.

After an interruption of any kind the same command continues where it stopped.
"""

import json
import os
import signal
import sys
from dataclasses import asdict

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from accounting.days.selectors import days
from casino.errors import Refusal
from tables.audit.services import audits
from tables.models import AuditRun


class Command(BaseCommand):
    """Recomputes booked hands from their records."""

    help = "Recompute the hands of a gaming day (default: of all) and compare them with the books."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--day", help="the gaming day's date, like 2026-11-21")
        parser.add_argument("--house", help="the code of the house, where more than one had that day")
        parser.add_argument("--workers", type=int, default=1, help="processes that share the work (default: 1)")
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def handle(self, *, day: str | None, house: str | None, workers: int, json: bool, **options: object) -> None:
        if house and not day:
            raise CommandError("Name the day, too.")
        crew = _Crew(workers - 1)
        try:
            day_id = days.day_named(day, house) if day else None
            found = audits.audit(day_id=day_id, actor=None, call_in=crew.join, with_books=day_id is None)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        finally:
            crew.leave()
        for one in found.differences:
            self.stdout.write(f"{one.table} #{one.number} (hand {one.hand}): {one.what}")
        self.stdout.write(_line(found, as_json=json))
        if not found.ok:
            raise CommandError("Not all hands agree.")


class _Crew:
    """Further processes that take pieces of an audit; they stop when this one ends."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.children: list[int] = []

    def join(self, run: AuditRun) -> None:
        """Start the processes for a run."""
        self.leave()
        if self.size <= 0:
            return
        connections.close_all()  # a connection is not shared with a child
        parent = os.getpid()
        for _child in range(self.size):
            child = os.fork()
            if not child:
                _help_out(run.pk, parent)
            self.children.append(child)

    def leave(self) -> None:
        """Terminate them at any point: an unfinished piece is free again."""
        for child in self.children:
            os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)
        self.children.clear()


def _help_out(run_id: int, parent: int) -> None:
    """The child process: take pieces while there are any and the parent lives."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    status = 0
    try:
        while os.getppid() == parent and audits.help_out(run_id=run_id, most=1):
            pass
    except KeyboardInterrupt:
        status = 130
    except Exception as error:  # noqa: BLE001 -- the parent does what this one could not, and meets the same error
        status = 1
        sys.stderr.write(f"A worker gave up: {error}\n")
    finally:
        os._exit(status)


def _line(found: audits.Audit, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"ok": found.ok, **asdict(found)})
    by_rule = [f"{rule} {count}" for rule, count in found.by_rule.items()]
    figures = f"{found.hands} hands, {found.agree} agree, {len(found.differences)} differences"
    return "\n".join([*by_rule, f"{figures}, {found.findings} findings"])
