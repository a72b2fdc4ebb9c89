"""What must not be taken for a copy, nor a hole for the end of the log; and the keys after their owner moved them."""

import subprocess
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from casino.copies import CopyError, bases, keys, restoring
from casino.copies.bases import Base
from casino.embedded import binaries, wal
from casino.management.commands import up
from casino.services import copies
from tests.casino.operations.copies.copied import Keys, changed

NOW = datetime(2026, 11, 25, 4, tzinfo=UTC)
FIRST, SECOND, THIRD = (f"00000001000000000000000{number}" for number in (7, 8, 9))


@pytest.fixture
def pair(tmp_path: Path) -> Keys:
    return Keys(tmp_path)


@pytest.fixture
def folder(tmp_path: Path, pair: Keys) -> Path:
    """A folder of copies that has begun."""
    made = tmp_path / "copies"
    (made / wal.SEGMENTS).mkdir(parents=True)
    (made / wal.RECIPIENTS).write_text(pair.public, encoding="ascii")
    return made


@pytest.fixture
def keep(folder: Path, tmp_path: Path) -> Callable[[str], Path]:
    """Keeps a segment of this name; its file."""

    def kept(name: str) -> Path:
        plain = tmp_path / "plain"
        plain.write_text(name, encoding="ascii")
        wal.keep(folder, plain, name)
        [found] = (folder / wal.SEGMENTS).glob(f"{name}.*")
        return found

    return kept


def status(folder: Path, pair: Keys, name: str, target: Path) -> object:
    """The exit status with which a segment is not fetched."""
    with pytest.raises(SystemExit) as ended:
        wal.fetch(folder, pair.identity, name, target)
    assert not target.exists()
    return ended.value.code


class TestTheLog:
    """PostgreSQL ends a recovery only on a status above 128; any other is the end of the log, and it opens the house.

    https://www.postgresql.org/docs/18/runtime-config-wal.html#GUC-RESTORE-COMMAND
    """

    def test_a_missing_segment_before_others_is_a_hole(
        self, folder: Path, pair: Keys, keep: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        keep(THIRD)
        keep(SECOND)
        assert status(folder, pair, FIRST, tmp_path / "back") == wal.BROKEN > 128
        assert f"the segment {FIRST} is missing, though {SECOND} is kept" in capsys.readouterr().err

    def test_after_the_last_one_the_log_ends(
        self, folder: Path, pair: Keys, keep: Callable[[str], Path], tmp_path: Path
    ) -> None:
        """Also for another timeline, and for a timeline's history, which is no segment."""
        keep(SECOND)
        for name in (THIRD, "00000002.history", f"00000002{FIRST[8:]}"):
            assert status(folder, pair, name, tmp_path / "back") == wal.NOT_KEPT

    @pytest.mark.parametrize(
        "damage", [lambda whole: whole[:-1], lambda whole: whole[:0], lambda whole: changed(whole, -1)]
    )
    def test_a_damaged_segment_is_not_its_end(
        self, folder: Path, pair: Keys, keep: Callable[[str], Path], tmp_path: Path, damage: Callable[[bytes], bytes]
    ) -> None:
        kept = keep(FIRST)
        kept.write_bytes(damage(kept.read_bytes()))
        assert status(folder, pair, FIRST, tmp_path / "back") == wal.BROKEN

    def test_a_stranger_reads_none(self, folder: Path, keep: Callable[[str], Path], tmp_path: Path) -> None:
        keep(FIRST)
        stranger = tmp_path / "stranger"
        stranger.mkdir()
        assert status(folder, Keys(stranger), FIRST, tmp_path / "back") == wal.BROKEN

    def test_a_disk_that_is_not_mounted_keeps_nothing_and_says_so(self, tmp_path: Path) -> None:
        """Else PostgreSQL would throw the segment away, and the log would have a hole."""
        plain, mount = tmp_path / "plain", tmp_path / "mount"
        plain.touch()
        mount.mkdir()
        with pytest.raises(SystemExit, match="is its disk mounted"):
            wal.run(["keep", str(mount), str(plain), FIRST])
        assert list(mount.iterdir()) == []

    def test_a_write_that_fails_leaves_no_draft(self, tmp_path: Path) -> None:
        (tmp_path / "taken").mkdir()
        with pytest.raises(OSError, match="directory"):
            wal.write(tmp_path / "taken", b"x")
        assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def base(folder: Path, began_at: datetime) -> Base:
    path = folder / f"{began_at:%Y%m%dT%H%M%SZ}.tar.gz.age"
    path.write_bytes(b"x")
    return Base(path, began_at, began_at, FIRST, 1).save()


class TestBases:
    def test_the_newest_that_was_proven_stays(self, folder: Path) -> None:
        """What came after it may be no good."""
        good = bases.proven(base(folder, NOW - timedelta(days=50)))
        unproven = [base(folder, NOW - timedelta(days=days)) for days in (40, 3, 2)]
        bases.prune(folder, NOW)
        assert bases.every(folder) == [good, *unproven[1:]]

    def test_a_copy_is_asked_for_by_its_name(self, folder: Path) -> None:
        """`up` names the one that it took before the tables changed: a second try has taken another."""
        first, second = base(folder, NOW), base(folder, NOW + timedelta(hours=1))
        assert restoring.chosen(folder, None, first.name) == first
        assert restoring.chosen(folder, None) == second
        with pytest.raises(CopyError, match="no complete copy 2020 in"):
            restoring.chosen(folder, None, "2020")

    @pytest.mark.parametrize(
        ("url", "said"),
        [("postgresql://u@/d?host=/nowhere", "PostgreSQL sent no copy"), ("postgresql:///d?host=/nowhere", "no role")],
    )
    def test_a_server_that_sends_none_leaves_nothing(self, folder: Path, pair: Keys, url: str, said: str) -> None:
        with pytest.raises(CopyError, match=said):
            bases.take(url, folder, [pair.public], database="casino")
        assert sorted(path.name for path in folder.iterdir()) == [wal.RECIPIENTS, wal.SEGMENTS]

    def test_of_a_server_that_is_not_ours_a_role_is_named_that_may_copy_it(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The application's own may not; and no copy of an embedded server is taken in its place."""
        monkeypatch.setenv("CASINO_DATA", str(tmp_path / "data"))
        monkeypatch.setenv("CASINO_COPIES", str(folder))
        monkeypatch.setenv("DATABASE_URL", "postgresql://house@db.example/poker")
        monkeypatch.delenv("CASINO_COPIES_URL", raising=False)
        with pytest.raises(CopyError, match="CASINO_COPIES_URL"):
            copies.take()
        assert (bases.every(folder), (tmp_path / "data").exists()) == ([], False)

    def test_a_machine_without_postgresql_s_programs_is_a_sentence(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CASINO_DATA", str(tmp_path / "data"))
        monkeypatch.setenv("CASINO_COPIES", str(folder))
        monkeypatch.setenv("CASINO_COPIES_URL", "postgresql://copies@db.example/poker")
        monkeypatch.setattr(binaries, "_postgres_folders", list)
        with pytest.raises(CommandError, match="A copy needs PostgreSQL's own programs"):
            call_command("backup")
        assert bases.every(folder) == []

    @pytest.mark.parametrize("status", [1, 0])
    def test_whose_books_do_not_prove_is_no_proven_one(
        self, folder: Path, pair: Keys, monkeypatch: pytest.MonkeyPatch, status: int
    ) -> None:
        taken, done = base(folder, NOW), subprocess.CompletedProcess([], status, "1 thing is broken\n", "")
        monkeypatch.setattr(copies, "take", lambda **_options: taken)
        monkeypatch.setattr(restoring, "restored", lambda *_paths, **_options: nullcontext())
        monkeypatch.setattr(restoring, "prove", lambda _server: done)
        with pytest.raises(CopyError, match=r"(?s)do not prove.*1 thing") if status else nullcontext():
            copies.take_and_prove(pair.identity)
        assert [one.proven_at is None for one in bases.every(folder)] == [status == 1]

    @pytest.mark.parametrize("recipient", ["age1x", ""])
    def test_a_key_that_is_none_is_a_sentence(self, folder: Path, recipient: str) -> None:
        with pytest.raises(CopyError, match="No copy can be written"):
            bases.take("postgresql://u@/d?host=/nowhere", folder, [recipient], database="casino")
        assert bases.every(folder) == []

    def test_a_folder_that_cannot_be_written_is_a_sentence(self, pair: Keys) -> None:
        with pytest.raises(CopyError, match="No copy can be written"):
            bases.take("postgresql://u@/d?host=/nowhere", pair.identity, [pair.public], database="casino")

    def test_the_password_stands_in_no_list_of_processes(
        self, folder: Path, pair: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        said = tmp_path / "said"
        programs = tmp_path / "bin"
        programs.mkdir()
        for name in ("postgres", "initdb", "pg_basebackup"):
            (programs / name).write_text(f'#!/bin/sh\necho "$@ / $PGPASSWORD / $LC_ALL" > {said}\nexit 1\n', "ascii")
            (programs / name).chmod(0o700)
        monkeypatch.setenv("PG_BINDIR", str(programs))
        with pytest.raises(CopyError, match="PostgreSQL sent no copy"):
            bases.take("postgresql://u:se%20cret@db.example/d", folder, [pair.public], database="casino")
        argv, password, language = said.read_text(encoding="ascii").strip().split(" / ")
        assert "host=db.example" in argv
        assert "cret" not in argv
        assert (password, language) == ("se cret", "C"), "what is read of its words is English"


def test_a_change_of_tables_that_fails_says_how_to_return(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = base(folder, NOW)

    def fails(*_words: object, **_options: object) -> None:
        raise RuntimeError("no room")

    monkeypatch.setattr(up, "call_command", fails)
    monkeypatch.setattr(up.Command, "copy_before_change", lambda _self: before)
    with pytest.raises(CommandError, match=f"no room\n.*restore --copy {before.name} --without-log --from {folder}"):
        up.Command().make_tables()


class TestKeys:
    def test_who_moves_the_identity_away_gets_no_second_pair(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Else the next copies would be read with an identity that lies on the machine again."""
        monkeypatch.setenv("CASINO_DATA", str(tmp_path / "data"))
        monkeypatch.delenv("CASINO_COPIES_RECIPIENTS", raising=False)
        public, identity = keys.recipients(), keys.identity_file()
        assert identity.stat().st_mode & 0o077 == 0
        assert [str(one.to_public()) for one in wal.read_identity(identity)] == public
        identity.rename(tmp_path / "safe")
        assert keys.recipients() == public
        assert not identity.exists()
