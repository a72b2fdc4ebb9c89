"""What is read of our files' syntax trees is kept while tests that are marked `source` run; they stand together.

All trees together are millions of nodes: the garbage collector would go through them in every later test, and a worker
that still holds them at its end takes eight seconds to exit.
"""

import ast
import gc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_kept: list[Any] = []


def kept(read: Callable[P, T]) -> Callable[P, T]:
    """`functools.cache` until `forget` is called, which the tests' conftest.py does."""
    answers = cache(read)
    _kept.append(answers)
    return answers  # type: ignore[return-value]


@kept
def tree(path: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


@kept
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Every node of a tree."""
    return tuple(ast.walk(tree))


def forget() -> None:
    """Forget all that was kept."""
    for answers in _kept:
        answers.cache_clear()
    gc.enable()


def keep() -> None:
    """Keep what is read from now on, past the garbage collector, which would find nothing in it."""
    gc.disable()
