"""A commit's message is `area: Imperative sentence.`, and its body is wrapped (CONTRIBUTING.md)."""

import subprocess
from pathlib import Path

import pytest
import yaml

from casino.environment import ROOT
from tests import commit_messages
from tests.commit_messages import LONGEST_SUBJECT, WIDEST_BODY, flaws, is_base_form

GOOD = f"reports: Show the average pot.\n\nA guest asks for it.\n\n    {'code may be as wide as it has to be ' * 3}\n"


@pytest.mark.parametrize(
    "message",
    [
        GOOD,
        "docs, tests: Let a page say why.\n# git's own line\n",
        "casino/embedded: Bring PostgreSQL’s own programs.\n\n" + "/".join(["path"] * 30),
        "demo: Press on.\n\nCo-authored-by: somebody",
    ],
)
def test_a_good_message_passes(message: str) -> None:
    assert list(flaws(message)) == []


@pytest.mark.parametrize(
    ("message", "flaw"),
    [
        ("", "the subject is not"),
        ("Show the average pot.", "the subject is not"),
        ("Reports: Show the average pot.", "the subject is not"),
        ("reports: show the average pot.", "the subject is not"),
        ("reports: Show the average pot", "full stop"),
        ("reports: Show the average pot...", "full stop"),
        ("reports: Shows the average pot.", "“Shows” is no verb"),
        ("reports: Added the average pot.", "“Added” is no verb"),
        ("reports: Showing the average pot.", "“Showing” is no verb"),
        ("reports: The average pot is shown.", "“The” is no verb"),
        (f"reports: Show {'a' * LONGEST_SUBJECT}.", "characters, more than"),
        ("reports: Show the average pot.\nA guest asks for it.", "no blank line"),
        (f"reports: Show the average pot.\n\n{'word ' * WIDEST_BODY}", "wider than"),
    ],
)
def test_a_flaw_is_named(message: str, flaw: str) -> None:
    assert any(flaw in found for found in flaws(message)), list(flaws(message))


def test_a_verb_may_end_as_others_do() -> None:
    assert all(is_base_form(word) for word in ("Need", "Bring", "Pass", "Address", "Focus", "Embed"))


def test_the_hook_reads_the_message_that_is_being_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = [hook for repo in settings["repos"] for hook in repo["hooks"]]
    [own] = [hook for hook in hooks if hook.get("stages") == ["commit-msg"]]
    assert "commit-msg" in settings["default_install_hook_types"]
    assert own["entry"].endswith(f"-m {commit_messages.__name__}")
    made = tmp_path / "COMMIT_EDITMSG"
    for message, fails in ((GOOD, 0), ("fixup! reports: Show the average pot.", 0), ("more", 1)):
        made.write_text(message, encoding="utf-8")
        assert commit_messages.main(str(made)) == fails, capsys.readouterr().err


def test_the_commits_of_a_pull_request_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each by its own name; there a commit that waits to be melted into another is a flaw too."""
    monkeypatch.chdir(tmp_path)
    who = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", "init", "--quiet"], check=True)
    for message in ("start: Begin.", GOOD, "fixup! reports: Show the average pot."):
        subprocess.run(["git", *who, "commit", "--quiet", "--allow-empty", "--message", message], check=True)
    assert commit_messages.main("HEAD~2..HEAD~1") == 0
    assert commit_messages.main("HEAD~2..HEAD") == 1
    assert capsys.readouterr().err.count("the subject is not") == 1
