"""A room with a rota, and refusals that change nothing."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from casino.errors import Refusal
from tests import builders
from tests.tables.dealers.room import Room, everything


@pytest.fixture
def room(db: None) -> Room:
    return Room(builders.evening(), builders.user("integrator"))


@pytest.fixture
def rota(room: Room) -> Room:
    room.keep_rota()
    return room


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Time stands from the first call on, and passes by what is said."""

    def pass_by(**delta: int) -> None:
        now = timezone.now() + timedelta(**delta)
        monkeypatch.setattr(timezone, "now", lambda: now)

    return pass_by


@pytest.fixture
def refused() -> Callable[..., Refusal]:
    """A refusal that changed nothing."""

    def refusal(call: Callable[..., object], *args: object, **values: object) -> Refusal:
        before = everything()
        with pytest.raises(Refusal) as told:
            call(*args, **values)
        assert everything() == before
        return told.value

    return refusal
