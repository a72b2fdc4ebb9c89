"""The first change that CONTRIBUTING.md tells is the one that was made: its code, files and tests are here."""

import re
import textwrap
from pathlib import Path

from casino.environment import ROOT
from tests import commit_messages

TOLD = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXAMPLE = TOLD.partition("## A first change")[2].partition("\n## ")[0]
PATH = re.compile(r"`([\w.]+(?:/[\w.]+)+)`")


def shown() -> list[str]:
    """The pieces of code within the steps."""
    found = re.findall(r"(?m)(?:^ {8,}.*\n|^\n(?= {8}))+", EXAMPLE)
    return [textwrap.dedent(piece).strip() for piece in found]


def named() -> list[Path]:
    return [ROOT / path for path in PATH.findall(EXAMPLE)]


def test_every_file_that_it_names_is_here() -> None:
    assert [str(path) for path in named() if not path.exists()] == []
    assert len(named()) >= 7


def test_its_code_is_in_one_of_the_files_that_it_names() -> None:
    texts = [path.read_text(encoding="utf-8") for path in named() if path.is_file()]
    code = [piece for piece in shown() if piece.startswith(("def ", "@"))]
    assert len(code) == 2
    lines = {line.strip() for piece in code for line in piece.splitlines() if not line.startswith(".venv/")}
    assert {line for line in lines if not any(line in text for text in texts)} == set()
    for member in re.findall(r"`(MEAN_POT = [^`]+)`", EXAMPLE):
        assert any(member in text for text in texts), member


def test_its_commands_run_on_what_is_here() -> None:
    commands = [line.split() for piece in shown() for line in piece.splitlines() if line.startswith(".venv/")]
    assert commands
    assert [
        word for words in commands for word in words if word.startswith("tests/") and not (ROOT / word).exists()
    ] == []
    [chosen] = [words[words.index("-k") + 1] for words in commands if "-k" in words]
    assert chosen in (ROOT / "tests/accounting/reports/test_reports.py").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    wanted = set(re.findall(r"(?m)(?:`|^ {8})make ([a-z]+)", EXAMPLE))
    assert wanted <= targets
    assert len(wanted) >= 4


def test_its_message_is_one() -> None:
    [message] = [piece for piece in shown() if piece.startswith("reports: ")]
    assert list(commit_messages.flaws(message)) == []
