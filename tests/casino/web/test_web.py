"""The web server of `up` and its workers: they end when they are told to, and with whoever started them."""

import contextlib
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from casino import environment
from casino.embedded import parts
from casino.embedded.processes import runs, until
from casino.management.commands.up import free_port
from tests.patience import PATIENCE_S
from tests.running_house import children

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(sys.platform != "linux", reason="finds its descendants in /proc"),
]


TOLD = """
import os, signal, time
from casino import web

def serve():
    signal.signal(signal.SIGTERM, lambda *_: None)  # granian's own, which only takes note
    worker = os.fork()
    if worker == 0:
        time.sleep(20)
        os._exit(0)
    os.kill(worker, signal.SIGTERM)
    print(os.waitpid(worker, 0)[1])

web.entrypoint = serve
web.main()
"""


@pytest.mark.release("kills a web server of its own")
def test_a_worker_of_the_web_server_ends_when_told_to_before_it_serves() -> None:
    """One of granian's that was still loading let SIGTERM pass, and was killed ten seconds later."""
    argv = [sys.executable, "-c", TOLD]
    told = subprocess.run(argv, cwd=environment.ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE_S)
    assert int(told.stdout) == signal.SIGTERM


OWNER = """
import time
from casino.embedded import parts
web = parts.web(0)
print(web.process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.release("kills a web server of its own")
def test_a_web_server_ends_with_its_killed_owner() -> None:
    """The kernel sent SIGTERM once for each thread that the owner had, and after two at once granian never ended."""
    argv = [sys.executable, "-c", OWNER]
    with subprocess.Popen(argv, cwd=environment.ROOT, stdout=subprocess.PIPE) as owner:
        assert owner.stdout
        web = int(owner.stdout.readline())
        assert until(lambda: len(children(web)) == 2, PATIENCE_S)
        started = [web, *children(web)]
        owner.kill()
    assert until(lambda: not any(runs(pid, "casino.web") for pid in started), PATIENCE_S)


HALF = b"""\
POST /api/v1/auth/token/ HTTP/1.1\r
Host: 127.0.0.1\r
Content-Type: application/json\r
Content-Length: 10\r
\r
half"""


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE_S) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_half_sent_bodies_hold_no_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Granian reads a body while a thread waits for it, under WSGI: a few that never end stopped the house."""
    monkeypatch.setenv("CASINO_DATA", str(tmp_path))
    monkeypatch.setenv("CASINO_WEB_THREADS", "1")
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "casino.settings")
    port = free_port(0)
    web = parts.web(port)
    try:
        assert until(lambda: answers(port), PATIENCE_S)
        with contextlib.ExitStack() as stalled:
            for _ in range(120):  # the kernel gives each process about half of them
                line = stalled.enter_context(socket.create_connection(("127.0.0.1", port)))
                line.sendall(HALF)
            assert all(answers(port) for _ in range(8)), "by whichever process"
    finally:
        web.stop()
