"""One stuck thing stops one thing: a locked table, a broker that hangs, a database without connections."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from casino.embedded.postgres import APPLICATION, Cluster
from casino.embedded.processes import until
from tests.faults.house import Room
from tests.faults.patient_settings import WAIT_S
from tests.patience import PATIENCE_S
from tests.running_house import RunningHouse, children

pytestmark = [
    pytest.mark.services,
    pytest.mark.release("stops parts of a running house"),
    pytest.mark.skipif(sys.platform != "linux", reason="finds its processes in /proc"),
]
CLIENTS = 20
ATTEMPTS = 5
REPORTS = ("rake", "match", "tips", "bank")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    house = RunningHouse(tmp_path_factory.mktemp("stuck") / "data")
    house.environ["DJANGO_SETTINGS_MODULE"] = "tests.faults.patient_settings"
    try:
        yield Room(house)
    finally:
        house.close(signal.SIGINT)


def test_a_locked_table_delays_no_other_table(room: Room) -> None:
    """Twenty clients wait for the locked one; before the first of them hears `busy`, the other has its answer."""
    stuck = room.made["tables"][0]
    url = Cluster(room.house.data).url()
    with psycopg.connect(url) as holder, psycopg.connect(url, autocommit=True) as looker:
        holder.execute("SELECT FROM tables_table WHERE id = %s FOR UPDATE", [stuck["id"]])
        assert any(_other_is_answered_first(room, looker) for _attempt in range(ATTEMPTS)), "it queued behind them"
        holder.rollback()
    assert room.hand(0, stuck["version"])[0] == 201, "nothing was half done"


def _other_is_answered_first(room: Room, looker: "psycopg.Connection[Any]") -> bool:
    """Whether it was; False too where the first hears `busy` before all of them wait, on a busy machine."""
    stuck, other = room.made["tables"]
    heard: list[tuple[int, dict[str, Any], float]] = []
    clients = [threading.Thread(target=lambda: heard.append(room.hand(0, stuck["version"]))) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    asked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    assert until(lambda: heard != [] or _number(looker, asked) == CLIENTS, PATIENCE_S)
    is_first = False
    if not heard:
        status, body, seconds = room.hand(1, other["version"])
        is_first = not heard
        assert status == 201, body
        other["version"] += 1
        print(f"another table's command: {seconds:.3f} s with {CLIENTS} clients at the locked one")
    for client in clients:
        client.join()
    assert {(status, body["code"]) for status, body, _seconds in heard} == {(409, "busy")}
    return is_first


def _number(connection: "psycopg.Connection[Any]", query: str) -> int:
    row = connection.execute(query).fetchone()
    assert row
    return int(row[0])


def test_a_broker_that_hangs_delays_no_money_and_loses_no_job(room: Room) -> None:
    """Whoever asks for a job does not wait for the broker; its row is the request, and a worker does it afterwards."""
    valkey = room.house.pid("valkey-server")
    os.kill(valkey, signal.SIGSTOP)
    asked: list[tuple[int, dict[str, Any], float]] = []
    try:
        jobs = [threading.Thread(target=lambda name=name: asked.append(room.export(name))) for name in REPORTS]
        for job in jobs:
            job.start()
        sales = [room.sell() for _ in range(10)]
        for job in jobs:
            job.join(PATIENCE_S)
    finally:
        os.kill(valkey, signal.SIGCONT)
    print(f"sales meanwhile: {max(seconds for *_, seconds in sales):.3f} s at most")
    print(f"requests for jobs: {max(seconds for *_, seconds in asked):.3f} s at most")
    assert {status for status, _body, _seconds in sales} == {200}
    assert [(status, body.get("state")) for status, body, _seconds in asked] == [(202, "queued")] * len(REPORTS)
    assert max(seconds for *_, seconds in sales) < WAIT_S, "no sale waited for the broker"
    assert max(seconds for *_, seconds in asked) < WAIT_S, "no request for a job waited for it either"
    ids = [body["id"] for _status, body, _seconds in asked]
    back = time.monotonic()
    with psycopg.connect(Cluster(room.house.data).url(), autocommit=True) as looker:
        assert until(lambda: _unfinished(looker, ids) == 0, PATIENCE_S, pause=0.05)
        print(f"all jobs done {time.monotonic() - back:.1f} s after the broker was back")
        attempts = looker.execute("SELECT DISTINCT state, attempts FROM casino_job WHERE id = ANY(%s)", [ids])
        assert attempts.fetchall() == [("done", 1)], "each was done once"


def _unfinished(connection: "psycopg.Connection[Any]", ids: list[int]) -> int:
    return _number(
        connection, f"SELECT count(*) FROM casino_job WHERE id IN ({','.join(map(str, ids))}) AND state <> 'done'"
    )


def test_a_broker_that_was_killed_loses_no_job(room: Room) -> None:
    """It is started again, and what was asked for meanwhile is done soon after."""
    os.kill(room.house.pid("valkey-server"), signal.SIGKILL)
    asked = [room.export(name) for name in ("tips", "bank")]
    assert [(status, body.get("state")) for status, body, _seconds in asked] == [(202, "queued")] * 2
    assert max(seconds for *_, seconds in asked) < WAIT_S
    began = time.monotonic()
    with psycopg.connect(Cluster(room.house.data).url(), autocommit=True) as looker:
        assert until(
            lambda: _unfinished(looker, [body["id"] for _status, body, _seconds in asked]) == 0, PATIENCE_S, pause=0.05
        )
    print(f"all jobs done {time.monotonic() - began:.1f} s after the broker was killed")


def test_a_database_without_free_connections_says_so_and_goes_on(room: Room) -> None:
    """New web processes get no connection: requests are answered 503 and book nothing, until connections are free."""
    before = room.sell()[1]
    with _no_connection_free(room):
        assert until(lambda: _answers(room), PATIENCE_S, pause=0.2)
        status, body, _seconds = room.sell()
        assert (status, body["code"]) == (503, "unavailable")
        assert room.ready() == 503
    assert until(lambda: room.ready() == 200, PATIENCE_S, pause=0.1)
    after = room.sell()[1]
    assert after["chips_cents"] == before["chips_cents"] - 100, "the refused sale was not booked"


@contextmanager
def _no_connection_free(room: Room) -> Iterator[None]:
    """The web server starts new processes when every connection is taken, and nobody gives one back in the block.

    The worker does, after each task, so it and beat stand still.
    """
    server, worker = room.house.pid("casino.web"), room.house.pid("casino worker")
    halted = [room.house.pid("casino beat"), worker, *children(worker)]
    held: list[psycopg.Connection[Any]] = []
    _signal(signal.SIGSTOP, server, *halted)
    try:
        _signal(signal.SIGKILL, *children(server))
        cluster = Cluster(room.house.data)
        with psycopg.connect(cluster.url("postgres"), autocommit=True) as looker:
            looker.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = %s", [APPLICATION]
            )
        assert until(lambda: not _connects(cluster.url(role=APPLICATION), held), PATIENCE_S, pause=0)
        _signal(signal.SIGCONT, server)
        yield
    finally:
        _signal(signal.SIGCONT, server, *halted)
        for connection in held:
            connection.close()


def _signal(number: signal.Signals, *pids: int) -> None:
    for pid in pids:
        os.kill(pid, number)


def _connects(url: str, held: "list[psycopg.Connection[Any]]") -> bool:
    """Open one more connection; whether the server had one left."""
    try:
        held.append(psycopg.connect(url))
    except psycopg.OperationalError:
        return False
    return True


def _answers(room: Room) -> bool:
    try:
        room.ready()
    except OSError:
        return False
    return True


def test_a_request_that_is_never_finished_is_closed(room: Room) -> None:
    port = int(room.address.rstrip("/").rpartition(":")[2])
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"POST /api/v1/auth/token/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never-")
        line.settimeout(PATIENCE_S)
        assert line.recv(1000).partition(b"\r\n")[0] in {b"", b"HTTP/1.1 408 Request Timeout"}
    print(f"a half-sent request was closed after {time.monotonic() - began:.1f} s")
