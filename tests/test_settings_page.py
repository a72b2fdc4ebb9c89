"""What an operator can set is declared once, read only where it is declared, and written down."""

import ast
from collections.abc import Iterator

import pytest

from casino import environment
from casino.environment import VARIABLES
from tests import syntax
from tests.codes import sources
from tests.settings_page import DOCUMENT, document

pytestmark = pytest.mark.source

# Read or set by name besides the declared ones, and whose they are.
OTHERS = {
    "DJANGO_SETTINGS_MODULE": "Django's",
    "PROMETHEUS_MULTIPROC_DIR": "prometheus-client's, set by the web server",
    "PYTHONDONTWRITEBYTECODE": "Python's",
    "PYTHONPATH": "Python's",
}


def named() -> Iterator[tuple[str, str]]:
    """Every variable of the environment that a module names, and where."""
    for path, tree in sources().items():
        for node in syntax.nodes(tree):
            if (name := _named(node)) is not None:
                yield name, f"{path}:{node.lineno}"  # type: ignore[attr-defined]  # calls and subscripts have lines


def _named(node: ast.AST) -> str | None:
    """`environment.text("NAME")` and its like, `os.environ.get("NAME")`, `os.environ["NAME"]`."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Attribute(attr="environ")), args=[ast.Constant(value=str(name)), *_]
        ):
            return name
        case ast.Call(
            func=ast.Attribute(
                value=ast.Name(id="environment"), attr="text" | "words" | "switch" | "seconds" | "count" | "hour"
            ),
            args=[ast.Constant(value=str(name)), *_],
        ):
            return name
        case ast.Call(func=ast.Name(id="text" | "_given"), args=[ast.Constant(value=str(name))]) if name.isupper():
            return name
        case ast.Subscript(value=ast.Attribute(attr="environ"), slice=ast.Constant(value=str(name))):
            return name
    return None


def test_every_variable_that_is_read_is_declared_and_no_other() -> None:
    declared = {one.name for one in VARIABLES}
    assert len(declared) == len(VARIABLES)
    read = dict(named())
    assert {name: where for name, where in read.items() if name not in declared | OTHERS.keys()} == {}
    passwords = {one.password for one in VARIABLES}  # read with their URLs
    assert declared - read.keys() - passwords == set(), "declared, and read by nobody"


def test_a_variable_that_is_not_declared_cannot_be_read() -> None:
    with pytest.raises(KeyError):
        environment.text("CASINO_UNHEARD_OF")


def test_the_page_is_what_is_declared() -> None:
    """`python -m tests.settings_page` writes it."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()
