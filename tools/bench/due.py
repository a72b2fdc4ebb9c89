"""An open load: a process of its own that sends each request when it is due, whether or not earlier ones are answered.

The time of an answer counts from when its request was due, so a server that falls behind shows it, however few
connections there are to wait on.  Standard library only, one thread, like `load`.

python -m tools.bench.due < plan > answer      both pickled: from `open_loop`, and from `run`
"""

import pickle
import selectors
import sys
import time
from collections import deque

from tools.bench.load import Line, spread


def run(lines: list[Line], plan: list[tuple[float, bytes]]) -> dict[str, object]:
    """Send the requests at their seconds; gives the seconds to each answer, and the first refusal."""
    waiting = selectors.DefaultSelector()
    free, due, since = deque(lines), deque(plan), dict.fromkeys(lines, 0.0)
    for line in lines:
        waiting.register(line.socket, selectors.EVENT_READ, line)
    took: list[float] = []
    refused = b""
    began = time.perf_counter()
    while due or len(free) < len(lines):
        while due and free and due[0][0] <= time.perf_counter() - began:
            line = free.popleft()
            since[line], request = due.popleft()
            line.begin(request)
        wait = due[0][0] - (time.perf_counter() - began) if due and free else None
        for key, _events in waiting.select(None if wait is None else max(0.0, wait)):
            line = key.data
            answer = line.take()
            if answer is None:
                continue
            took.append(time.perf_counter() - began - since[line])
            free.append(line)
            if answer[9:10] != b"2":
                refused = refused or answer
    return {"took": took, "refused": refused}


def main() -> None:
    """Read the plan, run it, write the result."""
    plan = pickle.load(sys.stdin.buffer)  # noqa: S301 -- from our own parent
    lines = spread(plan["port"], [[] for _line in range(plan["connections"])], plan["worker"], plan["workers"])
    sys.stdout.buffer.write(pickle.dumps(run(lines, plan["requests"])))


if __name__ == "__main__":
    main()
