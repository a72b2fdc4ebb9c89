"""The parts of the running house: web server, worker, beat.

Each is a child process whose output comes out with its name in front.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from casino import environment
from casino.embedded.processes import end, spawn

WIDTH = 6  # of the longest name: the output stands in columns
BEAT_STARTED = "beat: Starting"
NOISE = ("Sending due task",)


def _surroundings() -> dict[str, str]:
    """This environment without the owner of the tables, whom no part needs to know."""
    known = {name: value for name, value in os.environ.items() if name != "DATABASE_OWNER_URL"}
    # Celery would run Django's checks in worker and beat, nearly a second each, and not look at what they say.
    return known | {"PYTHONUNBUFFERED": "1", "CELERY_SKIP_CHECKS": "1"}


class Part:
    """One child: `argv` runs in the checkout; lines of `NOISE` are kept from the screen.

    `farewell` is what it gets when this process is killed and cannot stop it.
    """

    def __init__(self, name: str, argv: Sequence[str | Path], *, farewell: signal.Signals = signal.SIGTERM) -> None:
        self.name = name
        self._said: set[str] = set()
        self.process = spawn(
            argv, output=subprocess.PIPE, farewell=farewell, folder=environment.ROOT, environ=_surroundings()
        )
        self._reader = threading.Thread(target=self._repeat, daemon=True)
        self._reader.start()

    def _repeat(self) -> None:
        assert self.process.stdout
        with self.process.stdout as output:
            for raw in output:
                line = raw.decode(errors="replace").rstrip()
                self._said |= {word for word in (BEAT_STARTED,) if word in line}
                if line and not any(noise in line for noise in NOISE):
                    print(f"{self.name:{WIDTH}} | {line}", flush=True)

    def said(self, word: str) -> bool:
        """Has it printed `word`?"""
        return word in self._said

    def dead(self) -> bool:
        """Has it ended, though nobody asked it to?"""
        return self.process.poll() is not None

    def stop(self) -> int:
        """Stop it; a worker finishes its tasks first. Its exit status."""
        status = end(self.process)
        self._reader.join(2)
        return status


def web(port: int) -> Part:
    """Granian, WSGI: two processes of one thread each serve more on two cores than any number of threads."""
    options = [
        "--interface",
        "wsgi",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--workers",
        "2",
        "--blocking-threads",
        "1",
    ]
    # A worker whose request never ends would leave the whole server behind.
    options += ["--workers-kill-timeout", "10"]
    options += ["--no-ws", "--respawn-failed-workers", "--log-level", "warning"]
    argv = [sys.executable, "-m", "casino.web", *options, "casino.wsgi:application"]
    # Two SIGTERM at once stop granian for ever: its handler waits for a lock that it holds itself.
    return Part("web", argv, farewell=signal.SIGKILL)


def worker(node: str) -> Part:
    """Celery's worker, which answers a ping under the name `node`."""
    options = [
        "--concurrency",
        "2",
        "--loglevel",
        "WARNING",
        "--hostname",
        node,
        "--without-mingle",
        "--without-gossip",
    ]
    return Part("worker", [sys.executable, "-m", "celery", "--quiet", "-A", "casino", "worker", *options])


def beat() -> Part:
    """Celery's clock. It has no ping: it says that it has begun."""
    return Part("beat", [sys.executable, "-m", "celery", "--quiet", "-A", "casino", "beat", "--loglevel", "INFO"])
