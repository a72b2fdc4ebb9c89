"""The house that is broken: windows and tables for clients, made by the services, and what is booked in it."""

import json
import tempfile
from pathlib import Path
from typing import Any

from accounting.cage.services import windows
from accounting.models import Entry
from accounting.models.rollups import HouseDay, HouseMonth, TableDay, TableHour
from accounting.reports.services import rollups
from casino.models import Job, User
from casino.models.jobs import JobState
from casino.services import job_files, sign_in
from tests.builders import balances, evening, user

WINDOWS = 2
TABLES = 2
STACK_CENTS = 50_000_000
SEATS = 6
DOWNLOAD_BYTES = 16 << 20  # more than the kernel keeps for a client that does not read


def build() -> None:
    """Make the house and print how to work in it: `{windows, tables, cage, floor, manager, download}`."""
    room = evening()
    made: dict[str, Any] = {"windows": [], "tables": []}
    for number in range(WINDOWS):
        window = windows.create(house_id=room.house.pk, code=f"W{number}", name=f"Kasse {number}", actor=room.cage)
        windows.open_window(window_id=window.pk, chips={"10000": 5_000}, cash_cents=50_000_000, actor=room.cage)
        made["windows"].append({"id": window.pk, "code": window.code})
    game = room.game(recording="summary", max_buy_in_cents=STACK_CENTS)
    for number in range(TABLES):
        table = room.table(game, code=f"F{number}", dealt=False)
        room.sit(table, *[STACK_CENTS] * SEATS)
        room.push(table, user("dealer", f"dealer-{number}"))
        made["tables"].append({"id": table, "code": f"F{number}", "version": room.version(table)})
    made["cage"], _until = sign_in.give_token(actor=room.cage)
    made["floor"], _until = sign_in.give_token(actor=room.floor)
    made["manager"], _until = sign_in.give_token(actor=room.manager)
    made["download"] = _download(room.manager)
    print(json.dumps(made))


def _download(manager: User) -> int:
    """A job of the manager that made a large file; its id."""
    job = Job.objects.create(kind="export", state=JobState.DONE, requested_by=manager, dedupe_key="download")
    with tempfile.NamedTemporaryFile(delete=False) as made:
        made.write(b"0123456789abcde\n" * (DOWNLOAD_BYTES // 16))
    job_files.keep(job.pk, job_files.File("large.csv", "text/csv; charset=utf-8", path=Path(made.name)))
    return job.pk


def booked() -> None:
    """Print what is booked: `{balances, entries, same_after_rebuild}`; the roll-ups are compared with a rebuild."""
    rollups.roll_up()
    followed = _rolled_up()
    rollups.rebuild_all()
    found = {
        "balances": balances(),
        "entries": Entry.objects.filter(key_digest__isnull=False).count(),
        "same_after_rebuild": followed == _rolled_up(),
    }
    print(json.dumps(found))


def _rolled_up() -> dict[str, list[str]]:
    """All rows of all roll-ups as text, without their own numbers."""
    found = {}
    for model in (TableHour, TableDay, HouseDay, HouseMonth):
        rows = model.objects.values()
        found[model.__name__] = sorted(repr({name: row[name] for name in row if name != "id"}) for row in rows)
    return found
