"""The statements that a request sends to PostgreSQL, read from the server's own log.

Unlike Django's wrappers the log also has BEGIN, COMMIT and the check of the connection's health, and shows every
statement as it arrived.  Parameters, which are sent separately, are written into the statement's text.
"""

import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

from casino.embedded.postgres import Cluster
from casino.embedded.processes import until
from tools.bench.house import run

_BEGINS = re.compile(r"\S+ \S+ \S+ \[(\d+)\] (\w+):  (.*)")
_STATEMENT = re.compile(r"statement: |execute [^:]+: ")
_PARAMETERS = re.compile(r"Parameters: (.*)", re.DOTALL)
_PARAMETER = re.compile(r"\$(\d+) = ('(?:[^']|'')*'|NULL)")
_PATIENCE = timedelta(seconds=5)


def statements(server: Cluster, work: Callable[[], object]) -> list[str]:
    """The statements that reach the server while `work` runs, in order; all from one connection."""
    run(server, "ALTER SYSTEM SET log_statement = 'all'", "SELECT pg_reload_conf()")
    time.sleep(0.3)  # until the other connections have loaded it
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
    found: list[tuple[str, str]] = []
    for process, level, text in _entries(log):
        if level == "LOG" and (begins := _STATEMENT.match(text)):
            found.append((process, text[begins.end() :]))
        elif level == "DETAIL" and (sent := _PARAMETERS.fullmatch(text)):
            found[-1] = (process, _bound(found[-1][1], dict(_PARAMETER.findall(sent[1]))))
    return found


def _entries(log: str) -> Iterator[tuple[str, str, str]]:
    """Process, level and text of every log entry."""
    entry: list[str] = []
    for line in log.splitlines():
        if line.startswith("\t") and entry:
            entry[2] += f"\n{line[1:]}"
        else:
            if entry:
                yield entry[0], entry[1], entry[2]
            begins = _BEGINS.match(line)
            entry = list(begins.groups()) if begins else []
    if entry:
        yield entry[0], entry[1], entry[2]


def _bound(statement: str, parameters: dict[str, str]) -> str:
    return re.sub(r"\$(\d+)", lambda number: parameters[number[1]], statement)
