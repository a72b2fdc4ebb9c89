"""A waiting list, time that passes when a test says so, and refusals that change nothing."""

from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta

import pytest
from django.utils import timezone

from accounting.models import Entry
from casino.errors import Refusal
from tables.models import Sitting, WaitingEntry, WaitingEvent, WaitingList
from tests import builders, databases
from tests.builders import Evening
from tests.tables.waiting.queues import Queue

built = databases.once(builders.evening)


@pytest.fixture
def evening(built: Evening, db: None) -> Evening:
    return deepcopy(built)


@pytest.fixture
def queue(evening: Evening) -> Queue:
    return Queue.of(evening)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Time stands from the first call on, and passes by what is said."""

    def pass_by(**delta: int) -> None:
        now = timezone.now() + timedelta(**delta)
        monkeypatch.setattr(timezone, "now", lambda: now)

    return pass_by


def everything() -> list[object]:
    """All that a refused command must leave as it is."""
    return [list(model.objects.order_by("pk").values()) for model in (WaitingList, WaitingEntry, WaitingEvent)] + [
        list(Sitting.objects.order_by("pk").values()), Entry.objects.count(), builders.balances(),
    ]  # fmt: skip


@pytest.fixture
def refused() -> Callable[..., str]:
    """The code of a refusal that changed nothing."""

    def code(call: Callable[..., object], *args: object, **values: object) -> str:
        before = everything()
        with pytest.raises(Refusal) as refusal:
            call(*args, **values)
        assert everything() == before
        return refusal.value.code

    return code
