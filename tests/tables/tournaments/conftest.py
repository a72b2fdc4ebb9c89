"""A tournament in a house, and time that passes when a test says so."""

from collections.abc import Callable

import pytest

from accounting.models import Entry
from casino.errors import Refusal
from tables.models import ChipSetCheck, Entrant, Prize, Tournament, TournamentTable
from tests import builders, databases
from tests.builders import Evening
from tests.tables.tournaments.api.tournament_rows import FACTS
from tests.tables.tournaments.tournament import SoldTournament, desk, sold_tournament


def with_desk() -> Evening:
    """A window sells."""
    evening = builders.evening()
    desk(evening)
    return evening


built, evening = databases.shared(with_desk)


@pytest.fixture
def tournament(evening: Evening) -> SoldTournament:
    return sold_tournament(evening)


@pytest.fixture
def refused() -> Callable[..., str]:
    """The code of a refusal that changed nothing."""

    def ask(command: Callable[..., object], *args: object, **said: object) -> str:
        before = _all()
        with pytest.raises(Refusal) as refusal:
            command(*args, **said)
        assert _all() == before
        return refusal.value.code

    return ask


def _all() -> list[object]:
    players = list(Entrant.objects.order_by("pk").values_list("pk", "state", "chips", "place", "table_id", "seat"))
    prizes = list(Prize.objects.order_by("pk").values_list("pk", "amount_cents", "entrant_id", "paid_at"))
    counts = builders.counts_of((Entry, ChipSetCheck, *FACTS))
    standing = [list(model.objects.order_by("pk").values()) for model in (Tournament, TournamentTable)]
    return [players, prizes, counts, standing, builders.balances()]
