"""What is read of our files' syntax trees is kept for the tests of one module.

All trees together are millions of nodes: the garbage collector would go through them in every later test, and a worker
that still holds them at its end takes eight seconds to exit.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_kept: list[Any] = []


def kept_for_a_module(read: Callable[P, T]) -> Callable[P, T]:
    """`functools.cache` until `forget` is called, which the tests' conftest.py does after each module."""
    kept = cache(read)
    _kept.append(kept)
    return kept  # type: ignore[return-value]


def forget() -> None:
    """Forget all that was kept."""
    for kept in _kept:
        kept.cache_clear()
