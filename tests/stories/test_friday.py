"""A Friday night, acted from a seed: nobody sits on another's seat, nobody is overtaken, no chip is lost.

`FRIDAY=whole pytest -n0 tests/stories/test_friday.py` plays four nights of forty tables, twelve hours, six hundred
guests and sixty dealers each (`-k 20261120`: one of them); CI plays a small one.  The figures are printed.
"""

import os
from collections.abc import Iterator
from dataclasses import asdict, replace

import pytest

from accounting.models import Finding
from accounting.proof.services import proofs
from casino import house_time
from tables.audit.services import audits, days
from tables.models import Hand
from tests import builders
from tests.stories.friday import facts, size
from tests.stories.friday.night import FridayNight
from tests.stories.friday.room import FridayRoom
from tools.evening.clock import Clock

# In one transaction no row version could be cleared away, and thousands of hands are dealt.
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.release("a whole Friday of a room; the rules have their own tests"),
]

IS_WHOLE = os.environ.get("FRIDAY") == "whole"
SIZE = size.WHOLE if IS_WHOLE else size.SMALL
SEEDS = (SIZE.seed, 11, 12, 13) if IS_WHOLE else (SIZE.seed,)


@pytest.fixture(params=SEEDS)
def friday(request: pytest.FixtureRequest) -> Iterator[FridayNight]:
    """Played until the last guest has gone, on its own clock."""
    clock = Clock(size.BEGIN)
    with house_time.shown_by(clock.now):
        played = FridayNight(FridayRoom.at(clock, replace(SIZE, seed=request.param)))
        played.play()
        yield played


def sealed(friday: FridayNight) -> None:
    """The boxes are counted by two, every hand is audited, the day is closed."""
    room = friday.room
    room.count_boxes()
    found = audits.audit(day_id=room.day.pk, actor=room.manager)
    assert found.hands == found.agree == Hand.objects.count()
    days.close_day(day_id=room.day.pk, actor=room.manager)


def test_a_friday(friday: FridayNight, capsys: pytest.CaptureFixture[str]) -> None:
    """All of it in one night, which is played once."""
    waits = facts.waits(friday)
    with capsys.disabled():
        print()
        for name, value in (facts.figures(friday) | asdict(waits)).items():
            print(f"{name:>28}  {value}")

    assert facts.seats_taken_twice() == []
    assert facts.guests_at_two_seats() == []
    assert facts.dealers_at_two_tables() == []
    assert facts.tables_with_two_dealers() == []

    assert facts.overtaken_in_silence() == []
    assert facts.skipped_without_cause() == 0

    assert builders.balances("pool") == builders.balances("seat") == builders.balances("pot") == {}
    assert sum(builders.balances("rake").values()) == 0, "the boxes went to the count room with their tables"
    assert friday.lost_cents() == friday.rake_cents + friday.tips_cents == sum(builders.balances("count").values())
    sealed(friday)
    assert proofs.prove().broken == []
    assert list(Finding.objects.values_list("rule", "subject")) == []

    if IS_WHOLE:  # of forty waits neither says anything yet
        assert 0.75 <= waits.within_range <= 0.85, "four of five"
        assert 0.9 <= waits.ratio_median <= 1.1
