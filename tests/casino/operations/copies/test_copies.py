"""Copies: kept whole or not at all, encrypted, restored to a moment; what cannot be restored leaves nothing behind."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command

from casino.copies import CopyError, bases, restoring
from casino.copies.bases import Base
from casino.embedded import wal
from casino.embedded.postgres import Cluster
from casino.embedded.processes import until
from tests.casino.operations.copies.copied import Keys, archived, digests, end_segment, run
from tests.faults.load import AtATable, AtAWindow, Client
from tests.patience import PATIENCE_S
from tests.running_house import RunningHouse, running

SEGMENT = "000000010000000000000007"


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys(tmp_path)


@pytest.fixture
def identity(keys: Keys) -> Path:
    return keys.identity


@pytest.fixture
def folder(tmp_path: Path, keys: Keys) -> Path:
    """A folder of copies that has begun."""
    made = tmp_path / "copies"
    (made / wal.SEGMENTS).mkdir(parents=True)
    (made / wal.RECIPIENTS).write_text(keys.public, encoding="ascii")
    return made


class TestTheLog:
    @pytest.fixture
    def segment(self, tmp_path: Path) -> Path:
        path = tmp_path / SEGMENT
        path.write_bytes(b"the name of a guest" * 100)
        return path

    def test_a_segment_comes_back_as_it_was_and_cannot_be_read_meanwhile(
        self, folder: Path, segment: Path, identity: Path, tmp_path: Path
    ) -> None:
        wal.keep(folder, segment, SEGMENT)
        [kept] = (folder / wal.SEGMENTS).iterdir()
        assert b"guest" not in kept.read_bytes()
        assert kept.stat().st_mode & 0o077 == 0
        wal.fetch(folder, identity, SEGMENT, tmp_path / "back")
        assert (tmp_path / "back").read_bytes() == segment.read_bytes()

    def test_a_segment_that_is_sent_twice_is_kept_once(self, folder: Path, segment: Path) -> None:
        for _time in range(2):
            wal.keep(folder, segment, SEGMENT)
        assert len(list((folder / wal.SEGMENTS).iterdir())) == 1

    def test_another_segment_of_the_same_name_is_refused(self, folder: Path, segment: Path) -> None:
        wal.keep(folder, segment, SEGMENT)
        before = {path.name: path.read_bytes() for path in (folder / wal.SEGMENTS).iterdir()}
        segment.write_bytes(b"other")
        with pytest.raises(SystemExit, match="kept already"):
            wal.keep(folder, segment, SEGMENT)
        assert {path.name: path.read_bytes() for path in (folder / wal.SEGMENTS).iterdir()} == before

    def test_the_label_of_a_copy_is_not_taken_for_its_segment(
        self, folder: Path, segment: Path, identity: Path, tmp_path: Path
    ) -> None:
        wal.keep(folder, segment, f"{SEGMENT}.00000028.backup")
        with pytest.raises(SystemExit) as ended:
            wal.fetch(folder, identity, SEGMENT, tmp_path / "back")
        assert ended.value.code == 1, "what PostgreSQL takes for the end of the log"

    def test_before_the_first_copy_there_is_nothing_to_add_to(self, tmp_path: Path, segment: Path) -> None:
        begun = tmp_path / "begun"
        wal.run(["keep", str(tmp_path / "none"), str(segment), SEGMENT, str(begun)])
        assert not (tmp_path / "none").exists()
        begun.touch()
        with pytest.raises(SystemExit, match="is its disk mounted"):
            wal.run(["keep", str(tmp_path / "none"), str(segment), SEGMENT, str(begun)])


def base(folder: Path, began_at: datetime, segment: str = SEGMENT) -> Base:
    path = folder / f"{began_at:%Y%m%dT%H%M%SZ}.tar.gz.age"
    path.write_bytes(b"x")
    return Base(path, began_at, began_at + timedelta(seconds=5), segment, 1).save()


NOW = datetime(2026, 11, 25, 4, tzinfo=UTC)


class TestBases:
    def test_an_unfinished_copy_is_not_offered(self, folder: Path) -> None:
        (folder / "20261125T040000Z.tar.gz.age").write_bytes(b"half")
        assert bases.every(folder) == []
        with pytest.raises(CopyError, match="no complete copy"):
            restoring.chosen(folder, None)

    def test_a_moment_takes_the_last_copy_that_was_complete_then(self, folder: Path) -> None:
        first, second = base(folder, NOW), base(folder, NOW + timedelta(hours=1))
        assert restoring.chosen(folder, None) == second
        assert restoring.chosen(folder, second.ended_at) == second
        assert restoring.chosen(folder, second.began_at + timedelta(seconds=1)) == first
        with pytest.raises(CopyError, match="later moment"):
            restoring.chosen(folder, first.began_at)

    def test_old_copies_go_with_their_log_but_never_the_newest_two(self, folder: Path) -> None:
        old = [
            base(folder, NOW - timedelta(days=days), f"{SEGMENT[:-1]}{number}")
            for number, days in ((1, 50), (3, 40), (5, 35))
        ]
        for number in (1, 2, 3, 4, 5):
            (folder / wal.SEGMENTS / f"{SEGMENT[:-1]}{number}.0123456789abcdef.age").write_bytes(b"x")
        bases.prune(folder, NOW)
        assert bases.every(folder) == old[1:]
        left = sorted(path.name[23] for path in (folder / wal.SEGMENTS).iterdir())
        assert left == ["3", "4", "5"], "from the first that the oldest copy needs"


class TestRefusals:
    def test_a_moment_without_a_time_zone(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="names no time zone"):
            call_command("restore", "--to", str(tmp_path / "new"), "--at", "2026-11-21T23:30")
        with pytest.raises(CommandError, match="is no moment"):
            call_command("restore", "--to", str(tmp_path / "new"), "--at", "yesterday")
        assert not (tmp_path / "new").exists()

    def test_a_folder_that_is_not_empty(self, folder: Path, identity: Path, tmp_path: Path) -> None:
        base(folder, NOW)
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "dear").touch()
        options = ["--from", str(folder), "--identity", str(identity)]
        with pytest.raises(CommandError, match="not empty"):
            call_command("restore", "--to", str(tmp_path / "full"), *options)
        assert [path.name for path in (tmp_path / "full").iterdir()] == ["dear"]

    def test_a_damaged_copy(self, folder: Path, identity: Path, tmp_path: Path) -> None:
        base(folder, NOW)
        options = ["--from", str(folder), "--identity", str(identity)]
        with pytest.raises(CommandError, match="cannot be read"):
            call_command("restore", "--to", str(tmp_path / "new"), *options)
        assert not (tmp_path / "new").exists()


_KEPT = "id, username, full_name, roles, language, is_active, is_demo, date_joined, secrets_digest"
# Without a role: what a role began with is proved by an alarm.
_SOMEBODY = f"""
INSERT INTO casino_user (username, password, is_active, full_name, roles, language, preferences, pin_hash,
                         secrets_digest, date_joined, is_demo)
VALUES ('kept', '!', true, 'Kept', '{{}}', 'de', '{{}}', '',
        encode(sha256(convert_to(E'!\\n', 'UTF8')), 'hex'), now(), false);
INSERT INTO casino_historicaluser ({_KEPT}, history_date, history_type)
SELECT {_KEPT}, now(), '+' FROM casino_user;
"""


def still(url: str) -> tuple[datetime, dict[str, str]]:
    """A moment at which nothing was being written, and the digests then."""
    for _try in range(60):
        before = digests(url)
        moment = run(url, "SELECT clock_timestamp()")
        assert isinstance(moment, datetime)
        if digests(url) == before:
            return moment, before
    raise AssertionError("the house never stood still")


@contextmanager
def booking(*clients: Client) -> Iterator[None]:
    """Meanwhile clients book without pause, until each of them was answered ten times."""
    for client in clients:
        client.start()
    yield
    done = until(lambda: all(client.told.acknowledged >= 10 for client in clients), PATIENCE_S)
    assert done, [client.told for client in clients]
    for client in clients:
        client.is_over.set()
    for client in clients:
        client.join(PATIENCE_S)
        assert not client.told.refused


@pytest.mark.services
@pytest.mark.release("copies a house under load, and restores it three times")
class TestAHouse:
    @pytest.fixture
    def house(self, tmp_path: Path) -> Iterator[RunningHouse]:
        with running(tmp_path / "data") as house:
            yield house

    def test_is_restored_to_a_moment_under_load(self, house: RunningHouse, tmp_path: Path) -> None:
        port = int(house.open("--no-demo").rstrip("/").rpartition(":")[2])
        made = json.loads(house.shell("from tests.faults import room; room.build()").splitlines()[-1])
        url = Cluster(house.data).url()
        windows = [AtAWindow(port, made["cage"], number, row) for number, row in enumerate(made["windows"])]
        tables = [AtATable(port, made["floor"], number, row) for number, row in enumerate(made["tables"])]
        with booking(*windows, *tables):
            taken = house.command("backup")
        assert taken.returncode == 0, taken.stdout + taken.stderr
        assert "restored and proven" in taken.stdout
        moment, then = still(url)
        with booking(*(AtAWindow(port, made["cage"], 7, row) for row in made["windows"])):
            pass
        assert digests(url) != then
        ended = end_segment(url)
        run(url, "SELECT pg_logical_emit_message(true, 'test', 'A house goes on writing.')")
        assert archived(url, ended), house.said()
        assert run(url, "SELECT failed_count FROM pg_stat_archiver") == 0

        back = house.command("restore", "--to", str(tmp_path / "back"), "--at", moment.isoformat())
        assert back.returncode == 0, back.stdout + back.stderr
        assert " 0 broken" in back.stdout
        with Cluster(tmp_path / "back") as restored:
            assert digests(restored.url()) == then
        whole = house.command("restore", "--to", str(tmp_path / "whole"))
        assert whole.returncode == 0, whole.stdout + whole.stderr
        late = house.command("restore", "--to", str(tmp_path / "late"), "--at", "2099-01-01T00:00Z")
        assert "ends before that moment" in late.stderr
        assert not (tmp_path / "late").exists()
        stranger = Keys(tmp_path).identity
        wrong = house.command("restore", "--to", str(tmp_path / "late"), "--identity", str(stranger))
        assert "cannot be read" in wrong.stderr
        assert not (tmp_path / "late").exists()

    def test_of_the_first_tables_is_copied_before_they_change(self, house: RunningHouse, tmp_path: Path) -> None:
        """From the first migrations there are: what was in the house stays, and the copy has it as it was."""
        for app, name in (("casino", "0003"), ("accounting", "0002"), ("tables", "0002")):
            done = house.command("migrate", app, name)
            assert done.returncode == 0, done.stderr
        with Cluster(house.data) as cluster, psycopg.connect(cluster.url()) as connection:
            connection.execute(_SOMEBODY)
        house.open("--no-demo")
        assert "taken, since the tables change" in house.said()
        assert house.kept() == 1
        assert house.command("prove").returncode == 0
        house.close(signal.SIGINT)
        old = house.command("restore", "--to", str(tmp_path / "old"), "--without-log")
        assert "is restored in" in old.stderr, "the version of then proves it; today's knows other tables"
        with Cluster(tmp_path / "old") as restored, psycopg.connect(restored.url()) as connection:
            rows = connection.execute("SELECT app, max(name) FROM django_migrations GROUP BY app").fetchall()
            kept = connection.execute("SELECT count(*) FROM casino_user WHERE username = 'kept'").fetchone()
        assert dict(rows)["accounting"] == "0002_triggers"  # type: ignore[arg-type]
        assert kept == (1,)
        house.open("--no-demo")
        assert "taken, since" not in house.said(), "nothing changes any more"
