"""Time charges (WSOP live-action 27; domain §4.1): rake by the clock, in the boxes and in the reports, but no hand."""

import pytest

from accounting.models import Assessment, HouseDay
from accounting.reports.services import rollups
from casino.errors import Refusal
from tables.floor.services import seats
from tables.play.services import time_charges
from tests import builders

pytestmark = pytest.mark.django_db

BY_THE_CLOCK = {"kind": "time", "amount_cents": 600, "period_minutes": 30}


def collect(evening, table, **more):
    minutes = more.pop("minutes", 30)
    return time_charges.collect(
        table_id=table, version=evening.version(table), minutes=minutes, actor=evening.dealer, **more
    )


def test_everybody_present_pays_in_advance():
    evening = builders.evening(BY_THE_CLOCK)
    table = evening.table()
    evening.sit(table, 20_000, 20_000, 20_000)
    seats.away(table_id=table, version=evening.version(table), seat=2, actor=evening.floor)
    collect(evening, table)
    assert builders.balances("seat") == {"seat/T07/1": 19_400, "seat/T07/2": 20_000, "seat/T07/3": 19_400}
    assert builders.balances("rake") == {"rake/T07": 1_200}
    rollups.rebuild_all()
    day = HouseDay.objects.get()
    assert (day.hands, day.taken_cents, day.due_cents) == (0, 1_200, 1_200)


def test_a_period_begun_is_owed_whole():
    evening = builders.evening(BY_THE_CLOCK)
    table = evening.table(evening.game(recording="summary"))
    evening.sit(table, 20_000, 20_000)
    collect(evening, table, minutes=31, seats=[2])
    assert builders.balances() == {"guests/T07": -40_000, "pool/T07": 38_800, "rake/T07": 1_200}


def test_a_seat_that_is_named_twice_pays_once():
    evening = builders.evening(BY_THE_CLOCK)
    table = evening.table()
    evening.sit(table, 20_000, 20_000)
    collect(evening, table, seats=[1, 1])
    assert builders.balances("seat") == {"seat/T07/1": 19_400, "seat/T07/2": 20_000}


@pytest.mark.parametrize(
    ("terms", "more", "code"),
    [
        (builders.FIVE_PERCENT, {}, "no_time_charge"),
        (BY_THE_CLOCK, {"minutes": 0}, "minutes_out_of_range"),
        (BY_THE_CLOCK, {"seats": [4]}, "seat_empty"),
        (BY_THE_CLOCK, {"minutes": 1_440}, "not_enough_chips"),
    ],
)
def test_what_cannot_be_collected(terms, more, code):
    evening = builders.evening(terms)
    table = evening.table()
    evening.sit(table, 20_000, 20_000)
    with pytest.raises(Refusal, match=code):
        collect(evening, table, **more)
    assert not Assessment.objects.exists()
    assert builders.balances("rake") == {}
