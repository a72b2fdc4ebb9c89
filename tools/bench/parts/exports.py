"""(l) Large exports beside psql's COPY, a workbook's memory, each report in a long history."""

import os
import resource
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from django.db import connection, connections
from psycopg import ClientCursor

from accounting.models import GamingDay, House
from accounting.reports.files.as_csv import Flavour
from accounting.reports.selectors import book_files, periods, reports
from accounting.reports.selectors.book_files import BookFile, Scope
from accounting.reports.selectors.figures import By, Subject
from accounting.reports.selectors.periods import Span
from accounting.reports.services import book_exports, rollups
from accounting.reports.services.book_exports import RowsFormat
from accounting.revenue.selectors import bank, match
from casino.embedded.postgres import USER, Cluster
from casino.models import User
from tools.bench import archive
from tools.bench.figures import Bound, Figure, Say, Sizes, in_turns, percentile, ratio, seconds_of
from tools.bench.house import program
from tools.bench.parts.periods import use

COPY_LIMIT: Final = 2.0
"""A CSV takes at most twice the time of psql's `\\copy … to` a file."""
MEMORY_LIMIT_MB: Final = 200
REPORT_LIMIT: Final = 1.5
"""The 95th percentile of a report in a long history, of that in a short one."""
_ASKED: Final = 20
_QUIET_DAYS: Final = {"quiet_days": 92, "shut_after": 31, "shut_days": 304}
"""January 2020, and December 2020 with January 2021: so each report has its two earlier periods."""


def measure(few: Cluster, many: Cluster, sizes: Sizes, say: Say) -> list[Figure]:
    """The exports of the latest days of `many`; each report in both houses in turns.

    Both have a last day of the same size; `few` had quiet days before it, so that each report has as many periods to
    compare in both.
    """
    quiet = {"quiet_hands": sizes.few_hands, **_QUIET_DAYS}
    for server, hands, before in ((few, archive.HANDS_A_DAY, quiet), (many, sizes.report_hands, {})):
        use(server)
        archive.build(server, hands, **before)
        rollups.rebuild_all()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    return [*_files(many, sizes, say), *_reports(few, many, sizes, say)]


def _files(many: Cluster, sizes: Sizes, say: Say) -> list[Figure]:
    file = book_files.named("assessments")
    dates = GamingDay.objects.order_by("-date").values_list("date", flat=True)
    days = max(1, min(sizes.sheet_rows // archive.HANDS_A_DAY, len(dates)))
    scope = book_exports.scope_of(House.objects.get(), dates[days - 1], None)
    say(f"{book_files.count(file, scope, connection):,} rows of {file.name}")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows"
        copy: list[float] = []
        for flavour in Flavour:
            ours, copy = in_turns([_csv(path, file, scope, flavour), _copy(many, path, file, scope)], sizes.rounds)
            found.append(
                Figure(f"csv_{flavour}", median(ours) * 1_000, "ms", ratio(ours, copy), COPY_LIMIT, Bound.AT_MOST)
            )
        found.append(Figure("copy_to", median(copy) * 1_000, "ms"))
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


def _copy(server: Cluster, path: Path, file: BookFile, scope: Scope) -> Callable[[], float]:
    """The same columns of the same rows in the same order, unconverted, into a file by psql."""
    columns = ", ".join(f"row.{one.source}" for one in file.columns)
    rows = f"SELECT {columns} FROM {file.table} row WHERE {file.scope} ORDER BY {file.order}"  # noqa: S608 -- our own names
    connection.ensure_connection()
    text = ClientCursor(connection.connection).mogrify(rows, scope.values)
    command = f"\\copy ({' '.join(text.split())}) to '{path}' with (format csv, header)"
    options = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", str(server.sockets), "-U", USER, "-c", command]
    return lambda: seconds_of(lambda: subprocess.run([program("psql"), *options, server.database], check=True))


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
    """The reports of the latest shift, day, week, month and year, at the 95th percentile."""
    found = []
    for name, ask in _questions().items():
        at_few, at_many = in_turns([_asked(few, ask), _asked(many, ask)], max(sizes.rounds * 4, _ASKED))
        few_p95, many_p95 = percentile(at_few, 95), percentile(at_many, 95)
        found.append(Figure(name, many_p95 * 1_000, "ms p95", many_p95 / few_p95, REPORT_LIMIT, Bound.AT_MOST))
    say(f"each report asked {max(sizes.rounds * 4, _ASKED)} times in both houses")
    say(f"with {_compared(few)} and {_compared(many)} earlier periods to compare")
    return found


def _compared(server: Cluster) -> int:
    """How many earlier periods have figures, of two for each span: only with as many is the work the same."""
    use(server)
    lines = [[line for _part, line in periods.report(span=span, actor=_manager()).lines] for span in Span]
    return sum(any(one.before is not None for one in of_span) for of_span in lines) + sum(
        any(one.weekdays is not None for one in of_span) for of_span in lines
    )


def _manager() -> User:
    return User.objects.filter(roles__contains=["manager"])[0]


def _questions() -> dict[str, Callable[[User], object]]:
    asked: dict[str, Callable[[User], object]] = {
        f"period_{span}": lambda actor, span=span: periods.report(span=span, actor=actor)  # type: ignore[misc]
        for span in Span
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
        actor = _manager()
        return seconds_of(lambda: ask(actor))

    return run
