"""A running house with two tables and a window, and requests to it."""

import json
import time
import urllib.error
import urllib.request
from typing import Any
from uuid import uuid4

from tests.patience import PATIENCE_S
from tests.running_house import RunningHouse


class Room:
    """The house and its address; a request gives status, body and seconds."""

    def __init__(self, house: RunningHouse) -> None:
        self.house = house
        self.address = house.open("--no-demo")
        self.port = int(self.address.rstrip("/").rpartition(":")[2])
        script = "from tests.faults import room; room.build()"
        self.made: dict[str, Any] = json.loads(house.shell(script).splitlines()[-1])

    def post(
        self, path: str, body: dict[str, Any], token: str = "floor", *, patience_s: float = PATIENCE_S
    ) -> tuple[int, dict[str, Any], float]:
        """Status, body and seconds of one command."""
        headers = {
            "Authorization": f"Token {self.made[token]}",
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid4()),
        }
        asked = urllib.request.Request(f"{self.address}api/v1/{path}", json.dumps(body).encode(), headers)
        began = time.monotonic()
        try:
            with urllib.request.urlopen(asked, timeout=patience_s) as answer:
                return answer.status, json.loads(answer.read()), time.monotonic() - began
        except urllib.error.HTTPError as refused:
            return refused.code, json.loads(refused.read()), time.monotonic() - began

    def sell(self, *, patience_s: float = PATIENCE_S) -> tuple[int, dict[str, Any], float]:
        path = f"windows/{self.made['windows'][0]['id']}/sell/"
        return self.post(path, {"amount_cents": 100}, "cage", patience_s=patience_s)

    def export(self, report: str) -> tuple[int, dict[str, Any], float]:
        return self.post("jobs/", {"kind": "export", "report": report}, "manager")

    def hand(self, number: int, version: int) -> tuple[int, dict[str, Any], float]:
        body = {"version": version, "pot_cents": 4_000, "flop_seen": True, "dealt_in": 6, "tip_cents": 100}
        return self.post(f"tables/{self.made['tables'][number]['id']}/hands/record/", body)

    def ready(self) -> int:
        try:
            with urllib.request.urlopen(f"{self.address}readyz", timeout=PATIENCE_S) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code
