"""What it costs that a pooler stands before the database: `python -m tests.casino.operations.pooled_cost`.

Hands by their outcome are booked in turn over a direct connection and through each PgBouncer of the machine, in each
way that it knows (`DATABASE_POOLER`). What is compared is the CPU of the application, the server and the
pooler together. The ratios are of one run, so that a slow minute slows all of them.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import psycopg

from casino import environment
from casino.embedded.postgres import Cluster
from tests import pooler

HANDS, TURNS = 25, 15
_ROLE = "postgres"
_WORK = """
import sys
import django
django.setup()
from tables.hands.services.hands import recording
from tables.hands.services.recording import Summary
from tests import builders
evening = builders.evening()
table = evening.table(evening.game(recording="summary"))
evening.sit(table, 100_000, 100_000)
print("ready", flush=True)
for line in sys.stdin:
    for _ in range(int(line)):
        outcome = Summary(pot_cents=2_000, flop_seen=True, dealt_in=2)
        recording.record_summary(table_id=table, version=evening.version(table), summary=outcome, actor=evening.floor)
    print("done", flush=True)
"""


def cpu_seconds(pids: set[int]) -> float:
    """What these processes, and those of theirs that have ended, have used of the CPU."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += sum(int(one) for one in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> set[int]:
    """A process and its descendants."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return {pid}.union(*(family(int(child)) for child in listed))


class Worker:
    """A process that books hands in a database of its own, over this address."""

    def __init__(self, name: str, url: str, setting: str, *, pooler_pid: int | None = None) -> None:
        self.name, self.pooler_pid = name, pooler_pid
        environ = {**os.environ, "DATABASE_URL": url, "DATABASE_POOLER": setting}
        environ["DJANGO_SETTINGS_MODULE"] = "casino.settings"
        self.process = subprocess.Popen(
            [sys.executable, "-c", _WORK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=environ, cwd=environment.ROOT,
        )  # fmt: skip
        self._read("ready")

    def turn(self, server: int) -> float:
        """Book some hands; what all of it used of the CPU."""
        taking_part = {self.process.pid} | family(server) | ({self.pooler_pid} if self.pooler_pid else set())
        before = cpu_seconds(taking_part)
        assert self.process.stdin is not None
        self.process.stdin.write(f"{HANDS}\n")
        self.process.stdin.flush()
        self._read("done")
        return cpu_seconds(taking_part) - before

    def _read(self, word: str) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == f"{word}\n", f"{self.name} ended"


@contextmanager
def workers(server: Cluster, ended: ExitStack) -> Iterator[list[Worker]]:
    """A direct worker first, then one for each pooler and way."""
    ways: list[tuple[str, Path | None, str]] = [("direct", None, "")]
    for program in pooler.programs():
        major, minor = pooler.version(program)
        settings = ("transaction", "preparing")[: 1 + pooler.prepares(program)]
        ways += [(f"PgBouncer {major}.{minor}, {setting}", program, setting) for setting in settings]
    found = []
    for number, (name, program, setting) in enumerate(ways):
        with psycopg.connect(server.url("postgres"), autocommit=True) as administrator:
            administrator.execute(f"CREATE DATABASE cost_{number} TEMPLATE house")
        if program is None:
            found.append(Worker(name, server.url(f"cost_{number}"), setting))
            continue
        before = family(os.getpid())
        made = ended.enter_context(pooler.pooler(program, server, _ROLE))
        [pid] = [one for one in family(os.getpid()) - before if _runs(one, program)]
        found.append(Worker(name, made.url(f"cost_{number}", _ROLE), setting, pooler_pid=pid))
    yield found
    for one in found:
        assert one.process.stdin is not None
        one.process.stdin.close()
        one.process.wait()


def _runs(pid: int, program: Path) -> bool:
    return Path(f"/proc/{pid}/exe").resolve().name == program.name


def main() -> None:
    """Measure, and print the medians and their ratios to the direct connection."""
    with ExitStack() as ended:
        folder = Path(ended.enter_context(tempfile.TemporaryDirectory(prefix="casino-cost-")))
        server = ended.enter_context(Cluster(folder / "server", durable=False))
        with psycopg.connect(server.url("postgres"), autocommit=True) as administrator:
            administrator.execute("CREATE DATABASE house")
        environ = {**os.environ, "DATABASE_URL": server.url("house"), "CELERY_BROKER_URL": ""}
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=environ, cwd=environment.ROOT, check=True
        )
        [postmaster] = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()
        every = ended.enter_context(workers(server, ended))
        turns = [[one.turn(int(postmaster)) for one in every] for _ in range(TURNS)]
        direct = [turn[0] for turn in turns]
        for number, one in enumerate(every):
            used = [turn[number] for turn in turns]
            ratio = median(mine / theirs for mine, theirs in zip(used, direct, strict=True))
            print(f"{one.name:32} {1000 * median(used) / HANDS:6.1f} ms of CPU a hand, {ratio:.2f}")


if __name__ == "__main__":
    main()
