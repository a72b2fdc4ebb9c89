"""`manage.py replay FILE…`: replay real hands through the dealers' services; exit status 0 only when none differs."""

import gzip
import json
import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from casino.errors import Refusal
from tables.rules import agreement, records
from tables.rules.records import Record, Recording
from tools import printed, replaying
from tools.replaying import Room, Verdict

MOST_PROCESSES = 16


class Command(BaseCommand):
    """Records every hand and counts those on which our engine and the rooms' print agree."""

    help = "Play real hands again through the same services and say how many agree with what the rooms printed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="hands: .jsonl or .jsonl.gz")
        parser.add_argument("--limit", type=int, help="only the first N hands")
        parser.add_argument("--processes", type=int, help="tables that play at once (default: the machine's cores)")
        parser.add_argument("--json", action="store_true", dest="as_json", help="the last line is one JSON object")

    def handle(
        self, *, files: list[Path], limit: int | None, processes: int | None, as_json: bool, **_options: Any
    ) -> None:
        began = time.monotonic()
        verdicts: list[Verdict] = []
        recordings: list[Recording] = []
        left_cents: dict[str, dict[int, int]] = {}
        for record in islice(_records(files), limit):
            try:
                recording = records.convert(record)
            except Refusal as refusal:
                verdicts.append(Verdict(record["id"], "differ", refusal.code))
                continue
            recordings.append(recording)
            if agreement.reason_allowed(recording) and "uncalled_not_printed" not in recording.facts.flags:
                left_cents[recording.id] = printed.left_cents(cast("Record", record))
        if recordings:
            room = replaying.open_house(recordings, left_cents)
            verdicts += _played(room, recordings, _tables(processes, len(recordings)))
            if left := replaying.chips_left(room.house_id):
                raise CommandError(f"{left} cents are still on the tables.")
        self._report(verdicts, time.monotonic() - began, as_json=as_json)

    def _report(self, verdicts: Sequence[Verdict], seconds: float, *, as_json: bool) -> None:
        by_outcome = {
            outcome: sorted((verdict for verdict in verdicts if verdict.outcome == outcome), key=lambda one: one.id)
            for outcome in ("agree", "allowed", "differ")
        }
        agree, allowed, differ = by_outcome.values()
        for verdict in (*allowed, *differ):
            self.stdout.write(f"{verdict.outcome} {verdict.id}: {verdict.why}")
        self.stdout.write(
            f"{len(verdicts)} hands in {seconds:.1f} s: "
            f"{len(agree)} agree, {len(allowed)} allowed, {len(differ)} differ"
        )
        if as_json:
            figures = {
                "hands": len(verdicts),
                "agree": len(agree),
                "allowed": len(allowed),
                "differ": [verdict.id for verdict in differ],
            }
            self.stdout.write(json.dumps(figures))
        if differ:
            raise CommandError(f"{len(differ)} hands differ from what the rooms printed.")


def _records(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """The usable hands of all files, in order; a repeated hand comes once."""
    seen: set[str] = set()
    for path in files:
        try:
            with (
                gzip.open(path, "rt", encoding="utf-8")
                if path.suffix == ".gz"
                else path.open(encoding="utf-8") as lines
            ):
                for number, line in enumerate(lines, 1):
                    record = _parsed(line, path, number)
                    if record and record.get("usable", True) and record.get("id") not in seen:
                        seen.add(record["id"])
                        yield record
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error}") from error


def _parsed(line: str, path: Path, number: int) -> dict[str, Any]:
    if not line.strip():
        return {}
    try:
        record = json.loads(line)
    except ValueError as error:
        raise CommandError(f"{path}, line {number}: {error}") from error
    if not isinstance(record, dict) or not isinstance(record.get("id"), str):
        raise CommandError(f"{path}, line {number}: not a hand")
    return record


def _tables(wanted: int | None, hands: int) -> int:
    """The number of processes; few hands get one, since another would take longer to start than to play."""
    return max(1, min(wanted or os.cpu_count() or 1, MOST_PROCESSES, hands // 50 if wanted is None else hands))


def _played(room: Room, recordings: Sequence[Recording], processes: int) -> list[Verdict]:
    before = replaying.recorded_before(recordings)
    parts = [
        (room, f"R{number}", part, before) for number, part in enumerate(replaying.shares(recordings, processes), 1)
    ]
    if processes == 1:
        return _share(*parts[0])
    connections.close_all()  # a connection is not shared with a child
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
        return [verdict for done in pool.map(_share, *zip(*parts, strict=True)) for verdict in done]


def _share(room: Room, code: str, recordings: list[Recording], before: dict[str, int]) -> list[Verdict]:
    return list(replaying.share(room, code, recordings, before))
