"""The web server of `up` and of production: granian, with workers forked from a process that has loaded the app.

Takes granian's own options.  The workers start at once, share the loaded code, and never outlive their server.
"""

import os
import signal

from granian.cli import entrypoint

from casino import wsgi  # noqa: F401 -- loaded here, once
from casino.embedded.processes import die_with_parent

END = {signal.SIGTERM}
_forking: list[int] = []  # the process that forks


def main() -> None:
    """Serve, with workers that obey SIGTERM from their start."""
    os.register_at_fork(before=hold, after_in_parent=hear, after_in_child=begin)
    entrypoint()  # type: ignore[no-untyped-call]


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
