"""A table with guests of whom some walk, and refusals that change nothing."""

from collections.abc import Callable

import pytest

from accounting.models import Entry
from casino.errors import Refusal
from tables.models import Absence, KeptChips, Sitting
from tests import builders, databases
from tests.tables.absence.absentees import Absentees

built, absentees = databases.shared(lambda: Absentees.of(builders.evening()))


def everything() -> list[object]:
    """All that a refused command must leave as it is."""
    rows = [list(model.objects.order_by("pk").values()) for model in (Absence, KeptChips, Sitting)]
    return [*rows, Entry.objects.count(), builders.balances()]


@pytest.fixture
def refused() -> Callable[..., Refusal]:
    """The refusal of a command that changed nothing."""

    def refusal(call: Callable[..., object], *args: object, **values: object) -> Refusal:
        before = everything()
        with pytest.raises(Refusal) as refused:
            call(*args, **values)
        assert everything() == before
        return refused.value

    return refusal
