"""The documents name what is there: every link, command, target and path."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands

from casino import environment
from tests import syntax

pytestmark = pytest.mark.source

ROOT = environment.ROOT
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
DOMAIN = ROOT / "docs" / "domain.md"
SECURITY = ROOT / "docs" / "security.md"
# ASVS 5.0.0: how many requirements of each section are of level 1 or 2; those of level 3 come after them.
ASVS = {
    1: (2, 9, 11, 3, 2), 2: (3, 3, 4, 1), 3: (0, 2, 4, 6, 5, 0, 2), 4: (3, 1, 2, 4), 5: (1, 3, 2, 3),
    6: (3, 12, 4, 4, 5, 3, 0, 4), 7: (3, 4, 2, 5, 2, 2), 8: (2, 3, 1, 1), 9: (3, 4), 10: (2, 2, 4, 11, 5, 2, 3),
    11: (2, 3, 3, 4, 1, 1, 0), 12: (3, 2, 4), 13: (1, 5, 2, 5), 14: (2, 4, 3), 15: (3, 3, 7, 0), 16: (1, 5, 4, 3, 3),
    17: (1, 4, 2),
}  # fmt: skip
OF_THE_BOOTSTRAP = {"setup", "test"}
PACKAGES = ("accounting", "casino", "deploy", "docs", "tables", "templates", "tests", "tools")
# A text that nobody outside has, as it would be cited.
ELSEWHERE = re.compile(
    r"(?i)\b(?<![/-])(?:DESIGN|api|engine|stack|house|english|anchors)\.md\b|\bscreens? §|\bissue \d"
)
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


def test_every_requirement_of_asvs_has_its_row() -> None:
    wanted = [
        f"{chapter}.{section}.{number}"
        for chapter, counts in ASVS.items()
        for section, count in enumerate(counts, start=1)
        for number in range(1, count + 1)
    ]
    assert len(wanted) == 253, "70 of level 1 and 183 of level 2"
    told: list[str] = []
    for first, last in re.findall(r"^\| ([\d.]+)(?:–([\d.]+))? \|", SECURITY.read_text(encoding="utf-8"), re.MULTILINE):
        told += wanted[wanted.index(first) : wanted.index(last or first) + 1]
    assert told == wanted


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_test_that_a_document_names_is_there(document: Path) -> None:
    named = re.findall(r"`(?:tests/)?([\w/]+\.py)::([\w:]+)`", document.read_text(encoding="utf-8"))
    assert [f"{path}::{name}" for path, name in named if not _is_test(ROOT / "tests" / path, name.split("::"))] == []


def _is_test(path: Path, names: Iterable[str]) -> bool:
    """Whether a module has this function, or these classes with this function."""
    body = syntax.tree(path).body
    for name in names:
        found = next((node for node in body if getattr(node, "name", None) == name), None)
        if found is None:
            return False
        body = getattr(found, "body", [])
    return True


def test_no_comment_cites_a_text_that_is_not_here() -> None:
    """What the trade and the law say is cited as domain §…, which is docs/domain.md."""
    cited = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for package in PACKAGES
        for ending in ("py", "html", "js", "css", "md")
        for path in (ROOT / package).rglob(f"*.{ending}")
        if path != Path(__file__)
        for found in ELSEWHERE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert cited == []


@pytest.mark.parametrize("package", ["accounting", "casino", "tables", "tests", "tools"])
def test_each_cited_section_is_there(package: str) -> None:
    sections = set(
        re.findall(r"^#{2,3} (\d+(?:\.\d+)?)[. ]", (ROOT / "docs/domain.md").read_text("utf-8"), re.MULTILINE)
    )
    cited = {
        (section, path.name)
        for path in (ROOT / package).rglob("*.py")
        for sections_named in re.findall(r"domain ((?:§[\d.–-]+(?:, | and )?)+)", path.read_text(encoding="utf-8"))
        for section in re.findall(r"§(\d+(?:\.\d+)?)", sections_named)
    }
    assert {(section, name) for section, name in cited if section not in sections} == set()


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
