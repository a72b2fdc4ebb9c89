"""An honest month: thirty nights by a seeded chance, each sealed; the auditor's inbox stays empty."""

from datetime import UTC, datetime
from random import Random

import pytest

from accounting.models import Finding, GamingDay
from accounting.proof.services import proofs
from casino import house_time
from tables.audit.services import audits
from tables.models import Hand
from tests import builders
from tests.stories.room import SmallRoom
from tests.stories.three_days import T01_FLOAT, T02_FLOAT
from tools.evening.clock import Clock

EURO = 100


def a_night(room: SmallRoom, night: int, chance: Random) -> None:
    """From three in the afternoon till three: outcomes at T01, every action at T02."""
    room.time(datetime(2026, 11, night, 14, tzinfo=UTC))
    room.open_day()
    room.open_window()
    room.open_table("T01", T01_FLOAT)
    room.open_table("T02", T02_FLOAT)
    room.arrive("T01", 0)
    room.arrive("T02", 3)
    for _hand in range(12):
        pot = chance.randint(5, 180) * EURO
        tip = chance.choice([0, EURO]) if pot >= 50 * EURO else 0
        room.key(pot, chance.random() < 0.7, tip)
    room.play()
    room.fold_round()
    more = 0
    if chance.random() < 0.3:
        room.slip("fill", "T01", {"100": 50})
        more = 50
    pool = builders.balances("pool")["pool/T01"]
    room.leave("T01", pool - 200 * EURO, 150 * EURO, 50 * EURO)
    room.leave("T02")
    room.close_table("T01", {"500": 100, "100": 200 + more})
    room.close_table("T02", T02_FLOAT)
    room.close_window()
    room.close_day()


@pytest.mark.release("thirty gaming days, each closed and sealed")
@pytest.mark.django_db
def test_an_honest_month_yields_no_finding() -> None:
    chance = Random(30)
    clock = Clock(datetime(2026, 11, 1, 13, tzinfo=UTC))
    with house_time.shown_by(clock.now):
        room = SmallRoom.at(clock)
        for night in range(1, 31):
            a_night(room, night, chance)
        assert GamingDay.objects.filter(state="closed").count() == 30
        found = audits.audit(day_id=None, actor=None)
        assert found.hands == found.agree == Hand.objects.count()
        assert list(Finding.objects.values_list("rule", "subject")) == []
        assert proofs.prove().broken == []
