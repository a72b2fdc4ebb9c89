"""The web server of `up` and of production: granian, with workers forked from a process that has loaded the app.

Takes granian's own options, besides `OPTIONS`, which they overrule.  The workers start at once, share the loaded code,
and never outlive their server.
"""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from granian.cli import entrypoint

from casino import environment
from casino.embedded.processes import die_with_parent

APPLICATION = "casino.asgi:application"
OPTIONS = (
    "--interface", "asginl",  # ASGI without its messages of start and end
    "--http", "1",  # what browsers and proxies speak without TLS; granian bounds no headers of HTTP/2
    "--no-ws",
    "--http1-header-read-timeout", "10000",  # milliseconds; `casino.whole_requests` bounds what follows
    "--http1-buffer-size", "65536",  # of each connection; headers are smaller
    "--respawn-failed-workers",
    "--workers-kill-timeout", "30",  # a request that never ends would keep the server from stopping
    "--log-config", str(Path(__file__).with_name("web_log.json")),  # no formats of its own: `settings.LOGGING` holds
    "--log-level", environment.text("CASINO_LOG_LEVEL").lower(),
)  # fmt: skip
END = {signal.SIGTERM}
_forking: list[int] = []  # the process that forks


def main() -> None:
    """Serve, with workers that obey SIGTERM from their start."""
    with counted_together():
        import_module(APPLICATION.partition(":")[0])  # loaded here, once
        os.register_at_fork(before=hold, after_in_parent=hear, after_in_child=begin)
        sys.argv[1:] = [*OPTIONS, *sys.argv[1:], APPLICATION]
        entrypoint()  # type: ignore[no-untyped-call]


@contextmanager
def counted_together() -> Iterator[None]:
    """The folder in which the workers add up their counters (`casino.counters`), which look for it when they load.

    In memory, where there is such a disk: a counter in a file of a full disk would end its process.
    """
    memory = Path("/dev/shm")  # noqa: S108 -- mkdtemp makes a folder that is ours alone
    base = memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir())
    for left in base.glob("casino-counters-*-*"):
        if not Path(f"/proc/{left.name.split('-')[2]}").exists():  # its server was killed
            shutil.rmtree(left, ignore_errors=True)
    folder, server = tempfile.mkdtemp(prefix=f"casino-counters-{os.getpid()}-", dir=base), os.getpid()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    try:
        yield
    finally:
        if os.getpid() == server:
            shutil.rmtree(folder, ignore_errors=True)


def hold() -> None:
    """Before a fork: block SIGTERM until the worker has set its handler."""
    signal.pthread_sigmask(signal.SIG_BLOCK, END)
    _forking[:] = [os.getpid()]


def hear() -> None:
    """After a fork: unblock SIGTERM."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, END)


def begin() -> None:
    """At a worker's start: die with the server, and end at SIGTERM.

    A worker inherits granian's handler until it sets its own, and that only records the signal: a worker told to stop
    while starting would go on, and the server would wait for it.
    """
    die_with_parent(signal.SIGKILL, *_forking)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    hear()


if __name__ == "__main__":
    main()
