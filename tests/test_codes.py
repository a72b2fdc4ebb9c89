"""Names in the documentation are names in the code: a code of a refusal, a field, a function.  Read from the source.

A code that is misspelt where it is promised would be looked for in vain by whoever relies on it.
"""

import ast
import re
from collections.abc import Iterable, Iterator

import pytest

from tables.models import Hand, Session
from tests.codes import DOCUMENT, HANDED, LOOKED_UP, PASSED_ON, PUT_TOGETHER, ROOT, computed, document, nodes, refused
from tests.syntax import kept

pytestmark = pytest.mark.source

NAMED = re.compile(r"(?<!`)`([a-z]+(?:_[a-z0-9]+)+)`(?!`)")
IN_A_SCRIPT = re.compile(r'\bcode === "(\w+)"')
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
#: What stands in documentation and in no module of ours, and whose name it is.
OTHERS = {
    "lookup_value_regex": "Django REST framework's",
    "name_10000": "the name of a widget's part, which is computed",
    "hands_undo": "the name of an operation, which is computed",
    "casino_app": "a role of the database",
    "pg_dump": "PostgreSQL's",
    "pg_upgrade": "PostgreSQL's",
    "db_column": "Django's",
}


def doc_of(node: ast.AST) -> ast.Constant | None:
    if isinstance(node, DOCUMENTED) and node.body:
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            return first.value
    return None


def texts(module: Iterable[ast.AST]) -> Iterator[tuple[ast.Constant, bool]]:
    """Every text of a module, and whether it is documentation: a docstring, or one that quotes names."""
    docs = {id(doc) for doc in map(doc_of, module) if doc is not None}
    for node in module:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, id(node) in docs or "`" in node.value


@kept
def known() -> frozenset[str]:
    """Names of the code, words of its texts that are no documentation, and those of `deploy/`."""
    found: set[str] = set(OTHERS)
    for path in [*ROOT.glob("deploy/*/*.conf"), *ROOT.glob("deploy/*/*.ini")]:
        found.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    for module in nodes().values():
        for node in module:
            names = (getattr(node, field, None) for field in ("id", "attr", "arg", "name"))
            found.update(name.rpartition(".")[2] for name in names if isinstance(name, str))
        for text, is_documentation in texts(module):
            if not is_documentation:
                found.update(re.findall(r"\w+", str(text.value)))
    return frozenset(found)


def said() -> Iterator[tuple[str, str]]:
    """Each name that the documentation quotes, and where."""
    for path, module in nodes().items():
        for text, is_documentation in texts(module):
            if is_documentation:
                yield from ((name, f"{path}:{text.lineno}") for name in NAMED.findall(str(text.value)))
    for path in [ROOT / "README.md", ROOT / "tests" / "schema.yaml", *ROOT.glob("docs/*.md")]:
        # The first names what stands in the tests, the second what stands in other systems and laws; the third is
        # written from the code.
        if path.exists() and path.name not in {"testing.md", "domain.md", DOCUMENT.name}:
            yield from ((name, path.name) for name in NAMED.findall(path.read_text(encoding="utf-8")))
    for path in (ROOT / "templates").rglob("*.html"):
        yield from ((name, path.name) for name in NAMED.findall(path.read_text(encoding="utf-8")))


def test_every_name_in_the_documentation_is_one_of_the_code():
    assert sorted({f"{name} ({where})" for name, where in said() if name not in known()}) == []


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


def test_a_code_stands_where_it_is_raised_or_where_the_reader_looks():
    """Else the document would lack it."""
    lists = (LOOKED_UP, HANDED, PUT_TOGETHER, dict.fromkeys(PASSED_ON, ""))
    assert computed().keys() == {path for each in lists for path in each}
    documented = document()
    for code in ("not_enough_chips", "on_break", "raise_capped", "ante_limits", "token_expired", "too_young"):
        assert f"| `{code}` | " in documented, code


def test_what_is_put_together_is_what_states_and_fields_give():
    """A hand is refused by its state, a table by the state that was wanted."""
    assert PUT_TOGETHER["tables/hands/services/hands.py"] == tuple(
        f"hand_{state}" for state in sorted(Hand.State.values) if state != Hand.State.OPEN
    )
    assert PUT_TOGETHER["tables/floor/services/tables.py"] == tuple(
        f"table_not_{state}" for state in sorted({Session.State.OPEN.value, Session.State.PAUSED.value})
    )


def test_every_code_that_is_raised_is_documented_and_no_other():
    """`python -m tests.codes` writes the document."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()
