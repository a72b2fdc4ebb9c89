"""The private servers of a bare machine: whatever kills them or their owner, the next start finds the data."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis
from django.core.management import CommandError

from casino import environment
from casino.embedded import binaries, machine
from casino.embedded.machine import Machine, claim, lent
from casino.embedded.postgres import Cluster
from casino.embedded.processes import StartError, end, make_private, runs, spawn, until
from casino.embedded.valkey import Valkey
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh cluster's folder. Making one takes longer than all that is tested with it."""
    with Cluster(tmp_path_factory.mktemp("made"), durable=False) as cluster:
        return cluster.folder


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Path]:
    """A data folder that is not there yet."""
    folder = tmp_path / "data"
    yield folder
    Cluster(folder).remove()  # its files are elsewhere when root has no namespaces


@pytest.fixture
def data(bare: Path, made: Path) -> Path:
    """A data folder with a cluster that has been made, as after a first start."""
    folder = Cluster(bare).folder
    if os.access(made, os.R_OK) and Cluster(bare).account is None:
        shutil.copytree(made, folder)
    return bare


def write_row(cluster: Cluster) -> None:
    with psycopg.connect(cluster.url()) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
        connection.execute("INSERT INTO kept VALUES (1)")


def rows(cluster: Cluster) -> int:
    with psycopg.connect(cluster.url()) as connection:
        counted = connection.execute("SELECT count(*) FROM kept").fetchone()
    assert counted
    return int(counted[0])


def run(script: str, data: Path) -> "subprocess.Popen[str]":
    """A Python process of its own in the checkout, with `data` as its data folder."""
    environ = os.environ | {"CASINO_DATA": str(data)}
    environ.pop("DATABASE_URL", None)
    environ.pop("CELERY_BROKER_URL", None)
    return subprocess.Popen(
        [sys.executable, "-c", script], cwd=environment.ROOT, env=environ, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.release("starts or kills real servers; the gate runs on one of them")
def test_a_stopped_cluster_starts_again_with_its_data(data: Path) -> None:
    with Cluster(data) as first:
        write_row(first)
    assert not Cluster(data).answers()
    with Cluster(data) as second:
        assert rows(second) == 1


def test_nobody_else_can_enter_the_socket_folder(data: Path) -> None:
    """Trust authentication is right only behind a door that is ours alone."""
    with Cluster(data) as cluster:
        assert cluster.sockets.stat().st_mode & 0o777 == 0o700
        with psycopg.connect(cluster.url()) as connection:
            listening = connection.execute("SHOW listen_addresses").fetchone()
    assert listening == ("",)


@pytest.mark.release("starts or kills real servers; the gate runs on one of them")
def test_a_killed_server_recovers_what_was_committed(data: Path) -> None:
    """Its own zombie still lies about: PostgreSQL alone would refuse to start beside the lock files."""
    killed = Cluster(data).start()
    write_row(killed)
    assert killed.process
    os.kill(killed.process.pid, signal.SIGKILL)
    with Cluster(data) as cluster:
        assert rows(cluster) == 1
    killed.process.wait(PATIENCE_S)


def test_the_server_ends_with_its_killed_owner(data: Path) -> None:
    owner = run(
        "import os, signal\n"
        "from casino import environment\n"
        "from casino.embedded.postgres import Cluster\n"
        "cluster = Cluster(environment.data_folder()).start()\n"
        "print(cluster.process.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n",
        data,
    )
    printed, _ = owner.communicate(timeout=PATIENCE_S)
    if sys.platform != "linux":
        pytest.skip("only Linux tells a child of its parent's death")
    assert until(lambda: not runs(int(printed), "postgres"), PATIENCE_S)


def test_an_orphan_is_ended_before_a_new_start(data: Path) -> None:
    """Where the kernel does not end it (macOS), the next owner does."""
    orphan = Cluster(data).start()
    write_row(orphan)
    assert orphan.process
    with Cluster(data) as cluster:
        assert rows(cluster) == 1
        assert orphan.process.wait(PATIENCE_S) == 0
        assert cluster.process
        assert cluster.process.pid != orphan.process.pid


@pytest.mark.release("starts or kills real servers; the gate runs on one of them")
def test_a_torn_initdb_is_made_anew(bare: Path) -> None:
    torn = Cluster(bare)
    starter = run(
        "import pathlib, time\n"
        "from casino import environment\n"
        "from casino.embedded.postgres import Cluster\n"
        "pathlib.Path.rename = lambda *_: time.sleep(600)  # the signal never comes too late\n"
        "Cluster(environment.data_folder()).start()\n",
        bare,
    )
    assert until(lambda: any(torn.state.glob("draft-*/PG_VERSION")), PATIENCE_S, pause=0.002)
    starter.kill()
    starter.communicate()
    assert not torn.folder.exists()
    with Cluster(bare) as cluster:
        assert cluster.answers()


LEND = """
import os, sys, time
sys.argv[0] = "manage.py"
from casino import environment
from casino.embedded import machine
from casino.embedded.processes import until
real, owns = machine.Machine.start, []
def start(self):
    print("owner", flush=True)
    owns.append(self)
    real(self)
machine.Machine.start = start
machine._make_ready = lambda cluster, *, tables: None
import psycopg
from casino.embedded.postgres import Cluster

def all_four(what):
    folder = environment.data_folder().with_name(what)
    folder.mkdir(exist_ok=True)
    (folder / str(os.getpid())).touch()
    assert until(lambda: len(list(folder.iterdir())) == 4, 300)

all_four("loaded")
with machine.lent("race"):
    all_four("served")
    time.sleep(0 if owns else 0.5)
    psycopg.connect(Cluster(environment.data_folder()).url()).execute("SELECT 1")
    print("served", flush=True)
"""


@pytest.mark.release("starts or kills real servers; the gate runs on one of them")
def test_of_four_starters_one_owns_the_servers_and_all_are_served(data: Path) -> None:
    """The owner is done first and still waits for the others, or they would lose the server under their feet."""
    starters = [run(LEND, data) for _ in range(4)]
    printed = [starter.communicate(timeout=PATIENCE_S)[0].split() for starter in starters]
    assert sorted(printed) == [["owner", "served"], ["served"], ["served"], ["served"]]
    assert [starter.returncode for starter in starters] == [0, 0, 0, 0]
    assert not Cluster(data).answers()


def test_servers_named_by_url_are_left_alone(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`DATABASE_URL` and `CELERY_BROKER_URL` switch to real servers, each for itself."""
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example/poker")
    only_broker = Machine(bare)
    assert (only_broker.cluster, only_broker.valkey is None) == (None, False)
    monkeypatch.setenv("CELERY_BROKER_URL", "amqp://queue.example//")
    monkeypatch.setenv("CASINO_DATA", str(bare))
    with lent("prove"):
        assert not bare.exists()


def test_up_waits_for_a_single_command_and_refuses_beside_another_up(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "WAIT_FOR_OTHERS", 0.3)
    holder = Machine(bare)
    assert holder.owner.take(fcntl.LOCK_EX, "manage.py prove (process 1)")
    with pytest.raises(CommandError, match=r"still in use by manage\.py prove"):
        claim(bare, "manage.py up (process 2)")
    assert "Waiting for manage.py prove (process 1)" in capsys.readouterr().out
    holder.owner.release()
    claimed = claim(bare, "manage.py up (process 2)")
    with pytest.raises(CommandError, match=r"in use already by manage\.py up \(process 2\)"):
        claim(bare, "manage.py up (process 3)")
    claimed.stop()
    claim(bare, "manage.py up (process 3)").stop()


@pytest.mark.release("starts or kills real servers; the gate runs on one of them")
def test_a_checkout_far_down_still_gets_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket's path holds 108 bytes; and the folder of temporary files may be far down, too."""
    deep = tmp_path / ("long" * 30)
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    with Cluster(deep, durable=False) as cluster, Valkey(deep) as valkey:
        assert not cluster.sockets.is_relative_to(deep)
        assert cluster.answers()
        assert valkey.answers()
    assert not cluster.sockets.exists()
    assert not valkey.socket.parent.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root must change its account")
@pytest.mark.release("starts or kills real servers; the gate runs on one of them")
def test_root_without_namespaces_becomes_nobody(bare: Path) -> None:
    """As in a container: the server runs as nobody, in a place that nobody can reach."""
    script = (
        "from casino import environment\n"
        "from casino.embedded.postgres import Cluster\n"
        "import pathlib, psycopg\n"
        "with Cluster(environment.data_folder(), durable=False) as cluster:\n"
        "    psycopg.connect(cluster.url()).execute('SELECT 1')\n"
        "    print(pathlib.Path(f'/proc/{cluster.process.pid}').stat().st_uid, cluster.state)\n"
    )
    os.environ["CASINO_DEMOTE"] = "setuid"
    try:
        printed, _ = run(script, bare).communicate(timeout=PATIENCE_S)
    finally:
        del os.environ["CASINO_DEMOTE"]
    account, state = printed.split()
    shutil.rmtree(state)
    assert account == "65534"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to somebody else")
def test_a_folder_that_somebody_else_laid_is_not_used(tmp_path: Path) -> None:
    """Names in /tmp can be foreseen; who owns the folder owns the door."""
    laid = tmp_path / "laid"
    laid.mkdir()
    os.chown(laid, 12345, 12345)
    with pytest.raises(StartError, match="belongs to somebody else"):
        make_private(laid)
    link = tmp_path / "link"
    (tmp_path / "mine").mkdir()
    link.symlink_to(tmp_path / "mine")
    os.lchown(link, 12345, 12345)
    with pytest.raises(StartError, match="belongs to somebody else"):
        make_private(link)


def test_valkey_keeps_its_queue_over_a_stop(bare: Path) -> None:
    with Valkey(bare) as valkey:
        redis.Redis(unix_socket_path=str(valkey.socket)).lpush("queue", "task")
    with Valkey(bare) as valkey:
        assert redis.Redis(unix_socket_path=str(valkey.socket)).lrange("queue", 0, -1) == [b"task"]


def test_a_valkey_orphan_is_ended_before_a_new_start(bare: Path) -> None:
    orphan = Valkey(bare).start()
    assert orphan.process
    with Valkey(bare) as valkey:
        assert valkey.answers()
        assert orphan.process.wait(PATIENCE_S) == 0


@pytest.mark.release("starts or kills real servers; the gate runs on one of them")
def test_a_server_that_cannot_start_says_where_its_log_is(data: Path) -> None:
    Cluster(data).start().stop()
    cluster = Cluster(data)
    (cluster.folder / "global" / "pg_control").unlink()
    with pytest.raises(StartError, match=r"postgres\.log"):
        cluster.start(patience=5)
    assert cluster.process is None


def test_without_programs_the_message_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PG_BINDIR", str(tmp_path))
    with pytest.raises(StartError, match="DATABASE_URL"):
        binaries.postgres_folder()


def test_a_zombie_does_not_run() -> None:
    child = spawn(["sleep", "0"], output=subprocess.DEVNULL)
    assert until(lambda: not runs(child.pid, "sleep"), PATIENCE_S)
    assert Path("/proc").exists() is False or Path(f"/proc/{child.pid}").exists()  # it lies about until we ask for it
    child.wait(PATIENCE_S)


def test_a_child_that_will_not_stop_is_killed() -> None:
    deaf = "import signal, time\nsignal.signal(15, 1)\nprint(1, flush=True)\ntime.sleep(60)"
    child = spawn([sys.executable, "-c", deaf], output=subprocess.PIPE)
    assert child.stdout
    assert child.stdout.readline() == b"1\n"
    began = time.monotonic()
    assert end(child, patience=0.2) == -signal.SIGKILL
    assert time.monotonic() - began < 5
    child.stdout.close()
