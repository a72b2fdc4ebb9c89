"""The screens: a process of its own with many polling pages, each with a connection and a session.

Standard library only, one thread.  Each screen asks every two seconds, at its own moment within them; after an answer
with new content it asks from the next version on, as the page does.

python polling.py < plan      pickled: port, the screens as (path, cookie), seconds between; ends with its input
"""

import pickle
import re
import selectors
import socket
import sys
import time

SPACE = 1 << 18
_VERSION = re.compile(rb"\?v=([^\"&]+)")
_PASS = re.compile(rb"(?i)set-cookie: *(poll=[^;]+)")
_ANSWERED = {b"200", b"204"}


class Screen:
    """One polling page."""

    def __init__(self, port: int, path: str, cookie: str, at: float) -> None:
        self.path, self.cookie, self.at = path, cookie, at
        self.version = b""
        self.given = b""  # the pass, kept as a browser keeps it
        self.read = b""
        self.asking = False
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self) -> None:
        """Send the request that htmx sends."""
        query = b"?v=" + self.version
        cookies = self.cookie.encode() + (b"; " + self.given if self.given else b"")
        head = b"Host: 127.0.0.1\r\nCookie: " + cookies + b"\r\nHX-Request: true\r\n\r\n"
        self.read, self.asking = b"", True
        self.socket.sendall(b"GET " + self.path.encode() + query + b" HTTP/1.1\r\n" + head)

    def take(self) -> bytes | None:
        """Read the available bytes; the status once the answer is complete, else None."""
        block = self.socket.recv(SPACE)
        if not block:
            raise ConnectionError("the server closed the connection")
        self.read += block
        head, found, body = self.read.partition(b"\r\n\r\n")
        if not found:
            return None
        status, lower = head[9:12], head.lower()
        if given := _PASS.search(head):
            self.given = given[1]
        if status != b"204":
            length = int(lower.partition(b"content-length:")[2].partition(b"\r\n")[0])
            if len(body) < length:
                return None
            if version := _VERSION.search(body):
                self.version = version[1]
        self.asking = False
        return status


def run(screens: list[Screen], every: float) -> dict[bytes, int]:
    """Let the screens ask until the input ends; gives the number of answers by status.

    Says so once all screens show their page.
    """
    waiting = selectors.DefaultSelector()
    waiting.register(sys.stdin.buffer, selectors.EVENT_READ, None)
    for screen in screens:
        waiting.register(screen.socket, selectors.EVENT_READ, screen)
    counted: dict[bytes, int] = {}
    blank = set(screens)
    while True:
        now = time.monotonic()
        for screen in screens:
            if screen.at <= now and not screen.asking:
                screen.at += every
                screen.ask()
        soonest = min((screen.at for screen in screens if not screen.asking), default=now + every)
        for key, _events in waiting.select(max(0.0, soonest - time.monotonic())):
            if key.data is None:
                return counted
            status = key.data.take()
            if status is not None:
                counted[status] = counted.get(status, 0) + 1
                if key.data in blank:
                    blank.remove(key.data)
                    if not blank:
                        sys.stdout.write("shown\n")
                        sys.stdout.flush()


def main() -> None:
    """Read the plan, run until the input ends, report the answers."""
    plan = pickle.load(sys.stdin.buffer)  # noqa: S301 -- from our own parent
    every, began = plan["every"], time.monotonic()
    apart = every / max(1, len(plan["screens"]))
    screens = [
        Screen(plan["port"], path, cookie, began + number * apart)
        for number, (path, cookie) in enumerate(plan["screens"])
    ]
    counted = run(screens, every)
    refused = {status for status in counted if status not in _ANSWERED}
    sys.stdout.buffer.write(pickle.dumps((sum(counted.values()), counted.get(b"204", 0), sorted(refused))))


if __name__ == "__main__":
    main()
