"""A real worker takes a task from a real broker: Valkey always, Redis and RabbitMQ where they are installed."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from celery import Celery
from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from casino import environment
from casino.celery import app
from casino.embedded.machine import Lock
from casino.embedded.processes import Account, StartError, end, spawn, tail, until
from casino.embedded.valkey import Valkey
from casino.models import Job, User
from casino.services import jobs
from casino.settings import services
from tests.casino import worker_settings, worker_tasks
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.services
TICK = "casino.tasks.run_jobs"  # as beat sends it
PORT = 5699  # RabbitMQ speaks TCP only; away from its own 5672


@contextlib.contextmanager
def valkey(folder: Path) -> Iterator[str]:
    with Valkey(folder) as server:
        yield server.url()


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    program = shutil.which("redis-server") or pytest.skip("no redis-server on this machine")
    socket = folder / "redis.sock"
    argv = [program, "--port", "0", "--unixsocket", str(socket), "--dir", str(folder), "--save", ""]
    server = spawn(argv, output=subprocess.DEVNULL)
    try:
        assert until(socket.exists, PATIENCE_S)
        yield f"redis+socket://{socket}?virtual_host=0"
    finally:
        end(server)


@contextlib.contextmanager
def rabbitmq(folder: Path) -> Iterator[str]:
    """Started without its wrapper, which would run it in a session that outlives us; its port mapper is ours too."""
    program = shutil.which("/usr/lib/rabbitmq/bin/rabbitmq-server") or shutil.which("rabbitmq-server")
    if program is None:
        pytest.skip("no rabbitmq-server on this machine")
    account = None
    if os.geteuid() == 0:
        account = Account(*pwd.getpwnam("rabbitmq")[2:4])
        os.chown(folder, *account)
    environ = os.environ | {"HOME": str(folder), "ERL_EPMD_PORT": str(PORT + 2)}
    environ |= {"RABBITMQ_NODENAME": "casino-test@localhost", "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1"}
    environ |= {"RABBITMQ_NODE_PORT": str(PORT), "RABBITMQ_DIST_PORT": str(PORT + 1)}
    environ |= {"RABBITMQ_MNESIA_BASE": str(folder / "mnesia"), "RABBITMQ_LOG_BASE": str(folder / "log")}
    environ |= {"RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins")}
    log = folder / "out.log"
    with log.open("wb") as out:
        server = spawn([program], output=out, environ=environ, folder=folder, account=account)
    try:
        if not until(lambda: "Starting broker... completed" in tail(log), PATIENCE_S, pause=0.2):
            raise StartError(tail(log))
        yield f"amqp://guest:guest@127.0.0.1:{PORT}//"
    finally:
        end(server)
        subprocess.run(["epmd", "-kill"], env=environ, capture_output=True, check=False)


@contextlib.contextmanager
def given(_folder: Path) -> Iterator[str]:
    """The broker that the environment names, as in a house."""
    yield environment.text("CELERY_BROKER_URL") or pytest.skip("CELERY_BROKER_URL names no broker")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path, which a socket's must be, that other accounts can reach."""
    path = Path(tempfile.mkdtemp(prefix="casino-broker-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def one_at_a_time() -> Iterator[None]:
    """RabbitMQ's ports are fixed: parallel runs wait for one another."""
    import fcntl

    lock = Lock(Path(tempfile.gettempdir()) / f"casino-test-{os.geteuid()}" / "brokers.lock")
    lock.take(fcntl.LOCK_EX)
    yield
    lock.release()


def database_url() -> str:
    """The test's database, as a worker in another process finds it."""
    place = {name: quote(str(value), safe="") for name, value in connection.settings_dict.items() if name.isupper()}
    port = f"&port={place['PORT']}" if place["PORT"] else ""
    return f"postgresql://{place['USER']}:{place['PASSWORD']}@/{place['NAME']}?host={place['HOST']}{port}"


def begin(broker: str, log: Path) -> "subprocess.Popen[bytes]":
    environ = os.environ | {"CELERY_BROKER_URL": broker, "DATABASE_URL": database_url()}
    environ |= {"DJANGO_SETTINGS_MODULE": "tests.casino.worker_settings"}
    options = ["--include", "tests.casino.worker_tasks", "--concurrency", "1", "--loglevel", "INFO", "--without-mingle"]
    argv = [sys.executable, "-m", "celery", "--quiet", "-A", "casino", "worker", *options]
    with log.open("wb") as out:
        return spawn(argv, output=out, environ=environ, folder=environment.ROOT)


@contextlib.contextmanager
def worker(broker: str, log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    process = begin(broker, log)
    try:
        yield process
    finally:
        assert end(process, signal.SIGTERM) == 0, tail(log)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("broker", [valkey, redis, rabbitmq, given])
@pytest.mark.usefixtures("one_at_a_time")
def test_a_worker_executes_a_task(
    broker: "contextlib._GeneratorContextManager[str]", folder: Path, request: pytest.FixtureRequest
) -> None:
    with broker(folder) as url, worker(url, folder / "worker.log") as process:
        sender = Celery(broker=url, set_as_current=False)
        sender.conf.broker_transport_options = services.transport_options(url)
        with sender.connection_for_write() as line:
            sender.send_task("tests.casino.worker_tasks.write_down", ["here"], connection=line, ignore_result=True)
        until(lambda: Job.objects.filter(kind="here").exists() or process.poll() is not None, PATIENCE_S, pause=0.05)
        assert Job.objects.filter(kind="here").exists(), tail(folder / "worker.log")


@pytest.mark.release("kills a real worker and waits for another")
@pytest.mark.django_db(transaction=True)
def test_a_job_whose_worker_was_killed_is_done_by_another(folder: Path, settings: Any) -> None:
    """The row says how far it was, and the sweep queues it again."""
    settings.JOB_KINDS = worker_settings.JOB_KINDS
    with valkey(folder) as url, Celery(broker=url, set_as_current=False) as sender:
        killed = begin(url, folder / "killed.log")
        try:
            job = jobs.ask(kind="stay", params={}, actor=User.objects.create_user("manager", roles=["manager"]))
            sender.send_task(TICK)
            assert until(lambda: stands(job) == ("running", 1, 1), PATIENCE_S, pause=0.05), tail(folder / "killed.log")
        finally:
            os.killpg(killed.pid, signal.SIGKILL)
            killed.wait(PATIENCE_S)
        assert jobs.sweep() == 0, "nobody can know yet that it is dead"
        Job.objects.filter(pk=job.pk).update(beat_at=Now() - worker_tasks.STAY.silent)
        assert (jobs.sweep(), stands(job)) == (1, ("queued", 1, 1))
        with worker(url, folder / "worker.log"):
            sender.send_task(TICK)
            until(lambda: stands(job)[0] not in {"queued", "running"}, PATIENCE_S, pause=0.05)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.result) == ("done", 2, {"attempts": 2}), tail(folder / "worker.log")


def stands(job: Job) -> tuple[str, int, int]:
    """State, attempts and progress of the job now."""
    return Job.objects.values_list("state", "attempts", "done").get(pk=job.pk)


def test_what_beat_asks_for_exists() -> None:
    """A name in the schedule that no task has would fail every 30 s, and nobody would hear it."""
    app.loader.import_default_modules()
    asked = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert asked
    assert asked <= set(app.tasks)
