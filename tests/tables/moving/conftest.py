"""Moves between two tables of one game, and refusals that change nothing."""

from collections.abc import Callable, Iterable

import pytest

from casino.errors import Refusal
from tables import locks
from tests import builders, databases
from tests.builders import Evening
from tests.tables.moving.moves import Moves, everything

built, evening = databases.shared(builders.evening)


@pytest.fixture
def moves(evening: Evening) -> Moves:
    return Moves.of(evening)


@pytest.fixture
def pools(evening: Evening) -> Moves:
    """The same with summaries: each table keeps one pool."""
    return Moves.of(evening, recording="summary")


@pytest.fixture
def while_waiting(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """What somebody else does while the next command waits for its tables."""

    def happens(change: Callable[[], object]) -> None:
        lock = locks.tables

        def locked(table_ids: Iterable[int]) -> dict[int, locks.LockedTable]:
            monkeypatch.setattr(locks, "tables", lock)
            change()
            return lock(table_ids)

        monkeypatch.setattr(locks, "tables", locked)

    return happens


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
