"""Time that passes when a test says so."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest

from casino import house_time


@pytest.fixture
def later() -> Iterator[Callable[..., None]]:
    """`later(minutes=9)`: time stands from the first call on, and passes by what is said; no other thread sees it."""
    with ExitStack() as shown:

        def pass_by(**delta: int) -> None:
            now = house_time.now() + timedelta(**delta)
            shown.enter_context(house_time.shown_by(lambda: now))

        yield pass_by
