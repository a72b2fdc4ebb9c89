"""(c) Rolling up ten million hands beside the same SQL in psql; one hour's increment with few and with many hands."""

import re
import subprocess
from collections.abc import Callable, Sequence
from statistics import median

from django.core.management import CommandError
from django.db import connections
from django.db.models import F

from accounting.models import RollUpMark, TableHour
from accounting.reports.services import rollups
from casino.embedded.postgres import USER, Cluster
from tools.bench import archive, captured, house
from tools.bench.figures import Bound, Figure, Say, Sizes, in_turns, ratio, seconds_of
from tools.bench.house import program

LIMIT = 1.3
INSERTS_LIMIT = 1.1
"""Beside the statements that insert alone, both into empty tables: what the service does around them is nearly free."""
INCREMENT_LIMIT = 1.5
_EMPTIED = "TRUNCATE accounting_tablehour, accounting_tableday, accounting_houseday, accounting_housemonth"
_INCREMENTS = 5
"""Increments in one timing, since each takes only milliseconds."""


def measure(few: Cluster, many: Cluster, sizes: Sizes, say: Say) -> list[Figure]:
    """Roll-ups of `many` rebuilt by the service and by psql; the last hour's increment in both databases."""
    for server, hands in ((few, sizes.few_hands), (many, sizes.hands)):
        use(server)
        archive.build(server, hands)
        rollups.rebuild_all()
    sent = captured.statements(many, rollups.rebuild_all)
    hours = TableHour.objects.count()
    say(f"{sizes.hands:,} hands in {hours:,} hours of {archive.TABLES} tables; {len(sent)} statements")
    inserts = [line for line in sent if "INSERT" in line and "SELECT" in line]
    ours, same, first, bare = in_turns(
        [_service, _psql(many, sent), _into_empty(many), _psql(many, inserts, empty=True)], sizes.rounds
    )
    use(few)
    at_few, at_many = in_turns([_increments(few), _increments(many)], sizes.rounds * 2)
    return [
        Figure("rollup", median(ours) * 1_000, "ms", ratio(ours, same), LIMIT, Bound.AT_MOST),
        Figure("rollup_to_inserts", median(first) * 1_000, "ms", ratio(first, bare), INSERTS_LIMIT, Bound.AT_MOST),
        Figure("rollup_psql", median(same) * 1_000, "ms"),
        Figure("rollup_psql_inserts_only", median(bare) * 1_000, "ms"),
        Figure("increment", median(at_many) * 1_000, "ms", ratio(at_many, at_few), INCREMENT_LIMIT, Bound.AT_MOST),
        Figure("increment_few_hands", median(at_few) * 1_000, "ms"),
    ]


def use(server: Cluster) -> None:
    """Point this process's connection at another of the bench's databases."""
    if connections["default"].settings_dict["NAME"] != server.database:
        connections["default"].close()
        connections["default"].settings_dict["NAME"] = server.database


def _service() -> float:
    return seconds_of(rollups.rebuild_all)


def _into_empty(server: Cluster) -> Callable[[], float]:
    """As `_service`, with no old rows to delete."""

    def run() -> float:
        house.run(server, _EMPTIED)
        return _service()

    return run


def _psql(server: Cluster, statements: Sequence[str], *, empty: bool = False) -> Callable[[], float]:
    """Seconds of the statements in psql by its own clock; `empty`: in one transaction, into emptied tables."""
    text = ";\n".join([*statements, ""])
    script = f"{_EMPTIED};\n\\timing on\nBEGIN;\n{text}COMMIT;\n" if empty else f"\\timing on\n{text}"
    options = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null", "-h", str(server.sockets), "-U", USER]

    def run() -> float:
        done = subprocess.run(
            [program("psql"), *options, server.database], input=script, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CommandError(f"psql failed: {done.stderr}")
        return sum(map(float, re.findall(r"^Time: ([\d.]+) ms", done.stdout, re.MULTILINE))) / 1_000

    return run


def _increments(server: Cluster) -> Callable[[], float]:
    """Roll up the last hour of every table again, after setting the marks back by as many hands."""

    def run() -> float:
        use(server)
        taken = 0.0
        for _number in range(_INCREMENTS):
            RollUpMark.objects.update(number=F("number") - archive.HANDS_AN_HOUR)
            taken += seconds_of(_one_hour)
        return taken / _INCREMENTS

    return run


def _one_hour() -> None:
    done = rollups.roll_up()
    assert done.table_hours == archive.TABLES, done
