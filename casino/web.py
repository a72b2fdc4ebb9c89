"""The web server as `up` runs it: granian, which forks its workers from a process that has loaded the house.

Takes granian's own options.  The workers start at once, share what is loaded, and never outlive their server.
"""

import os
import signal

from granian.cli import entrypoint

from casino import wsgi  # noqa: F401 -- loaded here, once
from casino.embedded.processes import die_with_parent


def begin() -> None:
    """What a worker does first.

    It inherits granian's handler until it has set its own, and that one only takes note: a worker that was told to end
    while it loaded the house went on, and was waited for.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    die_with_parent(signal.SIGKILL)


if __name__ == "__main__":
    os.register_at_fork(after_in_child=begin)
    entrypoint()  # type: ignore[no-untyped-call]
