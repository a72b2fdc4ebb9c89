"""Clients that book without pause over HTTP, and a model of what must be in the books, kept outside.

Each order has a key.  A client that gets no answer, or one that tells it to try again, sends the same order until it is
answered, as tablets do.  So at the end each order is booked once: what differs was lost or doubled.
"""

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

TIMEOUT_S = 10.0
PAUSE_S = 0.02

# The rules of the room's terms, written down once more: five per cent in whole euros, 15 at most, none without a flop.
RATE_PERCENT, CAP_CENTS, CHIP_CENTS = 5, 1_500, 100


@dataclass(slots=True)
class Answer:
    """One answer; status 0: none came."""

    status: int
    body: Mapping[str, Any] = field(default_factory=dict)
    is_repeated: bool = False

    @property
    def code(self) -> str:
        return str(self.body.get("code", ""))

    @property
    def denies(self) -> bool:
        """Whether it says that nothing was changed."""
        return "Nothing was changed" in str(self.body.get("detail", ""))

    @property
    def is_final(self) -> bool:
        return 0 < self.status < 500 and self.code not in {"busy", "rate_limited"}


@dataclass(slots=True)
class Order:
    """One command, and what it changes in the books."""

    path: str
    body: dict[str, Any]
    effect: Mapping[str, int]  # by place, in cents
    key: str = field(default_factory=lambda: str(uuid4()))


@dataclass(slots=True)
class Told:
    """What one client was told."""

    acknowledged: int = 0
    repeated: int = 0  # booked by a try whose answer was lost
    unanswered: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    denied: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    last_at: float = 0.0


class Client(threading.Thread):
    """Sends one order after the other, until told to stop; the model of its own places is `places`."""

    def __init__(self, port: int, token: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.port, self.token, self.chance = port, token, random.Random(seed)
        self.places: Counter[str] = Counter()
        self.told = Told()
        self.is_over = threading.Event()
        self._line: http.client.HTTPConnection | None = None

    def orders(self) -> Iterator[Order]:
        raise NotImplementedError

    def heard(self, answer: Answer) -> None:
        """Called with the final answer to each order."""

    def run(self) -> None:
        for order in self.orders():
            self._carry_out(order)
            if self.is_over.wait(PAUSE_S):
                break
        self._hang_up()

    def _carry_out(self, order: Order) -> None:
        tries: list[Answer] = []
        while not (answer := self._send(order)).is_final:
            tries.append(answer)
            self.told.unanswered += answer.status == 0
            self.told.codes[answer.code or str(answer.status)] += 1
            time.sleep(PAUSE_S)
        if answer.status >= 300:
            self.told.refused.append(f"{order.path} {answer.status} {answer.code} after {[one.code for one in tries]}")
            return
        if answer.is_repeated:
            self.told.repeated += 1
            if tries and all(one.denies for one in tries):
                self.told.denied.append(f"{order.path} {[one.code for one in tries]}")
        self.places.update(order.effect)
        self.heard(answer)
        self.told.acknowledged += 1
        self.told.last_at = time.monotonic()

    def _send(self, order: Order) -> Answer:
        headers = {
            "Authorization": f"Token {self.token}",
            "Content-Type": "application/json",
            "Accept-Language": "en",
            "Idempotency-Key": order.key,
        }
        try:
            if self._line is None:
                self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)
            self._line.request("POST", f"/api/v1/{order.path}", json.dumps(order.body), headers)
            got = self._line.getresponse()
            return Answer(got.status, json.loads(got.read()), got.headers.get("Idempotent-Replayed") == "true")
        except (OSError, http.client.HTTPException, ValueError):
            self._hang_up()
            return Answer(0)

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None


class AtAWindow(Client):
    """Sells and redeems chips."""

    def __init__(self, port: int, token: str, seed: int, window: Mapping[str, Any]) -> None:
        super().__init__(port, token, seed)
        self.window = window

    def orders(self) -> Iterator[Order]:
        code = self.window["code"]
        while True:
            cents = self.chance.randrange(1, 50) * 100
            kind, sign = self.chance.choice([("sell", 1), ("redeem", -1)])
            effect = {f"cage/{code}": -sign * cents, f"cash/{code}": sign * cents}
            yield Order(f"windows/{self.window['id']}/{kind}/", {"amount_cents": cents}, effect)


class AtATable(Client):
    """Records finished hands."""

    def __init__(self, port: int, token: str, seed: int, table: Mapping[str, Any]) -> None:
        super().__init__(port, token, seed)
        self.table, self.version = table, int(table["version"])

    def orders(self) -> Iterator[Order]:
        code = self.table["code"]
        while True:
            pot, tip = self.chance.randrange(4, 500) * 100, self.chance.randrange(3) * 100
            flop = self.chance.random() < 0.8
            rake = min(pot * RATE_PERCENT // 100 // CHIP_CENTS * CHIP_CENTS, CAP_CENTS) if flop else 0
            body = {
                "version": self.version, "pot_cents": pot, "flop_seen": flop, "dealt_in": 6, "tip_cents": tip,
                "client_uuid": str(uuid4()),
            }  # fmt: skip
            effect = {f"rake/{code}": rake, f"tips/{code}": tip, f"pool/{code}": -rake - tip}
            yield Order(f"tables/{self.table['id']}/hands/record/", body, effect)

    def heard(self, answer: Answer) -> None:
        self.version += 1
