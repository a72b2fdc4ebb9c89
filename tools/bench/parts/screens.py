"""(f) The cost of two hundred open screens: the time of an action with and without their polling."""

import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from random import Random
from statistics import median

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import CommandError

from casino.models import User
from tools.bench import polling, requests
from tools.bench.figures import Bound, Figure, Say, Sizes, in_turns, percentile
from tools.bench.load import Line
from tools.bench.requests import HAND
from tools.bench.room import FIRST, Room

SCREENS = 200
EVERY_SECONDS = 2.0
ACTIONS_A_SECOND = 20
"""An action every two seconds at each of forty tables: more than a real room has."""
LIMIT = 1.5


class Player:
    """Actions at random tables, one after another at the room's pace, each timed."""

    def __init__(self, port: int, room: Room) -> None:
        self._port, self._room, self._random = port, room, Random(7)  # noqa: S311 -- chance for a measurement
        self._steps = dict.fromkeys(room.open_tables, 0)

    def p95(self, count: int) -> float:
        """The 95th percentile of `count` actions, in milliseconds.

        On a connection of its own: the server closes an idle one after ten seconds, which opening 200 screens may take.
        """
        took, line = [], Line(self._port, [])
        for _action in range(count):
            began = time.perf_counter()
            self._act(line)
            took.append(1_000 * (time.perf_counter() - began))
            time.sleep(max(0.0, 1 / ACTIONS_A_SECOND - (time.perf_counter() - began)))
        line.socket.close()
        return percentile(took, 95)

    def _act(self, line: Line) -> None:
        open_hands = [number for number, step in self._steps.items() if step < len(HAND)]
        number = self._random.choice(open_hands)
        answer = line.ask(requests.action(self._room, number, self._steps[number]))
        if b'"version"' not in answer:
            raise CommandError(f"An action was refused: {answer.decode()}")
        self._steps[number] += 1


def measure(port: int, room: Room, sizes: Sizes, say: Say) -> list[Figure]:
    """The 95th percentile with and without the screens, in turns; their ratio is the screens' cost."""
    player, pages = Player(port, room), list(_pages(room))
    player.p95(sizes.screen_actions)
    reports: list[str] = []

    def watched() -> float:
        with open_pages(port, pages, reports):
            return player.p95(sizes.screen_actions)

    alone, beside = in_turns([lambda: player.p95(sizes.screen_actions), watched], sizes.screen_slices)
    say(f"{SCREENS} screens, each asking every {EVERY_SECONDS:g} s: {reports[-1]}")
    share = median(beside) / median(alone)
    return [
        Figure("action_p95_without_screens", median(alone), "ms"),
        Figure("action_p95_beside_200_screens", median(beside), "ms", share, LIMIT, Bound.AT_MOST),
    ]


def _pages(room: Room) -> Iterator[tuple[str, str]]:
    """Every fifth screen is the floor's board, the others show a table each."""
    tables = list(room.open_tables)
    for number in range(SCREENS):
        table = FIRST["tables_table"] + tables[number % len(tables)]
        path = "/floor/" if number % 5 == 0 else f"/floor/tables/{table}/"
        yield path, cookie(room.floor)


def cookie(user: User) -> str:
    """The cookie of a session as signing in makes it."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


@contextmanager
def open_pages(port: int, pages: list[tuple[str, str]], reports: list[str]) -> Iterator[None]:
    """Let all screens poll while the block runs; an answer other than the page or 204 ends the bench."""
    plan = pickle.dumps({"port": port, "screens": pages, "every": EVERY_SECONDS})
    with subprocess.Popen([sys.executable, polling.__file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(plan)
        process.stdin.flush()
        process.stdout.readline()  # every screen shows its page
        time.sleep(EVERY_SECONDS)
        yield
        process.stdin.close()
        asked, nothing_new, refused = pickle.load(process.stdout)  # noqa: S301 -- from our own child
    if refused:
        raise CommandError(f"A screen was refused: {refused}")
    reports.append(f"{asked} answers, {nothing_new} of them nothing new")
