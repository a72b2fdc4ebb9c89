"""The requests of the load, as bytes, and sending them."""

import json
import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from uuid import uuid4

from django.core.management import CommandError

from tools.bench import load
from tools.bench.house import WEB_WORKERS
from tools.bench.room import FIRST, PLAYERS, Room
from tools.bench.round_kinds import RoundKind

LINES_A_WORKER = 2
"""Connections at each worker, so that it never waits for the network; it still does one thing at a time."""

WORKER = b"GET /api/v1/bench/worker/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
"""Asks which process answers."""

_numbers = count(1)

# Six players call and check to the river: every one is legal whatever lies on the board.
_CHECKED: list[dict[str, object]] = [{"kind": "check"}] * PLAYERS
_CALLED: list[dict[str, object]] = [{"kind": "call"}] * (PLAYERS - 1)
HAND: tuple[dict[str, object], ...] = (
    *_CALLED,
    {"kind": "check"},
    {"kind": "board", "cards": "Ah Kd 2c"}, *_CHECKED,
    {"kind": "board", "cards": "7s"}, *_CHECKED,
    {"kind": "board", "cards": "7h"}, *_CHECKED,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Load:
    """The result of a run: requests a second, and the seconds of each."""

    per_second: float
    latencies: list[float]


class Plan:
    """Requests of one connection, in order, made on demand; unsent ones stay for the next run."""

    def __init__(self, requests: Iterable[bytes]) -> None:
        self._coming = iter(requests)
        self._ahead: list[bytes] = []

    def ahead(self, most: int) -> list[bytes]:
        """The next requests, at most `most`."""
        self._ahead += islice(self._coming, max(0, most - len(self._ahead)))
        return self._ahead[:most]

    def sent(self, requests: int) -> None:
        """Drop the first `requests` of them."""
        del self._ahead[:requests]


def post(path: str, body: dict[str, object], token: str) -> bytes:
    """One command, with a new idempotency key."""
    content = json.dumps(body, separators=(",", ":")).encode()
    head = (
        f"POST /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Token {token}\r\n"
        f"Content-Type: application/json\r\nIdempotency-Key: bench-key-{next(_numbers):09}\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


def summary(room: Room, number: int, version: int) -> bytes:
    """Record a finished hand at table `number` in one call."""
    body: dict[str, object] = {
        "version": version,
        "pot_cents": 4_000,
        "flop_seen": True,
        "dealt_in": PLAYERS,
        "tip_cents": 100,
        "client_uuid": str(uuid4()),
    }
    return post(f"tables/{FIRST['tables_table'] + number}/hands/record/", body, room.token)


def played_round(room: Room, kind: RoundKind, number: int, version: int) -> bytes:
    """Record a round that is over at table `number`."""
    body: dict[str, object] = {
        "version": version,
        **kind.body(),
        "tips": [{"seat": 1, "amount_cents": 100}],
        "client_uuid": str(uuid4()),
    }
    return post(f"tables/{FIRST['tables_table'] + number}/rounds/record/", body, room.token)


def action(room: Room, number: int, step: int) -> bytes:
    """Record action `step` (from 0) of the open hand at table `number`."""
    body = {**HAND[step], "version": step + 1}
    return post(f"hands/{FIRST['tables_hand'] + number}/actions/", body, room.token)


def rows(room: Room) -> Iterator[bytes]:
    """Endless requests to the bare view."""
    while True:
        yield post("bench/row/", {"said": "something"}, room.token)


def actions(room: Room, numbers: Iterable[int]) -> Iterator[bytes]:
    """The actions of these tables' hands, one hand after the other, each to the river's end."""
    for number in numbers:
        for step in range(len(HAND)):
            yield action(room, number, step)


def send(port: int, plans: Sequence[Plan], seconds: float, *, most: int) -> Load:
    """Run the plans, a connection each, for `seconds` and at most `most` requests a connection.

    Any answer but success is our mistake and ends the bench (CommandError).
    """
    plan = {
        "port": port,
        "requests": [one.ahead(most) for one in plans],
        "worker": WORKER,
        "workers": WEB_WORKERS,
        "seconds": seconds,
    }
    done = subprocess.run(
        [sys.executable, Path(load.__file__)], input=pickle.dumps(plan), stdout=subprocess.PIPE, check=True
    )
    answer = pickle.loads(done.stdout)  # noqa: S301 -- from our own child
    if answer["refused"]:
        raise CommandError(f"The load was refused: {answer['statuses']}\n{answer['refused'].decode()}")
    for one, sent in zip(plans, answer["sent"], strict=True):
        one.sent(sent)
    return Load(len(answer["latencies"]) / answer["seconds"], answer["latencies"])
