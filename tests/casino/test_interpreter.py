"""Which Python runs the house: what is too old or too new gets one sentence, and README and metadata say the same."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from casino import interpreter
from casino.environment import ROOT

SUPPORTED = [f"3.{minor}" for minor in range(interpreter.OLDEST[1], interpreter.NEWEST[1] + 1)]
SENTENCE = r"Python 3\.11 to 3\.13 is needed; this is \d+\.\d+\.\S+ \(.+\)\.\n"


def an_interpreter(version: str) -> str | None:
    """The path of a Python of this version, where the machine has one, as pyenv lays them out or in PATH."""
    laid = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python3"))
    return str(laid[-1]) if laid else shutil.which(f"python{version}")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What was started in place of this process."""
    argvs: list[list[str]] = []

    def execv(_program: str, argv: list[str]) -> None:
        argvs.append(argv)
        raise SystemExit

    monkeypatch.setattr("os.execv", execv)
    return argvs


@pytest.mark.parametrize("version", SUPPORTED)
def test_these_versions_are_let_in(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, int(version[2:]), 0, "final", 0))
    interpreter.need(["manage.py", "up"], may_restart=False)


@pytest.mark.parametrize("version", [(3, 6, 15), (3, 10, 13), (3, 14, 0)])
class TestAnotherVersion:
    @pytest.fixture(autouse=True)
    def runs(self, version: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "version_info", (*version, "final", 0))

    def test_gives_way_to_the_newest_of_the_machine(
        self, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        there = {"python3.11": "/usr/bin/python3.11", "python3.12": "/usr/bin/python3.12"}
        monkeypatch.setattr(shutil, "which", there.get)
        with pytest.raises(SystemExit):
            interpreter.need(["manage.py", "up"], may_restart=True)
        assert started == [["/usr/bin/python3.12", "manage.py", "up"]]

    def test_says_what_is_needed_where_there_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shutil, "which", lambda _name: None)
        with pytest.raises(SystemExit, match=r"Python 3\.11 to 3\.13 is needed; this is "):
            interpreter.need(["manage.py", "up"], may_restart=True)

    def test_is_not_replaced_in_production(self, started: list[list[str]]) -> None:
        """An operator's environment has the packages; another Python would not find them."""
        with pytest.raises(SystemExit, match="is needed"):
            interpreter.need(["manage.py", "migrate"], may_restart=False)
        assert started == []


@pytest.mark.parametrize("version", ["3.6", "3.7", "3.8", "3.9", "3.10", "3.14"])
def test_a_real_one_says_it_in_one_sentence(version: str, tmp_path: Path) -> None:
    python = an_interpreter(version)
    if python is None:
        pytest.skip(f"no Python {version} on this machine")
    environ = {"PATH": str(tmp_path), "CASINO_ENV": "local"}
    ran = subprocess.run(
        [python, "manage.py", "up"], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert re.fullmatch(SENTENCE, ran.stderr), ran.stderr


def test_readme_and_metadata_name_the_same_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest, newest = interpreter.OLDEST, interpreter.NEWEST
    assert project["requires-python"] == f">=3.{oldest[1]},<3.{newest[1] + 1}"
    assert project["classifiers"] == [f"Programming Language :: Python :: {version}" for version in SUPPORTED]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"On a machine with Python {', '.join(SUPPORTED[:-1])} or {SUPPORTED[-1]} and nothing else" in readme
