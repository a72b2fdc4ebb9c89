"""Kills under load: which process dies, when it is back, and what the clients outside were told meanwhile."""

import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import psycopg

from casino.embedded.postgres import APPLICATION, Cluster
from casino.embedded.processes import until
from casino.embedded.supervisor import STEADY_S
from tests.faults.load import AtATable, AtAWindow, Client
from tests.patience import PATIENCE_S
from tests.running_house import RunningHouse, children


@dataclass(slots=True)
class Row:
    """One kind of fault in the table."""

    kind: str
    rounds: int = 0
    seconds: list[float] = field(default_factory=list)  # until every client was answered again
    restarts: list[float] = field(default_factory=list)  # until the killed part ran again


@dataclass(slots=True)
class Verdict:
    """What the model outside found in the end."""

    acknowledged: int
    repeated: int
    unanswered: int
    codes: dict[str, int]
    lost_cents: int
    doubled_cents: int
    lost_entries: int
    doubled_entries: int
    denied: list[str]
    refused: list[str]
    are_rollups_right: bool
    is_proven: bool
    is_audited: bool

    @property
    def holds(self) -> bool:
        nothing = (self.lost_cents, self.doubled_cents, self.lost_entries, self.doubled_entries)
        wrong = [*self.denied, *self.refused]
        return not any(nothing) and not wrong and self.are_rollups_right and self.is_proven and self.is_audited


class Faults:
    """A running house under load, and the ways to hurt it."""

    def __init__(self, house: RunningHouse, seed: int) -> None:
        self.house, self.chance = house, random.Random(seed)
        self.address = house.open("--no-demo")
        self.port = int(self.address.rstrip("/").rpartition(":")[2])
        made = json.loads(self._in_house("build"))
        self.clients: list[Client] = [
            *(AtAWindow(self.port, made["cage"], seed + n, row) for n, row in enumerate(made["windows"])),
            *(AtATable(self.port, made["floor"], seed + 50 + n, row) for n, row in enumerate(made["tables"])),
        ]
        self.before = json.loads(self._in_house("booked"))
        self.sound_at: dict[str, float] = {}  # by the words of a part's command line
        for client in self.clients:
            client.start()
        self._all_answered(time.monotonic())

    def _in_house(self, what: str) -> str:
        script = f"from tests.faults import room; room.{what}()"
        return self.house.shell(script).splitlines()[-1]

    # --- who dies -----------------------------------------------------------------------------------------------------
    def backend(self) -> None:
        """A connection's process in PostgreSQL, asked to end at any moment."""
        with self._administrator() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s ORDER BY random() LIMIT 1",
                [APPLICATION],
            )

    def crashed_backend(self) -> None:
        """A connection's process killed outright: PostgreSQL ends all the others and recovers."""

        def backend() -> int:
            with self._administrator() as connection:
                query = "SELECT pid FROM pg_stat_activity WHERE usename = %s ORDER BY random() LIMIT 1"
                return next(pid for (pid,) in connection.execute(query, [APPLICATION]))

        self._kill(backend)

    @contextmanager
    def _administrator(self) -> Iterator["psycopg.Connection[Any]"]:
        """A connection once PostgreSQL takes one: it may still recover from the last fault."""
        found: list[psycopg.Connection[Any]] = []

        def is_connected() -> bool:
            try:
                found.append(psycopg.connect(Cluster(self.house.data).url("postgres"), autocommit=True))
            except psycopg.OperationalError:
                return False
            return True

        assert until(is_connected, PATIENCE_S), self.house.said()
        with found[0] as connection:
            yield connection

    def web_worker(self) -> None:
        self._kill_child("casino.web")

    def job_worker(self) -> None:
        self._kill_child("celery -A casino worker")

    def _kill_child(self, words: str) -> None:
        # A web server whose workers end faster than it starts them ends too, and `up` starts it again.
        self._kill(lambda: self.chance.choice(children(self.house.pid(words))))

    def server(self, words: str) -> None:
        """A part or server of `up` itself."""
        self._kill(lambda: self.house.pid(words))

    def _kill(self, find: Callable[[], int]) -> None:
        """Kill what is found, once it is there: an earlier fault may have ended it too."""

        def is_killed() -> bool:
            try:
                os.kill(find(), signal.SIGKILL)
            except (AssertionError, IndexError, StopIteration, OSError, psycopg.OperationalError):
                return False
            return True

        assert until(is_killed, PATIENCE_S), self.house.said()

    def everything(self) -> None:
        """All parts and servers in one moment."""
        assert self.house.process
        for pid in children(self.house.process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    # --- and what then ------------------------------------------------------------------------------------------------
    def round(self, row: Row, kill: Callable[[], None], words: str = "") -> None:
        """Kill at a random moment, and wait until all clients are answered and the part runs again.

        A part is killed when it has run for long enough to be sound: `up` waits longer for one that keeps ending.
        """
        time.sleep(self.chance.uniform(0.02, 0.3))
        time.sleep(max(0.0, self.sound_at.get(words, 0.0) - time.monotonic()))
        before = self._there(words) if words else None
        kill()
        killed = time.monotonic()
        row.rounds += 1
        self._all_answered(killed)
        row.seconds.append(max(client.told.last_at for client in self.clients) - killed)
        if words:
            assert until(lambda: self._running(words) not in (None, before), PATIENCE_S, pause=0.05), self.house.said()
            row.restarts.append(time.monotonic() - killed)
            self.sound_at[words] = time.monotonic() + STEADY_S

    def _there(self, words: str) -> int | None:
        """The part, once it runs: an earlier fault may have ended it too."""
        assert until(lambda: self._running(words) is not None, PATIENCE_S), self.house.said()
        return self._running(words)

    def _running(self, words: str) -> int | None:
        try:
            return self.house.pid(words)
        except (AssertionError, OSError):
            return None

    def _all_answered(self, since: float) -> None:
        """Wait until each client has had an order acknowledged that was answered after that moment."""
        started = {client: client.told.acknowledged for client in self.clients}

        def is_answered() -> bool:
            assert not self.house.ended(), self.house.said()[-3000:]
            return all(
                client.told.acknowledged > started[client] + 1 and client.told.last_at > since
                for client in self.clients
            )

        assert until(is_answered, PATIENCE_S, pause=0.01), (
            [(type(client).__name__, client.told) for client in self.clients],
            self.house.said()[-3000:],
        )

    def verdict(self) -> Verdict:
        """Stop the clients, and compare what they were told with the books."""
        for client in self.clients:
            client.is_over.set()
        for client in self.clients:
            client.join(PATIENCE_S)
            assert not client.is_alive()
        found = json.loads(self._in_house("booked"))
        expected: dict[str, int] = dict(self.before["balances"])
        for client in self.clients:
            for place, cents in client.places.items():
                expected[place] = expected.get(place, 0) + cents
        watched = {place for client in self.clients for place in client.places}
        differences = [found["balances"].get(place, 0) - expected[place] for place in watched]
        acknowledged = sum(client.told.acknowledged for client in self.clients)
        entries = found["entries"] - self.before["entries"] - acknowledged
        codes: dict[str, int] = {}
        for client in self.clients:
            for code, times in client.told.codes.items():
                codes[code] = codes.get(code, 0) + times
        return Verdict(
            acknowledged=acknowledged,
            repeated=sum(client.told.repeated for client in self.clients),
            unanswered=sum(client.told.unanswered for client in self.clients),
            codes=codes,
            lost_cents=-sum(min(cents, 0) for cents in differences),
            doubled_cents=sum(max(cents, 0) for cents in differences),
            lost_entries=max(-entries, 0),
            doubled_entries=max(entries, 0),
            denied=[line for client in self.clients for line in client.told.denied],
            refused=[line for client in self.clients for line in client.told.refused],
            are_rollups_right=found["same_after_rebuild"],
            is_proven=self.house.command("prove").returncode == 0,
            is_audited=self.house.command("audit").returncode == 0,
        )


SERVERS = {
    "web server": "casino.web",
    "worker": "celery -A casino worker",
    "beat": "celery -A casino beat",
    "Valkey": "valkey-server",
    "PostgreSQL": "postgres -D",
}


def run(house: RunningHouse, *, kills: int, servers: int, everything: int, seed: int) -> tuple[list[Row], Verdict]:
    """Do so many rounds of each group, spread over their kinds."""
    faults = Faults(house, seed)
    small = {
        "backend ended": faults.backend,
        "backend killed": faults.crashed_backend,
        "web worker killed": faults.web_worker,
        "job worker killed": faults.job_worker,
    }
    rows: list[Row] = []

    def rounds(kind: str, times: int, kill: Callable[[], None], words: str = "") -> None:
        row = Row(kind)
        rows.append(row)
        for _ in range(times):
            faults.round(row, kill, words)

    for kind, kill in small.items():
        rounds(kind, kills // len(small), kill)
    # In turn, so that none seems to be in a crash loop.
    of_servers = {kind: Row(f"{kind} killed") for kind in SERVERS}
    rows += of_servers.values()
    for _ in range(servers // len(SERVERS)):
        for kind, words in SERVERS.items():
            faults.round(of_servers[kind], lambda words=words: faults.server(words), words)  # type: ignore[misc]
    rounds("everything killed", everything, faults.everything, SERVERS["PostgreSQL"])
    return rows, faults.verdict()


def printed(rows: list[Row], verdict: Verdict) -> str:
    """The table, and the verdict below it."""
    lines = [f"{'kind':22} {'rounds':>6} {'answered again after s':>24} {'runs again after s':>20}"]
    lines.append(f"{'':29} {'median':>12} {'most':>11} {'median':>10} {'most':>9}")
    for row in rows:
        if row.rounds:
            line = f"{row.kind:22} {row.rounds:6} {median(row.seconds):12.2f} {max(row.seconds):11.2f}"
            line += f" {median(row.restarts):10.2f} {max(row.restarts):9.2f}" if row.restarts else ""
            lines.append(line)
    orders = f"orders acknowledged {verdict.acknowledged}, {verdict.repeated} of them booked by a try without an answer"
    tries = f"tries without an answer {verdict.unanswered}, tries told to come again {verdict.codes}"
    lost = f"lost {verdict.lost_entries} ({verdict.lost_cents} cents)"
    doubled = f"doubled {verdict.doubled_entries} ({verdict.doubled_cents} cents)"
    told = f"bookings denied {len(verdict.denied)}, orders refused {len(verdict.refused)}"
    proofs = f"proven {verdict.is_proven}, audited {verdict.is_audited}"
    rollups = f"roll-ups equal a rebuild {verdict.are_rollups_right}"
    found = [orders, tries, f"{lost}, {doubled}, {told}", f"{rollups}, {proofs}"]
    return "\n".join([*lines, "", *found, *verdict.denied, *verdict.refused])
