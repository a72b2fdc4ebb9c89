"""Audits by processes: killed in the middle of a piece, continued, shared; the findings are the same."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from accounting.models import Finding
from casino import environment
from casino.embedded.processes import end, spawn, tail, until
from casino.embedded.valkey import Valkey
from casino.models import Job
from tables.audit.services import audits, pieces
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import AuditPiece, AuditRun
from tests import builders
from tests.casino.test_worker import database_url
from tests.casino.test_worker import folder as folder  # noqa: PLC0414 -- a fixture
from tests.patience import PATIENCE_S

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

HANDS, A_PIECE = 40, 5


@pytest.fixture
def evening():
    """Forty hands; of every seventh the dealer took one euro less than was due, and said why."""
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"))
    evening.sit(table, 400_000, 400_000)
    for number in range(HANDS):
        pot_cents = 10_000 + 100 * number
        due_cents = pot_cents // 20 // 100 * 100
        less = {"rake_cents": due_cents - 100, "reason": "no small chip"} if number % 7 == 0 else {}
        recording.record_summary(
            table_id=table,
            version=evening.version(table),
            summary=Summary(pot_cents, True, 2, **less),
            actor=evening.dealer,
        )
    return evening


def command(*words: str) -> "subprocess.Popen[bytes]":
    environ = os.environ | {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "casino.settings.testing"}
    argv = [sys.executable, str(environment.ROOT / "manage.py"), "audit", "--json", *words]
    return spawn(argv, output=subprocess.PIPE, environ=environ, folder=environment.ROOT)


def figures(process: "subprocess.Popen[bytes]") -> dict:
    said = process.communicate(timeout=PATIENCE_S)[0].decode()
    assert process.returncode == 0, said
    return json.loads(said.splitlines()[-1])


def found() -> list[tuple]:
    return list(Finding.objects.order_by("rule", "subject").values_list("rule", "subject", "amount_cents", "state"))


def pieces_done(run: AuditRun) -> int:
    return AuditPiece.objects.filter(run=run, is_done=True).count()


@contextmanager
def findings_locked() -> Iterator[None]:
    """Whoever has computed a piece cannot write what he found: he stands in the middle of its transaction."""
    with psycopg.connect(database_url()) as other:
        other.execute("LOCK TABLE accounting_finding IN EXCLUSIVE MODE")
        yield


def someone_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        return cursor.fetchone() != (0,)


def killed_in_mid_piece(start: Callable[[], "subprocess.Popen[bytes]"], how: signal.Signals) -> None:
    """Started only once the findings are locked: it could be through with forty hands before."""
    with findings_locked():
        process = start()
        assert until(someone_waits, PATIENCE_S), "it has not come to its first finding"
        os.killpg(process.pid, how)
        process.wait(PATIENCE_S)
    if process.stdout:
        process.stdout.close()


def expected(evening) -> list[tuple]:
    """What an audit finds that nobody disturbs; then nothing is left of it."""
    audits.audit(day_id=evening.day.pk, actor=None)
    rows = found()
    assert len([row for row in rows if row[0] == "TAX_SHORT"]) == 6
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("TRUNCATE accounting_finding, tables_auditrun CASCADE")
        cursor.execute("SET session_replication_role = DEFAULT")
    assert found() == []
    return rows


@pytest.mark.release("kills real workers in the middle of a piece")
@pytest.mark.parametrize(("how", "workers"), [(signal.SIGKILL, "2"), (signal.SIGINT, "1")])
def test_killed_in_mid_piece_and_started_again_it_finds_the_same(evening, how, workers):
    rows = expected(evening)
    run = pieces.begin(day_id=evening.day.pk, hands_a_piece=A_PIECE)
    killed_in_mid_piece(lambda: command("--day", str(evening.day.date), "--workers", workers), how)
    assert pieces_done(run) < HANDS // A_PIECE
    assert found() != rows

    said = figures(command("--day", str(evening.day.date), "--workers", workers))
    assert (said["hands"], said["agree"], said["findings"]) == (HANDS, HANDS, len(rows))
    assert found() == rows
    run.refresh_from_db()
    assert run.finished_at
    assert AuditRun.objects.count() == 1, "it went on where it was"


@pytest.mark.release("kills real workers in the middle of a piece")
def test_a_piece_that_another_holds_is_waited_for_and_done_by_none_twice(evening):
    rows = expected(evening)
    run = pieces.begin(day_id=evening.day.pk, hands_a_piece=A_PIECE)
    first = run.pieces.order_by("pk").first()
    with psycopg.connect(database_url()) as other:
        other.execute("SELECT FROM tables_auditpiece WHERE id = %s FOR UPDATE", [first.pk])
        mate = command("--day", str(evening.day.date))
        # All but the piece that is held, and the day's, which comes last.
        assert until(lambda: pieces_done(run) == run.pieces.count() - 2, PATIENCE_S)
        assert audits.help_out(run_id=run.pk) == 0
        assert mate.poll() is None, "it waits"
    assert figures(mate)["hands"] == HANDS
    assert found() == rows


@pytest.mark.release("starts two real workers")
def test_two_that_begin_at_once_share_one_run(evening):
    both = [command("--day", str(evening.day.date)) for _rival in range(2)]
    assert [figures(process)["hands"] for process in both] == [HANDS, HANDS]
    # The later one may have come after the first had finished; never did two run side by side.
    runs = list(AuditRun.objects.order_by("started_at"))
    assert all(run.finished_at for run in runs)
    assert all(before.finished_at <= after.started_at for before, after in pairwise(runs))


@pytest.mark.release("kills real workers in the middle of a piece")
def test_an_audit_that_was_interrupted_before_more_was_booked_is_followed_by_another(evening):
    old = pieces.begin(day_id=evening.day.pk, hands_a_piece=A_PIECE)
    table = evening.house.tables.get().pk
    recording.record_summary(
        table_id=table, version=evening.version(table), summary=Summary(9_900, True, 2), actor=evening.dealer
    )
    assert audits.audit(day_id=evening.day.pk, actor=None).hands == HANDS + 1
    assert AuditRun.objects.filter(finished_at=None).count() == 0
    assert AuditRun.objects.count() == 2
    assert AuditRun.objects.latest("started_at").started_at > old.started_at


ASK = """
from casino.models import User
from casino.services import jobs
jobs.ask(kind="audit", params={"day": "%s"}, actor=User.objects.get(username="manager"))
"""
SWEEP = "from casino.services import jobs; jobs.sweep()"
TICK = "from casino.tasks import run_jobs; run_jobs.delay()"  # as beat does it


@pytest.mark.release("kills real workers in the middle of a piece")
def test_a_job_whose_worker_is_killed_in_mid_piece_is_finished_by_another(evening, folder: Path):
    rows = expected(evening)
    run = pieces.begin(day_id=evening.day.pk, hands_a_piece=A_PIECE)
    log = folder / "worker.log"
    with Valkey(folder) as server, log.open("ab") as out:
        environ = os.environ | {"CELERY_BROKER_URL": server.url(), "DATABASE_URL": database_url()}
        environ |= {"DJANGO_SETTINGS_MODULE": "casino.settings.testing"}

        def worker() -> "subprocess.Popen[bytes]":
            argv = [sys.executable, "-m", "celery", "-A", "casino", "worker", "--concurrency", "1"]
            return spawn([*argv, "--without-mingle"], output=out, environ=environ, folder=environment.ROOT)

        def shell(code: str) -> None:
            argv = [sys.executable, str(environment.ROOT / "manage.py"), "shell", "-c", code]
            subprocess.run(argv, env=environ, cwd=environment.ROOT, check=True, capture_output=True)

        def asked() -> "subprocess.Popen[bytes]":
            shell(ASK % evening.day.date)
            shell(TICK)
            return worker()

        killed_in_mid_piece(asked, signal.SIGKILL)
        assert pieces_done(run) < HANDS // A_PIECE
        assert Job.objects.get().state == "running", tail(log)

        second = worker()
        try:
            Job.objects.update(beat_at="2026-01-01T00:00Z")  # the two minutes of its silence are over
            shell(SWEEP)
            shell(TICK)
            assert until(lambda: Job.objects.get().state == "done", PATIENCE_S, pause=0.1), tail(log)
        finally:
            end(second, signal.SIGTERM)
    job = Job.objects.get()
    assert (job.attempts, job.result["hands"], job.result["ok"]) == (2, HANDS, True)
    assert (job.done, job.total) == (HANDS, HANDS)
    assert found() == rows
