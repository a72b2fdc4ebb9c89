"""(k) Large exports beside the database's own COPY, a workbook's memory, each report in a long history."""

import os
import resource
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final

from django.db import connection, connections

from accounting.models import House
from accounting.reports.as_csv import Flavour
from accounting.selectors import bank, book_files, match, periods, reports
from accounting.selectors.book_files import BookFile, Scope
from accounting.selectors.figures import By, Subject
from accounting.selectors.periods import Span
from accounting.services import book_exports, rollups
from accounting.services.book_exports import RowsFormat
from casino.embedded.postgres import Cluster
from casino.models import User
from tables.management.bench import archive
from tables.management.bench.figures import Bound, Figure, Say, Sizes, in_turns, percentile, ratio, seconds_of
from tables.management.bench.periods import use

COPY_LIMIT: Final = 2.0
"""A CSV takes at most twice the time of `COPY … TO`."""
MEMORY_LIMIT_MB: Final = 200
REPORT_LIMIT: Final = 1.5
"""The 95th percentile of a report in a long history, of that in a short one."""
_ASKED: Final = 20


def measure(few: Cluster, many: Cluster, sizes: Sizes, say: Say) -> list[Figure]:
    """The exports of `many`; each report in both houses in turns."""
    for server, hands in ((few, sizes.few_hands), (many, sizes.report_hands)):
        use(server)
        archive.build(server, hands)
        rollups.rebuild_all()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    return [*_files(sizes, say), *_reports(few, many, sizes, say)]


def _files(sizes: Sizes, say: Say) -> list[Figure]:
    file = book_files.named("assessments")
    scope = book_exports.scope_of(House.objects.get(), None, None)
    say(f"{book_files.count(file, scope, connection):,} rows of {file.name}")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows"
        copy: list[float] = []
        for flavour in Flavour:
            ours, copy = in_turns([_csv(path, file, scope, flavour), _copy(file)], sizes.rounds)
            found.append(
                Figure(f"csv_{flavour}", min(ours) * 1_000, "ms", ratio(ours, copy), COPY_LIMIT, Bound.AT_MOST)
            )
        found.append(Figure("copy_to", min(copy) * 1_000, "ms"))
        took, megabytes = _workbook(path, file, scope)
        size = path.stat().st_size / 1e6
        say(f"a workbook of {size:,.0f} MB in {took:,.0f} s")
    of_limit = megabytes / MEMORY_LIMIT_MB
    found.append(Figure("xlsx_peak_memory", megabytes, "MB", of_limit, 1.0, Bound.AT_MOST))
    return found


def _csv(path: Path, file: BookFile, scope: Scope, flavour: Flavour) -> Callable[[], float]:
    return lambda: seconds_of(
        lambda: book_exports.write_rows(path, file=file, scope=scope, kind=RowsFormat.CSV, flavour=flavour)
    )


def _copy(file: BookFile) -> Callable[[], float]:
    """The same rows in the same order by `COPY … TO`, read by the server itself and kept nowhere."""
    rows = f"SELECT * FROM {file.table} ORDER BY {file.order.replace('row.', '')}"  # nosec B608  # noqa: S608 -- our own names

    def run() -> float:
        began = perf_counter()
        with connection.cursor() as cursor:
            cursor.execute(f"COPY ({rows}) TO '/dev/null' (FORMAT csv)")
        return perf_counter() - began

    return run


def _workbook(path: Path, file: BookFile, scope: Scope) -> tuple[float, float]:
    """Seconds and the peak of the memory (MB) of a process of its own that writes the workbook."""
    began = perf_counter()
    connections.close_all()
    child = os.fork()
    if child == 0:  # pragma: no cover -- in another process
        status = 1
        try:
            book_exports.write_rows(path, file=file, scope=scope, kind=RowsFormat.XLSX)
            status = 0
        finally:
            os._exit(status)
    _pid, status, used = os.wait4(child, 0)
    assert status == 0, status
    assert isinstance(used, resource.struct_rusage)
    return perf_counter() - began, used.ru_maxrss / 1_024


def _reports(few: Cluster, many: Cluster, sizes: Sizes, say: Say) -> list[Figure]:
    """The reports of the latest day, week and month, at the 95th percentile."""
    found = []
    for name, ask in _questions().items():
        at_few, at_many = in_turns([_asked(few, ask), _asked(many, ask)], max(sizes.rounds * 4, _ASKED))
        few_p95, many_p95 = percentile(at_few, 95), percentile(at_many, 95)
        found.append(Figure(name, many_p95 * 1_000, "ms p95", many_p95 / few_p95, REPORT_LIMIT, Bound.AT_MOST))
    say(f"each report asked {max(sizes.rounds * 4, _ASKED)} times in both houses")
    return found


def _questions() -> dict[str, Callable[[User], object]]:
    asked: dict[str, Callable[[User], object]] = {
        f"period_{span}": lambda actor, span=span: periods.report(span=span, actor=actor)  # type: ignore[misc]
        for span in (Span.SHIFT, Span.DAY, Span.WEEK, Span.MONTH)
    }
    for by in By:
        asked[f"rake_by_{by}"] = lambda actor, by=by: reports.report(  # type: ignore[misc]
            subject=Subject.RAKE, by=by, actor=actor
        )
    asked["match"] = lambda actor: match.match(actor=actor)
    asked["bank"] = lambda actor: bank.result(actor=actor)
    return asked


def _asked(server: Cluster, ask: Callable[[User], object]) -> Callable[[], float]:
    def run() -> float:
        use(server)
        actor = User.objects.filter(roles__contains=["manager"]).first()
        assert actor is not None
        return seconds_of(lambda: ask(actor))

    return run
