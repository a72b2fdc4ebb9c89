"""`python -m tests.faults.stalled [--clients 300] [--seconds 30]`: who is served while many clients stall.

Each kind of client begins a request or an answer and never ends it, and comes again when it is thrown out.  Once all of
them are there, `/healthz` is asked and chips are sold once a second; the slowest of each must be answered in a second.
"""

import argparse
import asyncio
import contextlib
import signal
import socket
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from casino.embedded.processes import until
from tests.faults.house import Room
from tests.running_house import RunningHouse, children

LIMIT_S = 1.0
GIVES_UP_S = 20.0  # after which a healthy client gives up
SETTLED_S = 2.0
LARGE_BYTES = 2_600_000  # just what Django takes (DATA_UPLOAD_MAX_MEMORY_SIZE)

HEAD = "POST /api/v1/auth/token/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"

Stall = Callable[[asyncio.StreamWriter], Awaitable[None]]


def sends(text: str) -> Stall:
    """A client that sends this and no more."""

    async def stall(writer: asyncio.StreamWriter) -> None:
        writer.write(text.encode())
        await writer.drain()

    return stall


async def drips(writer: asyncio.StreamWriter) -> None:
    """A client that sends its body a byte a second."""
    writer.write(f"{HEAD}Content-Length: 1000\r\n\r\n".encode())
    for _ in range(999):
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(1)


async def fills(writer: asyncio.StreamWriter) -> None:
    """A client that sends all but the end of the largest body."""
    writer.write(f"{HEAD}Content-Length: {LARGE_BYTES}\r\n\r\n".encode())
    for _ in range(LARGE_BYTES // 65_536):
        writer.write(b" " * 65_536)
        await writer.drain()


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to stall; `reads`: whether the client reads what it is told, and so sees that it was thrown out."""

    name: str
    stall: Stall
    reads: bool = True


def kinds(room: Room) -> list[Kind]:
    """Every way to stall."""
    download = f"GET /api/v1/jobs/{room.made['download']}/file/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    return [
        Kind("nothing sent", sends("")),
        Kind("half the headers", sends("POST /api/v1/auth/token/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never-")),
        Kind("half a body", sends(f"{HEAD}Content-Length: 1000\r\n\r\n{{")),
        Kind("half a body in chunks", sends(f"{HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{{\r\n")),
        Kind("a byte a second", drips),
        Kind("most of a large body", fills),
        Kind("an unread page", sends("GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), reads=False),
        Kind("an unread file", sends(f"{download}Authorization: Token {room.made['manager']}\r\n\r\n"), reads=False),
    ]


class Crowd(threading.Thread):
    """Stalled clients, for as long as the block lasts; it begins when all are there, and have what they asked for."""

    def __init__(self, port: int, kind: Kind, clients: int) -> None:
        super().__init__(daemon=True)
        self.port, self.kind, self.clients = port, kind, clients
        self.connected = 0  # how often

    def __enter__(self) -> Self:
        self.start()
        assert until(lambda: self.connected >= self.clients, GIVES_UP_S)
        time.sleep(SETTLED_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self.join()

    def run(self) -> None:
        asyncio.run(self._stay())

    async def _stay(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        clients = [asyncio.create_task(self._stall()) for _ in range(self.clients)]
        await self._over.wait()
        for client in clients:
            client.cancel()
        await asyncio.wait(clients)

    async def _stall(self) -> None:
        while True:
            with contextlib.suppress(OSError):
                await self._connect()
            await asyncio.sleep(0.1)

    async def _connect(self) -> None:
        line = socket.socket()
        line.setblocking(False)
        if not self.kind.reads:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await self._loop.sock_connect(line, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=line, limit=1)
        self.connected += 1
        try:
            await self.kind.stall(writer)
            if not self.kind.reads:
                await asyncio.sleep(3600)
            while await reader.read(4096):
                pass
        finally:
            writer.transport.abort()


@dataclass(slots=True)
class Row:
    """One kind in the table."""

    kind: str
    connected: int = 0
    health_s: float = 0.0
    sale_s: float = 0.0
    megabytes: int = 0
    failed: str = ""

    @property
    def holds(self) -> bool:
        return not self.failed and max(self.health_s, self.sale_s) <= LIMIT_S


def measured(room: Room, kind: Kind, *, clients: int, seconds: float) -> Row:
    """Ask and sell once a second while so many clients stall."""
    row = Row(kind.name)
    with Crowd(room.port, kind, clients) as crowd:
        row.failed = settled(room)
        last = time.monotonic() + seconds
        while time.monotonic() < last and not row.failed:
            began = time.monotonic()
            try:
                row.health_s = max(row.health_s, healthy(room))
                status, body, took = room.sell(patience_s=GIVES_UP_S)
                row.sale_s = max(row.sale_s, took)
                row.failed = "" if status == 200 else f"the sale: {status} {body}"
            except OSError as error:
                row.failed = f"after {time.monotonic() - began:.0f} s: {error}"
            row.megabytes = max(row.megabytes, memory(room.house))
            time.sleep(max(0.0, began + 1 - time.monotonic()))
        row.connected = crowd.connected
    return row


def settled(room: Room) -> str:
    """Wait for the end of what the crowd has asked for, which is work like any other; what fails, or nothing."""
    last = time.monotonic() + GIVES_UP_S
    try:
        while max(healthy(room) for _ in range(5)) > LIMIT_S / 4:
            if time.monotonic() > last:
                return f"after {GIVES_UP_S:.0f} s nobody is answered at once"
    except OSError as error:
        return f"nobody is answered: {error}"
    return ""


def healthy(room: Room) -> float:
    """How long `/healthz` takes."""
    began = time.monotonic()
    with urllib.request.urlopen(f"{room.address}healthz", timeout=GIVES_UP_S) as answer:
        assert answer.status == 200
    return time.monotonic() - began


def memory(house: RunningHouse) -> int:
    """The megabytes that the web server's processes have for themselves."""
    server = house.pid("casino.web")
    rows = [Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii") for pid in (server, *children(server))]
    return sum(int(row.partition("Pss:")[2].split()[0]) for row in rows) // 1000


def run(house: RunningHouse, *, clients: int, seconds: float) -> list[Row]:
    """Each kind in turn."""
    room = Room(house)
    return [measured(room, kind, clients=clients, seconds=seconds) for kind in kinds(room)]


def printed(rows: list[Row]) -> str:
    """The table."""
    lines = [f"{'kind':22} {'connections':>11} {'/healthz s':>10} {'sale s':>7} {'MB':>5}"]
    for row in rows:
        line = f"{row.kind:22} {row.connected:11} {row.health_s:10.3f} {row.sale_s:7.3f} {row.megabytes:5}"
        lines.append(f"{line}  {'holds' if row.holds else f'FAILS {row.failed}'}")
    return "\n".join(lines)


def main() -> int:
    """Stall on a house of its own in a temporary folder; 1 if anybody healthy waits for more than a second."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--clients", type=int, default=300)
    asked.add_argument("--seconds", type=float, default=30, help="for each kind")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="casino-stalled-") as folder:
        house = RunningHouse(Path(folder) / "data")
        try:
            rows = run(house, clients=given.clients, seconds=given.seconds)
        finally:
            if not house.ended():
                house.close(signal.SIGINT)
    print(printed(rows))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
