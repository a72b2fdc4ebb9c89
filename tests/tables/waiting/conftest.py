"""A waiting list, time that passes when a test says so, and refusals that change nothing."""

from collections.abc import Callable

import pytest

from accounting.models import Entry
from casino.errors import Refusal
from tables.models import Sitting, WaitingEntry, WaitingEvent, WaitingList
from tests import builders, databases
from tests.tables.waiting.queues import Queue

built, queue = databases.shared(lambda: Queue.of(builders.evening()))


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
