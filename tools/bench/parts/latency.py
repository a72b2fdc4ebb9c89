"""(d) The time of an action in a full room: a thousand tables with an open hand at each."""

from collections.abc import Iterator, Sequence
from random import Random

from tools.bench import requests
from tools.bench.figures import Figure, Say, Sizes, percentile
from tools.bench.house import WEB_WORKERS
from tools.bench.requests import HAND, Plan
from tools.bench.room import Room

_LONGEST = 600.0  # seconds; the number of actions ends it, not the clock


def measure(port: int, room: Room, sizes: Sizes, say: Say) -> list[Figure]:
    """Median and 95th percentile of an action's time, at random tables, with two clients asking at once."""
    plans = [Plan(_anywhere(room, room.open_tables[line::WEB_WORKERS], line)) for line in range(WEB_WORKERS)]
    warm_up = max(10, sizes.latency_actions // 20)
    requests.send(port, plans, _LONGEST, most=warm_up)
    done = requests.send(port, plans, _LONGEST, most=sizes.latency_actions // WEB_WORKERS)
    milliseconds = [1_000 * seconds for seconds in done.latencies]
    say(f"{len(milliseconds)} actions at {len(room.open_tables)} tables with an open hand, {WEB_WORKERS} at once")
    return [
        Figure("action_p50", percentile(milliseconds, 50), "ms"),
        Figure("action_p95", percentile(milliseconds, 95), "ms"),
    ]


def _anywhere(room: Room, tables: Sequence[int], seed: int) -> Iterator[bytes]:
    """Actions at random tables, each the next of its hand; there are many more than are sent."""
    chance = Random(seed)  # noqa: S311 -- chance for a measurement
    step = dict.fromkeys(tables, 0)
    while True:
        number = chance.choice(tables)
        if step[number] < len(HAND):
            yield requests.action(room, number, step[number])
            step[number] += 1
