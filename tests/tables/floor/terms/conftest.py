"""A table of 1/2, games it can go up to, time that passes when a test says so, and refusals that change nothing."""

from collections.abc import Callable

import pytest

from accounting.models import Entry
from casino.errors import Refusal
from tables.models import GameChange, Hand, PlannedOpening, Session, Sitting, StakeStep, Table
from tests import builders, databases
from tests.builders import Evening
from tests.tables.floor.terms.rising import RisingStake


def next_door(evening: Evening) -> Evening:
    """Another house with the same people and a dealer of its own, where nothing was played yet."""
    people = {attribute: getattr(evening, attribute) for attribute, *_ in builders.HIRED}
    return builders.evening(code="next", people=people | {"dealer": builders.user("dealer", "next-dealer")})


built, evening = databases.shared(builders.evening)


@pytest.fixture
def rising(evening: Evening) -> RisingStake:
    """Recorded action by action."""
    return RisingStake.of(evening, "every_action")


@pytest.fixture
def summaries(evening: Evening) -> RisingStake:
    """Recorded by outcomes."""
    return RisingStake.of(evening, "summary")


def everything() -> list[object]:
    """All that a refused command must leave as it is."""
    models = (Table, Session, Sitting, StakeStep, GameChange, PlannedOpening, Hand)
    rows = [list(model.objects.order_by("pk").values()) for model in models]
    return [*rows, Entry.objects.count(), builders.balances()]


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
