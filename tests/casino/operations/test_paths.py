"""Files and folders that variables name: made, or refused in one sentence, by their part and by `check --deploy`."""

import contextlib
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery.beat import PersistentScheduler
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from casino import environment, paths
from casino.copies import CopyError
from casino.embedded.processes import end, spawn, tail, until
from casino.paths import PLACES, Part
from casino.services import copies
from tests.casino.test_worker import database_url, folder, valkey
from tests.patience import PATIENCE_S
from tests.test_settings import CHECK, PRODUCTION, cleared, run

__all__ = ["folder"]

NAMES_A_PATH = re.compile(r"^files? |folder|\bkept\b|\bputs\b")


def test_each_variable_that_names_a_path_has_its_place() -> None:
    named = {one.name for one in environment.VARIABLES if NAMES_A_PATH.search(one.meaning)}
    assert named == {place.variable for place in PLACES}


class TestOnePath:
    @pytest.fixture
    def taken(self, tmp_path: Path) -> Path:
        """A file in the place of a folder: root may write into every other."""
        taken = tmp_path / "taken"
        taken.touch()
        return taken

    def test_a_folder_is_tried_and_nothing_of_it_is_left(self, tmp_path: Path) -> None:
        assert paths.unwritable(tmp_path / "a" / "b") == ""
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_that_is_there_stays_as_it_was(self, tmp_path: Path) -> None:
        (tmp_path / "kept").touch()
        assert paths.unwritable(tmp_path) == ""
        assert [path.name for path in tmp_path.iterdir()] == ["kept"]

    @pytest.mark.parametrize("below", [".", "data", "a/b"])
    def test_what_cannot_be_a_folder_is_told_with_the_system_s_reason(self, taken: Path, below: str) -> None:
        assert re.fullmatch(r"cannot be written \((Not a directory|File exists)\)", paths.unwritable(taken / below))
        assert taken.is_file()

    def test_a_kernel_s_folder_cannot_be_written_by_root_either(self) -> None:
        assert paths.unwritable(Path("/proc/casino/data")).startswith("cannot be written (")

    def test_a_part_makes_its_folder_for_itself_alone(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CASINO_DATA", str(tmp_path / "a" / "data"))
        paths.require(Part.BEAT)
        assert (tmp_path / "a" / "data").stat().st_mode & 0o777 == 0o700

    def test_a_copy_is_refused_before_it_begins(self, taken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CASINO_COPIES_URL", "postgresql://copies@127.0.0.1:1/casino")
        monkeypatch.setenv("CASINO_COPIES", str(taken))
        with pytest.raises(CopyError, match=rf"{taken} \(CASINO_COPIES\) cannot be written"):
            copies.take()


UNUSABLE = {
    Part.WEB: ["CASINO_STATIC", "CASINO_BAN_FILE_CA", "CASINO_BREACHED_PASSWORDS"],
    Part.BEAT: ["CASINO_DATA"],
    Part.BACKUP: ["CASINO_DATA", "CASINO_COPIES", "PG_BINDIR"],
}


@pytest.mark.parametrize("part", UNUSABLE)
def test_the_check_warns_of_what_the_part_is_refused_for(
    part: Part, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """In the same words: what is deployed without a warning starts."""
    settings.BAN_FILE_AUTHORITIES = settings.BREACHED_PASSWORDS = "/proc/casino/gone"
    monkeypatch.setattr(environment, "PRODUCTION", True)
    monkeypatch.setenv("CASINO_COPIES_URL", "postgresql://copies@127.0.0.1:1/casino")
    monkeypatch.delenv("CASINO_COPIES_RECIPIENTS", raising=False)
    for variable in ("CASINO_STATIC", "CASINO_DATA", "CASINO_COPIES", "PG_BINDIR"):
        monkeypatch.setenv(variable, "/proc/casino/gone")
    sentences = paths.refusals(part)
    assert [re.search(r"\((\w+)\)", sentence)[1] for sentence in sentences] == UNUSABLE[part]  # type: ignore[index]
    with pytest.raises(ImproperlyConfigured) as refused:
        paths.require(part)
    assert str(refused.value) == " ".join(sentences)
    warned = {message.msg for message in run_checks(tags=["security"], include_deployment_checks=True)}
    assert set(sentences) <= warned


def records(log: Path) -> list[dict[str, Any]]:
    """What a process wrote, each line a record of its own."""
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


@contextlib.contextmanager
def part(name: str, variables: dict[str, str], log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """Celery's worker or beat, as docs/operations.md starts them, in a house's surroundings."""
    with log.open("wb") as out:
        argv = [sys.executable, "-m", "celery", "-A", "casino", name]
        process = spawn(argv, output=out, environ=cleared(PRODUCTION | variables), folder=environment.ROOT)
    try:
        yield process
    finally:
        end(process, signal.SIGTERM)


def last_pulse() -> object:
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(at) FROM casino_pulse")
        return cursor.fetchone()[0]


@pytest.mark.services
@pytest.mark.release("starts a worker and beat")
@pytest.mark.django_db(transaction=True)
def test_worker_and_beat_of_a_house_work_without_a_data_folder(folder: Path) -> None:
    """Beat makes it, with its schedule in it; and what it asks for is done."""
    data = folder / "not" / "there"
    before = last_pulse()
    with valkey(folder) as broker:
        variables = {"CASINO_DATA": str(data), "CELERY_BROKER_URL": broker, "DATABASE_URL": database_url()}
        with part("beat", variables, folder / "beat.log"), part("worker", variables, folder / "worker.log"):
            until(lambda: last_pulse() != before, PATIENCE_S, pause=0.2)
            assert last_pulse() != before, tail(folder / "beat.log") + tail(folder / "worker.log")
            assert list(data.glob("beat-schedule*"))
            for name in ("beat", "worker"):
                said = records(folder / f"{name}.log")
                assert [line for line in said if line["level"] in ("ERROR", "CRITICAL")] == []


@pytest.mark.services
def test_beat_ends_in_one_sentence_where_it_can_keep_no_schedule(folder: Path) -> None:
    """So a service manager sees it, and `check --deploy` said it before."""
    data = f"{__file__}/data"
    with part("beat", {"CASINO_DATA": data}, folder / "beat.log") as beat:
        assert beat.wait(PATIENCE_S) == 1
    [line] = records(folder / "beat.log")
    assert (line["level"], "exception" in line) == ("CRITICAL", False)
    assert line["message"].startswith(f"{data} (CASINO_DATA) cannot be written (")
    checked = run(PRODUCTION | {"CASINO_DATA": data}, *CHECK)
    assert (checked.returncode, line["message"] in checked.stderr) == (1, True)


@pytest.mark.services
def test_what_ends_a_process_is_whole_records_of_its_log(folder: Path) -> None:
    """Celery's own redirection made 1,600 lines of the pieces of one traceback."""
    for suffix in PersistentScheduler.known_suffixes:  # by the kind of file that this Python keeps a schedule in
        (folder / f"beat-schedule{suffix}").mkdir()
    with part("beat", {"CASINO_DATA": str(folder)}, folder / "beat.log") as beat:
        assert beat.wait(PATIENCE_S) == 1
    found = records(folder / "beat.log")
    assert len(found) <= 3
    assert "IsADirectoryError" in found[-1]["exception"]
    assert {line["logger"] for line in found} == {"celery.beat", "casino"}
