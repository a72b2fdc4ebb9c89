"""`manage.py bench`: speed as ratios to other programs doing the same work on this machine."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management import BaseCommand

from casino import house_time
from casino.embedded.postgres import Cluster
from tools.bench import house, room
from tools.bench import page as bench_page
from tools.bench.figures import FULL, QUICK, Figure, Sizes
from tools.bench.parts import (
    boards,
    engines,
    exports,
    footprint,
    history,
    http,
    importing,
    latency,
    open_loop,
    periods,
    recomputing,
    screens,
    telling,
)
from tools.bench.room import Room

PARTS = {
    "a": "hands replayed, beside pokerkit",
    "b": "commands over HTTP, beside pgbench with the same SQL and beside a bare view",
    "c": "roll-ups, beside psql with the same SQL",
    "d": "how long an action takes with the whole room open",
    "e": "an audit by one worker and by two, beside the bare engine and a bare scan",
    "f": "what two hundred open screens cost an action",
    "g": "hands recorded at many tables at once: commits that tell live pages, beside commits that tell nobody",
    "h": "a table's hands, the audit of a day and the proof, in a long history beside a short one",
    "i": "the floor's board after one table has changed, beside the whole board",
    "l": "exports: CSV beside COPY, a workbook's memory; each report in a long history beside a short one",
    "j": "actions at a thousand tables and hands at five thousand, each sent when it is due, with boards open",
    "m": "lists of finished hands, beside binary COPY into the same tables",
    "k": "bytes of tables and log that a hand leaves, and the web server's memory",
}


@contextmanager
def _open(**tables: int) -> Iterator[tuple[Cluster, int, Room]]:
    """A house with the given `tables` of each kind, and its web server: the database, the port, the room."""
    with house.cluster() as server:
        built = room.build(server, **tables)
        with house.web() as port:
            yield server, port, built


class Command(BaseCommand):
    """Measures on servers of its own, removed afterwards; exit status 0 only when every limit holds."""

    help = "Measure engine, commands, roll-ups and latency against pokerkit, pgbench and psql on this machine."
    requires_system_checks = ()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.part = ""
        self.by_part: dict[str, list[Figure]] = {}

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", dest="as_json", help="the last line is one JSON object")
        parts = "; ".join(f"{key} {what}" for key, what in PARTS.items())
        parser.add_argument("--only", default="".join(PARTS), help=f"parts to run, e.g. a,c: {parts}")
        parser.add_argument("--page", type=Path, help="write the figures there, as Markdown with bars")
        parser.add_argument("--quick", action="store_true", help="tiny sizes: whether it runs, not how fast")

    def handle(self, *, as_json: bool, only: str, page: Path | None, quick: bool, **_options: object) -> None:
        wanted = [part for part in PARTS if part in only]
        sizes = QUICK if quick else FULL
        began = monotonic()
        found: list[Figure] = []
        for figures in self._parts(wanted, sizes):
            found += figures
            self.by_part.setdefault(PARTS[self.part], []).extend(figures)
            for figure in figures:
                self.stdout.write(figure.line())
        missed = [figure.name for figure in found if not figure.holds]
        verdict = f"missed: {', '.join(missed)}" if missed else "every limit holds"
        if quick:
            verdict = "--quick is too short to judge; of the limits " + verdict
        self.stdout.write(f"{verdict} ({monotonic() - began:.0f} s)")
        if as_json:
            self.stdout.write(json.dumps({figure.name: figure.as_json() for figure in found}))
        if page is not None:
            page.write_text(bench_page.render(self.by_part, day=house_time.now().date()), encoding="utf-8")
        if missed and not quick:
            raise SystemExit(1)

    def _parts(self, wanted: Iterable[str], sizes: Sizes) -> Iterator[list[Figure]]:
        if "a" in wanted:
            self._head("a")
            yield engines.measure(sizes, self.say)
        if "c" in wanted:
            self._head("c")
            with house.cluster() as many:
                yield periods.measure(house.twin(many, "few"), many, sizes, self.say)
        if {"b", "d"} & set(wanted):
            yield from self._over_http(wanted, sizes)
        if "e" in wanted:
            self._head("e")
            with house.cluster() as server:
                yield recomputing.measure(server, sizes, self.say)
        if "h" in wanted:
            self._head("h")
            with house.cluster() as many:
                yield history.measure(house.twin(many, "few"), many, sizes, self.say)
        if "l" in wanted:
            self._head("l")
            with house.cluster() as many:
                yield exports.measure(house.twin(many, "few"), many, sizes, self.say)
        if "m" in wanted:
            self._head("m")
            with house.cluster() as server:
                yield importing.measure(server, sizes, self.say)
        yield from self._in_a_room(wanted, sizes)

    def _in_a_room(self, wanted: Iterable[str], sizes: Sizes) -> Iterator[list[Figure]]:
        """The parts that ask a web server, each in a room of its own size."""
        if "f" in wanted:
            self._head("f")
            with _open(open_tables=sizes.screen_tables) as (_server, port, built):
                yield screens.measure(port, built, sizes, self.say)
        if "g" in wanted:
            self._head("g")
            with _open(open_tables=1, summary_tables=2 * telling.CLIENTS[-1] + 1) as (server, port, built):
                yield telling.measure(server, port, built, sizes, self.say)
        if "i" in wanted:
            self._head("i")
            for size in sizes.board_tables:
                with _open(open_tables=1, summary_tables=size) as (_server, port, built):
                    yield boards.measure(port, built, self.say)
        if "j" in wanted:
            self._head("j")
            with _open(open_tables=sizes.open_tables, summary_tables=sizes.board_tables[-1]) as (_server, port, built):
                yield open_loop.measure_actions(port, built, sizes, self.say)
                yield open_loop.measure_hands(port, built, sizes, self.say)
        if "k" in wanted:
            self._head("k")
            with _open(open_tables=sizes.open_tables, summary_tables=sizes.summary_tables) as (server, port, built):
                yield footprint.measure(server, port, built, sizes, self.say)

    def _over_http(self, wanted: Iterable[str], sizes: Sizes) -> Iterator[list[Figure]]:
        with _open(
            summary_tables=sizes.summary_tables,
            round_tables=sizes.summary_tables,
            action_tables=sizes.action_tables,
            open_tables=sizes.open_tables,
            script_tables=house.WEB_WORKERS * (sizes.slices + 1) * sizes.hands_a_client,
        ) as (server, port, built):
            if "b" in wanted:
                self._head("b")
                yield http.measure(server, port, built, sizes, self.say)
            if "d" in wanted:
                self._head("d")
                yield latency.measure(port, built, sizes, self.say)

    def _head(self, part: str) -> None:
        self.part = part
        self.stdout.write(f"\n({part}) {PARTS[part]}")

    def say(self, words: str) -> None:
        self.stdout.write(f"    {words}")
