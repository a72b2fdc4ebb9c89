"""The bootstrap on machines that have uv, a whole Python, Debian's half of one, or nothing at all."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from casino import bootstrap

Answer = Callable[[list[str]], bool]


class Machine:
    """A machine whose programs we only pretend to run: `fails` says which of them do not work there."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ran: list[list[str]] = []
        self.fails: Answer = lambda _words: False
        self.uv: str | None = None
        self.venv = folder / ".venv"
        for name, path in {"ROOT": folder, "VENV": self.venv, "PYTHON": self.venv / "bin/python"}.items():
            monkeypatch.setattr(bootstrap, name, path)
        monkeypatch.setattr(bootstrap, "STAMP", self.venv / ".installed")
        for name in ("RUN_LOCK", "DEVELOP_LOCK"):
            path = folder / f"{name}.txt"
            path.write_text(f"{name} 1", encoding="ascii")
            monkeypatch.setattr(bootstrap, name, path)
        monkeypatch.setattr(bootstrap, "_run", self.run)
        monkeypatch.setattr(shutil, "which", lambda name: self.uv if name == "uv" else None)

    def run(self, *argv: str | Path, quiet: bool = False) -> bool:
        words = [str(word) for word in argv]
        self.ran.append(words)
        if self.fails(words):
            return False
        if "venv" in words:
            (self.venv / "bin").mkdir(parents=True, exist_ok=True)
            (self.venv / "bin/python").touch()
        return True

    def installed(self) -> list[str]:
        """The locks that were installed, and by what."""
        return [f"{Path(words[0]).name} {Path(words[-1]).name}" for words in self.ran if "install" in words]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_uv_is_used_where_it_is(machine: Machine) -> None:
    machine.uv = "/usr/bin/uv"
    bootstrap._install(bootstrap.RUN_LOCK)
    assert machine.installed() == ["uv RUN_LOCK.txt"]
    assert bootstrap._installed(bootstrap.RUN_LOCK)


def test_else_the_environments_own_pip(machine: Machine) -> None:
    bootstrap._install(bootstrap.RUN_LOCK)
    assert machine.installed() == ["python RUN_LOCK.txt"]
    assert str(machine.venv) in machine.ran[-1][0]
    assert {"--require-hashes", "--no-compile"} <= set(machine.ran[-1])


def test_without_ensurepip_the_systems_pip(machine: Machine) -> None:
    """Debian without python3-venv: a half-made environment is cleared away and filled from outside."""
    machine.fails = lambda words: (
        words[-2:] == ["venv", str(machine.venv)]  # ensurepip is not there
        or (words[0] == str(machine.venv / "bin/python") and "--version" in words)  # so neither is pip
    )
    bootstrap._install(bootstrap.RUN_LOCK)
    assert any("--without-pip" in words for words in machine.ran)
    assert machine.ran[-1][0] == sys.executable
    assert machine.ran[-1][machine.ran[-1].index("--python") + 1] == str(machine.venv / "bin/python")


def test_with_nothing_it_says_what_to_install(machine: Machine) -> None:
    machine.fails = lambda _words: True
    with pytest.raises(SystemExit, match="apt-get install python3-venv"):
        bootstrap._install(bootstrap.RUN_LOCK)
    assert not bootstrap._installed(bootstrap.RUN_LOCK)


def test_a_failed_installation_is_tried_again_from_the_start(machine: Machine) -> None:
    machine.fails = lambda words: "install" in words
    with pytest.raises(SystemExit, match="failed"):
        bootstrap._install(bootstrap.RUN_LOCK)
    assert not bootstrap._installed(bootstrap.RUN_LOCK)
    machine.fails = lambda _words: False
    machine.ran.clear()
    bootstrap._install(bootstrap.RUN_LOCK)
    assert machine.ran[0][-2:] == ["venv", str(machine.venv)]


def test_developers_get_all_and_need_nothing_more_to_run(machine: Machine) -> None:
    bootstrap._install(bootstrap.DEVELOP_LOCK)
    assert bootstrap._installed(bootstrap.DEVELOP_LOCK)
    assert bootstrap._installed(bootstrap.RUN_LOCK)


def test_who_only_runs_it_gets_the_developers_tools_with_the_first_test(machine: Machine) -> None:
    bootstrap._install(bootstrap.RUN_LOCK)
    assert not bootstrap._installed(bootstrap.DEVELOP_LOCK)
    machine.ran.clear()
    bootstrap._install(bootstrap.DEVELOP_LOCK)
    assert machine.installed() == ["python DEVELOP_LOCK.txt"]
    assert not any("venv" in words for words in machine.ran)  # on top of what is there


def test_a_changed_lock_is_installed_at_the_next_start(machine: Machine) -> None:
    bootstrap._install(bootstrap.RUN_LOCK)
    bootstrap.RUN_LOCK.write_text("another", encoding="ascii")
    assert not bootstrap._installed(bootstrap.RUN_LOCK)


def test_production_is_left_as_it_is(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_ENV", "production")
    bootstrap.enter(["manage.py", "migrate"])
    assert machine.ran == []


def test_an_environment_that_uv_made_is_left_as_it_is(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """`uv run manage.py …`: inside `.venv`, but without our stamp."""
    monkeypatch.setattr(sys, "prefix", str(machine.venv))
    bootstrap.enter(["manage.py", "migrate"])
    assert machine.ran == []


def test_our_own_environment_is_brought_up_to_date(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    bootstrap._install(bootstrap.RUN_LOCK)
    bootstrap.RUN_LOCK.write_text("another", encoding="ascii")
    machine.ran.clear()
    monkeypatch.setattr(sys, "prefix", str(machine.venv))
    started: list[list[str]] = []
    monkeypatch.setattr("os.execv", lambda _program, argv: started.append(argv))
    bootstrap.enter(["manage.py", "migrate"])
    assert machine.installed() == ["python RUN_LOCK.txt"]
    assert started == [[str(machine.venv / "bin/python"), "manage.py", "migrate"]]
