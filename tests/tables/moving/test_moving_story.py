"""An evening of moves told to the cent: a hand, a must-move, a refusal, a broken table, and a day that closes."""

import pytest

from tables.dealers.services import downs
from tables.floor.services import seats, tables
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Sitting
from tests import builders

pytestmark = pytest.mark.django_db


def test_no_cent_is_lost_between_two_tables_that_keep_pools(pools):
    """1,200 and 1,500 euros are bought in; 5 go to the house and 1 to the staff; the guests take the other 2,694."""
    evening, one, two = pools.evening, pools.one, pools.two
    evening.sit(one, 40_000, 40_000, 40_000)
    anna, boris, carla = evening.sit(two, 50_000, 50_000, 50_000)
    downs.push(table_id=two, version=evening.version(two), dealer_id=evening.dealer.pk, actor=evening.floor)
    summary = Summary(10_000, True, 3, tip_cents=100)
    recording.record_summary(table_id=two, version=evening.version(two), summary=summary, actor=evening.dealer)
    assert builders.balances("pool") == {"pool/T1": 120_000, "pool/T2": 149_400}

    pools.couple()
    pools.must_move(anna, 9, counted_cents=49_400)
    pools.refuse(boris, counted_cents=50_000)
    assert builders.balances("pool") == {"pool/T1": 169_400, "pool/T2": 50_000}

    pools.break_table(pools.announce(two), counts={3: 50_000})
    assert builders.balances("pool") == {"pool/T1": 219_400}
    assert Sitting.objects.get(guest=carla, left_at=None).table_id == one

    leave_with = {1: 40_000, 2: 40_000, 3: 40_000, 9: 49_400}
    for row in Sitting.objects.filter(left_at=None).order_by("seat"):
        cents = leave_with.get(row.seat, 50_000)
        at = {"table_id": one, "version": evening.version(one), "seat": row.seat}
        seats.cash_out(**at, counted_cents=cents, actor=evening.floor)
    assert builders.balances("pool") == {}
    assert builders.balances("rake/") == {"rake/T2": 500}
    assert builders.balances("tips/") == {"tips/T2": 100}
    assert sum(builders.balances("guests/").values()) == -600
    for table in (one, two):
        tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=0, actor=evening.floor)
    assert evening.close_day().state == "closed"
