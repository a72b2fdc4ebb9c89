"""(k) What a hand leaves behind in tables and in the log, and the memory of the web server at rest and under load."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count

import psutil

from casino.embedded.postgres import Cluster
from tools.bench import house, requests
from tools.bench.figures import Figure, Say, Sizes
from tools.bench.house import WEB_WORKERS
from tools.bench.requests import HAND, LINES_A_WORKER, Plan
from tools.bench.room import Room, table_version

_LINES = WEB_WORKERS * LINES_A_WORKER
_SIZE = "SELECT pg_database_size(current_database())"
_LOG = "SELECT pg_current_wal_insert_lsn() - '0/0'"
_MIB = 1_048_576


def measure(server: Cluster, port: int, room: Room, sizes: Sizes, say: Say) -> list[Figure]:
    """Bytes a hand recorded by its outcome and an action, in tables with their indexes and in the log."""
    at_rest = _memory_bytes()
    evenings = [Plan(_evening(room, room.summary_tables[line::_LINES])) for line in range(_LINES)]
    actions = [Plan(requests.actions(room, room.open_tables[line::_LINES])) for line in range(_LINES)]
    most = len(room.open_tables) // _LINES * len(HAND)
    figures = []
    for name, plans in (("hand", evenings), ("action", actions)):
        house.run(server, "CHECKPOINT")
        before = [int(house.read(server, asked)) for asked in (_SIZE, _LOG)]
        load = requests.send(port, plans, sizes.open_seconds, most=min(most, 20_000))
        done = len(load.latencies)
        size, log = (
            (int(house.read(server, asked)) - earlier) / done
            for asked, earlier in zip((_SIZE, _LOG), before, strict=True)
        )
        say(f"{done:,} times {name}")
        figures += [Figure(f"{name}_bytes", size, "bytes"), Figure(f"{name}_log_bytes", log, "bytes")]
    return [
        *figures,
        Figure("web_memory_at_rest", at_rest / _MIB, "MiB"),
        Figure("web_memory_under_load", _memory_bytes() / _MIB, "MiB"),
    ]


def _evening(room: Room, tables: range) -> Iterator[bytes]:
    first = {number: table_version(number) for number in tables}
    for played in count():
        for number in tables:
            yield requests.summary(room, number, first[number] + played)


def _memory_bytes() -> int:
    """The memory of the web server's processes; what they share is counted once."""
    found = 0
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # PostgreSQL's come and go
            if not each.name().startswith("postgres"):
                found += each.memory_full_info().pss
    return found
