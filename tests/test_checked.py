"""`make checked`: only the tree on which the check passed counts as checked."""

import shutil
import subprocess
from pathlib import Path

import pytest

from casino.environment import ROOT

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="no git on this machine")


class Repository:
    """A repository with one commit and the script."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run("git", "init", "--quiet")
        self.run("git", "config", "user.name", "Anna")
        self.run("git", "config", "user.email", "anna@example.com")
        self.commit("first")

    def run(self, *argv: str) -> str:
        return subprocess.run(argv, cwd=self.folder, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, text: str) -> None:
        (self.folder / "file").write_text(text, encoding="utf-8")
        self.run("git", "add", "--all")
        self.run("git", "commit", "--quiet", "--message", text)

    def ask(self, *words: str) -> str:
        return self.run(str(ROOT / ".ci/checked"), *words)

    def is_checked(self) -> bool:
        asked = subprocess.run([ROOT / ".ci/checked"], cwd=self.folder, check=False, capture_output=True)
        return asked.returncode == 0


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_the_tree_that_passed_is_checked_and_another_is_not(repository: Repository) -> None:
    assert not repository.is_checked()
    tree = repository.ask("tree")
    assert tree == repository.run("git", "rev-parse", "HEAD^{tree}")
    repository.ask("keep", "gate", tree)
    assert repository.is_checked()
    repository.commit("second")
    assert not repository.is_checked()
    repository.run("git", "reset", "--quiet", "--hard", "HEAD~1")
    assert repository.is_checked()


def test_both_lanes_are_told(repository: Repository) -> None:
    tree = repository.ask("tree")
    repository.ask("keep", "gate", tree)
    repository.ask("keep", "all", tree)
    assert repository.ask().endswith("passed on it: all gate")


def test_what_is_not_committed_is_not_what_passed(repository: Repository) -> None:
    (repository.folder / "new").touch()
    assert repository.ask("tree") == ""
    assert "uncommitted" in repository.ask("keep", "gate", "")
    (repository.folder / "new").unlink()
    assert not repository.is_checked()


def test_a_tree_that_changed_during_the_check_is_not_kept(repository: Repository) -> None:
    tree = repository.ask("tree")
    repository.commit("second")
    assert "changed meanwhile" in repository.ask("keep", "gate", tree)
    assert not repository.is_checked()


def test_a_folder_without_git_has_no_tree(tmp_path: Path) -> None:
    asked = subprocess.run([ROOT / ".ci/checked", "tree"], cwd=tmp_path, check=True, capture_output=True)
    assert asked.stdout == b""
