"""(j) A house at its pace: commands at a thousand and at five thousand tables, sent when due, with boards open."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import accumulate
from random import Random

from django.core.management import CommandError

from casino import environment
from tools.bench import due, requests
from tools.bench.figures import Figure, Say, Sizes, percentile
from tools.bench.house import WEB_WORKERS
from tools.bench.parts import screens
from tools.bench.requests import HAND
from tools.bench.room import Room, table_version

ACTION_EVERY_S = 2.0
HANDS_A_TABLE_AND_HOUR = 30
LEAST_A_SECOND = 20.0  # in a small room: the web server closes a connection that is silent for long
BOARDS = (0, 1, 5, 40)
CONNECTIONS = 32
LIMIT_MS = 50


def measure_actions(port: int, room: Room, sizes: Sizes, say: Say) -> list[Figure]:
    """An action every two seconds at each table, all tables in turn."""
    rate = len(room.open_tables) / ACTION_EVERY_S
    say(f"{rate:.0f} actions a second at {len(room.open_tables)} tables")
    return _figures("open_actions", _took(port, _actions(room), rate, sizes.open_seconds))


def measure_hands(port: int, room: Room, sizes: Sizes, say: Say) -> list[Figure]:
    """Finished hands at all tables in turn, thirty an hour at each, with boards of the floor open."""
    rate = max(LEAST_A_SECOND, len(room.summary_tables) * HANDS_A_TABLE_AND_HOUR / 3600)
    hands = _hands(room)
    figures = []
    for boards in BOARDS:
        reports: list[str] = []
        with ExitStack() as watched:
            if boards:
                pages = [("/floor/", screens.cookie(room.floor)) for _board in range(boards)]
                watched.enter_context(screens.open_pages(port, pages, reports))
            took = _took(port, hands, rate, sizes.open_seconds)
        say(f"{rate:.1f} hands a second at {len(room.summary_tables)} tables, {boards} boards: {''.join(reports)}")
        figures += _figures(f"open_hands_{boards}_boards", took)
    return figures


def _figures(name: str, took: list[float]) -> list[Figure]:
    median, most, worst = (1_000 * percentile(took, percent) for percent in (50, 95, 99))
    return [
        Figure(f"{name}_p50", median, "ms"),
        Figure(f"{name}_p95", most, "ms"),
        Figure.within(f"{name}_p99", worst, "ms", LIMIT_MS),
    ]


def _took(port: int, wanted: Iterator[bytes], per_second: float, seconds: float) -> list[float]:
    """The seconds to the answers of requests that are due at random moments, `per_second` on average."""
    chance = Random(11)  # noqa: S311 -- chance for a measurement
    number = max(20, round(per_second * seconds))
    moments = accumulate(chance.expovariate(per_second) for _request in range(number))
    plan = {
        "port": port,
        "requests": [(moment, next(wanted)) for moment in moments],
        "connections": CONNECTIONS,
        "worker": requests.WORKER,
        "workers": WEB_WORKERS,
    }
    done = subprocess.run(
        [sys.executable, "-m", due.__name__],
        input=pickle.dumps(plan), stdout=subprocess.PIPE, cwd=environment.ROOT, check=True,
    )  # fmt: skip
    answer = pickle.loads(done.stdout)  # noqa: S301 -- from our own child
    if answer["refused"]:
        raise CommandError(f"The load was refused: {answer['refused'].decode()}")
    took: list[float] = answer["took"]
    return took


def _actions(room: Room) -> Iterator[bytes]:
    """The next action at each table in turn: a table comes again after all the others."""
    for step in range(len(HAND)):
        for number in room.open_tables:
            yield requests.action(room, number, step)


def _hands(room: Room) -> Iterator[bytes]:
    first = {number: table_version(number) for number in room.summary_tables}
    played = 0
    while True:
        for number in room.summary_tables:
            yield requests.summary(room, number, first[number] + played)
        played += 1
