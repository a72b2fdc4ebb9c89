"""Names in the documentation are names in the code: a code of a refusal, a field, a function.  Read from the source.

A code that is misspelt where it is promised would be looked for in vain by whoever relies on it.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from casino import environment

ROOT = environment.ROOT
NAMED = re.compile(r"(?<!`)`([a-z]+(?:_[a-z0-9]+)+)`(?!`)")
IN_A_SCRIPT = re.compile(r'\bcode === "(\w+)"')
CODE = re.compile(r"[a-z]+(?:_[a-z]+)*")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
#: What stands in documentation and in no module of ours, and whose name it is.
OTHERS = {
    "lookup_value_regex": "Django REST framework's",
    "name_10000": "the name of a widget's part, which is computed",
    "hands_undo": "the name of an operation, which is computed",
    "casino_app": "a role of the database",
}


@cache
def sources() -> dict[Path, ast.Module]:
    """Our modules, migrations too: there the database's own rules stand."""
    found = [path for package in ("casino", "accounting", "tables") for path in (ROOT / package).rglob("*.py")]
    return {path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(found)}


def doc_of(node: ast.AST) -> ast.Constant | None:
    if isinstance(node, DOCUMENTED) and node.body:
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            return first.value
    return None


def texts(tree: ast.Module) -> Iterator[tuple[ast.Constant, bool]]:
    """Every text of a module, and whether it is documentation: a docstring, or one that quotes names."""
    docs = {id(doc) for doc in map(doc_of, ast.walk(tree)) if doc is not None}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, id(node) in docs or "`" in node.value


@cache
def known() -> frozenset[str]:
    """Names of the code, and words of its texts that are no documentation."""
    found: set[str] = set(OTHERS)
    for tree in sources().values():
        for node in ast.walk(tree):
            names = (getattr(node, field, None) for field in ("id", "attr", "arg", "name"))
            found.update(name.rpartition(".")[2] for name in names if isinstance(name, str))
        for text, is_documentation in texts(tree):
            if not is_documentation:
                found.update(re.findall(r"\w+", str(text.value)))
    return frozenset(found)


def said() -> Iterator[tuple[str, str]]:
    """Each name that the documentation quotes, and where."""
    for path, tree in sources().items():
        for text, is_documentation in texts(tree):
            if is_documentation:
                yield from ((name, f"{path}:{text.lineno}") for name in NAMED.findall(str(text.value)))
    for path in [ROOT / "README.md", ROOT / "tests" / "schema.yaml", *ROOT.glob("docs/*.md")]:
        if path.exists() and path.name != "testing.md":  # which names what stands in the tests
            yield from ((name, path.name) for name in NAMED.findall(path.read_text(encoding="utf-8")))
    for path in (ROOT / "templates").rglob("*.html"):
        yield from ((name, path.name) for name in NAMED.findall(path.read_text(encoding="utf-8")))


def test_every_name_in_the_documentation_is_one_of_the_code():
    assert sorted({f"{name} ({where})" for name, where in said() if name not in known()}) == []


@cache
def refused() -> dict[str, str]:
    """The codes that are raised as they stand, and where; those that are put together are in `known`."""
    classes, found = {"Refusal", "Problem"}, {}
    nodes = [(path, node) for path, tree in sources().items() for node in ast.walk(tree)]
    while (
        more := {
            node.name
            for _path, node in nodes
            if isinstance(node, ast.ClassDef) and classes & {getattr(base, "id", None) for base in node.bases}
        }
        - classes
    ):
        classes |= more
    for path, node in nodes:
        name = getattr(getattr(node, "func", None), "id", None) or getattr(getattr(node, "func", None), "attr", None)
        if isinstance(node, ast.Call) and (name in classes or name == "__init__"):
            for argument in node.args[:2]:
                if isinstance(argument, ast.Constant) and CODE.fullmatch(str(argument.value)):
                    found[str(argument.value)] = str(path)
    return found


@pytest.mark.parametrize(
    "path", sorted((ROOT / "casino" / "static" / "casino").glob("*.js")), ids=lambda path: path.name
)
def test_a_code_that_a_page_s_script_acts_on_is_raised(path):
    assert set(IN_A_SCRIPT.findall(path.read_text(encoding="utf-8"))) <= set(refused())


def test_a_code_is_spelt_as_one():
    """Words in small letters: what a machine acts on is no sentence, and none is the other with another ending."""
    codes = set(refused())
    assert len(codes) > 400
    near = {(one, two) for one in codes for two in codes if one < two and one.replace("_", "") == two.replace("_", "")}
    assert near == set()
