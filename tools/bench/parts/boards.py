"""(i) The floor's board after one table has changed: what is sent and how long it takes, beside the whole board."""

import re
from collections.abc import Iterator
from html import unescape
from statistics import median
from time import perf_counter

from django.core.management import CommandError

from tables.floor.services import tables
from tools.bench.figures import Bound, Figure, Say
from tools.bench.load import Line
from tools.bench.parts import screens
from tools.bench.room import FIRST, Room, table_version

CHANGES = 20
MOST_BYTES = 0.2
MOST_MS = {40: 30, 400: 60, 5_000: 150}
"""By the number of tables."""
_VERSION = re.compile(r"\?v=([^\"&]+)")


def measure(port: int, room: Room, say: Say) -> list[Figure]:
    """The time and bytes of a refresh with one table changed, and the bytes beside those of the whole board."""
    screen = _Screen(port, screens.cookie(room.floor))
    whole = screen.ask("")
    took, sent = [], []
    for number in _numbers(room):
        version = table_version(number)
        tables.pause(table_id=FIRST["tables_table"] + number, version=version, actor=room.floor)
        began = perf_counter()
        sent.append(screen.ask(screen.version))
        took.append(1_000 * (perf_counter() - began))
    size = len(room.summary_tables)
    say(f"{size} tables in play, {len(took)} of them paused one after another")
    name = f"board_{size}_tables"
    return [
        Figure.within(name, median(took), "ms", MOST_MS.get(size, MOST_MS[5_000])),
        Figure(f"{name}_bytes", median(sent), "bytes", median(sent) / whole, MOST_BYTES, Bound.AT_MOST),
    ]


def _numbers(room: Room) -> Iterator[int]:
    yield from room.summary_tables[:CHANGES]


class _Screen:
    """A board that is looked at: one connection, so one of the web server's processes."""

    def __init__(self, port: int, cookie: str) -> None:
        self._line, self._cookie = Line(port, []), cookie
        self.version = ""

    def ask(self, version: str) -> int:
        """Ask for what is new since that version; gives the number of bytes."""
        head = f"Host: 127.0.0.1\r\nCookie: {self._cookie}\r\nHX-Request: true\r\n\r\n"
        body = self._line.ask(f"GET /floor/?v={version} HTTP/1.1\r\n{head}".encode())
        found = _VERSION.search(body.decode())
        if found is None:
            raise CommandError(f"The board was refused: {body.decode()[:200]}")
        self.version = unescape(found[1])
        return len(body)
