"""An evening with a window that sells, and a table for practice."""

from collections.abc import Callable

import pytest

from accounting.models import Entry
from casino.errors import Refusal
from tables.models import PracticeGame, PracticeHand, PracticeSeat, Session, TournamentTable
from tests import builders, databases
from tests.builders import Evening
from tests.tables.practice.practising import Practice, practice
from tests.tables.tournaments.tournament import desk


def with_desk() -> Evening:
    """A window sells."""
    evening = builders.evening()
    desk(evening)
    return evening


built, evening = databases.shared(with_desk)


@pytest.fixture
def training(evening: Evening) -> Practice:
    """A table of a no-limit game of 1/2, opened for practice; seats 2, 5 and 7 are taken with 40.00 each."""
    made = practice(evening)
    made.open()
    made.sit(2, 5, 7)
    return made


@pytest.fixture
def refused() -> Callable[..., str]:
    """The code of a refusal that changed nothing."""

    def ask(command: Callable[..., object], **said: object) -> str:
        before = _all()
        with pytest.raises(Refusal) as refusal:
            command(**said)
        assert _all() == before
        return refusal.value.code

    return ask


def _all() -> list[object]:
    models = (PracticeGame, PracticeSeat, PracticeHand, Session, TournamentTable)
    return [*[list(model.objects.order_by("pk").values()) for model in models], Entry.objects.count()]
