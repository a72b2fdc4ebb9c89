"""A Friday night, acted from a seed: nobody sits on another's seat, nobody is overtaken, no chip is lost.

`FRIDAY=whole pytest -n0 tests/stories/test_friday.py` plays forty tables, twelve hours, six hundred guests and sixty
dealers; CI plays a small one.  The figures are printed.
"""

import os
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from accounting.models import Drop, Finding
from accounting.services import counts, proofs
from tables.management.evening.clock import Clock, acted
from tables.models import Hand
from tables.services import audits, days
from tests import builders
from tests.stories.friday import facts, size
from tests.stories.friday.night import Night
from tests.stories.friday.room import Room

# In one transaction no row version could be cleared away, and thousands of hands are dealt.
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.release("a whole Friday of a room; the rules have their own tests"),
]

SIZE = size.WHOLE if os.environ.get("FRIDAY") == "whole" else size.SMALL


@pytest.fixture
def night() -> Iterator[Night]:
    """Played until the last guest has gone, on its own clock."""
    with acted(clock := Clock(size.BEGIN)):
        played = Night(Room(clock, SIZE))
        played.play()
        yield played


def sealed(night: Night) -> None:
    """The boxes are counted by two, every hand is audited, the day is closed."""
    room = night.room
    for row in Drop.objects.filter(counted_at=None):
        for person in (room.cage, room.second_cage):
            counts.count(drop_id=row.pk, found=builders.pieces(row.booked_cents), actor=person)
    found = audits.audit(day_id=room.day.pk, actor=room.manager)
    assert found.hands == found.agree == Hand.objects.count()
    days.close_day(day_id=room.day.pk, actor=room.manager)


def test_a_friday(night: Night, capsys: pytest.CaptureFixture[str]) -> None:
    """All of it in one night, which is played once."""
    waits = facts.waits(night)
    with capsys.disabled():
        print()
        for name, value in (facts.figures(night) | asdict(waits)).items():
            print(f"{name:>28}  {value}")

    assert facts.seats_taken_twice() == []
    assert facts.guests_at_two_seats() == []
    assert facts.dealers_at_two_tables() == []
    assert facts.tables_with_two_dealers() == []

    assert facts.overtaken_in_silence() == []
    assert facts.skipped_without_cause() == 0

    assert builders.balances("pool") == builders.balances("seat") == builders.balances("pot") == {}
    assert sum(builders.balances("rake").values()) == 0, "the boxes went to the count room with their tables"
    assert night.lost_cents() == night.rake_cents + night.tips_cents == sum(builders.balances("count").values())
    sealed(night)
    assert proofs.prove().broken == []
    assert list(Finding.objects.values_list("rule", "subject")) == []

    assert waits.within_range >= 0.5
    if SIZE is size.WHOLE:  # of thirty waits the median says nothing yet
        assert 0.75 <= waits.ratio_median <= 1.25
