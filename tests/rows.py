"""Which tests hold which row of docs/requirements.md; `python -m tests.rows` writes them below its table.

A test cites a row in its name (`test_s5_h2_…`) or in a docstring that says so: "S4: …", "… (S4, S6; seed `000`)",
"rows E1 to E4".  What the docstring of a file or class cites, all its tests hold.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from tests import lanes, syntax

DOCUMENT = lanes.ROOT / "docs" / "requirements.md"
HEAD = "## The tests of each row\n"
_ASKED = re.compile(r"^\| ([A-Z][0-9]+) \| (.+?) \|", re.MULTILINE)
_NAMED = re.compile(r"^test((?:_[a-z][0-9]+)+)_")
_ROW = re.compile(r"\b([EHKMST])([0-9]+)(?:(?:–| to )[EHKMST]?([0-9]+))?\b")
_CITES = re.compile(r"^[EHKMST][0-9]+[:,.]|\bseeds?\b|\brows?\b|\([EHKMST][0-9]+", re.IGNORECASE)


def asked() -> dict[str, str]:
    """Each row with what it asks for."""
    return dict(_ASKED.findall(DOCUMENT.read_text(encoding="utf-8")))


def held() -> Mapping[str, list[str]]:
    """By row its tests, as `file` or `file::test`."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(lanes.ROOT.glob("tests/**/test_*.py")):
        tree = syntax.tree(path)
        for place, row in _in(tree, str(path.relative_to(lanes.ROOT))):
            found[row].append(place)
    return found


def _in(node: ast.Module | ast.ClassDef | ast.FunctionDef, place: str) -> Iterator[tuple[str, str]]:
    named = _NAMED.match(node.name) if isinstance(node, ast.FunctionDef) else None
    said = named[1].replace("_", " ").upper() if named else ""
    if (words := ast.get_docstring(node)) and _CITES.search(words):
        said += f" {words}"
    for row in dict.fromkeys(_rows(said)):
        yield place, row
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef) and child.name.lower().startswith("test"):
            yield from _in(child, f"{place}::{child.name}")


def _rows(text: str) -> Iterator[str]:
    for letter, first, last in _ROW.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{letter}{number}"


def document(text: str) -> str:
    """The page with the tests of each row as they are now: up to two, those that cite the row most closely."""
    tests = held()
    lines = (f"* **{row}**: {_closest(row, tests.get(row, []))}\n" for row in asked())
    return f"{text.partition(HEAD)[0]}{HEAD}\n{''.join(lines)}"


def _closest(row: str, tests: list[str]) -> str:
    """Those that have the row in their name come first, then other tests, then classes, then whole files."""
    named = f"_{row.lower()}_"
    order = sorted(tests, key=lambda test: (named not in test, "::test" not in test, "::" not in test, test))
    return ", ".join(f"`{test}`" for test in order[:2])


if __name__ == "__main__":
    DOCUMENT.write_text(document(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
