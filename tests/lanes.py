"""Which tests are in which lane, read from their marks: `release("why not in the gate")` and `smoke("desk")`."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests import syntax
from tests.syntax import kept

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "testing.md"
NO_BROWSER = "a real browser; the gate has one test for each desk, marked `smoke`"
HEAD = "| only with `--all` | why |\n|---|---|\n"


def marks(path: str, text: str, name: str = "release") -> Iterator[tuple[str, str]]:
    """Test file or `file::test`, and what the mark says; "" where it says nothing."""
    yield from _in(ast.parse(text), path, name)


def _in(node: ast.AST, place: str, name: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and _is_mark(child.func, name):
            yield place, " ".join(str(word.value) for word in child.args if isinstance(word, ast.Constant))
        elif _is_mark(child, name):
            yield place, ""
        else:
            inner = f"{place}::{child.name}" if isinstance(child, ast.FunctionDef | ast.ClassDef) else place
            yield from _in(child, inner, name)


def _is_mark(node: ast.AST, name: str) -> bool:
    """`pytest.mark.<name>`, however pytest was imported."""
    match node:
        case ast.Attribute(attr=attr, value=ast.Attribute(attr="mark") | ast.Name(id="mark")):
            return attr == name
    return False


def marked(name: str = "release") -> list[tuple[str, str]]:
    """Every mark of that name in the tests."""
    return sorted({mark for path, tree in _trees().items() for mark in _in(tree, path, name)})


@kept
def _trees() -> dict[str, ast.Module]:
    """The test files that hold a mark of ours."""
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/test_*.py")}
    marked = [path for path, text in texts.items() if "mark.release" in text or "mark.smoke" in text]
    return {str(path.relative_to(ROOT)): syntax.tree(path) for path in marked}


def table() -> str:
    """The release lane as the table at the end of docs/testing.md."""
    rows = [("tests/browser/", NO_BROWSER), *marked()]
    return HEAD + "".join(f"| `{place.removeprefix('tests/')}` | {why} |\n" for place, why in rows)


if __name__ == "__main__":
    before, _table = DOCUMENT.read_text(encoding="utf-8").split(HEAD, 1)
    DOCUMENT.write_text(before + table(), encoding="utf-8")
