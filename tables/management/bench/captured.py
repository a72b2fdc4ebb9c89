"""What a request really sends to PostgreSQL, read from the server's own log.

Not from Django's wrappers: the log also has BEGIN, COMMIT and the check of the connection's health, and shows every
statement as it arrived, values and all.
"""

import re
import time
from collections.abc import Callable
from datetime import timedelta

from casino.embedded.postgres import Cluster
from casino.embedded.processes import until
from tables.management.bench.house import run

_BEGINS = re.compile(r"\S+ \S+ \S+ \[(\d+)\] (\w+):  (.*)")
_STATEMENT = "statement: "
_PATIENCE = timedelta(seconds=5)


def statements(server: Cluster, work: Callable[[], object]) -> list[str]:
    """The statements that reach the server while `work` runs, in order; all of one connection."""
    run(server, "ALTER SYSTEM SET log_statement = 'all'", "SELECT pg_reload_conf()")
    time.sleep(0.3)  # until the other connections have heard of it
    began = server.log.stat().st_size
    work()
    run(server, "ALTER SYSTEM RESET log_statement", "SELECT pg_reload_conf()")
    until(lambda: "RESET log_statement" in _since(server, began), _PATIENCE.total_seconds())
    found = _read(_since(server, began))
    ours = [(process, text) for process, text in found if "log_statement" not in text and "pg_reload_conf" not in text]
    assert len({process for process, _text in ours}) == 1, "one request, one connection"
    return [text for _process, text in ours]


def _since(server: Cluster, began: int) -> str:
    return server.log.read_bytes()[began:].decode(errors="replace")


def _read(log: str) -> list[tuple[str, str]]:
    """Process and text of every statement; the log indents a statement's further lines by a tab."""
    found: list[tuple[str, list[str]]] = []
    lines: list[str] = []
    for line in log.splitlines():
        begins = _BEGINS.match(line)
        if begins:
            lines = [begins[3].removeprefix(_STATEMENT)]
            if begins[2] == "LOG" and begins[3].startswith(_STATEMENT):
                found.append((begins[1], lines))
        elif line.startswith("\t"):
            lines.append(line[1:])
    return [(process, "\n".join(text)) for process, text in found]
