"""Time that passes when a test says so."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`later(minutes=9)`: time stands from the first call on, and passes by what is said."""

    def pass_by(**delta: int) -> None:
        now = timezone.now() + timedelta(**delta)
        monkeypatch.setattr(timezone, "now", lambda: now)

    return pass_by
