"""The dealers' board: who stands where, and the pace beside the house's median."""

from datetime import timedelta

import pytest

from casino import house_time
from tables.dealers.selectors import board as dealer_board
from tables.dealers.selectors import paces
from tables.dealers.services import breaks, shifts
from tables.dealers.services.shifts import Plan
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Down, Hand
from tests.tables.dealers.rota import came_ago, rested_ago

pytestmark = pytest.mark.django_db


def board(rota):
    return dealer_board.board(rota.house_id, house_time.now())


def test_everybody_stands_in_one_place(rota):
    table = rota.evening.table(dealt=False)
    anna, boris, clara, dora, emil = (
        rota.hire(name, here=name != "emil") for name in ["anna", "boris", "clara", "dora", "emil"]
    )
    now = house_time.now()
    plan = Plan(emil.pk, now + timedelta(hours=1), now + timedelta(hours=9))
    shifts.enter(house_id=rota.house_id, plans=[plan], actor=rota.evening.floor)
    rota.push(table, anna)
    breaks.send(house_id=rota.house_id, dealer_id=clara.pk, actor=rota.evening.floor)
    shifts.go(dealer_id=dora.pk, actor=rota.evening.floor)
    found = board(rota)
    assert [(line.code, line.dealer, line.next_dealer) for line in found.lines] == [("T07", "anna", "boris")]
    assert [(one.name, one.next_table) for one in found.ready] == [("boris", "T07")]
    assert [one.name for one in found.on_break] == ["clara"]
    assert [shift.dealer for shift in found.expected] == [emil]
    assert [shift.dealer for shift in found.gone] == [dora]
    assert boris.pk == found.ready[0].id


def test_how_long_he_has_worked_and_rested(rota):
    anna = rota.hire("anna")
    came_ago(anna, 200)
    rested_ago(anna, begins=100, minutes=20)
    (one,) = board(rota).ready
    assert (one.worked_minutes, one.rested_minutes) == (180, 20)


def test_the_own_shift(rota):
    table, anna = rota.evening.table(dealt=False), rota.hire("anna")
    now = house_time.now()
    own = dealer_board.of_dealer(anna.pk, now)
    assert own is not None
    assert (own.next_table, own.table) == ("T07", "")
    rota.push(table, anna)
    own = dealer_board.of_dealer(anna.pk, house_time.now())
    assert own is not None
    assert own.table == "T07"
    assert dealer_board.of_dealer(rota.evening.dealer.pk, now) is None, "not on shift"


def test_pace_beside_the_median_of_the_houses_downs(rota):
    """With few downs nothing is said of the house."""
    table = rota.evening.table(rota.evening.game(recording="summary"), dealt=False)
    rota.evening.sit(table, 40_000, 40_000)
    anna = rota.hire("anna")
    rota.push(table, anna)
    summary = Summary(pot_cents=1_000, flop_seen=True, dealt_in=2)
    for _hand in range(10):
        recording.record_summary(table_id=table, version=None, summary=summary, actor=rota.integrator)
    now = house_time.now()
    assert paces.now_at(rota.house_id, now) == {}, "the down has just begun"
    Down.objects.update(started_at=now - timedelta(minutes=20))
    assert Hand.objects.filter(state="settled").count() == 10
    found = paces.now_at(rota.house_id, now)[table]
    assert (found.an_hour, found.house, found.is_rounds) == (30, None, False)
