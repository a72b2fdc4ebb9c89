"""Time that passes when a test says so."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from casino import house_time


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`later(minutes=9)`: time stands from the first call on, and passes by what is said."""

    def pass_by(**delta: int) -> None:
        now = house_time.now() + timedelta(**delta)
        monkeypatch.setattr(house_time, "now", lambda: now)

    return pass_by
