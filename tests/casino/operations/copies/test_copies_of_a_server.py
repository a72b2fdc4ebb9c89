"""Copies of real servers: what is damaged, missing, full or killed is said, and never taken for a good copy."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from casino import environment
from casino.copies import CopyError, bases, restoring
from casino.embedded.postgres import Cluster
from casino.embedded.processes import until
from tests.casino.operations.copies.copied import Keys, Server, changed, digests, keeping
from tests.patience import PATIENCE_S
from tests.test_settings import PRODUCTION, run

pytestmark = [pytest.mark.services, pytest.mark.release("copies, damages and restores servers of its own")]


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys(tmp_path)


@pytest.fixture
def server(tmp_path: Path, keys: Keys) -> Iterator[Server]:
    copies = tmp_path / "copies"
    with Cluster(tmp_path / "server", settings=keeping(copies)) as cluster:
        yield Server(cluster, copies, keys)


def refused(server: Server, to: Path, words: str) -> None:
    """The newest copy and all of its log are not restored, for this reason, and nothing is left."""
    with pytest.raises(CopyError, match=words), restoring.restored(
        restoring.chosen(server.copies, None), to, server.keys.identity
    ):  # fmt: skip
        pass
    assert not to.exists()


def test_a_log_that_is_damaged_or_has_a_hole_is_not_followed_half_way(server: Server, tmp_path: Path) -> None:
    """A house that opens without its last hour must not believe that this was all."""
    server.take()
    early = server.add()
    before = digests(server.cluster.url())
    segments = [server.end_segment()]
    for _segment in range(3):
        server.add()
        segments.append(server.end_segment())
    assert server.archived(segments[-1])
    then = digests(server.cluster.url())
    middle = server.kept(segments[2])
    whole = middle.read_bytes()
    for damaged in (whole[:-1], changed(whole, 200), b""):
        middle.write_bytes(damaged)
        refused(server, tmp_path / "back", f"the segment {middle.name} cannot be read")
    middle.unlink()
    refused(server, tmp_path / "back", f"the segment {segments[2]} is missing, though {segments[3]} is kept")
    base = restoring.chosen(server.copies, early)
    with restoring.restored(base, tmp_path / "early", server.keys.identity, early) as back:
        assert digests(back.url()) == before, "what came before the hole is there"
    middle.write_bytes(whole)
    with restoring.restored(base, tmp_path / "back", server.keys.identity) as back:
        assert digests(back.url()) == then


@pytest.mark.parametrize("damage", [lambda whole: whole[:-1], lambda whole: changed(whole, 9000)])
def test_a_copy_that_was_cut_or_changed_is_refused(server: Server, tmp_path: Path, damage: object) -> None:
    base = server.take()
    assert callable(damage)
    base.path.write_bytes(damage(base.path.read_bytes()))
    refused(server, tmp_path / "back", "cannot be read")


KILLED = """
import sys, time
from pathlib import Path
from casino.copies import bases
read = bases._Gzipped.read
def slowly(self, size):
    time.sleep(0.2)
    return read(self, size)
bases._Gzipped.read = slowly
bases.take(sys.argv[1], Path(sys.argv[2]), [sys.argv[3]], database="casino")
"""


def test_a_copy_whose_taker_was_killed_is_never_offered_and_cleared_away(server: Server) -> None:
    argv = [sys.executable, "-c", KILLED, server.cluster.url("postgres"), str(server.copies), server.keys.public]
    taker = subprocess.Popen(argv, cwd=environment.ROOT)
    assert until(lambda: any(one.stat().st_size for one in server.copies.glob("*.draft")), PATIENCE_S)
    taker.send_signal(signal.SIGKILL)
    taker.wait(PATIENCE_S)
    assert bases.every(server.copies) == []
    with pytest.raises(CopyError, match="no complete copy"):
        restoring.chosen(server.copies, None)
    base = server.take()
    assert bases.every(server.copies) == [base]
    assert list(server.copies.glob("*.draft")) == []


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk for copies that is soon full."""
    disk = tmp_path / "copies"
    disk.mkdir()
    argv = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(disk)]
    if sys.platform != "linux" or os.geteuid() != 0 or subprocess.run(argv, check=False).returncode:
        pytest.skip("no disk may be mounted here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_full_disk_of_copies_stops_no_booking_and_loses_no_log(small: Path, server: Server, tmp_path: Path) -> None:
    base = server.take()
    filler = small / "filler"
    subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=64k"], check=False, stderr=subprocess.DEVNULL)
    server.add(2_000)
    server.end_segment()
    failed = "SELECT failed_count > 0 FROM pg_stat_archiver"
    assert until(lambda: bool(server.run(failed)), PATIENCE_S), "what `ArchiveFails` looks at"
    server.add()
    with pytest.raises(CopyError, match="No copy can be written"):
        server.take()
    assert bases.every(small) == [base]
    assert list(small.glob("*.draft")) == []
    filler.unlink()
    assert server.archived(server.end_segment())
    then = digests(server.cluster.url())
    with restoring.restored(base, tmp_path / "back", server.keys.identity) as back:
        assert digests(back.url()) == then


class TestAHousesOwn:
    """Its roles, its settings and who may reach it are its own, and lie where Debian puts them: not with the data."""

    @pytest.fixture
    def own(self, tmp_path: Path, keys: Keys) -> Iterator[Server]:
        etc = tmp_path / "etc"
        etc.mkdir()
        with Cluster(tmp_path / "server") as made:
            data = made.folder
        for name in ("postgresql.conf", "pg_hba.conf", "pg_ident.conf"):
            (data / name).rename(etc / name)
        places = {"config_file": "postgresql.conf", "hba_file": "pg_hba.conf", "ident_file": "pg_ident.conf"}
        settings = {name: str(etc / file) for name, file in places.items()}
        settings |= {"max_connections": "300", **keeping(tmp_path / "copies")}
        with Cluster(tmp_path / "server", settings=settings) as cluster:
            with psycopg.connect(cluster.url("postgres"), autocommit=True) as administrator:
                for role in ("house_owner LOGIN", "house_app LOGIN", "house_copies LOGIN REPLICATION"):
                    administrator.execute(f"CREATE ROLE {role}")  # type: ignore[arg-type]
                administrator.execute("CREATE DATABASE house OWNER house_owner")
            cluster.database = "house"
            yield Server(cluster, tmp_path / "copies", keys)

    def test_is_copied_and_restored_to_a_moment(self, own: Server, tmp_path: Path) -> None:
        url = own.cluster.url
        named = PRODUCTION | {
            "DATABASE_URL": url(role="house_app"),
            "DATABASE_OWNER_URL": url(role="house_owner"),
            "CASINO_COPIES": str(own.copies),
            "CASINO_COPIES_RECIPIENTS": own.keys.public,
        }
        assert run(named, "manage.py", "migrate").returncode == 0
        assert "CASINO_COPIES_URL" in run(named, "manage.py", "backup").stderr
        assert not own.copies.exists()

        named |= {"CASINO_COPIES_URL": url(role="house_copies")}
        for words in ((), ("--identity", str(own.keys.identity))):  # the first proves it with a key of its own
            taken = run(named, "manage.py", "backup", *words)
            assert "restored and proven" in taken.stdout, taken.stdout + taken.stderr
        assert [one.proven_at is not None for one in bases.every(own.copies)] == [True, True]
        assert run(named, "manage.py", "createhouse", "sb", "Spielbank").returncode == 0
        moment, then = own.add(), digests(url())
        own.add()
        assert own.archived(own.end_segment())

        words = ["--to", str(tmp_path / "back"), "--at", moment.isoformat(), "--identity", str(own.keys.identity)]
        back = run(named, "manage.py", "restore", *words)
        assert back.returncode == 0, back.stdout + back.stderr
        assert f"the server's data is {tmp_path / 'back' / 'pg'}" in back.stdout
        assert sorted(path.name for path in (tmp_path / "back" / "pg").iterdir() if path.suffix == ".conf") == []
        settings = {"hba_file": own.cluster.settings["hba_file"], "config_file": own.cluster.settings["config_file"]}
        with Cluster(tmp_path / "back", database="house", settings=settings) as restored:
            assert digests(restored.url()) == then
