"""The load: a process of its own that sends prepared requests over open connections and times the answers.

Standard library only, and no computing between two requests, so that it takes next to nothing from the two cores.  One
thread serves all connections; on each the next request follows the answer to the one before.

python load.py < plan > answer      both pickled: from `requests.send`, and from `run`
"""

import pickle
import selectors
import socket
import sys
import time
from collections import Counter

SPACE = 1 << 18


class Line:
    """One open connection and its requests."""

    def __init__(self, port: int, requests: list[bytes]) -> None:
        self.requests = iter(requests)
        self.sent = 0
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.began = 0.0
        self.read = b""

    def send(self) -> bool:
        """Send the next request; False when there is none left."""
        request = next(self.requests, None)
        if request is None:
            return False
        self.sent += 1
        self.begin(request)
        return True

    def begin(self, request: bytes) -> None:
        """Send this request."""
        self.read = b""
        self.began = time.perf_counter()
        self.socket.sendall(request)

    def take(self) -> bytes | None:
        """Read the available bytes; the whole answer once it is complete, else None."""
        block = self.socket.recv(SPACE)
        if not block:
            raise ConnectionError("the server closed the connection")
        self.read += block
        head, found, body = self.read.partition(b"\r\n\r\n")
        if not found:
            return None
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        return self.read if len(body) >= length else None

    def ask(self, request: bytes) -> bytes:
        """Send one request outside the measurement; gives the answer's body."""
        self.begin(request)
        while (answer := self.take()) is None:
            pass
        return answer.partition(b"\r\n\r\n")[2]


def spread(port: int, plans: list[list[bytes]], ask_worker: bytes, workers: int) -> list[Line]:
    """One connection a plan, the same number to every worker; `ask_worker` is the request for the worker's id."""
    lines: list[Line] = []
    at: Counter[bytes] = Counter()
    most = -(-len(plans) // workers)
    for _attempt in range(400):
        if len(lines) == len(plans):
            return lines
        line = Line(port, plans[len(lines)])
        worker = line.ask(ask_worker)
        if at[worker] < most:
            at[worker] += 1
            lines.append(line)
        else:
            line.socket.close()
    raise ConnectionError(f"{workers} workers did not share {len(plans)} connections: {at}")


def run(lines: list[Line], seconds: float) -> dict[str, object]:
    """Send until the time or a plan is over; every request sent is answered."""
    latencies: list[float] = []
    statuses: Counter[str] = Counter()
    refused = b""
    waiting = selectors.DefaultSelector()
    for line in lines:
        waiting.register(line.socket, selectors.EVENT_READ, line)
    began = now = time.perf_counter()
    end = began + seconds
    under_way = sum(line.send() for line in lines)
    while under_way:
        for key, _events in waiting.select():
            line = key.data
            answer = line.take()
            if answer is None:
                continue
            now = time.perf_counter()
            latencies.append(now - line.began)
            status = answer[9:12].decode()
            statuses[status] += 1
            if status[0] != "2":
                refused = refused or answer
            if now >= end or not line.send():
                end = now  # the end of one plan ends the run, which would go on with fewer clients
                under_way -= 1
    sent = [line.sent for line in lines]
    return {"seconds": now - began, "latencies": latencies, "sent": sent, "statuses": statuses, "refused": refused}


def main() -> None:
    """Read the plan, run it, write the result."""
    plan = pickle.load(sys.stdin.buffer)  # noqa: S301 -- from our own parent
    lines = spread(plan["port"], plan["requests"], plan["worker"], plan["workers"])
    sys.stdout.buffer.write(pickle.dumps(run(lines, plan["seconds"])))


if __name__ == "__main__":
    main()
