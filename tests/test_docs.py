"""The documents name what is there: every link, command, target and path."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands

from casino import environment

ROOT = environment.ROOT
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
OF_THE_BOOTSTRAP = {"setup", "test"}
PACKAGES = ("accounting", "casino", "docs", "tables", "templates", "tests")
# Within code: a file or folder of ours, alone or before a test's name.
OUR_PATH = re.compile(rf"(?:{'|'.join(PACKAGES)})/[\w/.-]*")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_names_what_is_there(document: Path) -> None:
    assert list(mistakes(document.read_text(encoding="utf-8"), document.parent)) == []


def test_a_mistake_is_seen(tmp_path: Path) -> None:
    wrong = (
        "[here](gone.md) `tables/gone.py`\n\n    python3 manage.py vanish\n    make vanish\n\n"
        "[there](https://example.org/x) `tables/locks.py` and `manage.py prove`, `make fast`"
    )
    assert list(mistakes(wrong, tmp_path)) == ["gone.md", "tables/gone.py", "manage.py vanish", "make vanish"]


def mistakes(text: str, folder: Path) -> Iterator[str]:
    """Links and paths to nothing, commands and targets that do not exist."""
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if "://" not in link and not (folder / link).exists():
            yield link
    code = [*re.findall(r"`([^`\n]+)`", text), *re.findall(r"^ {4}(.+)$", text, re.MULTILINE)]
    for path in code:
        named = path.split("::")[0]
        if OUR_PATH.fullmatch(named) and not any((root / named).exists() for root in (ROOT, ROOT / "tests")):
            yield path
    commands = get_commands().keys() | OF_THE_BOOTSTRAP
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line in code:
        for names in re.findall(r"manage\.py ((?:[a-z]+ \| )*[a-z]+)", line):
            yield from (f"manage.py {name}" for name in names.split(" | ") if name not in commands)
        if (target := re.match(r"make (\w+)", line)) and target[1] not in targets:
            yield line
