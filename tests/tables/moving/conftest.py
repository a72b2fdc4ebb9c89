"""A room with two tables of one game, and refusals that change nothing."""

from collections.abc import Callable

import pytest

from casino.errors import Refusal
from tests import builders
from tests.tables.moving.room import Room, everything


def make_room(**changes: object) -> Room:
    """The tables are open, nobody sits."""
    evening = builders.evening()
    game = evening.game(**changes)
    return Room(evening, game, evening.table(game, code="T1", dealt=False), evening.table(game, code="T2", dealt=False))


@pytest.fixture
def room(db: None) -> Room:
    return make_room()


@pytest.fixture
def pools(db: None) -> Room:
    """The same with summaries: each table keeps one pool."""
    return make_room(recording="summary")


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
