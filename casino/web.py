"""The web server of `up` and of production: granian, which forks its workers from a process that has loaded the house.

Takes granian's own options.  The workers start at once, share what is loaded, and never outlive their server.
"""

import os
import signal

from granian.cli import entrypoint

from casino import wsgi  # noqa: F401 -- loaded here, once
from casino.embedded.processes import die_with_parent

END = {signal.SIGTERM}
_forking: list[int] = []  # the process that forks


def main() -> None:
    """Serve the house, with workers that hear SIGTERM from the first moment."""
    os.register_at_fork(before=hold, after_in_parent=hear, after_in_child=begin)
    entrypoint()  # type: ignore[no-untyped-call]


def hold() -> None:
    """Before a fork: what is said to the worker waits until it has begun."""
    signal.pthread_sigmask(signal.SIG_BLOCK, END)
    _forking[:] = [os.getpid()]


def hear() -> None:
    """After it."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, END)


def begin() -> None:
    """What a worker does first.

    It inherits granian's handler until it has set its own, and that one only takes note: a worker that was told to end
    while it loaded the house went on, and was waited for.
    """
    die_with_parent(signal.SIGKILL, *_forking)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    hear()


if __name__ == "__main__":
    main()
