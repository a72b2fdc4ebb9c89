"""The parts of `up`: web server, worker and beat, as child processes with their name before each line of output."""

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


def _environment() -> dict[str, str]:
    """The environment for the parts, without the connection of the tables' owner."""
    known = {name: value for name, value in os.environ.items() if name != "DATABASE_OWNER_URL"}
    # Celery would run Django's checks in worker and beat, nearly a second each, and ignore their result.
    return known | {"PYTHONUNBUFFERED": "1", "CELERY_SKIP_CHECKS": "1"}


class Part:
    """One child process: `argv` runs in the checkout; lines with `NOISE` are not printed.

    `farewell`: the signal it gets when this process is killed.
    """

    def __init__(self, name: str, argv: Sequence[str | Path], *, farewell: signal.Signals = signal.SIGTERM) -> None:
        self.name = name
        self._said: set[str] = set()
        self.process = spawn(
            argv, output=subprocess.PIPE, farewell=farewell, folder=environment.ROOT, environ=_environment()
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
        """Whether it has printed `word`; only `BEAT_STARTED` is watched for."""
        return word in self._said

    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    def stop(self) -> int:
        """Stop it and return its exit status; a worker finishes its tasks first."""
        status = end(self.process)
        self._reader.join(2)
        return status


def web(port: int) -> Part:
    """The web server: two processes, each with as many threads as requests wait in it, up to `CASINO_WEB_THREADS`.

    One thread would be enough for two cores. More of them wait for locks: work at a table that is locked must
    not keep others from theirs.
    """
    options = ["--host", "127.0.0.1", "--port", str(port), "--workers", "2"]
    # Ctrl-C waits no longer for a request that never ends.
    argv = [sys.executable, "-m", "casino.web", *options, "--workers-kill-timeout", "10"]
    # Two SIGTERM at once deadlock granian: its handler waits for a lock that it holds itself.
    return Part("web", argv, farewell=signal.SIGKILL)


def worker(node: str) -> Part:
    """Celery's worker under the name `node`, which answers pings."""
    options = ["--concurrency", "2", "--hostname", node, "--without-mingle", "--without-gossip"]
    return Part("worker", [sys.executable, "-m", "celery", "-A", "casino", "worker", *options])


def beat() -> Part:
    """Celery's beat. It answers no ping; its output says when it has started."""
    return Part("beat", [sys.executable, "-m", "celery", "-A", "casino", "beat", "--loglevel", "INFO"])
